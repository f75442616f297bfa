/*
 * Names made clean (svg.h), without doubles and in byte order.
 */
#ifndef RANKS_H
#define RANKS_H

#include "intern.h"

struct ranks {
	struct str *names;      /* in byte order */
	size_t n;
	uint32_t *of;           /* by id: the index of its name */
	struct arena arena;     /* of text that was not clean */
};

/* The text of names must outlive the result. */
void ranks_make(struct ranks *r, const struct intern *names);
void ranks_free(struct ranks *r);

#endif
