/*
 * Reads an SVG of ours back into folded stacks.
 */
#ifndef UNFOLD_H
#define UNFOLD_H

#include "out.h"

/*
 * Appends to *out the stacks that the SVG text was drawn from, a line each,
 * in drawing order, exact.  Returns NULL, or why it can't ("holds no data of
 * flamesvg", ...); *out may then have begun.
 */
const char *unfold(struct out *out, struct str svg);

#endif
