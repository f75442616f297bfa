/*
 * The folded format, folded(5): "frame;frame;... count[ count]", a stack a
 * line, root first.
 */
#ifndef FOLDED_H
#define FOLDED_H

#include "count.h"

struct folded {
	struct str stack;       /* frames with ';' between, trimmed */
	struct count count[2];
};

/*
 * Reads one line without its newline.  columns is 1 or 2: how many counts a
 * line has.  Returns NULL, or why the line can't be used.  A blank line and a
 * comment ('#' in column 0) give NULL and a stack whose p is NULL.
 *
 * Blanks, tabs and CR around the stack and the counts are dropped, and so are
 * empty frames at the end of the stack; the stack is never empty.
 */
const char *folded_parse(struct str line, int columns, struct folded *f);

/* Cuts the next frame off *stack.  False at the end, where stack->p is NULL:
 * an empty frame is a frame too. */
bool folded_frame(struct str *stack, struct str *frame);

#endif
