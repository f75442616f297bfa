/*
 * Stacks as one tree, in arrays: a node is an index, in pre-order, siblings
 * in drawing order; node 0 is the root, "all".  Nothing here recurses.
 */
#ifndef TREE_H
#define TREE_H

#include "trie.h"

struct tree {
	int columns;            /* 1, or 2: before and after */
	size_t n;               /* nodes, the root included */
	size_t stacks;          /* nodes that a stack ends at */
	uint32_t *name;         /* by node: index into names; the root's is
				 * meaningless */
	uint32_t *parent;
	uint32_t *depth;        /* the root's is 0 */
	uint32_t *end;          /* the index behind the subtree */
	bool *leaf;             /* does a stack end here? */
	struct count *self[2];  /* the second one: columns 2 only */
	struct count *total[2]; /* of the subtree */
	struct count *weight;   /* of the subtree: what a frame's width means.
				 * columns 1: total[0].  columns 2: the sum of
				 * AFTER, or BEFORE where AFTER is 0 */
	struct count *gap[2];   /* of a flame chart, NULL where there are none:
				 * the parent's own counts between the sibling
				 * before and this node; what is left of them
				 * follows the last child */
	struct str *names;      /* distinct, in byte order; their text is the
				 * trie's */
	size_t nnames;
	uint32_t deepest;       /* the greatest depth */
	int places;             /* decimal places that the counts need */
	bool overflow;          /* a sum left 64 bits and stands at its limit */
};

/* Makes the tree out of a trie with clean names, siblings in byte order of
 * their names or, if not sorted, of appearance. */
void tree_build(struct tree *t, const struct trie *trie, bool sorted);

/* The count that percentages are of: the last column's. */
static inline struct count
tree_total(const struct tree *t, uint32_t node)
{
	return t->total[t->columns - 1][node];
}

/* The weight of the stacks that end at the node. */
static inline struct count
tree_self_weight(const struct tree *t, uint32_t node)
{
	if (t->columns == 1 || count_is_zero(t->self[1][node]))
		return t->self[0][node];
	return t->self[1][node];
}

/* The weight of the gap before the node. */
static inline struct count
tree_gap_weight(const struct tree *t, uint32_t node)
{
	if (!t->gap[0])
		return COUNT(0);
	if (t->columns == 1 || count_is_zero(t->self[1][t->parent[node]]))
		return t->gap[0][node];
	return t->gap[1][node];
}

#endif
