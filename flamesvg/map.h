/*
 * palette.map, the file of --cp: what colour each name has had, so that it
 * keeps it.  A line a name, sorted: "NAME->rgb(R,G,B)".
 */
#ifndef MAP_H
#define MAP_H

#include "intern.h"
#include "warn.h"

struct map {
	struct intern names;
	uint32_t *rgb;          /* by id of the name */
	size_t cap;
};

/* Reads the lines of text, adding what can't be used to *bad. */
void map_parse(struct map *m, struct str text, struct bad *bad);
/* The colour of a name; false: it has none yet. */
bool map_find(const struct map *m, struct str name, uint32_t *rgb);
void map_add(struct map *m, struct str name, uint32_t rgb);
/* Appends all lines, by names in byte order. */
void map_print(struct buf *b, const struct map *m);

#endif
