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
	bool verbose;           /* say the figures in any case */
};

/* Adds a slab's figures and empties them.  lines: of the file before it. */
void report_add(struct report *r, struct perf *perf, struct fold *fold,
    const char *file, uint64_t lines);

/*
 * Says what is to be said: what was lost and, on a terminal or with verbose,
 * how many samples there were.  False if the tool failed: nothing could be
 * used or, with strict, a line could not.
 */
bool report_say(const struct report *r, const struct warn *w, bool strict);

#endif
