/*
 * The functions that a compiler inlined at an address of a program, asked
 * from addr2line(1): one process for each program, which is started when the
 * first address is asked and answers all that follow.  No shell is involved,
 * a program's name is an argument whatever bytes it has.
 *
 * Answers are remembered.  One inliner serves all threads under a lock, so
 * what is asked, and the result, is the same for any number of them.
 *
 * What is not answered leaves the frame as it is.  Trouble is said once, at
 * the end: a file that is gone, deleted or no program, an addr2line that
 * can't be started, ends (it is started again for the next address, but not
 * for ever) or takes longer than its time (it is not asked again).
 *
 * Limits: see symtab.h for what is found at all.  The process knows what the
 * file has today; that another build was recorded is noticed only where
 * functions moved.
 */
#ifndef INLINE_H
#define INLINE_H

#include "frame.h"
#include "warn.h"

/* How long an answer may take, in ms.  The first one reads the debug
 * information: a gigabyte takes half a minute. */
#define INLINE_PATIENCE 60000

struct inliner;

struct inliner *inliner_open(int patience);

/*
 * Appends two lines for each function at the frame's address, outermost first:
 * its name, demangled, and its place, "file:line".  The first of them is the
 * frame's own symbol.  False: nothing is known, nothing was appended.
 */
bool inliner_ask(struct inliner *in, const struct frame *f, struct buf *out);

/* Ends the processes and says what went wrong. */
void inliner_close(struct inliner *in, const struct warn *w);

#endif
