/*
 * One stack with its keys, as it is gathered from its lines.
 */
#ifndef RECORD_H
#define RECORD_H

#include "frame.h"

struct record_line {
	struct str text;
	const struct frame *frame;      /* NULL: a key */
	size_t indent;
};

/* Starts as { 0 }. */
struct record {
	struct record_line *v;  /* in the order of the input: leaf first */
	size_t n;
	size_t cap;
	size_t frames;          /* how many of them are frames */
	struct str map;         /* bpftrace's name of it, "@" included; empty
				 * in DTrace's text */
	uint64_t line;          /* the number of its first line, */
	struct str head;        /* its text, */
	uint64_t lines;         /* and how many lines there are; 0: none */
};

void record_add(struct record *r, struct str text, const struct frame *frame,
    size_t indent);
/* Marks all its lines as keys: the frames are still to come. */
void record_keys(struct record *r);
void record_clear(struct record *r);

#endif
