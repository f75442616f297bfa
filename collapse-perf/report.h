/*
 * The summary at the end: what was read, what was kept, what was not.
 */
#ifndef REPORT_H
#define REPORT_H

#include "fold.h"

struct report {
	struct bad bad;
	uint64_t noise[NOISE_KINDS];
	struct fold_tally tally;
	struct events events;
	struct buf start;       /* how the input starts */
	bool verbose;           /* say the figures in any case */
};

/* Keeps how the input starts, piece by piece: a file of another kind is known
 * by that. */
void report_start(struct report *r, struct str text);

/* Adds a slab's figures and empties them.  lines: of the file before it. */
void report_add(struct report *r, struct perf *perf, struct fold *fold,
    const char *file, uint64_t lines);

/* Says what was lost and, on a terminal or with verbose, the figures. */
void report_say(const struct report *r, const struct warn *w);

/* If no sample was kept: says why and what to do. */
void report_nothing(const struct report *r);

#endif
