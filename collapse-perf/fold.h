/*
 * Samples -> folded lines: the root frame, the weight, the event filter, and
 * equal neighbours joined.
 */
#ifndef FOLD_H
#define FOLD_H

#include "events.h"
#include "out.h"
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
	bool skip_after;        /* --skip-after names a frame */
};

/* What became of the samples. */
struct fold_tally {
	uint64_t samples;       /* read */
	uint64_t kept;
	uint64_t frameless;     /* kept, without a frame */
	uint64_t chains;        /* kept, with a call chain */
	uint64_t capped;        /* kept, with exactly FRAMES_CAP frames */
};

/* perf script and the kernel cut call chains at this many frames. */
#define FRAMES_CAP 127

/*
 * Folded lines in order, all but the last with their counts: the last one is
 * open, its count may grow.
 */
struct lines {
	struct buf text;
	size_t open;            /* where the open line starts in text */
	size_t next;            /* where the next one would */
	uint64_t count;         /* its count */
	size_t first_stack;     /* bytes of the first line's stack */
	size_t first_line;      /* and of the line */
	uint64_t first_count;
	size_t n;               /* lines */
};

/* Room for a stack of up to n bytes; LINES_SLACK bytes more may be written.
 * lines_add then takes what was put there. */
char *lines_room(struct lines *l, size_t n);
#define LINES_SLACK 64

/* Adds the stack of n bytes in the room: to the open line if it is the same
 * and the sum fits 64 bits, else as a new open line. */
void lines_add(struct lines *l, size_t n, uint64_t count);

/* A line that has been folded but not written: its count may grow. */
struct open_line {
	struct buf stack;       /* empty: there is none */
	uint64_t count;
};

/* Writes lines behind those that end in *open, and empties them; their last
 * line is *open then. */
void lines_write(struct lines *l, struct open_line *open, struct out *out);

/* Writes the open line. */
void line_close(struct open_line *open, struct out *out);

/* A folder.  rules and filter are the caller's to set.  tally and events are
 * what was folded since they were last emptied. */
struct fold {
	const struct fold_rules *rules;
	struct event_filter *filter;
	struct lines lines;
	struct fold_tally tally;
	struct events events;
	struct buf root;
};

/* Adds a sample; perf.h's sample. */
void fold_sample(void *fold, const struct perf_sample *s);

#endif
