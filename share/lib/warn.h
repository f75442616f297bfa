/*
 * What a tool says on stderr: "tool: text" and "tool: file:line: text", each
 * message one line, control bytes of the input masked.
 *
 * Lines that could not be used are tallied, not printed one by one: `struct
 * bad` counts them and keeps the first.  Each slab of input fills its own,
 * and they are added up in input order.
 */
#ifndef WARN_H
#define WARN_H

#include "buf.h"

struct warn {
	bool quiet;     /* -q: warnings are dropped, errors are not */
};

/* A warning.  The text is printf-like and needs no newline. */
void warn_say(const struct warn *w, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
/* A warning about a place in the input. */
void warn_at(const struct warn *w, const char *file, uint64_t line,
    const char *fmt, ...) __attribute__((format(printf, 4, 5)));
/* An error that -q does not silence. */
void error_say(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/* An error, then exit status 1 (2: the command line is wrong).  Any thread
 * may end the program so. */
_Noreturn void fatal(const char *fmt, ...)
    __attribute__((format(printf, 1, 2)));
_Noreturn void usage(const char *fmt, ...)
    __attribute__((format(printf, 1, 2)));

/* Text of the input made fit for a terminal: at most 200 bytes, control
 * bytes as ^X, then a NUL.  The result lives in b until it is used again. */
const char *mask(struct buf *b, struct str text);

struct bad {
	uint64_t count;
	uint64_t line;          /* of the first one, from 1 */
	const char *file;       /* of the first one; set by bad_add */
	const char *why;        /* a constant: "not a header or a frame" */
	struct buf text;        /* of the first one, masked */
};

/* One more bad line; line counts within the slab. */
void bad_note(struct bad *b, uint64_t line, const char *why, struct str text);

/* Adds the bad lines of a slab to the total and empties them.  base is the
 * number of lines of that file before the slab. */
void bad_add(struct bad *total, struct bad *slab, const char *file,
    uint64_t base);

/* The one line about them: "file:line: why: text (the first of N lines not
 * used)". */
void bad_say(const struct bad *b, const struct warn *w);

/* The first of them as an error, "file:line: why: text", if there is any. */
void bad_error(const struct bad *b);

#endif
