/*
 * The document: boxes and texts as SVG, then the data tier.
 */
#ifndef DRAW_H
#define DRAW_H

#include "attrs.h"
#include "colors.h"
#include "layout.h"
#include "out.h"

struct picture {
	const struct tree *tree;
	const struct look *look;
	const struct layout *layout;
	const struct colors *colors;
	struct frame_attrs **attrs;     /* by name, NULL where one has none;
					 * or NULL */
};

void draw(struct out *o, const struct picture *p);

/* The picture that says there was nothing to draw. */
void draw_error(struct out *o, const struct look *look);

/* Is there less to be seen than there is? */
bool draw_hides(const struct picture *p);
/* "1,234 of 2,000 frames drawn; ..." */
void draw_account(struct buf *b, const struct picture *p);

/* The static and the narrow tier (frames.c). */
void draw_frames(struct out *o, const struct picture *p,
    const struct paint *paint);

#endif
