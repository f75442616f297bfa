/*
 * An arena hands out memory that is given back all at once or, as a rule,
 * never: the end of the process is the free.  It starts as { 0 }.
 */
#ifndef ARENA_H
#define ARENA_H

#include "str.h"

struct arena {
	struct arena_block *block;      /* the newest; links to older ones */
	size_t used;                    /* bytes of it in use */
	size_t total;                   /* bytes taken from the system */
};

/* n bytes, uninitialised, aligned for any type. */
void *arena_take(struct arena *a, size_t n);

/* A copy of s that lives as long as the arena. */
struct str arena_str(struct arena *a, struct str s);

/* Gives everything back; what was handed out is gone. */
void arena_reset(struct arena *a);

#endif
