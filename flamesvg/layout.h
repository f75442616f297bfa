/*
 * Where everything stands: the only geometry there is.  All in px; y grows
 * downwards.
 */
#ifndef LAYOUT_H
#define LAYOUT_H

#include "look.h"
#include "tree.h"

/* A frame that is at least as wide as --minwidth. */
struct box {
	uint32_t node;
	bool element;   /* an element of its own (static tier) */
	bool row;       /* its row is in the picture */
	double x, width;
};

struct layout {
	double width, height;   /* of the picture */
	double left;            /* where the frames begin and, from the other
				 * side, end */
	double rows_top;        /* where the rows begin */
	double row;             /* height of a row */
	double box;             /* height of a box in it */
	uint32_t rows;          /* rows in the picture */
	double font;            /* px; 0: rows are too low for labels */
	double title_y, subtitle_y, legend_y, note_y;   /* baselines */
	double minwidth;
	struct count whole;     /* what counts as 100 % */
	struct box *boxes;      /* in pre-order; the first one is the root */
	size_t n;
	size_t cut;             /* of them: below the last row */
	uint32_t narrow;        /* frames that have no box */
	struct count narrow_self;       /* their own weight, and that of
					 * those cut */
};

/* At most this many frames become elements of their own, the widest ones,
 * those nearer to the root and to the left first. */
#define ELEMENTS_MAX 2000
/* Only a frame of this width does. */
#define ELEMENT_WIDTH 1.0

/* rsvg-convert and canvases stop at 2^15. */
#define SIDE_MAX 32000.0

void layout_make(struct layout *l, const struct tree *t,
    const struct look *look);

/* The upper edge of the boxes of that depth. */
double layout_y(const struct layout *l, const struct look *look,
    uint32_t depth);

/* Cells of text that fit into a box of that width. */
size_t layout_cells(const struct layout *l, const struct look *look,
    double width);

/* The room between a box's edge and its label. */
#define LABEL_PAD 3.0

#endif
