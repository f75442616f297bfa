/*
 * Names made clean (svg.h), without doubles and in byte order.
 */
#ifndef RANKS_H
#define RANKS_H

#include "intern.h"

struct ranks {
	struct str *names;      /* in byte order; the text lives in `names`
				 * below or in arena */
	size_t n;
	uint32_t *of;           /* by id: the index of its name */
	struct arena arena;
};

/* names must outlive the result. */
void ranks_make(struct ranks *r, const struct intern *names);

#endif
