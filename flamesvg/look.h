/*
 * What the picture shall look like: the command line, checked.  All text is
 * clean (svg.h).
 */
#ifndef LOOK_H
#define LOOK_H

#include "count.h"

/* One in units of 10^-9: counts are multiplied by factor / FACTOR_ONE. */
#define FACTOR_ONE ((uint64_t)1000000000)

struct look {
	struct str title;
	struct str subtitle;    /* p is NULL: none was given */
	struct str notes;       /* p is NULL: none */
	struct str countname;
	struct str nametype;
	struct str fonttype;    /* a CSS list of families */
	double width;           /* px */
	bool fluid;             /* no width was asked for */
	double height;          /* of a row, px */
	double fontsize;        /* px */
	double fontwidth;       /* of a character, em */
	double minwidth;        /* px, or percent of the whole */
	bool minwidth_percent;
	struct count total;     /* counts as 100 % if it is more than there
				 * is */
	uint64_t factor;
	uint32_t searchcolor;
	uint32_t uicolor;
	uint32_t strokecolor;
	bool stroke;
	uint32_t bg[2];         /* top, bottom */
	bool bg_given;          /* it was asked for: no dark variant */
	bool inverted;          /* the root on top */
	bool chart;             /* time runs from left to right */
	bool reversed;
	bool negate;
	bool delta_self;        /* a change is of the frame itself */
	bool diffusion;         /* colour by width */
	bool javascript;
	bool pretty;            /* indented */
	bool all_titles;        /* titles of frames of any width */
	bool truncate_right;
};

#endif
