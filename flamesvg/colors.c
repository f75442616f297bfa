#include "colors.h"

#include <string.h>

#include "intern.h"
#include "mem.h"

/* Grey frames are no functions: the map has nothing to do with them. */
static uint32_t
name_color(struct str name, const struct palette *palette, struct map *map)
{
	uint32_t rgb = palette_color(palette, name);

	if (!map || str_eq(name, STR("-")) || str_eq(name, STR("--")))
		return rgb;
	if (!map_find(map, name, &rgb)) {
		rgb = palette_color(palette, name);
		map_add(map, name, rgb);
	}
	return rgb;
}

void
colors_make(struct colors *c, const struct tree *t,
    const struct palette *palette, struct map *map)
{
	struct intern seen = { 0 };
	uint32_t rgb = COLOR_ROOT;

	c->of_name = mem_resize(NULL, t->nnames, sizeof(*c->of_name));
	intern_id(&seen, (struct str){ (const char *)&rgb, sizeof(rgb) });
	for (size_t i = 0; i < t->nnames; i++) {
		rgb = name_color(t->names[i], palette, map);
		c->of_name[i] = intern_id(&seen,
		    (struct str){ (const char *)&rgb, sizeof(rgb) });
	}
	c->n = seen.n;
	c->rgb = mem_resize(NULL, c->n, sizeof(*c->rgb));
	for (size_t i = 0; i < c->n; i++)
		memcpy(&c->rgb[i], seen.names[i].p, sizeof(*c->rgb));
	intern_free(&seen);
}

double
paint_delta(const struct tree *t, const struct look *look, uint32_t node)
{
	struct count *const *c = look->delta_self ? t->self : t->total;
	struct count before = c[0][node], after = c[1][node];
	bool more = count_cmp(after, before) > 0;
	double by = count_double(more ? count_sub(after, before) :
	    count_sub(before, after));

	return more == look->negate ? -by : by;
}

static double
size(double v)
{
	return v < 0 ? -v : v;
}

static double
max(double a, double b)
{
	return a > b ? a : b;
}

struct paint
paint_make(const struct tree *t, const struct look *look,
    const struct colors *colors)
{
	struct paint p = { t, look, colors, 0 };

	for (size_t i = 0; t->columns == 2 && i < t->n; i++) {
		p.most = max(p.most, size(paint_delta(t, look, (uint32_t)i)));
	}
	return p;
}

/* A share of 0 ... 1 as a level; small ones must still show. */
static int
level(double share)
{
	int n = 0;

	/* n = ceil(COLOR_LEVELS * sqrt(share)) */
	while (n < COLOR_LEVELS &&
	    n * n < share * (COLOR_LEVELS * COLOR_LEVELS))
		n++;
	return n;
}

/* The colours of a change: levels -16 ... 16, then those of "-" and "--". */
enum { DASH = 2 * COLOR_LEVELS + 1, DASHES, INDICES };

static size_t
change_index(const struct paint *p, uint32_t node)
{
	double delta = paint_delta(p->tree, p->look, node);
	int n = p->most > 0 ? level(size(delta) / p->most) : 0;

	return (size_t)(COLOR_LEVELS + (delta < 0 ? -n : n));
}

static size_t
width_index(const struct paint *p, uint32_t node)
{
	double whole = count_double(p->tree->weight[0]);
	double part = count_double(p->tree->weight[node]);

	return (size_t)(COLOR_LEVELS + (whole > 0 ? level(part / whole) : 0));
}

static bool
by_name(const struct paint *p)
{
	return p->tree->columns == 1 && !p->look->diffusion;
}

size_t
paint_index(const struct paint *p, uint32_t node)
{
	struct str name = { 0 };

	if (by_name(p))
		return node ? p->colors->of_name[p->tree->name[node]] : 0;
	if (node)
		name = p->tree->names[p->tree->name[node]];
	if (str_eq(name, STR("-")))
		return DASH;
	if (str_eq(name, STR("--")))
		return DASHES;
	return p->look->diffusion ? width_index(p, node) :
	    change_index(p, node);
}

size_t
paint_size(const struct paint *p)
{
	return by_name(p) ? p->colors->n : INDICES;
}

uint32_t
paint_color(const struct paint *p, size_t index)
{
	int n = (int)index - COLOR_LEVELS;

	if (by_name(p))
		return p->colors->rgb[index];
	if (index == DASH)
		return COLOR_DASH;
	if (index == DASHES)
		return COLOR_DASHES;
	return color_level(n < 0 ? -n : n, n > 0);
}
