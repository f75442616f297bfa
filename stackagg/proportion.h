/*
 * Exact proportions of counts.
 */
#ifndef PROPORTION_H
#define PROPORTION_H

#include "count.h"

/* percent (at most 100) of whole, rounded up to the next 10^-9. */
struct count count_percent(struct count percent, struct count whole);

/*
 * Scales n counts whose sum is `total` so that their sum is `target`, by the
 * method of the largest remainder: each gets the whole part of its share, then
 * those with the largest remainders get one more, of equal ones the earlier.
 * The unit is 1, or 10^-9 where the target is no whole number.
 */
void counts_scale(struct count *const *v, size_t n, struct count total,
    struct count target);

#endif
