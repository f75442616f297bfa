/*
 * The text of perf script: lines -> samples.
 *
 * A sample is a header line and the frame lines below it, leaf first, up to a
 * blank line, the next header or the end.  Without headers (-F ip,sym) it is
 * a block of frame lines.  The header may carry a frame itself (no -g).
 */
#ifndef PERF_H
#define PERF_H

#include "frame.h"
#include "header.h"
#include "memo.h"
#include "noise.h"
#include "warn.h"

struct perf_sample {
	const struct header *header;    /* NULL: there is none */
	const struct known **frames;    /* leaf first */
	size_t nframes;
	size_t bytes;                   /* of all their names */
	bool chain;                     /* they stand below the header */
};

/* A parser.  The fields above the line are the caller's to set. */
struct perf {
	const struct frame_rules *rules;
	/* Gets each sample; it is gone when this returns. */
	void (*sample)(void *arg, const struct perf_sample *s);
	void *arg;
	/* ------ */
	struct bad bad;         /* lines that could not be used */
	uint64_t noise[NOISE_KINDS];
	uint64_t lines;         /* that were read */
	uint64_t line;          /* the one at hand, from 1 */
	struct memo memo;
	struct perf_sample now; /* what is being read */
	size_t frames_cap;
	struct header headers[2];
	struct header *header;  /* the open sample's; the other one is free */
	const char *last;       /* the line above, if it is a frame */
	int state;
	enum known_for who;     /* the comm is java's, or another */
	enum frame_ip ip;       /* of the frame above */
	bool called;            /* frames from here on are callers */
	struct str told;        /* the address whose inlined functions were
				 * told last, or empty */
	struct buf names;
	struct buf key;
};

/* Reads text that holds whole samples, ends in a newline and may be read
 * SCAN_SLACK bytes further.  noise and lines are set anew, bad is added to, the
 * memo stays. */
void perf_read(struct perf *p, struct str text);

/* Where the last whole sample ends (a record_end of input.h): behind a blank
 * line or before a header. */
size_t perf_record_end(struct str text, size_t from);

#endif
