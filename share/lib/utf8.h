/*
 * UTF-8, a character at a time.
 */
#ifndef UTF8_H
#define UTF8_H

#include "str.h"

struct rune {
	uint32_t code;
	uint32_t n;     /* bytes; of a broken sequence, its maximal part
			 * (Unicode 15, 3.9, "substitution of maximal
			 * subparts") */
	bool valid;     /* false: broken, code is U+FFFD */
};

/* The character that text (not empty) begins with. */
struct rune utf8_next(struct str text);

#endif
