#include "draw.h"

#include "label.h"
#include "pack.h"
#include "page.h"
#include "svg.h"
#include "title.h"

#define TEXT_COLOR 0x202020u
#define SUBTLE_COLOR 0x4a4a4au

static void
lines(struct out *o, const char *const *v)
{
	for (; *v; v++)
		buf_text(&o->buf, *v);
	out_drain(o);
}

static void
open_svg(struct buf *b, const struct look *look, double width, double height)
{
	buf_text(b, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
	buf_text(b, "<svg id=\"flamegraph\" version=\"1.1\"");
	if (!look->bg_given)
		buf_text(b, " class=\"auto\"");
	xml_number_attr(b, "width", width);
	xml_number_attr(b, "height", height);
	buf_text(b, " viewBox=\"0 0 ");
	xml_number(b, width);
	buf_char(b, ' ');
	xml_number(b, height);
	buf_text(b, "\" xmlns=\"http://www.w3.org/2000/svg\""
	    " aria-labelledby=\"doc-title\"");
	xml_text_attr(b, "font-family", look->fonttype);
	xml_number_attr(b, "font-size", look->fontsize);
	buf_text(b, ">\n");
}

static void
notes(struct buf *b, const struct look *look)
{
	if (!look->notes.p)
		return;
	buf_text(b, "<!-- NOTES: ");
	xml_comment(b, look->notes);
	buf_text(b, " -->\n");
}

static void
doc_title(struct buf *b, const struct look *look)
{
	buf_text(b, "<title id=\"doc-title\">");
	xml_text(b, look->title);
	buf_text(b, "</title>\n");
}

static void
style_and_boot(struct out *o, const struct look *look)
{
	buf_text(&o->buf, "<style><![CDATA[\n");
	lines(o, page_style);
	buf_text(&o->buf, "]]></style>\n");
	if (!look->javascript)
		return;
	buf_text(&o->buf, "<script><![CDATA[\n");
	lines(o, page_boot);
	buf_text(&o->buf, "]]></script>\n");
}

/* Diagonal stripes for code that is new or gone, thin ones on a light ground,
 * so that the label can be read. */
static void
stripes(struct buf *b, const char *id, int angle, bool more)
{
	buf_text(b, "<pattern id=\"");
	buf_text(b, id);
	buf_text(b, "\" width=\"6\" height=\"6\" "
	    "patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(");
	buf_text(b, angle < 0 ? "-45" : "45");
	buf_text(b, ")\"><rect width=\"6\" height=\"6\"");
	xml_color_attr(b, "fill", color_level(COLOR_LEVELS / 4, more));
	buf_text(b, "/><rect width=\"2\" height=\"6\"");
	xml_color_attr(b, "fill", color_level(COLOR_LEVELS, more));
	buf_text(b, "/></pattern>\n");
}

static void
definitions(struct buf *b, const struct picture *p)
{
	buf_text(b, "<defs>\n<linearGradient id=\"background-fill\" x1=\"0\" "
	    "y1=\"0\" x2=\"0\" y2=\"1\"><stop offset=\"5%\"");
	xml_color_attr(b, "stop-color", p->look->bg[0]);
	buf_text(b, "/><stop offset=\"95%\"");
	xml_color_attr(b, "stop-color", p->look->bg[1]);
	buf_text(b, "/></linearGradient>\n");
	if (p->tree->columns == 2) {
		stripes(b, "new", -1, !p->look->negate);
		stripes(b, "gone", 1, p->look->negate);
	}
	buf_text(b, "</defs>\n<rect id=\"background\" width=\"100%\" "
	    "height=\"100%\" fill=\"url(#background-fill)\"/>\n");
}

static void
text(struct buf *b, const char *id, double x, double y, const char *anchor,
    double size, uint32_t color)
{
	buf_text(b, "<text");
	if (id)
		xml_text_attr(b, "id", str_from(id));
	xml_number_attr(b, "x", x);
	xml_number_attr(b, "y", y);
	if (anchor)
		xml_text_attr(b, "text-anchor", str_from(anchor));
	xml_number_attr(b, "font-size", size);
	xml_color_attr(b, "fill", color);
	buf_char(b, '>');
}

/* ---- Subtitle: given, or what was drawn ---- */

/* Is it a frame without a symbol: "[unknown]", "[libc.so.6]", "0x7f12"? */
static bool
is_unresolved(struct str name)
{
	size_t i = 2;

	if (name.n > 2 && name.p[0] == '[' && name.p[name.n - 1] == ']')
		return true;
	if (!str_starts(name, STR("0x")) || name.n == 2)
		return false;
	while (i < name.n && is_hex(name.p[i]))
		i++;
	return i == name.n;
}

/* The counts of stacks whose last frame has no symbol. */
static struct count
unresolved(const struct tree *t)
{
	struct count sum = COUNT(0);

	for (size_t i = 1; i < t->n; i++)
		if (t->leaf[i] &&
		    is_unresolved(name_unmarked(t->names[t->name[i]])))
			count_add(&sum, t->self[t->columns - 1][i]);
	return sum;
}

#define UNRESOLVED_MIN 5        /* percent */

static void
what_was_drawn(struct buf *b, const struct picture *p)
{
	const struct tree *t = p->tree;
	struct count total = tree_total(t, 0), lost = unresolved(t);

	if (t->columns == 2) {
		title_count(b, t->total[0][0], p->look->factor);
		buf_text(b, " \xe2\x86\x92 ");
	}
	title_count(b, total, p->look->factor);
	buf_char(b, ' ');
	xml_text(b, p->look->countname);
	buf_text(b, " in ");
	title_count(b, COUNT(t->stacks), FACTOR_ONE);
	buf_text(b, t->stacks == 1 ? " stack" : " stacks");
	if (count_share(lost, total, 0) < UNRESOLVED_MIN)
		return;
	buf_text(b, ", ");
	share_print(b, count_share(lost, total, 1), 1);
	buf_text(b, "% without a symbol");
}

/* ---- Legend and account ---- */

static void
swatch(struct buf *b, double *x, double y, const char *fill, const char *what)
{
	buf_text(b, "<rect");
	xml_number_attr(b, "x", *x);
	xml_number_attr(b, "y", y - 10);
	buf_text(b, " width=\"22\" height=\"12\" fill=\"");
	buf_text(b, fill);
	buf_text(b, "\"/>");
	*x += 28;
	text(b, NULL, *x, y, NULL, 12, SUBTLE_COLOR);
	buf_text(b, what);
	buf_text(b, "</text>\n");
	*x += 8.0 * (double)str_from(what).n + 16;
}

static void
change_legend(struct buf *b, const struct picture *p)
{
	bool negate = p->look->negate;
	double x = p->layout->left, y = p->layout->legend_y;
	struct buf red = { 0 }, blue = { 0 };

	xml_color(&red, color_level(COLOR_LEVELS, true));
	xml_color(&blue, color_level(COLOR_LEVELS, false));
	buf_char(&red, '\0');
	buf_char(&blue, '\0');
	swatch(b, &x, y, red.p, negate ? "less in AFTER" : "more in AFTER");
	swatch(b, &x, y, blue.p, negate ? "more in AFTER" : "less in AFTER");
	swatch(b, &x, y, "#f5f5f5", "as before");
	swatch(b, &x, y, "url(#new)", "new in AFTER");
	swatch(b, &x, y, "url(#gone)", "gone in AFTER");
	buf_free(&red);
	buf_free(&blue);
}

static void
frames_in_words(struct buf *b, uint64_t n)
{
	title_count(b, COUNT(n), FACTOR_ONE);
	buf_text(b, n == 1 ? " frame" : " frames");
}

/* "0.1 px" */
static void
print_limit(struct buf *b, double minwidth)
{
	if (minwidth <= 0) {
		buf_text(b, "width");
		return;
	}
	if (minwidth < 0.995)
		buf_char(b, '0');
	xml_number(b, minwidth < 0.01 ? 0.01 : minwidth);
	buf_text(b, " px");
}

static bool
has_long_names(const struct tree *t)
{
	for (size_t i = 0; i < t->nnames; i++)
		if (t->names[i].n > TITLE_NAME_MAX)
			return true;
	return false;
}

static void
drawn_frames(struct buf *b, const struct picture *p)
{
	const struct layout *l = p->layout;
	uint64_t all = p->tree->n - 1, hidden = l->narrow + l->cut;

	if (hidden == 0) {
		frames_in_words(b, all);
		buf_text(b, ", all of them drawn");
		return;
	}
	title_count(b, COUNT(all - hidden), FACTOR_ONE);
	buf_text(b, " of ");
	frames_in_words(b, all);
	buf_text(b, " drawn; ");
	if (l->narrow) {
		title_count(b, COUNT(l->narrow), FACTOR_ONE);
		buf_text(b, l->minwidth > 0 ? " narrower than " : " of no ");
		print_limit(b, l->minwidth);
	}
	if (l->cut) {
		buf_text(b, l->narrow ? " and " : "");
		title_count(b, COUNT(l->cut), FACTOR_ONE);
		buf_text(b, " beyond row ");
		title_count(b, COUNT(l->rows), FACTOR_ONE);
	}
	buf_text(b, " are not, they hold ");
	title_percent(b, l->narrow_self, p->tree->weight[0]);
	buf_text(b, " of the ");
	buf_str(b, p->look->countname);
	buf_text(b, " themselves");
}

bool
draw_hides(const struct picture *p)
{
	return p->layout->narrow || p->layout->cut || has_long_names(p->tree);
}

void
draw_account(struct buf *b, const struct picture *p)
{
	drawn_frames(b, p);
	if (has_long_names(p->tree))
		buf_text(b, "; titles end after 7 MB of a name");
}

static void
legend(struct buf *b, const struct picture *p)
{
	struct buf account = { 0 };

	buf_text(b, "<g id=\"legend\">\n");
	if (p->tree->columns == 2)
		change_legend(b, p);
	draw_account(&account, p);
	text(b, "account", p->layout->left, p->layout->note_y, NULL,
	    p->look->fontsize, SUBTLE_COLOR);
	xml_text(b, buf_view(&account));
	buf_text(b, "</text>\n</g>\n");
	buf_free(&account);
}

static void
headings(struct buf *b, const struct picture *p)
{
	const struct look *look = p->look;

	text(b, "title", look->width / 2, p->layout->title_y, "middle",
	    look->fontsize + 5, TEXT_COLOR);
	xml_text(b, look->title);
	buf_text(b, "</text>\n");
	text(b, "subtitle", look->width / 2, p->layout->subtitle_y, "middle",
	    look->fontsize, SUBTLE_COLOR);
	if (look->subtitle.p)
		xml_text(b, look->subtitle);
	else
		what_was_drawn(b, p);
	buf_text(b, "</text>\n");
}

void
draw(struct out *o, const struct picture *p)
{
	struct paint paint = paint_make(p->tree, p->look, p->colors);
	struct buf *b = &o->buf;

	open_svg(b, p->look, p->layout->width, p->layout->height);
	notes(b, p->look);
	doc_title(b, p->look);
	style_and_boot(o, p->look);
	definitions(b, p);
	headings(b, p);
	legend(b, p);
	draw_frames(o, p, &paint);
	pack_write(o, p);
	if (p->look->javascript) {
		buf_text(b, "<script><![CDATA[\n");
		lines(o, page_script);
		buf_text(b, "]]></script>\n");
	}
	buf_text(b, "</svg>\n");
}

void
draw_error(struct out *o, const struct look *look)
{
	struct buf *b = &o->buf;

	open_svg(b, look, look->width, 5 * look->fontsize);
	doc_title(b, look);
	text(b, NULL, look->width / 2, 2.7 * look->fontsize, "middle",
	    look->fontsize + 2, TEXT_COLOR);
	buf_text(b, "ERROR: No valid input provided to flamesvg.</text>\n"
	    "</svg>\n");
}
