#include "tree.h"

#include <stdlib.h>
#include <string.h>

#include "keysort.h"
#include "mem.h"
#include "stacks.h"

/* ---- Drawing order ---- */

/* The children of each node of a trie: v[start[i]] ... v[start[i + 1] - 1]. */
struct children {
	uint32_t *start;
	uint32_t *v;
};

/* Children stand in the order in which they were made. */
static struct children
find_children(const struct trie *t)
{
	struct children c = {
		mem_zero((t->n + 2) * sizeof(*c.start)),
		mem_resize(NULL, t->n, sizeof(*c.v)),
	};

	/* start[i + 1] is where the next child of i goes, in the end where
	 * those of i + 1 begin. */
	for (size_t i = 1; i < t->n; i++)
		c.start[t->node[i].parent + 2]++;
	for (size_t i = 2; i < t->n + 2; i++)
		c.start[i] += c.start[i - 1];
	for (size_t i = 1; i < t->n; i++)
		c.v[c.start[t->node[i].parent + 1]++] = (uint32_t)i;
	return c;
}

struct siblings {
	const struct trie *trie;
	const uint32_t *rank;   /* by id of the name */
	const uint32_t *v;
};

static uint32_t
rank_of(const struct siblings *s, uint32_t node)
{
	return s->rank[s->trie->node[node].name];
}

static uint64_t
sibling_key(const void *siblings, uint32_t i, uint32_t round)
{
	const struct siblings *s = siblings;

	(void)round;
	return (uint64_t)rank_of(s, s->v[i]) << 1;
}

#define FEW 16

static void
insert_few(const struct siblings *s, uint32_t *v, size_t n)
{
	for (size_t i = 1; i < n; i++) {
		uint32_t node = v[i], rank = rank_of(s, node);
		size_t at = i;

		for (; at && rank_of(s, v[at - 1]) > rank; at--)
			v[at] = v[at - 1];
		v[at] = node;
	}
}

static void
sort_many(struct siblings *s, uint32_t *v, size_t n)
{
	uint32_t *order, *sorted = mem_resize(NULL, n, sizeof(*sorted));

	s->v = v;
	order = keysort(s, n, sibling_key);
	for (size_t i = 0; i < n; i++)
		sorted[i] = v[order[i]];
	memcpy(v, sorted, n * sizeof(*v));
	free(order);
	free(sorted);
}

static void
sort_children(const struct trie *t, const struct children *c,
    const uint32_t *rank)
{
	struct siblings s = { .trie = t, .rank = rank };

	for (size_t i = 0; i < t->n; i++) {
		uint32_t *v = c->v + c->start[i];
		size_t n = c->start[i + 1] - c->start[i];

		if (n <= FEW)
			insert_few(&s, v, n);
		else
			sort_many(&s, v, n);
	}
}

/* How many nodes each subtree has. */
static uint32_t *
find_sizes(const struct trie *t)
{
	uint32_t *size = mem_resize(NULL, t->n, sizeof(*size));

	for (size_t i = 0; i < t->n; i++)
		size[i] = 1;
	for (size_t i = t->n - 1; i > 0; i--)
		size[t->node[i].parent] += size[i];
	return size;
}

/* Where each node stands in pre-order: behind its parent and the subtrees of
 * the siblings before it. */
static uint32_t *
find_places(const struct trie *t, const struct children *c,
    const uint32_t *size)
{
	uint32_t *at = mem_resize(NULL, t->n, sizeof(*at));

	at[0] = 0;
	for (size_t i = 0; i < t->n; i++) {
		uint32_t next = at[i] + 1;

		for (uint32_t j = c->start[i]; j < c->start[i + 1]; j++) {
			at[c->v[j]] = next;
			next += size[c->v[j]];
		}
	}
	return at;
}

/* ---- The arrays ---- */

static bool
has_gaps(const struct trie *t)
{
	for (size_t i = 1; t->gap && i < t->n; i++)
		for (int c = 0; c < t->columns; c++)
			if (!count_is_zero(t->gap[i].count[c]))
				return true;
	return false;
}

static void
take_arrays(struct tree *t, bool gaps)
{
	t->name = mem_resize(NULL, t->n, sizeof(*t->name));
	t->parent = mem_resize(NULL, t->n, sizeof(*t->parent));
	t->depth = mem_resize(NULL, t->n, sizeof(*t->depth));
	t->end = mem_resize(NULL, t->n, sizeof(*t->end));
	t->leaf = mem_resize(NULL, t->n, sizeof(*t->leaf));
	for (int c = 0; c < t->columns; c++) {
		t->self[c] = mem_resize(NULL, t->n, sizeof(**t->self));
		if (gaps)
			t->gap[c] = mem_zero(t->n * sizeof(**t->gap));
	}
}

static void
place_nodes(struct tree *t, const struct trie *trie, const uint32_t *at,
    const uint32_t *size, const uint32_t *rank)
{
	for (size_t i = 0; i < t->n; i++) {
		const struct trie_node *node = &trie->node[i];
		uint32_t to = at[i];

		t->name[to] = i ? rank[node->name] : 0;
		t->parent[to] = at[node->parent];
		t->end[to] = to + size[i];
		t->leaf[to] = trie->leaf[i] != 0;
		for (int c = 0; c < t->columns; c++)
			t->self[c][to] = trie->leaf[i] ?
			    trie->leaves[trie->leaf[i] - 1].count[c] :
			    COUNT(0);
		for (int c = 0; t->gap[0] && i && c < t->columns; c++)
			t->gap[c][to] = trie->gap[i].count[c];
	}
}

static void
find_depths(struct tree *t)
{
	t->depth[0] = 0;
	for (size_t i = 1; i < t->n; i++) {
		t->depth[i] = t->depth[t->parent[i]] + 1;
		if (t->depth[i] > t->deepest)
			t->deepest = t->depth[i];
	}
}

static void
take_names(struct tree *t, const struct intern *names, const uint32_t *rank)
{
	t->nnames = names->n;
	t->names = mem_resize(NULL, names->n, sizeof(*t->names));
	for (size_t i = 0; i < names->n; i++)
		t->names[rank[i]] = names->names[i];
}

/* ---- Sums ---- */

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
count_places(struct tree *t)
{
	for (int c = 0; c < t->columns; c++)
		for (size_t i = 0; i < t->n; i++) {
			int n = places(t->self[c][i].nano);

			if (t->gap[c] && places(t->gap[c][i].nano) > n)
				n = places(t->gap[c][i].nano);
			if (n > t->places)
				t->places = n;
		}
}

void
tree_build(struct tree *t, const struct trie *trie, bool sorted)
{
	uint32_t *rank = names_ranks(&trie->names);
	struct children children = find_children(trie);
	uint32_t *size = find_sizes(trie), *at;

	*t = (struct tree){ .columns = trie->columns, .n = trie->n,
		.stacks = trie->nleaves };
	if (sorted)
		sort_children(trie, &children, rank);
	at = find_places(trie, &children, size);
	take_arrays(t, has_gaps(trie));
	take_names(t, &trie->names, rank);
	place_nodes(t, trie, at, size, rank);
	free(rank);
	free(children.start);
	free(children.v);
	free(size);
	free(at);
	find_depths(t);
	sum_weights(t);
	count_places(t);
}
