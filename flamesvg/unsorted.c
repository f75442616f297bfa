#include "unsorted.h"

#include <stdlib.h>

#include "mem.h"
#include "keysort.h"

struct siblings {
	const uint32_t *parent, *first;
};

/* By parent, then by first: both rounds take 32 bits. */
static uint64_t
sibling_key(const void *things, uint32_t i, uint32_t round)
{
	const struct siblings *s = things;

	return round ? (uint64_t)s->first[i] << 1 :
	    (uint64_t)s->parent[i] << 1 | 1;
}

/* The new place of each node: behind its parent and the subtrees of the
 * siblings before it.  Parents come before their children in either order. */
static uint32_t *
new_places(const struct tree *t, const uint32_t *first)
{
	struct siblings siblings = { t->parent, first };
	uint32_t *by = keysort(&siblings, t->n, sibling_key);
	uint32_t *used = mem_zero(t->n * sizeof(*used));
	uint32_t *at = mem_zero(t->n * sizeof(*at));

	for (size_t i = 0; i < t->n; i++) {
		uint32_t node = by[i], parent = t->parent[node];

		if (node == 0)
			continue;
		at[node] = at[parent] + 1 + used[parent];
		used[parent] += t->end[node] - node;
	}
	free(by);
	free(used);
	return at;
}

static void
move_ids(uint32_t **v, const uint32_t *at, size_t n)
{
	uint32_t *moved = mem_resize(NULL, n, sizeof(*moved));

	for (size_t i = 0; i < n; i++)
		moved[at[i]] = (*v)[i];
	free(*v);
	*v = moved;
}

static void
move_counts(struct count **v, const uint32_t *at, size_t n)
{
	struct count *moved = mem_resize(NULL, n, sizeof(*moved));

	for (size_t i = 0; i < n; i++)
		moved[at[i]] = (*v)[i];
	free(*v);
	*v = moved;
}

static void
move_flags(bool **v, const uint32_t *at, size_t n)
{
	bool *moved = mem_resize(NULL, n, sizeof(*moved));

	for (size_t i = 0; i < n; i++)
		moved[at[i]] = (*v)[i];
	free(*v);
	*v = moved;
}

void
tree_unsort(struct tree *t, uint32_t *first)
{
	uint32_t *at;

	for (size_t i = t->n - 1; i > 0; i--)
		if (first[i] < first[t->parent[i]])
			first[t->parent[i]] = first[i];
	at = new_places(t, first);
	for (size_t i = 0; i < t->n; i++) {
		t->parent[i] = at[t->parent[i]];
		t->end[i] = at[i] + (t->end[i] - (uint32_t)i);
	}
	move_ids(&t->name, at, t->n);
	move_ids(&t->parent, at, t->n);
	move_ids(&t->depth, at, t->n);
	move_ids(&t->end, at, t->n);
	move_flags(&t->leaf, at, t->n);
	for (int c = 0; c < t->columns; c++)
		move_counts(&t->self[c], at, t->n);
	free(at);
}
