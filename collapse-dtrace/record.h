/*
 * One stack with its keys, as it is gathered from its lines.
 */
#ifndef RECORD_H
#define RECORD_H

#include "frame.h"

struct record_line {
	struct frame *frame;    /* NULL: a key, */
	struct str key;         /* which is this; else empty */
};

/* Starts as { 0 }. */
struct record {
	struct record_line *v;  /* in the order of the input: leaf first */
	size_t n;
	size_t cap;
	size_t frames;          /* how many of them are frames */
	size_t settled;         /* lines that record_keys has seen */
	size_t names;           /* how long the names of these are in all */
	size_t tuples;          /* of bpftrace, open in the keys so far */
	struct str map;         /* bpftrace's name of it, "@" included; empty
				 * in DTrace's text */
	uint64_t line;          /* the number of its first line, */
	struct str head;        /* its text, */
	uint64_t lines;         /* and how many lines there are; 0: none */
};

void record_key(struct record *r, struct str text);
void record_grow(struct record *r);
/* Marks its lines as keys where they may be: the frames behind them are still
 * to come. */
void record_keys(struct record *r);
void record_clear(struct record *r);

/* Adds a frame, and remembers behind which frame it came. */
static inline void
record_frame(struct record *r, struct frame *frame)
{
	if (r->n == r->cap)
		record_grow(r);
	if (r->n && r->v[r->n - 1].frame)
		frame_follow(r->v[r->n - 1].frame, frame);
	r->v[r->n++] = (struct record_line){ .frame = frame };
	r->frames++;
	r->names += frame->names.n;
}

#endif
