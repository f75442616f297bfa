/*
 * The text on a box: a name made to fit.
 */
#ifndef LABEL_H
#define LABEL_H

#include "buf.h"

/* A name without its mark, one trailing _[k], _[j], _[i] or _[w]. */
struct str name_unmarked(struct str name);

/*
 * Appends name shortened to at most `cells` cells of a fixed-width font, "…"
 * standing for what is left out: in the middle, or at the end for `right` and
 * where there is little room.  Characters stay whole.  Appends nothing where
 * fewer than three cells are left for a longer name.
 */
void label_fit(struct buf *b, struct str name, size_t cells, bool right);

#endif
