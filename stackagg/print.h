/*
 * Stacks as text, a line each.
 */
#ifndef PRINT_H
#define PRINT_H

#include "out.h"
#include "rows.h"

/* "frame;frame count[ count]".  A root that starts with '#' gets a blank in
 * front, so that the line is no comment. */
void print_folded(struct out *o, const struct rows *rows);

/* "count[ TAB count] TAB frame;frame", a TAB in a name as a blank. */
void print_tsv(struct out *o, const struct rows *rows);

/* The text of a cell between TABs: those in it become blanks. */
void print_cell_text(struct buf *b, struct str text);

#endif
