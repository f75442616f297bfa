/*
 * Memory that is there or the program ends: "out of memory", exit status 1.
 */
#ifndef MEM_H
#define MEM_H

#include <stddef.h>

/* n zeroed bytes. */
void *mem_zero(size_t n);

/* realloc of p to count elements of the given size; overflow-checked. */
void *mem_resize(void *p, size_t count, size_t size);

/*
 * Makes room for at least `need` elements in array p of *cap elements, by
 * doubling, and returns the array, which may have moved.
 */
void *mem_grow(void *p, size_t *cap, size_t need, size_t size);

#endif
