/*
 * Stacks by the text they were read from: its frames are looked at when it is
 * new, and never again.
 */
#ifndef TEXTS_H
#define TEXTS_H

#include "stacks.h"

struct texts {
	struct stacks *rows;    /* where new stacks go; set by the caller */
	size_t keep_max;        /* bytes of text to keep at most; likewise */
	const struct str *root; /* a frame before all of the text, or NULL */
	uint32_t root_hash;
	struct texts_slot *slots;
	size_t nslots;
	size_t n;
	struct arena kept;      /* text of stacks */
	struct str last;        /* the last new text */
	uint32_t *ids;          /* of its frames */
	size_t ids_cap;
};

/* From now on texts have this root.  Earlier ones may be gone from memory. */
void texts_root(struct texts *t, const struct str *root);

uint32_t texts_hash(const struct texts *t, struct str text);

/* The row of a text with this hash; a new one, without counts, at first
 * sight.  The text stays in memory until the next call of texts_root. */
uint32_t texts_row(struct texts *t, struct str text, uint32_t hash);

/*
 * Makes the way to a row short.  Each step on it is likely a miss of the
 * cache, but hashes are known long before rows are asked for: the first
 * function fetches where the way begins, the second, later, what comes next.
 */
void texts_fetch(const struct texts *t, uint32_t hash);
void texts_fetch_more(const struct texts *t, uint32_t hash);

/* Gives everything back but the rows. */
void texts_free(struct texts *t);

#endif
