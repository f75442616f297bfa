/*
 * Sorting things by keys of any length, 64 bits at a time, in time linear in
 * the keys that tell them apart: no input makes it quadratic.
 */
#ifndef KEYSORT_H
#define KEYSORT_H

#include <stddef.h>
#include <stdint.h>

/*
 * Part `round` (0, 1, ...) of thing i's key.  An odd value means that more
 * follows; parts are compared as numbers, and a thing is asked for a part only
 * after an odd one.
 */
typedef uint64_t keysort_key(const void *things, uint32_t i, uint32_t round);

/* The numbers 0 ... n - 1 in the order of their keys, equal ones ascending;
 * the caller frees it. */
uint32_t *keysort(const void *things, size_t n, keysort_key *key);

#endif
