/*
 * Filters: stacks in, stacks out, one after another in the order given.
 * Whatever they do to frames, the counts of the stacks they keep are kept, and
 * what is printed reads back as it was: names at the ends of a stack lose
 * their outer blanks and empty frames at its end go, as the reader does it.
 */
#ifndef FILTER_H
#define FILTER_H

#include "stacks.h"

enum filter_kind {
	FILTER_KEEP,            /* stacks with a matching frame */
	FILTER_DROP,            /* stacks without one */
	FILTER_SKIP,            /* frames that match go */
	FILTER_FOCUS,           /* from the first matching frame on; stacks
				 * without one go */
	FILTER_BASE,            /* from the last of these names on; stacks
				 * without one go */
	FILTER_SKIP_AFTER,      /* the same, but other stacks stay */
	FILTER_RECURSIVE,       /* a frame equal to its caller goes */
	FILTER_DEPTH,           /* the first N frames from the root */
	FILTER_REVERSE,         /* leaf first */
	FILTER_MIN,             /* a subtree with less than COUNT or P% in all
				 * columns is folded into its parent */
	FILTER_STRIP_HEX,       /* 0x1f in names becomes 0x... */
};

struct filter;

struct filters {
	struct filter *v;
	size_t n;
	size_t cap;
};

/*
 * Adds a filter at the end.  arg is its regular expression, name or number,
 * else NULL; a wrong one ends the program with status 2.  Names of one
 * FILTER_BASE (or FILTER_SKIP_AFTER) after another are one filter.
 */
void filters_add(struct filters *f, enum filter_kind kind, const char *arg);

/* Replaces the stacks by what the filters leave of them; the order of first
 * appearance stays.  columns is 1 or 2. */
void filters_apply(struct filters *f, struct stacks *s, int columns);

#endif
