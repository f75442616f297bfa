#include <stdlib.h>
#include <string.h>

#include "frame.h"
#include "intern.h"
#include "mem.h"

/* With the slots that so many frames take, 16 MB; only what is used becomes
 * real memory.  It is never given back: taken anew again and again, it would
 * be in pieces and take twice the space. */
#define AREA_SIZE ((size_t)14 << 20)

/* Frames stand at multiples of this in the area. */
#define UNIT 16

struct frame_slot {
	uint32_t hash;
	uint32_t place;         /* in the area, in units; 0: free */
};

static unsigned char
form(enum dialect dialect, bool offset)
{
	return (unsigned char)(dialect * 2 + offset);
}

static void
grow(struct frames *f)
{
	size_t n = f->nslots ? f->nslots * 2 : 1024;
	struct frame_slot *slots = mem_zero(n * sizeof(*slots));

	for (size_t i = 0; i < f->nslots; i++) {
		size_t at = f->slots[i].hash & (n - 1);

		if (f->slots[i].place == 0)
			continue;
		while (slots[at].place)
			at = (at + 1) & (n - 1);
		slots[at] = f->slots[i];
	}
	free(f->slots);
	f->slots = slots;
	f->nslots = n;
}

/* n bytes of the area, and their place, or bytes beside it where it is full;
 * the place is then 0. */
static void *
take(struct frames *f, size_t n, uint32_t *place)
{
	*place = 0;
	n = (n + UNIT - 1) / UNIT * UNIT;
	if (!f->area) {
		f->area = mem_resize(NULL, AREA_SIZE, 1);
		f->used = UNIT;
	}
	if (n > AREA_SIZE - f->used) {
		f->used = AREA_SIZE;
		return arena_take(&f->spill, n);
	}
	*place = (uint32_t)(f->used / UNIT);
	f->used += n;
	return f->area + (size_t)*place * UNIT;
}

/* A copy of s at *p, which is moved behind it. */
static struct str
copy(char **p, struct str s)
{
	struct str to = { memcpy(*p, s.p, s.n), s.n };

	*p += s.n;
	return to;
}

static struct frame *
make(struct frames *f, struct str line, enum dialect dialect, bool offset,
    uint32_t *place)
{
	struct frame *frame;
	size_t skip;
	char *text;

	f->names.n = 0;
	skip = frame_print(&f->names, line_text(line), dialect, offset,
	    f->rules->skip, f->rules->nskip);
	buf_char(&f->names, ';');
	frame = take(f, sizeof(*frame) + line.n + f->names.n + NAMES_SLACK,
	    place);
	text = (char *)(frame + 1);
	*frame = (struct frame){ .line = copy(&text, line), .skip = skip };
	frame->names = copy(&text, buf_view(&f->names));
	memset(text, 0, NAMES_SLACK);
	frame->indent = line_indent(line);
	frame->kind = dialect == DTRACE ? line_kind(line) : LINE_FRAME;
	frame->form = form(dialect, offset);
	return frame;
}

struct frame *
frames_find(struct frames *f, struct str line, enum dialect dialect, bool leaf)
{
	bool offset = f->rules->offsets && !leaf;
	uint32_t hash = (uint32_t)hash_bytes(line);
	struct frame_slot *slot;
	struct frame *frame;

	if (f->n * 2 >= f->nslots)
		grow(f);
	slot = &f->slots[hash & (f->nslots - 1)];
	while (slot->place) {
		frame = (void *)(f->area + (size_t)slot->place * UNIT);
		if (slot->hash == hash && frame->line.n == line.n &&
		    frame->form == form(dialect, offset) &&
		    same_bytes(frame->line.p, line.p, line.n))
			return frame;
		slot = slot + 1 < f->slots + f->nslots ? slot + 1 : f->slots;
	}
	frame = make(f, line, dialect, offset, &slot->place);
	slot->hash = hash;
	f->n += slot->place != 0;
	return frame;
}

void
frames_trim(struct frames *f)
{
	if (f->used < AREA_SIZE)
		return;
	arena_reset(&f->spill);
	memset(f->slots, 0, f->nslots * sizeof(*f->slots));
	f->used = UNIT;
	f->n = 0;
}
