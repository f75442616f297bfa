/*
 * Frames: lines of a stack made into names, each distinct line once.
 */
#ifndef FRAME_H
#define FRAME_H

#include "arena.h"
#include "buf.h"
#include "line.h"

enum dialect {
	DTRACE,         /* mod`func+0x1 */
	BPFTRACE,       /* func+1, or "7f00 func+1 (/bin/mod)" */
};

struct frame_rules {
	bool offsets;           /* keep them, except at a leaf */
	const struct str *skip; /* names that become roots (--skip-after) */
	size_t nskip;
};

struct frame {
	struct str line;        /* as it stands in the input, trimmed */
	struct str names;       /* "caller;callee_[i]" */
	size_t skip;            /* where in names the last one begins that
				 * becomes the root; SIZE_MAX: none */
	enum line_kind kind;    /* in DTrace's text */
	unsigned char form;     /* the rules that made it */
};

/* Starts as { 0 }, but for the rules. */
struct frames {
	const struct frame_rules *rules;
	struct arena arena;
	struct frame_slot *slots;
	size_t nslots;          /* a power of two, or 0 */
	size_t n;
};

/*
 * The frame of a line that is trimmed and not empty.  A leaf loses its
 * offset whatever the rules are.  It lives until frames_trim().
 */
const struct frame *frames_find(struct frames *f, struct str line,
    enum dialect dialect, bool leaf);

/* Forgets all frames when they take more than 16 MB: addresses of generated
 * code never repeat. */
void frames_trim(struct frames *f);

/*
 * Appends the names of one line, caller first, with ';' between.  offset:
 * keep it.  Returns where the last name begins that is one of the nskip names
 * at skip, or SIZE_MAX.
 */
size_t frame_print(struct buf *out, struct str line, enum dialect dialect,
    bool offset, const struct str *skip, size_t nskip);

#endif
