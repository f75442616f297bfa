/*
 * What is said about a frame: "name (1,234 samples, 5.67%)".
 */
#ifndef TITLE_H
#define TITLE_H

#include "look.h"
#include "tree.h"

/* Counts as they are shown: times the factor, rounded to a whole number,
 * halves up, with comma thousands. */
void title_count(struct buf *b, struct count c, uint64_t factor);

/* "12.34%" of whole, halves up, or "n/a" where whole is zero; ">" before the
 * greatest number there is: a change may be more than 10^17 %. */
void title_percent(struct buf *b, struct count part, struct count whole);

/*
 * Appends a name, or as much of it as a title takes: parsers refuse text of
 * more than 10 MB.
 */
#define TITLE_NAME_MAX ((size_t)7 << 20)
void title_name(struct buf *b, struct str name);

/*
 * Appends a frame's title, clean but not escaped; whole is what counts as
 * 100 %.  The root is "all (N samples, 100%)".  The title of a differential
 * ends in "; +1.23%)": its change, in percent of whole.
 */
void title_frame(struct buf *b, const struct tree *t, const struct look *look,
    struct count whole, uint32_t node);

#endif
