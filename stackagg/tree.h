/*
 * Stacks as a tree, in pre-order: a node's parent stands before it.
 */
#ifndef TREE_H
#define TREE_H

#include "stacks.h"

struct node {
	uint32_t name;          /* id */
	uint32_t parent;        /* index, or TREE_ROOT */
	uint32_t depth;         /* 1 is a root frame */
	struct count total[2];  /* of its stack and all that it begins */
};

#define TREE_ROOT UINT32_MAX

struct tree {
	struct node *v;
	size_t n;
	size_t cap;
	uint32_t *leaf;         /* by stack, in the order given: its node */
	struct count total[2];
	bool overflow;          /* a sum left 64 bits and stands at its limit */
};

/* The tree of n stacks given in the order of stacks_order. */
struct tree tree_new(const struct stacks *s, const uint32_t *order, size_t n);
void tree_free(struct tree *t);

#endif
