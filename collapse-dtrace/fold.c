#include "fold.h"

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
		keys = r->v[i].text;
		if (r->v[i].frame)
			continue;
		if (r->map.n)
			put_root(b, start, keys);
		else
			while (line_column(&keys, &key))
				put_root(b, start, key);
	}
}

static void
put_frame(struct buf *b, size_t start, const struct frame *frame)
{
	struct str names = frame->names;

	if (frame->skip != SIZE_MAX) {
		b->n = start;
		names = str_skip(names, frame->skip);
	}
	if (b->n > start)
		buf_char(b, ';');
	buf_str(b, names);
}

/* Appends the stack, root first; keys are roots in the order in which they
 * were printed. */
static void
put_stack(struct buf *b, struct frames *frames, const struct record *r,
    bool map_root)
{
	size_t start = b->n, leaf = 0;

	if (map_root && r->map.n)
		put_root(b, start, map_frame(r->map));
	put_keys(b, start, r);
	while (r->frames && !r->v[leaf].frame)
		leaf++;
	for (size_t i = r->n; i > 0 && r->frames; i--) {
		const struct frame *frame = r->v[i - 1].frame;

		if (!frame)
			continue;
		if (i - 1 == leaf && frames->rules->offsets)
			frame = frames_find(frames, r->v[leaf].text,
			    r->map.n ? BPFTRACE : DTRACE, true);
		put_frame(b, start, frame);
	}
}

static void
put_count(struct buf *b, uint64_t count)
{
	buf_char(b, ' ');
	buf_u64(b, count);
	buf_char(b, '\n');
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
seam_finish(struct seam *s, struct buf *out)
{
	if (s->stack.n == 0)
		return;
	buf_str(out, buf_view(&s->stack));
	put_count(out, s->count);
	s->stack.n = 0;
}

/* Joins a line to the one that is held, or holds it instead. */
static void
seam_line(struct seam *s, struct buf *out, struct str line)
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
seam_add(struct seam *s, struct buf *out, const struct fold *f)
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
	buf_str(out, between);
	hold(s, (struct str){ f->text.p + f->last, f->stack }, f->count);
}
