/*
 * What options make of stacks before they become a tree.
 */
#ifndef SHAPE_H
#define SHAPE_H

#include "read.h"

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

/*
 * Puts in place of *t what base, chain, reverse and chart, in this order, make
 * of it, and makes its names clean (svg.h).  A chart is made of the lines, and
 * its siblings may have the same name.  off_base: the counts of stacks that
 * had no base.  False where a sum leaves 64 bits.
 */
bool shape_stacks(struct trie *t, const struct lines *lines,
    const struct shape *shape, struct count off_base[2]);

#endif
