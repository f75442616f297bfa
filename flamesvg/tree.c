#include "tree.h"

#include <stdlib.h>
#include <string.h>

#include "label.h"
#include "mem.h"
#include "order.h"
#include "ranks.h"

/* The frames of a stack are ours to change once it is read. */
static uint32_t *
frames_of(struct stack *row)
{
	return (uint32_t *)row->frames;
}

static void
reverse(struct stack *row)
{
	uint32_t *f = frames_of(row);

	for (size_t i = 0, j = row->depth; i + 1 < j; i++) {
		uint32_t x = f[i];

		f[i] = f[--j];
		f[j] = x;
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
keep_bases(struct tree *t, struct stacks *s, const struct shape *shape)
{
	bool *is = base_ids(&s->names, shape);
	size_t kept = 0;

	for (size_t i = 0; i < s->n; i++) {
		struct stack row = s->v[i];
		uint32_t at = row.depth;

		while (at > 0 && !is[row.frames[at - 1]])
			at--;
		if (at == 0) {
			count_add(&t->off_base[0], row.count[0]);
			count_add(&t->off_base[1], row.count[1]);
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
	for (size_t i = 0; i < s->n && border < n; i++) {
		uint32_t *f = frames_of(&s->v[i]), at = 0, depth =
		    s->v[i].depth;

		while (at < depth && f[at] != border)
			at++;
		for (at++; at < depth; at++)
			if (f[at] != border)
				f[at] = wakeup_id(s, marked, f[at], &b);
	}
	buf_free(&b);
	free(marked);
}

/* Stacks as sequences of keys: several frames a key, 0 is the end. */
struct rows {
	const struct stack *v;
	unsigned bits;          /* of a frame's rank + 1 */
	unsigned frames;        /* in a key */
};

static uint64_t
row_key(const void *things, uint32_t i, size_t k)
{
	const struct rows *rows = things;
	const struct stack *row = &rows->v[i];
	uint64_t key = 0;
	size_t at = k * rows->frames;

	for (unsigned n = rows->frames; n > 0; n--, at++)
		key = key << rows->bits |
		    (at < row->depth ? row->frames[at] + 1 : 0);
	return key;
}

static void
sort_rows(const struct stacks *s, size_t nnames, uint32_t *order)
{
	struct rows rows = { .v = s->v, .bits = 1 };
	struct order o = { .key = row_key, .things = &rows };

	while (nnames >> rows.bits)
		rows.bits++;
	rows.frames = 64 / rows.bits;
	o.end_mask = ((uint64_t)1 << rows.bits) - 1;
	order_sort(&o, order, s->n);
}

static void
grow(struct tree *t, size_t *cap, size_t need)
{
	size_t n = *cap;

	if (need <= n)
		return;
	while (n < need)
		n = n ? n * 2 : 256;
	t->name = mem_resize(t->name, n, sizeof(*t->name));
	t->parent = mem_resize(t->parent, n, sizeof(*t->parent));
	t->depth = mem_resize(t->depth, n, sizeof(*t->depth));
	t->leaf = mem_resize(t->leaf, n, sizeof(*t->leaf));
	for (int c = 0; c < t->columns; c++)
		t->self[c] = mem_resize(t->self[c], n, sizeof(**t->self));
	*cap = n;
}

static void
add_node(struct tree *t, uint32_t name, uint32_t parent, uint32_t depth)
{
	if (t->n >= UINT32_MAX)
		fatal("more than 4 billion frames");
	t->name[t->n] = name;
	t->parent[t->n] = parent;
	t->depth[t->n] = depth;
	t->leaf[t->n] = false;
	for (int c = 0; c < t->columns; c++)
		t->self[c][t->n] = COUNT(0);
	t->n++;
}

/* The nodes from the root to where the last stack ended. */
struct path {
	uint32_t *v;
	size_t cap;
	uint32_t depth;
};

/* How many frames the row shares with the path. */
static uint32_t
shared(const struct tree *t, const struct path *path, const struct stack *row)
{
	uint32_t max = path->depth < row->depth ? path->depth : row->depth;
	uint32_t n = 0;

	while (n < max && t->name[path->v[n + 1]] == row->frames[n])
		n++;
	return n;
}

static void
add_row(struct tree *t, size_t *cap, struct path *path,
    const struct stack *row)
{
	uint32_t depth = shared(t, path, row), end;

	grow(t, cap, t->n + row->depth - depth);
	path->v = mem_grow(path->v, &path->cap, (size_t)row->depth + 1,
	    sizeof(*path->v));
	for (; depth < row->depth; depth++) {
		path->v[depth + 1] = (uint32_t)t->n;
		add_node(t, row->frames[depth], path->v[depth], depth + 1);
	}
	path->depth = depth;
	if (depth > t->deepest)
		t->deepest = depth;
	end = path->v[depth];
	for (int c = 0; c < t->columns; c++)
		if (!count_add(&t->self[c][end], row->count[c]))
			t->overflow = true;
	t->stacks += !t->leaf[end];
	t->leaf[end] = true;
}

/* Rows that lie ahead in the order, to have their frames at hand in time. */
#define AHEAD 8

static void
add_rows(struct tree *t, const struct stacks *s, const uint32_t *order)
{
	struct path path = { 0 };
	size_t cap = 0;

	grow(t, &cap, 1);
	path.v = mem_grow(path.v, &path.cap, 1, sizeof(*path.v));
	path.v[0] = 0;
	add_node(t, 0, 0, 0);
	for (size_t i = 0; i < s->n; i++) {
		if (i + AHEAD < s->n)
			__builtin_prefetch(s->v[order[i + AHEAD]].frames);
		add_row(t, &cap, &path, &s->v[order[i]]);
	}
	free(path.v);
}

/* Adds up what each node holds into its parent, from the last node back. */
static struct count *
sum_up(struct tree *t, const struct count *self)
{
	struct count *total = mem_resize(NULL, t->n, sizeof(*total));

	memcpy(total, self, t->n * sizeof(*total));
	for (size_t i = t->n - 1; i > 0; i--)
		if (!count_add(&total[t->parent[i]], total[i]))
			t->overflow = true;
	return total;
}

static void
find_ends(struct tree *t)
{
	t->end = mem_resize(NULL, t->n, sizeof(*t->end));
	for (size_t i = 0; i < t->n; i++)
		t->end[i] = (uint32_t)i + 1;
	for (size_t i = t->n - 1; i > 0; i--)
		if (t->end[i] > t->end[t->parent[i]])
			t->end[t->parent[i]] = t->end[i];
}

static void
sum_weights(struct tree *t)
{
	struct count *self;

	for (int c = 0; c < t->columns; c++)
		t->total[c] = sum_up(t, t->self[c]);
	t->weight = t->total[0];
	if (t->columns == 1)
		return;
	self = mem_resize(NULL, t->n, sizeof(*self));
	for (size_t i = 0; i < t->n; i++)
		self[i] = tree_self_weight(t, (uint32_t)i);
	t->weight = sum_up(t, self);
	free(self);
}

static int
places(uint32_t nano)
{
	int n = 9;

	if (nano == 0)
		return 0;
	for (; nano % 10 == 0; nano /= 10)
		n--;
	return n;
}

static void
find_places(struct tree *t)
{
	for (int c = 0; c < t->columns; c++)
		for (size_t i = 0; i < t->n; i++) {
			int n = places(t->self[c][i].nano);

			if (n > t->places)
				t->places = n;
		}
}

static void
rank_frames(struct stacks *s, const uint32_t *rank)
{
	for (size_t i = 0; i < s->n; i++) {
		uint32_t *f = frames_of(&s->v[i]);

		for (uint32_t d = 0; d < s->v[i].depth; d++)
			f[d] = rank[f[d]];
	}
}

void
tree_build(struct tree *t, struct stacks *s, int columns,
    const struct shape *shape)
{
	struct ranks ranks;
	uint32_t *order;

	*t = (struct tree){ .columns = columns };
	if (shape->nbases)
		keep_bases(t, s, shape);
	if (shape->chain)
		mark_wakeups(s);
	if (shape->reverse)
		for (size_t i = 0; i < s->n; i++)
			reverse(&s->v[i]);
	ranks_make(&ranks, &s->names);
	rank_frames(s, ranks.of);
	free(ranks.of);
	t->names = ranks.names;
	t->nnames = ranks.n;
	order = mem_resize(NULL, s->n, sizeof(*order));
	for (size_t i = 0; i < s->n; i++)
		order[i] = (uint32_t)i;
	if (!shape->chart)
		sort_rows(s, t->nnames, order);
	add_rows(t, s, order);
	free(order);
	find_ends(t);
	sum_weights(t);
	find_places(t);
}
