/*
 * flamesvg [ROUNDS]: the laws of the picture, on random stacks and options.
 *
 * The document is well-formed XML 1.0 whatever bytes names and texts hold; it
 * has a title for each frame at least minwidth wide and for the root; nothing
 * of a name is a tag; what is unfolded from it is what was drawn, added up;
 * boxes lie within their parents.  Reading a damaged picture never crashes.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "flamesvg/cells.c"
#include "flamesvg/attrs.c"
#include "flamesvg/colors.c"
#include "flamesvg/draw.c"
#include "flamesvg/frames.c"
#include "flamesvg/json.c"
#include "flamesvg/label.c"
#include "flamesvg/layout.c"
#include "flamesvg/map.c"
#include "flamesvg/pack.c"
#include "flamesvg/palette.c"
#include "flamesvg/scan.c"
#include "flamesvg/shape.c"
#include "flamesvg/svg.c"
#include "flamesvg/title.c"
#include "flamesvg/tree.c"
#include "flamesvg/trie.c"
#include "flamesvg/unfold.c"
#include "folded.h"

const char *const page_boot[] = { "boot < &\n", NULL };
const char *const page_style[] = { "style\n", NULL };
const char *const page_script[] = { "script\n", NULL };

static uint64_t state;
static unsigned round_now;

static unsigned
any(unsigned n)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (unsigned)((state * 0x2545f4914f6cdd1du) >> 33) % n;
}

static _Noreturn void
violated(const char *law, struct str text)
{
	fprintf(stderr, "round %u: %s\n%.*s\n", round_now, law, (int)text.n,
	    text.p);
	exit(1);
}

/* ---- Random input ---- */

static void
some_text(struct buf *b)
{
	static const char *const parts[] = { "a", "b", "main", "std::x",
		"<", ">", "&", "\"", "'", "]]>", "-->", "<!--", "&amp;",
		"</script>", "<script>x()</script>", "\xc3\xa9",
		"\xe4\xb8\xad", "\xff", "\x01", "\x7f", "\xef\xbf\xbf", "_[k]",
		"[unknown]", "`", "\t", "\xe2\x80\xa8", "\\", "java/x", "0x1",
		"<metadata id=\"data\">", "</metadata>", "<![CDATA[", " " };

	for (unsigned n = 1 + any(4); n; n--)
		buf_text(b, parts[any(sizeof(parts) / sizeof(*parts))]);
}

/* Text that lives as long as the round. */
static struct str
some_clean(struct arena *a)
{
	struct buf raw = { 0 }, b = { 0 };
	struct str kept;

	some_text(&raw);
	xml_clean(&b, buf_view(&raw));
	kept = arena_str(a, buf_view(&b));
	buf_free(&raw);
	buf_free(&b);
	return kept;
}

static struct count
some_count(void)
{
	switch (any(12)) {
	case 0:
		return COUNT(0);
	case 1:
		return (struct count){ any(3), any(1000000000) };
	case 2:
		return COUNT(UINT64_MAX / 100);
	default:
		return COUNT(1 + any(1000));
	}
}

static void
some_stacks(struct trie *t, struct lines *lines)
{
	struct buf text = { 0 };

	for (unsigned n = 1 + any(40); n; n--) {
		struct scan scan = { 0 };
		struct line line = { .count = { some_count(), some_count() } };

		text.n = 0;
		for (uint32_t d = 1 + any(any(6) ? 5 : 40); d; d--) {
			if (any(3))
				buf_char(&text, (char)('a' + any(3)));
			else
				some_text(&text);
			if (d > 1)
				buf_char(&text, ';');
		}
		buf_room(&text, SCAN_SLACK);
		scan_add(&scan, t, buf_view(&text));
		line.node = scan_node(&scan, t, 0);
		trie_add(t, line.node, line.count);
		lines->v = mem_grow(lines->v, &lines->cap, lines->n + 1,
		    sizeof(*lines->v));
		lines->v[lines->n++] = line;
		scan_free(&scan);
	}
	buf_free(&text);
}

static struct look
some_look(struct arena *a)
{
	struct look look = {
		.title = some_clean(a), .countname = some_clean(a),
		.nametype = some_clean(a), .fonttype = some_clean(a),
		.width = 100 + any(2000),
		.height = 1 + any(30), .fontsize = 1 + any(20),
		.fontwidth = 0.6, .minwidth = any(4) ? any(30) / 10.0 : 0,
		.minwidth_percent = !any(6), .factor = FACTOR_ONE,
		.inverted = any(2), .negate = any(2), .delta_self = any(2),
		.diffusion = !any(5), .javascript = any(2),
		.pretty = !any(4), .all_titles = !any(4),
		.truncate_right = any(2), .stroke = any(2),
	};

	if (any(2))
		look.subtitle = some_clean(a);
	if (any(2))
		look.notes = some_clean(a);
	if (!any(4))
		look.total = some_count();
	if (!any(4))
		look.factor = 1 + any(2000000000);
	return look;
}

/* ---- XML 1.0, as much of it as we write ---- */

struct xml {
	struct str left;
	struct str open[16];
	unsigned depth;
	uint64_t titles;        /* "<title>" in the text, as grep counts */
	uint64_t scripts;
};

static bool
skip(struct xml *x, const char *what)
{
	if (!str_starts(x->left, str_from(what)))
		return false;
	x->left = str_skip(x->left, strlen(what));
	return true;
}

static void
skip_past(struct xml *x, const char *end)
{
	size_t at = str_search(x->left, str_from(end));

	if (at == x->left.n)
		violated("something has no end", x->left);
	x->left = str_skip(x->left, at + strlen(end));
}

static struct str
xml_word(struct xml *x)
{
	size_t n = 0;

	while (n < x->left.n && (is_alpha(x->left.p[n]) ||
	    is_digit(x->left.p[n]) || strchr("-_.:", x->left.p[n])))
		n++;
	if (n == 0)
		violated("a name was expected", x->left);
	x->left = str_skip(x->left, n);
	return (struct str){ x->left.p - n, n };
}

static void
entity(struct xml *x)
{
	if (!skip(x, "&amp;") && !skip(x, "&lt;") && !skip(x, "&gt;") &&
	    !skip(x, "&quot;"))
		violated("no entity", x->left);
}

static void
attribute_value(struct xml *x)
{
	if (!skip(x, "=\""))
		violated("an attribute without a value", x->left);
	while (x->left.n && x->left.p[0] != '"') {
		if (x->left.p[0] == '<')
			violated("'<' in an attribute", x->left);
		if (x->left.p[0] == '&')
			entity(x);
		else
			x->left = str_skip(x->left, 1);
	}
	skip(x, "\"");
}

static bool
known_tag(struct str name)
{
	static const char *const tags[] = { "svg", "title", "style", "script",
		"rect", "text", "g", "a", "metadata", "path", "defs", "stop",
		"linearGradient", "pattern", NULL };

	return one_of(name, tags);
}

static void
tag(struct xml *x)
{
	struct str name = xml_word(x);

	if (!known_tag(name))
		violated("a tag of the input", name);
	x->scripts += str_eq(name, STR("script"));
	while (skip(x, " ")) {
		if (str_starts(x->left, STR("on")))
			violated("an event handler", x->left);
		xml_word(x);
		attribute_value(x);
	}
	if (skip(x, "/>"))
		return;
	if (!skip(x, ">") || x->depth == 16)
		violated("a tag that does not end, or is too deep", x->left);
	x->open[x->depth++] = name;
}

static void
end_tag(struct xml *x)
{
	struct str name = xml_word(x);

	if (!x->depth || !str_eq(x->open[--x->depth], name) || !skip(x, ">"))
		violated("a closing tag that closes nothing", name);
}

static void
comment(struct xml *x)
{
	size_t end = str_search(x->left, STR("--"));

	x->left = str_skip(x->left, end);
	if (!skip(x, "-->"))
		violated("'--' in a comment", x->left);
}

static void
check_characters(struct str svg)
{
	while (svg.n) {
		struct rune r = utf8_next(svg);

		if (!r.valid || (r.code < 0x20 && r.code != '\n' &&
		    r.code != '\t') || r.code == 0x7f ||
		    r.code == 0xfffe || r.code == 0xffff)
			violated("a character that is not clean", svg);
		svg = str_skip(svg, r.n);
	}
}

static void
count_titles(struct xml *x)
{
	struct str left = x->left;

	while (left.n) {
		struct str line = str_line(&left);
		size_t at = str_search(line, STR("<title>"));

		x->titles += at < line.n;
		if (str_search(line, STR("<script>x()")) < line.n)
			violated("a script of the input", line);
	}
}

static void
check_xml(struct xml *x)
{
	check_characters(x->left);
	count_titles(x);
	if (!skip(x, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"))
		violated("no declaration", x->left);
	while (x->left.n) {
		if (skip(x, "<![CDATA["))
			skip_past(x, "]]>");
		else if (skip(x, "<!--"))
			comment(x);
		else if (skip(x, "</"))
			end_tag(x);
		else if (skip(x, "<"))
			tag(x);
		else if (x->left.p[0] == '&')
			entity(x);
		else if (skip(x, "]]>"))
			violated("']]>' in text", x->left);
		else
			x->left = str_skip(x->left, 1);
	}
	if (x->depth)
		violated("a tag is not closed", x->open[x->depth - 1]);
}

/* ---- Laws ---- */

static void
fold_stack(struct buf *b, const struct tree *t, struct str path,
    const struct count count[2])
{
	buf_str(b, path);
	for (int c = 0; c < t->columns; c++) {
		buf_char(b, ' ');
		count_print(b, count[c]);
	}
	buf_char(b, '\n');
}

/* A node on the path to the one at hand. */
struct on_path {
	size_t length;          /* of its stack's text */
	bool leaf;              /* own counts are still to come: */
	struct count self[2];
};

/* The own counts of the parent that precede the node. */
static void
fold_gap(struct buf *b, const struct tree *t, struct str path,
    struct on_path *parent, uint32_t node)
{
	struct count gap[2] = { 0 };

	for (int c = 0; c < t->columns; c++) {
		gap[c] = t->gap[c][node];
		parent->self[c] = count_sub(parent->self[c], gap[c]);
	}
	if (count_is_zero(gap[0]) && count_is_zero(gap[1]))
		return;
	fold_stack(b, t, path, gap);
	parent->leaf = !count_is_zero(parent->self[0]) ||
	    !count_is_zero(parent->self[1]);
}

/* What the tree holds, as folded text. */
static void
fold(struct buf *b, const struct tree *t)
{
	struct buf path = { 0 };
	struct on_path *v = mem_zero((t->deepest + 2) * sizeof(*v));

	for (uint32_t i = 1, last = 0; i <= t->n; i++) {
		uint32_t depth = i < t->n ? t->depth[i] : 1;

		for (; last >= depth; last--)
			if (v[last].leaf)
				fold_stack(b, t, str_head(buf_view(&path),
				    v[last].length), v[last].self);
		if (i == t->n)
			break;
		last = depth;
		path.n = v[depth - 1].length;
		if (t->gap[0])
			fold_gap(b, t, buf_view(&path), &v[depth - 1], i);
		if (depth > 1)
			buf_char(&path, ';');
		buf_str(&path, t->names[t->name[i]]);
		v[depth] = (struct on_path){ .length = path.n,
			.leaf = t->leaf[i] };
		for (int c = 0; c < t->columns; c++)
			v[depth].self[c] = t->self[c][i];
		if (t->gap[0] || !v[depth].leaf)
			continue;
		fold_stack(b, t, buf_view(&path), v[depth].self);
		v[depth].leaf = false;
	}
	buf_free(&path);
	free(v);
}

static void
check_unfold(struct str svg, const struct tree *t)
{
	struct out got = { .fd = -1 };
	struct buf want = { 0 };
	const char *why = unfold(&got, svg);

	if (why)
		violated(why, svg);
	fold(&want, t);
	if (!str_eq(buf_view(&got.buf), buf_view(&want)))
		violated("unfolded is not what was drawn", buf_view(&got.buf));
	buf_free(&got.buf);
	buf_free(&want);
}

static void
check_boxes(const struct layout *l, const struct tree *t)
{
	for (size_t i = 1; i < l->n; i++) {
		const struct box *box = &l->boxes[i], *parent = box - 1;

		while (parent->node != t->parent[box->node])
			parent--;
		if (box->x < parent->x - 1e-6 || box->x + box->width >
		    parent->x + parent->width + 1e-6)
			violated("a box leaves its parent",
			    t->names[t->name[box->node]]);
	}
}

static void
check_titles(const struct xml *x, const struct picture *p)
{
	uint64_t want = p->look->all_titles ? p->tree->n : p->layout->n;

	if (x->titles != want)
		violated("titles are not one a frame", STR(""));
	if (x->scripts != (p->look->javascript ? 2 : 0))
		violated("scripts are not ours", STR(""));
}

/* A picture with some bytes changed or gone is read or refused. */
static void
damage(struct buf *svg)
{
	struct out out = { .fd = open("/dev/null", O_WRONLY) };

	for (unsigned n = any(4); n; n--)
		svg->p[any((unsigned)svg->n)] = (char)any(256);
	unfold(&out, str_head(buf_view(svg), svg->n - any(3)));
	out_close(&out);
	buf_free(&out.buf);
}

static struct frame_attrs **
some_attrs(struct attrs *attrs, const struct tree *t)
{
	struct buf b = { 0 };
	struct frame_attrs **of = mem_zero(t->nnames * sizeof(*of));
	static const char *const keys[] = { "href", "title", "class", "id",
		"target", "g_extra", "a_extra", "x" };
	const struct warn quiet = { .quiet = true };

	for (size_t i = 0; i < t->nnames; i++) {
		buf_str(&b, t->names[i]);
		for (unsigned n = any(4); n; n--) {
			buf_char(&b, '\t');
			buf_text(&b, keys[any(8)]);
			buf_char(&b, '=');
			some_text(&b);
		}
		buf_char(&b, '\n');
	}
	attrs_parse(attrs, buf_view(&b), "fuzz", &quiet);
	for (size_t i = 0; i < t->nnames; i++)
		attrs_find(attrs, t->names[i]);
	for (size_t i = 0; i < t->nnames; i++)
		of[i] = attrs_find(attrs, t->names[i]);
	buf_free(&b);
	return of;
}

static void
drop_attrs(struct attrs *attrs)
{
	for (size_t i = 0; i < attrs->names.n; i++) {
		free(attrs->v[i].g.v);
		free(attrs->v[i].a.v);
	}
	free(attrs->v);
	intern_free(&attrs->names);
	arena_reset(&attrs->arena);
}

static void
drop_tree(struct tree *t)
{
	if (t->weight != t->total[0])
		free(t->weight);
	for (int c = 0; c < t->columns; c++) {
		free(t->self[c]);
		free(t->total[c]);
	}
	free(t->name);
	free(t->parent);
	free(t->depth);
	free(t->end);
	free(t->leaf);
	free(t->names);
}

static const char *const palettes[] = { "hot", "java", "js", "module",
	"rust", "python", "chain", "mem" };

static void
one_round(void)
{
	struct arena arena = { 0 };
	struct trie trie;
	struct lines lines = { 0 };
	struct shape shape = {
		.reverse = !any(4), .chart = !any(4), .unsorted = !any(4),
		.chain = !any(4),
	};
	int columns = any(3) ? 1 : 2;
	struct palette palette = { .hash = (enum palette_hash)any(4) };
	struct look look = some_look(&arena);
	struct count off[2];
	struct tree t;
	struct layout l;
	struct colors colors;
	struct attrs attrs = { 0 };
	struct map map = { 0 };
	struct picture p = { &t, &look, &l, &colors, NULL };
	struct out out = { .fd = open("/dev/null", O_WRONLY) };
	struct xml x = { 0 };

	palette.kind = palette_kind(str_from(palettes[any(8)]));
	trie_init(&trie, columns);
	some_stacks(&trie, &lines);
	shape_stacks(&trie, &lines, &shape, off);
	tree_build(&t, &trie, !shape.chart && !shape.unsorted);
	layout_make(&l, &t, &look);
	colors_make(&colors, &t, &palette, any(2) ? &map : NULL);
	if (!any(3))
		p.attrs = some_attrs(&attrs, &t);
	draw(&out, &p);
	x.left = buf_view(&out.buf);
	check_xml(&x);
	check_titles(&x, &p);
	check_boxes(&l, &t);
	check_unfold(buf_view(&out.buf), &t);
	damage(&out.buf);
	out_close(&out);
	buf_free(&out.buf);
	arena_reset(&arena);
	drop_attrs(&attrs);
	drop_tree(&t);
	trie_free(&trie);
	free(lines.v);
	intern_free(&map.names);
	free(map.rgb);
	free(l.boxes);
	free(colors.rgb);
	free(colors.of_name);
	free(p.attrs);
}

int
main(int argc, char **argv)
{
	unsigned rounds = argc > 1 ? (unsigned)atoi(argv[1]) : 3000;

	for (round_now = 0; round_now < rounds; round_now++) {
		state = round_now * 0x9e3779b97f4a7c15u + 88172645463325252u;
		one_round();
	}
	return 0;
}
