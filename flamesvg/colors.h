/*
 * The colours of a picture: a table of the distinct ones, and each frame's
 * place in it.
 */
#ifndef COLORS_H
#define COLORS_H

#include "look.h"
#include "map.h"
#include "palette.h"
#include "tree.h"

struct colors {
	uint32_t *rgb;          /* the distinct ones; the first is the root's */
	size_t n;
	uint32_t *of_name;      /* by name: index into rgb */
};

/* The colour of each name of the tree: the map's, or else the palette's,
 * which the map then learns.  map may be NULL. */
void colors_make(struct colors *c, const struct tree *t,
    const struct palette *palette, struct map *map);

/*
 * How the frames of this picture are coloured: by name, by their change, or
 * by their width.
 */
struct paint {
	const struct tree *tree;
	const struct look *look;
	const struct colors *colors;
	double most;            /* the greatest change of a frame; 0: none */
};

struct paint paint_make(const struct tree *t, const struct look *look,
    const struct colors *colors);

/* The index of a node's colour, and how many indices there are. */
size_t paint_index(const struct paint *p, uint32_t node);
size_t paint_size(const struct paint *p);
/* The colour of an index. */
uint32_t paint_color(const struct paint *p, size_t index);

/* By how much a frame changed, in counts; for columns 2. */
double paint_delta(const struct tree *t, const struct look *look,
    uint32_t node);

#endif
