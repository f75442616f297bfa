/*
 * UTF-8, a character at a time, and how wide characters are.
 */
#ifndef UTF8_H
#define UTF8_H

#include "str.h"

struct rune {
	uint32_t code;
	uint32_t n;     /* bytes; of a broken sequence, its maximal part */
	bool valid;     /* false: broken, code is U+FFFD */
};

/* The character that text (not empty) begins with. */
struct rune utf8_next(struct str text);

/* Cells that a character takes in a fixed-width font: 0 (it combines with
 * what stands before it), 1 or 2 (CJK, emoji). */
unsigned rune_cells(uint32_t code);

/* Cells of a text. */
size_t utf8_cells(struct str text);

#endif
