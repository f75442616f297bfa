/*
 * Siblings in order of first appearance instead of byte order.
 */
#ifndef UNSORTED_H
#define UNSORTED_H

#include "tree.h"

/*
 * Puts the nodes of a tree that has names, parents, depths, ends, leaves and
 * own counts, but no sums yet, into the new order.  first is, by node, the
 * place where a stack that ends there appeared, UINT32_MAX where none does.
 */
void tree_unsort(struct tree *t, uint32_t *first);

#endif
