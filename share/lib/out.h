/*
 * Standard output, written in large pieces and checked to the last byte: a
 * full disk is an error, a reader that went away ends the program quietly.
 */
#ifndef OUT_H
#define OUT_H

#include "buf.h"

struct out {
	int fd;
	struct buf buf;         /* not yet written */
};

/* Add to out->buf with the functions of buf.h, then call this: it writes
 * when enough has gathered.  A write error ends the program, status 1. */
void out_drain(struct out *o);

/* Writes s behind what is in the buffer.  Large pieces are not copied. */
void out_str(struct out *o, struct str s);

/* Writes what is left and closes the descriptor, with the same check. */
void out_close(struct out *o);

#endif
