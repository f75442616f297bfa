#include "unfold.h"

#include <stdlib.h>
#include <string.h>

#include "count.h"
#include "mem.h"
#include "pack.h"

#define BROKEN "its data is broken"

/* ---- The text content of <metadata id="data"> ---- */

static const struct {
	const char *escape;
	char c;
} escapes[] = {
	{ "&lt;", '<' }, { "&gt;", '>' }, { "&amp;", '&' },
	{ "&quot;", '"' }, { "&apos;", '\'' },
};

/* Appends text with its entities undone. */
static void
unescape(struct buf *b, struct str text)
{
	while (text.n) {
		size_t n = str_find(text, '&');
		size_t i = 0, used = 1;

		buf_str(b, str_head(text, n));
		text = str_skip(text, n);
		if (text.n == 0)
			return;
		while (i < 5 && !str_starts(text, str_from(escapes[i].escape)))
			i++;
		if (i < 5)
			used = strlen(escapes[i].escape);
		buf_char(b, i < 5 ? escapes[i].c : '&');
		text = str_skip(text, used);
	}
}

/* What stands between begin and end (or the end of the text), and *text behind
 * it; p is NULL where nothing begins. */
static struct str
between(struct str *text, struct str begin, struct str end)
{
	size_t from = str_search(*text, begin), to;
	struct str inside;

	if (from == text->n)
		return (struct str){ 0 };
	inside = str_skip(*text, from + begin.n);
	to = str_search(inside, end);
	*text = str_skip(inside, to < inside.n ? to + end.n : to);
	return str_head(inside, to);
}

/* No "</metadata>" can stand in it but its own: '<' is escaped, and the
 * tree's digits have none. */
static bool
data_text(struct buf *b, struct str svg)
{
	struct str data = between(&svg, STR("<metadata id=\"data\">"),
	    STR("</metadata>"));

	if (!data.p)
		return false;
	while (data.n) {
		size_t tag = str_find(data, '<');

		unescape(b, str_head(data, tag));
		data = str_skip(data, tag);
		if (str_starts(data, STR("<![CDATA[")))
			buf_str(b, between(&data, STR("<![CDATA["),
			    STR("]]>")));
		else if (data.n)
			between(&data, STR("<"), STR(">"));
	}
	return true;
}

/* ---- Header ---- */

struct header {
	uint64_t frames, names, columns, places, gaps;
};

/* The number of a member.  A string can't pretend to hold one: the quotes in
 * it are escaped. */
static bool
member(struct str json, const char *key, uint64_t *value)
{
	size_t at = str_search(json, str_from(key)), n = 0;

	if (at == json.n)
		return false;
	json = str_skip(json, at + strlen(key));
	while (n < json.n && is_digit(json.p[n]))
		n++;
	return str_u64(str_head(json, n), value);
}

static const char *
read_header(struct header *h, struct str json)
{
	uint64_t version;

	h->gaps = 0;
	member(json, "\"gaps\":", &h->gaps);
	if (!member(json, "{\"v\":", &version))
		return BROKEN;
	if (version != 1)
		return "it was drawn by a newer version";
	if (!member(json, "\"frames\":", &h->frames) ||
	    !member(json, "\"names\":", &h->names) ||
	    !member(json, "\"columns\":", &h->columns) ||
	    !member(json, "\"places\":", &h->places) ||
	    h->columns < 1 || h->columns > 2 || h->places > 9)
		return BROKEN;
	return NULL;
}

/* ---- Numbers ---- */

struct reader {
	struct str left;
	unsigned char value[256];       /* of a digit; 255: it is none */
	bool broken;
};

static void
reader_init(struct reader *r)
{
	memset(r->value, 255, sizeof(r->value));
	for (unsigned i = 0; pack_digits[i]; i++)
		r->value[(unsigned char)pack_digits[i]] = (unsigned char)i;
}

static wide
get_number(struct reader *r)
{
	wide v = 0;

	while (r->left.n) {
		unsigned d = r->value[(unsigned char)r->left.p[0]];

		if (d == 255 || v >> 100)
			break;
		r->left = str_skip(r->left, 1);
		if (d < PACK_BASE)
			return v * PACK_BASE + d;
		v = v * PACK_BASE + d - PACK_BASE;
	}
	r->broken = true;
	return 0;
}

/* ---- Names ---- */

/* Bytes of the first n code points; more than there are: all. */
static size_t
points(struct str s, wide n)
{
	size_t i = 0;

	while (i < s.n && n-- > 0) {
		i++;
		while (i < s.n && ((unsigned char)s.p[i] & 0xc0) == 0x80)
			i++;
	}
	return i;
}

struct names {
	struct arena arena;
	struct str *v;
	size_t n;
};

static const char *
read_names(struct names *names, struct reader *r, uint64_t n)
{
	struct str last = { "", 0 };
	struct buf b = { 0 };

	/* Each name takes three bytes at least. */
	if (n > r->left.n)
		return BROKEN;
	names->v = mem_resize(NULL, n, sizeof(*names->v));
	for (names->n = 0; names->n < n && !r->broken; names->n++) {
		struct str text = r->left;

		if (str_find(text, '\n') == text.n) {
			r->broken = true;
			break;
		}
		r->left = str_line(&text);
		b.n = 0;
		buf_str(&b, str_head(last, points(last, get_number(r))));
		get_number(r);
		buf_str(&b, r->left);
		last = names->v[names->n] =
		    arena_str(&names->arena, buf_view(&b));
		r->left = text;
	}
	buf_free(&b);
	return r->broken ? BROKEN : NULL;
}

/* ---- Tree ---- */

/* A node on the path to the one at hand. */
struct step {
	wide children;          /* still to come */
	size_t length;          /* of the path's text up to and with it */
	bool leaf;              /* own counts are still to be printed: */
	struct count self[2];
};

struct walk {
	struct reader *r;
	const struct header *h;
	const struct names *names;
	struct step *path;
	size_t cap, depth;
	struct buf text;        /* "a;b;c" */
	uint64_t seen;          /* nodes, the root included */
};

/* The next number, in units of 10^-places, as a count. */
static struct count
get_count(struct walk *w)
{
	wide v = get_number(w->r);
	uint64_t one = 1;

	for (uint64_t i = 0; i < w->h->places; i++)
		one *= 10;
	if (v / one > UINT64_MAX)
		w->r->broken = true;
	return (struct count){ (uint64_t)(v / one),
	    (uint32_t)(v % one * (1000000000 / one)) };
}

static void
print_stack(struct walk *w, struct out *out, const struct count count[2])
{
	if (w->text.n && w->text.p[0] == '#')
		buf_char(&out->buf, ' ');       /* no comment */
	buf_str(&out->buf, buf_view(&w->text));
	for (uint64_t c = 0; c < w->h->columns; c++) {
		buf_char(&out->buf, ' ');
		count_print(&out->buf, count[c]);
	}
	buf_char(&out->buf, '\n');
	out_drain(out);
}

/* What the parent had for itself before its next child. */
static void
read_gap(struct walk *w, struct out *out)
{
	struct step *parent = &w->path[w->depth - 1];
	struct count gap[2] = { 0 };
	bool some = false, left = false;

	for (uint64_t c = 0; c < w->h->columns; c++) {
		gap[c] = get_count(w);
		if (count_cmp(gap[c], parent->self[c]) > 0)
			w->r->broken = true;
		else
			parent->self[c] = count_sub(parent->self[c], gap[c]);
		some |= !count_is_zero(gap[c]);
		left |= !count_is_zero(parent->self[c]);
	}
	if (!some || w->r->broken)
		return;
	print_stack(w, out, gap);
	parent->leaf = left;
}

static void
read_counts(struct walk *w, struct step *step)
{
	wide flags = get_number(w->r), unit = w->h->columns == 2 ? 4 : 2;
	wide has = flags % unit;

	step->children = flags / unit;
	step->leaf = has;
	for (uint64_t c = 0; c < w->h->columns; c++)
		if (has >> c & 1)
			step->self[c] = get_count(w);
}

/* The stack that ends at a node. */
static void
print_leaf(struct walk *w, struct out *out, struct step *step)
{
	if (step->leaf && !w->r->broken)
		print_stack(w, out, step->self);
	step->leaf = false;
}

static void
read_node(struct walk *w, struct out *out)
{
	size_t length = w->depth ? w->path[w->depth - 1].length : 0;
	struct step step = { 0 };

	w->text.n = length;
	if (w->depth) {
		wide id = get_number(w->r);

		if (w->h->gaps)
			read_gap(w, out);
		if (id >= w->names->n) {
			w->r->broken = true;
			return;
		}
		if (w->depth > 1)
			buf_char(&w->text, ';');
		buf_str(&w->text, w->names->v[id]);
	}
	step.length = w->text.n;
	read_counts(w, &step);
	if (!w->h->gaps)
		print_leaf(w, out, &step);
	w->path = mem_grow(w->path, &w->cap, w->depth + 1, sizeof(*w->path));
	w->path[w->depth++] = step;
	w->seen++;
}

static const char *
read_tree(struct walk *w, struct out *out)
{
	read_node(w, out);
	while (w->depth && !w->r->broken) {
		struct step *step = &w->path[w->depth - 1];

		if (step->children--) {
			read_node(w, out);
			continue;
		}
		w->text.n = step->length;
		print_leaf(w, out, step);
		w->depth--;
	}
	return w->r->broken || w->seen != w->h->frames + 1 ? BROKEN : NULL;
}

static const char *
read_data(struct out *out, struct str data)
{
	struct header h;
	struct reader r = { .left = data };
	struct names names = { 0 };
	struct walk w = { .r = &r, .h = &h, .names = &names };
	const char *why = read_header(&h, str_line(&r.left));

	reader_init(&r);
	if (!why)
		why = read_names(&names, &r, h.names);
	if (!why)
		why = read_tree(&w, out);
	arena_reset(&names.arena);
	free(names.v);
	free(w.path);
	buf_free(&w.text);
	return why;
}

const char *
unfold(struct out *out, struct str svg)
{
	struct buf data = { 0 };
	const char *why;

	if (data_text(&data, svg))
		why = read_data(out, buf_view(&data));
	else
		why = "it is no picture that flamesvg drew";
	buf_free(&data);
	return why;
}
