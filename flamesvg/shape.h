/*
 * What options make of stacks before they become a tree.
 */
#ifndef SHAPE_H
#define SHAPE_H

#include "stacks.h"

struct shape {
	const struct str *bases;        /* stacks begin at the innermost frame
					 * of one of these names, with or
					 * without its mark; others go */
	size_t nbases;
	bool reverse;                   /* leaf first */
	bool chart;                     /* input order, neighbours merged */
	bool unsorted;                  /* siblings by first appearance */
	bool chain;                     /* frames behind "--" get the mark
					 * _[w] */
};

/* Does base, chain and reverse to the stacks, in this order.  off_base: the
 * counts of stacks that had no base. */
void shape_stacks(struct stacks *s, const struct shape *shape,
    struct count off_base[2]);

#endif
