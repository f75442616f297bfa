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

/* "count[ TAB count] TAB frame;frame". */
void print_tsv(struct out *o, const struct rows *rows);

#endif
