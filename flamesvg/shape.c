#include "shape.h"

#include <stdlib.h>
#include <string.h>

#include "label.h"
#include "mem.h"

/* Rows may share their frames: a changed stack gets new ones. */
static uint32_t *
new_frames(struct stacks *s, struct stack *row)
{
	uint32_t *f = arena_take(&s->arena, row->depth * sizeof(*f));

	row->frames = f;
	return f;
}

static void
reverse(struct stacks *s)
{
	for (size_t i = 0; i < s->n; i++) {
		struct stack *row = &s->v[i];
		const uint32_t *old = row->frames;
		uint32_t *f = new_frames(s, row);

		for (uint32_t d = 0; d < row->depth; d++)
			f[d] = old[row->depth - 1 - d];
	}
}

/* For each name id: is it one of the bases, with or without its mark? */
static bool *
base_ids(const struct intern *names, const struct shape *shape)
{
	bool *is = mem_zero(names->n);

	for (size_t i = 0; i < names->n; i++)
		for (size_t b = 0; b < shape->nbases; b++)
			if (str_eq(names->names[i], shape->bases[b]) ||
			    str_eq(name_unmarked(names->names[i]),
			    shape->bases[b]))
				is[i] = true;
	return is;
}

/* Begins each stack at its innermost base; stacks without one go. */
static void
keep_bases(struct stacks *s, const struct shape *shape, struct count off[2])
{
	bool *is = base_ids(&s->names, shape);
	size_t kept = 0;

	for (size_t i = 0; i < s->n; i++) {
		struct stack row = s->v[i];
		uint32_t at = row.depth;

		while (at > 0 && !is[row.frames[at - 1]])
			at--;
		if (at == 0) {
			count_add(&off[0], row.count[0]);
			count_add(&off[1], row.count[1]);
			continue;
		}
		row.frames += at - 1;
		row.depth -= at - 1;
		s->v[kept++] = row;
	}
	s->n = kept;
	free(is);
}

/* The id of a name with the mark of a wakeup frame; marked[id] remembers. */
static uint32_t
wakeup_id(struct stacks *s, uint32_t *marked, uint32_t id, struct buf *b)
{
	if (marked[id] == UINT32_MAX) {
		b->n = 0;
		buf_str(b, s->names.names[id]);
		buf_text(b, "_[w]");
		marked[id] = intern_id(&s->names, buf_view(b));
	}
	return marked[id];
}

static void
mark_row(struct stacks *s, struct stack *row, uint32_t border,
    uint32_t *marked, struct buf *b)
{
	const uint32_t *old = row->frames;
	uint32_t at = 0, *f;

	while (at < row->depth && old[at] != border)
		at++;
	if (at == row->depth)
		return;
	f = new_frames(s, row);
	memcpy(f, old, row->depth * sizeof(*f));
	for (; at < row->depth; at++)
		if (f[at] != border)
			f[at] = wakeup_id(s, marked, f[at], b);
}

/* Marks what stands behind the frame "--" of each stack: the waker's part. */
static void
mark_wakeups(struct stacks *s)
{
	size_t n = s->names.n;
	uint32_t *marked = mem_resize(NULL, n, sizeof(*marked));
	uint32_t border = 0;
	struct buf b = { 0 };

	while (border < n && !str_eq(s->names.names[border], STR("--")))
		border++;
	memset(marked, 0xff, n * sizeof(*marked));
	for (size_t i = 0; i < s->n && border < n; i++)
		mark_row(s, &s->v[i], border, marked, &b);
	buf_free(&b);
	free(marked);
}

void
shape_stacks(struct stacks *s, const struct shape *shape,
    struct count off_base[2])
{
	off_base[0] = off_base[1] = COUNT(0);
	if (shape->nbases)
		keep_bases(s, shape, off_base);
	if (shape->chain)
		mark_wakeups(s);
	if (shape->reverse)
		reverse(s);
}
