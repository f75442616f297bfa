/*
 * The stacks that are to be shown, in the order in which they are.
 */
#ifndef ROWS_H
#define ROWS_H

#include "stacks.h"

struct rows {
	const struct stacks *s;
	uint32_t *v;            /* indices into s->v */
	size_t n;
	int columns;            /* 1 or 2 */
};

enum rows_order { ORDER_STACK, ORDER_COUNT, ORDER_INPUT };

/*
 * All stacks of s in an order: frame by frame, by descending count (of the
 * last column, then the first, then frame by frame), or by first appearance.
 */
struct rows rows_new(const struct stacks *s, int columns,
    enum rows_order order);

/* Keeps the n with the largest counts, in the order they are in. */
void rows_top(struct rows *r, size_t n);

/* *sum is the sum of a column. False where it leaves 64 bits. */
bool rows_total(const struct rows *r, int column, struct count *sum);

static inline const struct stack *
rows_at(const struct rows *r, size_t i)
{
	return &r->s->v[r->v[i]];
}

#endif
