/*
 * Names as numbers: each distinct string gets the next id from 0.  The hash is
 * seeded at random, so hostile names can't make it slow; ids follow the order
 * of first sight and never the table's order.
 */
#ifndef INTERN_H
#define INTERN_H

#include "arena.h"

struct intern {
	struct arena arena;
	struct str *names;      /* by id */
	size_t n;
	size_t names_cap;
	struct intern_slot *slots;
	size_t nslots;          /* a power of two, or 0 */
};

/* The id of name, a new one at first sight.  The text is copied. */
uint32_t intern_id(struct intern *t, struct str name);

/* Is name known?  Then *id is its id.  It is not added. */
bool intern_find(const struct intern *t, struct str name, uint32_t *id);

/*
 * The ids of the names that text holds with separators between them; "" is
 * one empty name.  ids has room for text.n + 1.  Returns how many there are.
 */
size_t intern_split(struct intern *t, struct str text, char separator,
    uint32_t *ids);

/* Gives everything back; ids and names are gone. */
void intern_free(struct intern *t);

/* A fast hash of bytes, seeded at random once a process. */
uint64_t hash_bytes(struct str s);

#endif
