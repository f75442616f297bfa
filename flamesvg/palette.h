/*
 * Which colour a name has.  A name's colour depends on nothing but the name
 * and the options, so that two pictures can be compared.
 *
 * The families of flamegraph.pl, made light enough for black text: each
 * colour has a contrast of at least 4.5:1 with black.  There are few distinct
 * colours (see PALETTE_STEPS in palette.c): a picture has a path per colour.
 */
#ifndef PALETTE_H
#define PALETTE_H

#include "str.h"

enum palette_hash {
	HASH_NAME,              /* one value a name */
	HASH_START,             /* names that start alike look alike */
	HASH_SPREAD,            /* three values a name */
	HASH_RANDOM,            /* as HASH_SPREAD, different every run */
};

struct palette {
	const struct palette_kind *kind;
	enum palette_hash hash;
	uint64_t seed;          /* for HASH_RANDOM */
};

/* The palette of this name ("hot", "java", ...), or NULL. */
const struct palette_kind *palette_kind(struct str name);
/* All of their names, for a message. */
const char *palette_names(void);

/* What --bgcolors says by default with this palette: top and bottom. */
void palette_background(const struct palette_kind *kind, uint32_t bg[2]);
/* "yellow", "blue", "green", "grey" or "#rrggbb".  False: none of these. */
bool background_parse(struct str text, uint32_t bg[2]);

/* The colour of a frame by its name with its mark, 0xrrggbb. */
uint32_t palette_color(const struct palette *p, struct str name);

/* Colours of the frames that are no functions: "-" and "--". */
#define COLOR_DASH 0xc8c8c8u
#define COLOR_DASHES 0xa0a0a0u
#define COLOR_ROOT 0xd8d8d8u

/* By how much a frame changed: level 0 ... COLOR_LEVELS (pack.h says how it
 * is reckoned), more or less. */
#define COLOR_LEVELS 16
uint32_t color_level(int level, bool more);

/* "#rrggbb".  False: it is none. */
bool color_parse(struct str text, uint32_t *rgb);

/* Is white the better colour for text on it? */
bool color_wants_white(uint32_t rgb);
/* The contrast of two colours as WCAG 2 has it, 1 ... 21:
 * https://www.w3.org/TR/WCAG21/#dfn-contrast-ratio */
double color_contrast(uint32_t a, uint32_t b);

#endif
