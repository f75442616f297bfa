/*
 * Two profiles side by side.
 */
#ifndef DIFF_H
#define DIFF_H

#include "rows.h"

/* Adds the counts of `after` to `before` as its second column, over the union
 * of their stacks; `after` is given back. */
void diff_join(struct stacks *before, struct stacks *after);

/* Scales the first column to the second's total (see counts_scale).  False
 * where a total leaves 64 bits: nothing is scaled then. */
bool diff_normalize(struct stacks *s);

#endif
