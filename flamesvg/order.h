/*
 * Putting things in order that are sequences of 64-bit keys: strings (eight
 * bytes a key) and stacks (several frames a key).  Time is linear in the keys
 * that tell them apart, plus n log n, for any input; depth costs no stack.
 */
#ifndef ORDER_H
#define ORDER_H

#include <stddef.h>
#include <stdint.h>

struct order {
	/* The k-th key of thing i: compared as numbers.  Its low bits are 0
	 * where the sequence ends in this key or before it. */
	uint64_t (*key)(const void *things, uint32_t i, size_t k);
	const void *things;
	uint64_t end_mask;      /* which low bits */
};

/* Sorts v, n indices of things; equal things keep their order. */
void order_sort(const struct order *o, uint32_t *v, size_t n);

#endif
