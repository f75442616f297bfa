#include <stdlib.h>

#include "frame.h"
#include "intern.h"
#include "mem.h"

#define FRAMES_MAX ((size_t)16 << 20)

struct frame_slot {
	uint32_t hash;
	struct frame *frame;    /* NULL: free */
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

		if (!f->slots[i].frame)
			continue;
		while (slots[at].frame)
			at = (at + 1) & (n - 1);
		slots[at] = f->slots[i];
	}
	free(f->slots);
	f->slots = slots;
	f->nslots = n;
}

static struct frame *
make(struct frames *f, struct str line, enum dialect dialect, bool offset)
{
	struct frame *frame = arena_take(&f->arena, sizeof(*frame));
	struct buf names = { 0 };

	*frame = (struct frame){ .line = arena_str(&f->arena, line) };
	frame->indent = line_indent(line);
	frame->kind = dialect == DTRACE ? line_kind(line) : LINE_FRAME;
	frame->form = form(dialect, offset);
	frame->skip = frame_print(&names, line_text(line), dialect, offset,
	    f->rules->skip, f->rules->nskip);
	buf_char(&names, ';');
	memset(buf_room(&names, NAMES_SLACK), 0, NAMES_SLACK);
	names.n += NAMES_SLACK;
	frame->names = arena_str(&f->arena, buf_view(&names));
	frame->names.n -= NAMES_SLACK;
	buf_free(&names);
	return frame;
}

struct frame *
frames_find(struct frames *f, struct str line, enum dialect dialect, bool leaf)
{
	bool offset = f->rules->offsets && !leaf;
	uint32_t hash = (uint32_t)hash_bytes(line);
	size_t at;

	if (f->n * 2 >= f->nslots)
		grow(f);
	at = hash & (f->nslots - 1);
	for (; f->slots[at].frame; at = (at + 1) & (f->nslots - 1))
		if (f->slots[at].hash == hash &&
		    f->slots[at].frame->form == form(dialect, offset) &&
		    str_eq(f->slots[at].frame->line, line))
			return f->slots[at].frame;
	f->slots[at] = (struct frame_slot){ hash,
	    make(f, line, dialect, offset) };
	f->n++;
	return f->slots[at].frame;
}

void
frames_trim(struct frames *f)
{
	if (f->arena.total + f->nslots * sizeof(*f->slots) < FRAMES_MAX)
		return;
	arena_reset(&f->arena);
	free(f->slots);
	f->slots = NULL;
	f->nslots = f->n = 0;
}
