/*
 * Files or standard input, handed out as slabs: pieces of text that end where
 * a record ends, so that each can be read on its own, by any thread.
 */
#ifndef INPUT_H
#define INPUT_H

#include "buf.h"
#include "warn.h"

/*
 * A slab's text is whole records.  It ends in a newline (one is added at the
 * end of a file that lacks it), it never spans two files, and SLAB_SLACK
 * bytes behind it may be read, which are 0.
 */
#define SLAB_SLACK 64

struct slab {
	struct buf text;
	const char *file;       /* its operand; "-" is standard input */
	uint64_t seq;           /* 0, 1, 2 ... in input order */
	bool first;             /* begins its file */
};

/*
 * Where the last whole record of text ends: an index behind its final
 * newline, or 0 if no record ends here.  `from` is where bytes begin that
 * were not shown before, so that a record of any length costs linear time.
 */
typedef size_t record_end(struct str text, size_t from);

/* A record a line. */
size_t record_end_line(struct str text, size_t from);

struct input;

/* n files, "-" for standard input; none is standard input alone. */
struct input *input_open(char *const *files, size_t n, record_end *end);

/*
 * The next slab into *slab, whose buffer is used again.  False at the end.
 * Safe from several threads.  A file that can't be opened or read is an error
 * on stderr and is passed over; input_failed tells.
 */
bool input_next(struct input *in, struct slab *slab);
bool input_failed(const struct input *in);

#endif
