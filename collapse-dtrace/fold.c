#include "fold.h"

#include <string.h>

#include "names.h"

/* The root frame of a map: its name without the "@" that all maps have. */
static struct str
map_frame(struct str map)
{
	return map.n > 1 ? str_skip(map, 1) : map;
}

static void
put_root(struct buf *b, size_t start, struct str name)
{
	if (b->n > start)
		buf_char(b, ';');
	name_sanitise(b, name, STR(""));
}

/* Text keys of DTrace stand in columns. */
static void
put_keys(struct buf *b, size_t start, const struct record *r)
{
	struct str keys, key;

	if (r->frames == r->n)
		return;
	for (size_t i = 0; i < r->n; i++) {
		keys = r->v[i].key;
		if (r->v[i].frame)
			continue;
		if (r->map.n)
			put_root(b, start, keys);
		else
			while (line_column(&keys, &key))
				put_root(b, start, key);
	}
}

/* The leaf's names when the other frames keep their offsets. */
static const struct frame *
leaf_of(struct frames *frames, const struct record *r,
    const struct frame *frame)
{
	if (!frames->rules->offsets)
		return frame;
	return frames_find(frames, frame->line, r->map.n ? BPFTRACE : DTRACE,
	    true);
}

/* Puts a frame's names at `to` and returns their end.  Most are short: what
 * is copied too much is written over by the next. */
static char *
put_names(char *to, struct str names)
{
	memcpy(to, names.p, NAMES_SLACK);
	if (names.n > NAMES_SLACK)
		memcpy(to, names.p, names.n);
	return to + names.n;
}

/* Appends the frames, which stand leaf first in the record, behind the roots
 * that begin at start. */
static void
put_frames(struct buf *b, size_t start, struct frames *frames,
    const struct record *r)
{
	char *to = buf_room(b, r->names + 1 + NAMES_SLACK);
	size_t left = r->frames;

	if (b->n > start)
		*to++ = ';';
	for (size_t i = r->n; left > 0; i--) {
		const struct frame *frame = r->v[i - 1].frame;

		if (!frame)
			continue;
		if (--left == 0)
			frame = leaf_of(frames, r, frame);
		if (frame->skip == SIZE_MAX)
			to = put_names(to, frame->names);
		else
			to = put_names(b->p + start,
			    str_skip(frame->names, frame->skip));
	}
	b->n = (size_t)(to - b->p) - 1;
}

/* Appends the stack, root first; keys are roots in the order in which they
 * were printed. */
static void
put_stack(struct buf *b, struct frames *frames, const struct record *r,
    bool map_root)
{
	size_t start = b->n;

	if (map_root && r->map.n)
		put_root(b, start, map_frame(r->map));
	put_keys(b, start, r);
	if (r->frames)
		put_frames(b, start, frames, r);
	if (b->n > start && b->p[start] == '#') {       /* no comment */
		buf_room(b, 1);
		memmove(b->p + start + 1, b->p + start, b->n++ - start);
		b->p[start] = ' ';
	}
}

/* Appends " count\n". */
static void
put_count(struct buf *b, uint64_t count)
{
	char text[22], *p = text + sizeof(text);

	*--p = '\n';
	do {
		*--p = (char)('0' + count % 10);
		count /= 10;
	} while (count);
	*--p = ' ';
	buf_str(b, (struct str){ p, (size_t)(text + sizeof(text) - p) });
}

void
fold_record(struct fold *f, struct frames *frames, const struct record *r,
    bool map_root, uint64_t count)
{
	size_t at = f->text.n;
	struct str last, stack;

	put_stack(&f->text, frames, r, map_root);
	last = (struct str){ f->text.p + f->last, f->stack };
	stack = str_skip(buf_view(&f->text), at);
	if (at && str_eq(last, stack) && count <= UINT64_MAX - f->count) {
		f->text.n = f->last + f->stack;
		f->count += count;
	} else {
		f->last = at;
		f->stack = stack.n;
		f->count = count;
	}
	put_count(&f->text, f->count);
}

void
fold_clear(struct fold *f)
{
	f->text.n = f->last = f->stack = 0;
}

/* "stack count" apart; lines of our own making always parse. */
static struct str
line_stack(struct str line, uint64_t *count)
{
	size_t blank = str_rfind(line, ' ');

	str_u64(str_skip(line, blank + 1), count);
	return str_head(line, blank);
}

static void
hold(struct seam *s, struct str stack, uint64_t count)
{
	s->stack.n = 0;
	buf_str(&s->stack, stack);
	s->count = count;
}

void
seam_finish(struct seam *s, struct out *out)
{
	if (s->stack.n == 0)
		return;
	put_count(&s->stack, s->count);
	out_str(out, buf_view(&s->stack));
	s->stack.n = 0;
}

/* Joins a line to the one that is held, or holds it instead. */
static void
seam_line(struct seam *s, struct out *out, struct str line)
{
	uint64_t count = 0;
	struct str stack = line_stack(line, &count);

	if (str_eq(stack, buf_view(&s->stack)) &&
	    count <= UINT64_MAX - s->count) {
		s->count += count;
		return;
	}
	seam_finish(s, out);
	hold(s, stack, count);
}

void
seam_add(struct seam *s, struct out *out, const struct fold *f)
{
	struct str text = buf_view(&f->text), between;

	if (text.n == 0)
		return;
	seam_line(s, out, str_line(&text));
	if (text.n == 0)
		return;
	/* Only the first line can join the one before it. */
	seam_finish(s, out);
	between = str_head(text, (size_t)(f->text.p + f->last - text.p));
	out_str(out, between);
	hold(s, (struct str){ f->text.p + f->last, f->stack }, f->count);
}
