/*
 * Frames: lines of a stack made into names, each distinct line once.
 */
#ifndef FRAME_H
#define FRAME_H

#include <string.h>

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
	struct str line;        /* as it stood in the input, with its newline */
	struct str names;       /* "caller;callee_[i];", and behind it
				 * NAMES_SLACK bytes that may be read */
	struct frame *next[2];  /* the lines that came behind it, the last
				 * one first, or NULL */
	size_t skip;            /* where in names the last one begins that
				 * becomes the root; SIZE_MAX: none */
	size_t indent;          /* of the line */
	enum line_kind kind;    /* in DTrace's text */
	unsigned char form;     /* the rules that made it */
};

#define NAMES_SLACK 32

/* memcmp(a, b, n) == 0, without a call for the lengths of frames. */
static inline bool
same_bytes(const char *a, const char *b, size_t n)
{
	if (n < 16 || n > 64)
		return memcmp(a, b, n) == 0;
	if (n < 32)
		return memcmp(a, b, 16) == 0 &&
		    memcmp(a + n - 16, b + n - 16, 16) == 0;
	return memcmp(a, b, 32) == 0 &&
	    memcmp(a + n - 32, b + n - 32, 32) == 0;
}

static inline bool
frame_begins(const struct frame *frame, struct str text)
{
	return frame && frame->line.n <= text.n &&
	    same_bytes(frame->line.p, text.p, frame->line.n);
}

/* A function has few callers: does text go on with a line that came behind
 * this frame before?  Comparing is much cheaper than finding. */
static inline struct frame *
frame_next(const struct frame *frame, struct str text)
{
	if (frame_begins(frame->next[0], text))
		return frame->next[0];
	return frame_begins(frame->next[1], text) ? frame->next[1] : NULL;
}

/* Remembers that one frame came behind the other. */
static inline void
frame_follow(struct frame *frame, struct frame *next)
{
	if (frame->next[0] == next)
		return;
	frame->next[1] = frame->next[0];
	frame->next[0] = next;
}

/* Starts as { 0 }, but for the rules. */
struct frames {
	const struct frame_rules *rules;
	char *area;             /* where frames are, with their texts */
	size_t used;
	struct arena spill;     /* what the area has no room for */
	struct frame_slot *slots;
	size_t nslots;          /* a power of two, or 0 */
	size_t n;
	struct buf names;       /* of the frame that is being made */
};

/*
 * The frame of a line, which has its newline and is not blank.  A leaf loses
 * its offset whatever the rules are.  It lives until frames_trim().
 */
struct frame *frames_find(struct frames *f, struct str line,
    enum dialect dialect, bool leaf);

/* Forgets all frames when they take 16 MB: the addresses of generated code
 * never repeat. */
void frames_trim(struct frames *f);

/*
 * Appends the names of one line, caller first, with ';' between.  offset:
 * keep it.  Returns where the last name begins that is one of the nskip names
 * at skip, or SIZE_MAX.
 */
size_t frame_print(struct buf *out, struct str line, enum dialect dialect,
    bool offset, const struct str *skip, size_t nskip);

#endif
