/*
 * The line that begins a sample in the text of perf script:
 *
 *	comm pid/tid [cpu] flags time: period event: rest
 *
 * Any part may be missing, as perf script's -F says.
 */
#ifndef HEADER_H
#define HEADER_H

#include "frame.h"

struct header {
	struct str comm;        /* trimmed; the others have no blanks */
	struct str pid;
	struct str tid;
	struct str event;       /* with PMU and modifiers, without its colon */
	struct str rest;        /* what follows it, trimmed */
	uint64_t period;        /* 1 where it is missing or 0 */
	bool has_frame;         /* rest is a frame: "addr symbol (module)" */
	struct frame frame;     /* then it is this one */
};

enum header_kind {
	HEADER_NONE,            /* the line is none */
	HEADER_FIRM,            /* it is one wherever it stands */
	HEADER_LOOSE,           /* it is one if a frame stands below it */
	HEADER_RECORD,          /* one of perf's own records, PERF_RECORD_* */
	HEADER_BAD_PERIOD,      /* it is one, but the period has no 64 bits */
};

/* Slices of *h point into the line.  SCAN_SLACK bytes behind it may be read. */
enum header_kind header_read(struct str line, struct header *h);

#endif
