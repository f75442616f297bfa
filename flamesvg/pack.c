#include "pack.h"

#include <stdlib.h>

#include "json.h"
#include "keysort.h"
#include "mem.h"
#include "svg.h"

#define PIECE ((size_t)64 << 10)

const char pack_digits[91] = "!\"#$%'()*+,-./0123456789:;=?@ABCDEFGHIJKLMNOP"
    "QRSTUVWXYZ[\\^_`abcdefghijklmnopqrstuvwxyz{|}~";

/* 45^23 is more than 2^126: no count is longer. */
#define DIGITS_MAX 24

/* Writes a number of at most DIGITS_MAX digits and returns what is behind. */
static char *
write_number(char *to, wide v)
{
	char digits[DIGITS_MAX];
	size_t i = DIGITS_MAX;
	unsigned more = 0;
	uint64_t low;

	if (v < PACK_BASE) {
		*to++ = pack_digits[v];
		return to;
	}
	/* Long division takes its time and is hardly ever needed. */
	for (; v > UINT64_MAX; v /= PACK_BASE, more = PACK_BASE)
		digits[--i] = pack_digits[more + v % PACK_BASE];
	for (low = (uint64_t)v; low || !more; low /= PACK_BASE) {
		digits[--i] = pack_digits[more + low % PACK_BASE];
		more = PACK_BASE;
	}
	while (i < DIGITS_MAX)
		*to++ = digits[i++];
	return to;
}

static void
put_number(struct buf *b, wide v)
{
	char *to = buf_room(b, DIGITS_MAX);

	b->n += (size_t)(write_number(to, v) - to);
}

/* A count in units of 10^-places. */
static wide
units(struct count c, int places)
{
	wide v = c.whole;
	uint32_t nano = c.nano;

	for (int i = 0; i < places; i++)
		v *= 10;
	for (int i = places; i < 9; i++)
		nano /= 10;
	return v + nano;
}

static void
buf_wide(struct buf *b, wide v)
{
	if (v >= 10)
		buf_wide(b, v / 10);
	buf_char(b, (char)('0' + (int)(v % 10)));
}

/* ---- Names ---- */

struct ids {
	uint32_t *name;         /* by id */
	uint32_t *of;           /* by name that is in use: its id */
	size_t n;
};

static uint64_t
often_first(const void *often, uint32_t i, uint32_t round)
{
	(void)round;
	return (uint64_t)(UINT32_MAX - ((const uint32_t *)often)[i]) << 1;
}

/* How many digits the id at this place has, less one. */
static unsigned
id_class(size_t place)
{
	unsigned n = 0;

	while (place >= PACK_BASE) {
		place /= PACK_BASE;
		n++;
	}
	return n;
}

static uint32_t *
name_uses(const struct tree *t)
{
	uint32_t *uses = mem_zero(t->nnames * sizeof(*uses));

	for (size_t i = 1; i < t->n; i++)
		uses[t->name[i]]++;
	return uses;
}

/* The most frequent names get the shortest ids; among ids of equal length,
 * byte order lets names share their beginnings. */
static struct ids
number_names(const struct tree *t)
{
	uint32_t *uses = name_uses(t);
	uint32_t *by_use = keysort(uses, t->nnames, often_first);
	uint32_t next[8] = { 0 };
	struct ids ids = {
		mem_resize(NULL, t->nnames, sizeof(*ids.name)),
		mem_resize(NULL, t->nnames, sizeof(*ids.of)), 0,
	};

	for (size_t i = 0; i < t->nnames; i++)
		ids.of[by_use[i]] = id_class(i);
	for (uint32_t c = 1, first = PACK_BASE; c < 6; c++, first *= PACK_BASE)
		next[c] = first;
	for (size_t i = 0; i < t->nnames; i++) {
		if (uses[i] == 0)
			continue;
		ids.of[i] = next[ids.of[i]]++;
		ids.name[ids.of[i]] = (uint32_t)i;
		ids.n++;
	}
	free(uses);
	free(by_use);
	return ids;
}

/* How many bytes two names have in common at their beginning, in whole code
 * points; *points is how many these are. */
static size_t
common(struct str a, struct str b, size_t *points)
{
	size_t n = 0;

	*points = 0;
	while (n < a.n && n < b.n && a.p[n] == b.p[n])
		n++;
	while (n > 0 && n < b.n && ((unsigned char)b.p[n] & 0xc0) == 0x80)
		n--;
	for (size_t i = 0; i < n; i++)
		*points += ((unsigned char)b.p[i] & 0xc0) != 0x80;
	return n;
}

static void
write_names(struct pieces *p, const struct tree *t, const struct ids *ids,
    const struct colors *colors)
{
	struct str last = { "", 0 };
	struct buf b = { 0 };

	for (size_t i = 0; i < ids->n; i++) {
		struct str name = t->names[ids->name[i]];
		size_t points, n = common(last, name, &points);

		b.n = 0;
		put_number(&b, points);
		put_number(&b, colors->of_name[ids->name[i]]);
		buf_str(&b, str_skip(name, n));
		buf_char(&b, '\n');
		pieces_put(p, buf_view(&b));
		last = name;
	}
	buf_free(&b);
}

/* ---- Tree ---- */

static uint32_t *
count_children(const struct tree *t)
{
	uint32_t *children = mem_zero(t->n * sizeof(*children));

	for (size_t i = 1; i < t->n; i++)
		children[t->parent[i]]++;
	return children;
}

static char *
write_node(char *to, const struct tree *t, uint32_t i, uint32_t children)
{
	int columns = t->columns;
	bool has[2] = { 0 };

	for (int c = 0; c < columns; c++)
		has[c] = !count_is_zero(t->self[c][i]);
	/* A stack with a count of 0 ends here: say 0. */
	if (t->leaf[i] && !has[0] && !has[1])
		has[0] = true;
	to = write_number(to, (uint64_t)children * (columns == 2 ? 4 : 2) +
	    has[0] + 2 * has[1]);
	for (int c = 0; c < columns; c++)
		if (has[c])
			to = write_number(to, units(t->self[c][i],
			    t->places));
	return to;
}

static void
write_tree(struct pieces *p, const struct tree *t, const struct ids *ids)
{
	uint32_t *children = count_children(t);
	struct buf b = { 0 };

	for (size_t i = 0; i < t->n; i++) {
		char *from = buf_room(&b, 6 * DIGITS_MAX), *to = from;

		if (i)
			to = write_number(to, ids->of[t->name[i]]);
		for (int c = 0; i && t->gap[0] && c < t->columns; c++)
			to = write_number(to, units(t->gap[c][i], t->places));
		to = write_node(to, t, (uint32_t)i, children[i]);
		b.n += (size_t)(to - from);
		if (b.n >= PIECE) {
			pieces_put(p, buf_view(&b));
			b.n = 0;
		}
	}
	buf_char(&b, '\n');
	pieces_put(p, buf_view(&b));
	buf_free(&b);
	free(children);
}

/* ---- Header ---- */

static void
tree_members(struct buf *b, const struct tree *t, const struct look *look,
    size_t names)
{
	json_u64(b, "v", 1);
	json_u64(b, "frames", t->n - 1);
	json_u64(b, "names", names);
	json_u64(b, "columns", (uint64_t)t->columns);
	json_u64(b, "places", (uint64_t)t->places);
	if (t->gap[0])
		json_u64(b, "gaps", 1);
	json_key(b, "total");
	if (count_cmp(look->total, tree_total(t, 0)) > 0) {
		buf_char(b, '"');
		buf_wide(b, units(look->total, t->places));
		buf_char(b, '"');
	} else {
		buf_text(b, "null");
	}
}

static void
text_members(struct buf *b, const struct look *look)
{
	json_text(b, "title", look->title);
	json_text_or_null(b, "subtitle", look->subtitle);
	json_text(b, "countname", look->countname);
	json_text(b, "nametype", look->nametype);
	json_text_or_null(b, "notes", look->notes);
	json_key(b, "factor");
	count_print(b, (struct count){ look->factor / FACTOR_ONE,
	    (uint32_t)(look->factor % FACTOR_ONE) });
	json_bool(b, "inverted", look->inverted);
	json_bool(b, "flamechart", look->chart);
	json_bool(b, "reversed", look->reversed);
	json_bool(b, "negate", look->negate);
	json_bool(b, "diffusion", look->diffusion);
	json_text(b, "delta", look->delta_self ? STR("self") :
	    STR("subtree"));
}

static void
shape_members(struct buf *b, const struct look *look, double minwidth)
{
	json_color(b, "searchcolor", look->searchcolor);
	json_color(b, "uicolor", look->uicolor);
	if (look->stroke) {
		json_color(b, "strokecolor", look->strokecolor);
	} else {
		json_key(b, "strokecolor");
		buf_text(b, "null");
	}
	json_key(b, "bg");
	buf_text(b, "[\"");
	xml_color(b, look->bg[0]);
	buf_text(b, "\",\"");
	xml_color(b, look->bg[1]);
	buf_text(b, "\"]");
	json_text(b, "truncate", look->truncate_right ? STR("right") :
	    STR("middle"));
	json_number(b, "fontsize", look->fontsize);
	json_text(b, "fonttype", look->fonttype);
	json_number(b, "fontwidth", look->fontwidth);
	json_number(b, "rowheight", look->height);
	json_number(b, "minwidth", minwidth);
	if (look->fluid) {
		json_key(b, "width");
		buf_text(b, "null");
	} else {
		json_number(b, "width", look->width);
	}
}

static void
color_members(struct buf *b, const struct colors *colors)
{
	json_key(b, "colors");
	for (size_t i = 0; i < colors->n; i++) {
		buf_text(b, i ? ",\"" : "[\"");
		xml_color(b, colors->rgb[i]);
		buf_char(b, '"');
	}
	buf_char(b, ']');
}

static void
attr_members(struct buf *b, const struct picture *p)
{
	const struct tree *t = p->tree;
	bool first = true;

	if (!p->attrs)
		return;
	json_key(b, "attrs");
	buf_char(b, '{');
	for (size_t i = 0; i < t->nnames; i++) {
		if (!p->attrs[i])
			continue;
		if (!first)
			buf_char(b, ',');
		first = false;
		json_string(b, t->names[i]);
		buf_char(b, ':');
		attrs_json(b, p->attrs[i]);
	}
	buf_char(b, '}');
}

void
pack_write(struct out *o, const struct picture *p)
{
	struct ids ids = number_names(p->tree);
	struct pieces text, tree;
	struct buf b = { 0 };

	buf_text(&o->buf, "<metadata id=\"data\">");
	pieces_begin(&text, o, false);
	buf_char(&b, '{');
	tree_members(&b, p->tree, p->look, ids.n);
	text_members(&b, p->look);
	shape_members(&b, p->look, p->layout->minwidth);
	color_members(&b, p->colors);
	attr_members(&b, p);
	buf_text(&b, "}\n");
	pieces_put(&text, buf_view(&b));
	write_names(&text, p->tree, &ids, p->colors);
	pieces_end(&text);
	pieces_begin(&tree, o, true);
	write_tree(&tree, p->tree, &ids);
	pieces_end(&tree);
	buf_text(&o->buf, "</metadata>\n");
	buf_free(&b);
	free(ids.name);
	free(ids.of);
}
