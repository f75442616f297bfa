/*
 * Records made into folded lines, "root;...;leaf count", in input order,
 * equal neighbours joined.
 */
#ifndef FOLD_H
#define FOLD_H

#include "out.h"
#include "record.h"

/* The lines of one slab. */
struct fold {
	struct buf text;
	size_t last;            /* where the last line begins, */
	size_t stack;           /* how long its stack is, */
	uint64_t count;         /* and its count */
};

/* Adds the line of a record that has a frame or a key. */
void fold_record(struct fold *f, struct frames *frames,
    const struct record *r, bool map_root, uint64_t count);
void fold_clear(struct fold *f);

/* The line at the border of two slabs, which the next slab may go on with. */
struct seam {
	struct buf stack;       /* empty: none */
	uint64_t count;
};

/* Adds the lines of the next slab to out and holds the last one back. */
void seam_add(struct seam *s, struct out *out, const struct fold *f);
void seam_finish(struct seam *s, struct out *out);

#endif
