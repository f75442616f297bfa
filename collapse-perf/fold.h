/*
 * Samples -> folded lines: the root frame, the weight, the event filter, and
 * equal neighbours joined.
 */
#ifndef FOLD_H
#define FOLD_H

#include "events.h"
#include "perf.h"

enum root {
	ROOT_COMM,
	ROOT_PID,       /* comm-PID */
	ROOT_TID,       /* comm-PID/TID */
	ROOT_CLASS,     /* comm with each run of digits as '*' */
	ROOT_NONE,
};

struct fold_rules {
	enum root root;
	bool by_sample;         /* a sample counts 1, else its period */
};

/* What became of the samples. */
struct fold_tally {
	uint64_t samples;       /* read */
	uint64_t kept;
	uint64_t frameless;     /* kept, without a frame */
	uint64_t capped;        /* kept, with exactly FRAMES_CAP frames */
};

/* perf script and the kernel cut call chains at this many frames. */
#define FRAMES_CAP 127

/*
 * Folded lines in order.  The last one is open: its count may grow.  With
 * keep_first the first one is kept apart, as it may continue what stands
 * before it in another text.
 */
struct lines {
	struct buf text;        /* closed lines */
	struct buf open;        /* the open line's stack */
	uint64_t count;         /* its count */
	size_t n;               /* lines, with the first and the open one */
	bool keep_first;
	struct buf first;       /* the first line's stack */
	uint64_t first_count;
};

/* Adds a stack: to the open line if it is the same and the sum fits 64 bits,
 * else as a new open line. */
void lines_add(struct lines *l, struct str stack, uint64_t count);
/* Adds lines that were folded with keep_first, and empties them. */
void lines_join(struct lines *l, struct lines *part);
/* Closes the open line. */
void lines_close(struct lines *l);

/* A folder.  rules and filter are the caller's to set, and lines.keep_first.
 * tally and events are what was folded since they were last emptied. */
struct fold {
	const struct fold_rules *rules;
	struct event_filter *filter;
	struct lines lines;
	struct fold_tally tally;
	struct events events;
	struct buf stack;
};

/* Adds a sample; perf.h's sample. */
void fold_sample(void *fold, const struct perf_sample *s);

#endif
