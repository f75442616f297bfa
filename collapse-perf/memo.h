/*
 * What a frame line became, remembered: 4 to 8 % of the frame lines of a real
 * recording are distinct, so nearly every line is found here.
 */
#ifndef MEMO_H
#define MEMO_H

#include "arena.h"

/* A line that is known. */
struct known {
	struct str line;        /* as it was read */
	struct str names;       /* what it became: "outer;inner" */
	uint64_t hash;
	bool java;
	bool skipped;           /* --skip-after makes it a root */
};

struct memo {
	struct arena arena;
	struct known **slots;
	size_t nslots;          /* a power of two, or 0 */
	size_t n;
};

/* The line's names, or NULL.  java is part of the key. */
const struct known *memo_find(const struct memo *m, struct str line,
    bool java);

/* Adds a line that memo_find does not know; line and names are copied. */
const struct known *memo_add(struct memo *m, struct str line, bool java,
    struct str names, bool skipped);

/* Empties the memo if it has grown past its limit of memory; all that it
 * gave is gone then. */
void memo_trim(struct memo *m);

#endif
