/*
 * The same loop over slabs, by one thread or several.
 *
 * Each worker has a state of its own.  `read` turns a slab into something
 * kept in that state, in any thread and any order; `write` is then called
 * with the same slab, one at a time and in input order.
 */
#ifndef WORKERS_H
#define WORKERS_H

#include "input.h"

struct work {
	/* A worker's state, called in the main thread, at most n times. */
	void *(*start)(void *tool);
	void (*read)(void *state, const struct slab *slab);
	/* lines: number of lines of that file before this slab. Returns the
	 * number of lines in it. */
	uint64_t (*write)(void *state, const struct slab *slab, uint64_t lines);
	/* May more than one worker run?  NULL: yes.  As long as it says no,
	 * slabs are read and written one after another. */
	bool (*settled)(void *tool);
};

/* Runs up to n workers (n >= 1) until the input ends.  Input of a few slabs
 * never starts a thread. */
void workers_run(struct input *in, unsigned n, const struct work *work,
    void *tool);

/* The number of processors, at least 1, at most 64. */
unsigned workers_default(void);

#endif
