#include "tree.h"

#include <stdlib.h>
#include <string.h>

#include "keysort.h"
#include "mem.h"
#include "ranks.h"
#include "unsorted.h"

/* Stacks as sequences of keys: several frames a key, 0 is the end. */
struct rows {
	const struct stack *v;
	const uint32_t *rank;   /* by id */
	unsigned bits;          /* of a rank + 1 */
	unsigned frames;        /* in a key */
};

static uint64_t
row_key(const void *things, uint32_t i, uint32_t round)
{
	const struct rows *rows = things;
	const struct stack *row = &rows->v[i];
	size_t at = (size_t)round * rows->frames, end = at + rows->frames;
	uint64_t key = 0;

	for (; at < end; at++) {
		key <<= rows->bits;
		if (at < row->depth)
			key |= rows->rank[row->frames[at]] + (uint64_t)1;
	}
	return key << 1 | (end < row->depth);
}

static uint32_t *
row_order(const struct stacks *s, const struct ranks *ranks, bool sorted)
{
	struct rows rows = { .v = s->v, .rank = ranks->of, .bits = 1 };
	uint32_t *order;

	if (sorted) {
		while (ranks->n >> rows.bits)
			rows.bits++;
		rows.frames = 63 / rows.bits;
		return keysort(&rows, s->n, row_key);
	}
	order = mem_resize(NULL, s->n, sizeof(*order));
	for (size_t i = 0; i < s->n; i++)
		order[i] = (uint32_t)i;
	return order;
}

/* A tree under construction. */
struct builder {
	struct tree *tree;
	size_t cap;             /* of the tree's arrays */
	uint32_t *first;        /* by node: the first row that ends there;
				 * NULL where nobody asks */
	bool unsorted;
	uint32_t *path;         /* nodes from the root to the last row's */
	size_t path_cap;
	uint32_t depth;         /* of the last row */
	const uint32_t *rank;   /* of frames, by id */
};

static void
grow(struct builder *b, size_t need)
{
	struct tree *t = b->tree;
	size_t n = b->cap;

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
	if (b->unsorted)
		b->first = mem_resize(b->first, n, sizeof(*b->first));
	b->cap = n;
}

static void
add_node(struct builder *b, uint32_t name, uint32_t parent, uint32_t depth)
{
	struct tree *t = b->tree;

	if (t->n >= UINT32_MAX)
		fatal("more than 4 billion frames");
	t->name[t->n] = name;
	t->parent[t->n] = parent;
	t->depth[t->n] = depth;
	t->leaf[t->n] = false;
	for (int c = 0; c < t->columns; c++)
		t->self[c][t->n] = COUNT(0);
	if (b->first)
		b->first[t->n] = UINT32_MAX;
	t->n++;
}

/* How many frames the row shares with the one before it. */
static uint32_t
shared(const struct builder *b, const struct stack *row)
{
	uint32_t max = b->depth < row->depth ? b->depth : row->depth;
	uint32_t n = 0;

	while (n < max &&
	    b->tree->name[b->path[n + 1]] == b->rank[row->frames[n]])
		n++;
	return n;
}

static void
add_row(struct builder *b, const struct stack *row, uint32_t i)
{
	struct tree *t = b->tree;
	uint32_t depth = shared(b, row), end;

	grow(b, t->n + row->depth - depth);
	b->path = mem_grow(b->path, &b->path_cap, (size_t)row->depth + 1,
	    sizeof(*b->path));
	for (; depth < row->depth; depth++) {
		b->path[depth + 1] = (uint32_t)t->n;
		add_node(b, b->rank[row->frames[depth]], b->path[depth],
		    depth + 1);
	}
	b->depth = depth;
	if (depth > t->deepest)
		t->deepest = depth;
	end = b->path[depth];
	for (int c = 0; c < t->columns; c++)
		if (!count_add(&t->self[c][end], row->count[c]))
			t->overflow = true;
	t->stacks += !t->leaf[end];
	t->leaf[end] = true;
	if (b->first && i < b->first[end])
		b->first[end] = i;
}

/* Sorted rows lie all over memory: those next in the order are sent for, the
 * row first, then its frames.  Without this a third of the time is waiting. */
#define AHEAD 8

static void
send_for(const struct stacks *s, const uint32_t *order, size_t i)
{
	if (i + 2 * AHEAD < s->n)
		__builtin_prefetch(&s->v[order[i + 2 * AHEAD]]);
	if (i + AHEAD < s->n) {
		const uint32_t *frames = s->v[order[i + AHEAD]].frames;

		__builtin_prefetch(frames);
		__builtin_prefetch(frames + 16);
	}
}

static void
add_rows(struct builder *b, const struct stacks *s, const uint32_t *order)
{
	grow(b, 1);
	b->path = mem_grow(b->path, &b->path_cap, 1, sizeof(*b->path));
	b->path[0] = 0;
	add_node(b, 0, 0, 0);
	for (size_t i = 0; i < s->n; i++) {
		send_for(s, order, i);
		add_row(b, &s->v[order[i]], order[i]);
	}
	free(b->path);
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

void
tree_build(struct tree *t, const struct stacks *s, int columns,
    const struct shape *shape)
{
	struct builder b = {
		.tree = t, .unsorted = shape->unsorted && !shape->chart,
	};
	struct ranks ranks;
	uint32_t *order;

	*t = (struct tree){ .columns = columns };
	ranks_make(&ranks, &s->names);
	t->names = ranks.names;
	t->nnames = ranks.n;
	t->text = ranks.arena;
	order = row_order(s, &ranks, !shape->chart);
	b.rank = ranks.of;
	add_rows(&b, s, order);
	free(ranks.of);
	free(order);
	find_ends(t);
	if (b.unsorted)
		tree_unsort(t, b.first);
	free(b.first);
	sum_weights(t);
	find_places(t);
}
