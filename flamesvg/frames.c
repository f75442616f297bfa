#include <stdlib.h>

#include "draw.h"
#include "label.h"
#include "mem.h"
#include "svg.h"
#include "title.h"

/* A path of this many bytes is ended: parsers refuse attributes of 10 MB. */
#define PATH_BYTES_MAX ((size_t)7 << 20)

struct frames {
	struct out *out;
	const struct picture *p;
	const struct paint *paint;
	struct buf title;       /* of the frame at hand */
	struct buf label;
};

/* A line break where the picture is to be read by people. */
static void
indent(const struct frames *f, unsigned level)
{
	if (!f->p->look->pretty)
		return;
	buf_char(&f->out->buf, '\n');
	while (level--)
		buf_text(&f->out->buf, "  ");
}

static struct frame_attrs *
attrs_of(const struct frames *f, uint32_t node)
{
	const struct picture *p = f->p;

	return p->attrs && node ? p->attrs[p->tree->name[node]] : NULL;
}

static void
title(struct frames *f, uint32_t node)
{
	const struct picture *p = f->p;
	const struct frame_attrs *attrs = attrs_of(f, node);
	struct buf *b = &f->out->buf;

	f->title.n = 0;
	if (attrs && attrs->title.p)
		title_name(&f->title, attrs->title);
	else
		title_frame(&f->title, p->tree, p->look, p->layout->whole,
		    node);
	buf_text(b, "<title>");
	xml_text(b, buf_view(&f->title));
	buf_text(b, "</title>");
}

/* New and vanished code is told apart by a pattern too, not colour alone. */
static const char *
pattern(const struct tree *t, uint32_t node)
{
	if (t->columns == 1 || node == 0)
		return NULL;
	if (count_is_zero(t->total[0][node]) &&
	    !count_is_zero(t->total[1][node]))
		return "url(#new)";
	return count_is_zero(t->total[1][node]) ? "url(#gone)" : NULL;
}

static void
rect(struct frames *f, const struct box *box, double y, uint32_t rgb)
{
	struct buf *b = &f->out->buf;
	const char *fill = pattern(f->p->tree, box->node);

	buf_text(b, "<rect");
	xml_number_attr(b, "x", box->x);
	xml_number_attr(b, "y", y);
	xml_number_attr(b, "width", box->width);
	xml_number_attr(b, "height", f->p->layout->box);
	buf_text(b, " fill=\"");
	if (fill)
		buf_text(b, fill);
	else
		xml_color(b, rgb);
	buf_text(b, "\"/>");
}

static void
label(struct frames *f, const struct box *box, double y, uint32_t rgb)
{
	const struct picture *p = f->p;
	const struct tree *t = p->tree;
	struct buf *b = &f->out->buf;
	size_t cells = layout_cells(p->layout, p->look, box->width);

	f->label.n = 0;
	label_fit(&f->label, box->node == 0 ? STR("all") :
	    name_unmarked(t->names[t->name[box->node]]), cells,
	    p->look->truncate_right);
	if (f->label.n == 0)
		return;
	indent(f, 3);
	buf_text(b, "<text stroke=\"none\"");
	xml_number_attr(b, "x", box->x + LABEL_PAD);
	/* The middle of lower-case letters in the middle of the box. */
	xml_number_attr(b, "y",
	    y + p->layout->box / 2 + p->layout->font * 0.34);
	if (color_wants_white(rgb))
		buf_text(b, " fill=\"#fff\"");
	buf_char(b, '>');
	xml_text(b, buf_view(&f->label));
	buf_text(b, "</text>");
}

static void
element(struct frames *f, const struct box *box)
{
	struct buf *b = &f->out->buf;
	double y = layout_y(f->p->layout, f->p->look,
	    f->p->tree->depth[box->node]);
	uint32_t rgb = paint_color(f->paint, paint_index(f->paint, box->node));
	struct frame_attrs *attrs = attrs_of(f, box->node);

	if (f->p->look->pretty)
		buf_text(b, "    ");
	if (attrs)
		attrs_open(b, attrs);
	else
		buf_text(b, "<g>");
	indent(f, 3);
	title(f, box->node);
	indent(f, 3);
	rect(f, box, y, rgb);
	label(f, box, y, rgb);
	indent(f, 2);
	if (attrs)
		attrs_close(b, attrs);
	else
		buf_text(b, "</g>");
	buf_char(b, '\n');
	out_drain(f->out);
}

/* Outlines as asked for, or a hair between boxes where they leave room. */
static void
outline(struct buf *b, const struct picture *p)
{
	bool given = p->look->stroke;

	if (!given && p->layout->row < 8)
		return;
	if (!given)
		buf_text(b, " class=\"hair\"");
	xml_color_attr(b, "stroke", given ? p->look->strokecolor :
	    p->look->bg[0]);
	xml_number_attr(b, "stroke-width", 0.5);
}

static void
static_tier(struct frames *f)
{
	const struct picture *p = f->p;
	struct buf *b = &f->out->buf;

	buf_text(b, "<g id=\"static\"");
	if (p->layout->font > 0)
		xml_number_attr(b, "font-size", p->layout->font);
	outline(b, p);
	buf_text(b, ">\n");
	for (size_t i = 0; i < p->layout->n; i++)
		if (p->layout->boxes[i].element)
			element(f, &p->layout->boxes[i]);
	buf_text(b, "</g>\n");
}

/* ---- Narrow tier ---- */

static bool
is_narrow(const struct box *box)
{
	return box->row && !box->element;
}

/* The narrow boxes by colour: v[start[c]] ... v[start[c + 1] - 1]. */
struct groups {
	uint32_t *v;
	size_t *start;
};

static struct groups
group_boxes(const struct frames *f)
{
	const struct layout *l = f->p->layout;
	size_t n = paint_size(f->paint);
	struct groups g = {
		mem_resize(NULL, l->n, sizeof(*g.v)),
		mem_zero((n + 2) * sizeof(*g.start)),
	};

	for (size_t i = 0; i < l->n; i++)
		if (is_narrow(&l->boxes[i]))
			g.start[paint_index(f->paint, l->boxes[i].node) + 2]++;
	for (size_t c = 2; c < n + 2; c++)
		g.start[c] += g.start[c - 1];
	for (size_t i = 0; i < l->n; i++)
		if (is_narrow(&l->boxes[i]))
			g.v[g.start[paint_index(f->paint,
			    l->boxes[i].node) + 1]++] = (uint32_t)i;
	return g;
}

static void
path_begin(struct frames *f, size_t color)
{
	struct buf *b = &f->out->buf;

	buf_text(b, "<path stroke=\"");
	xml_color(b, paint_color(f->paint, color));
	buf_text(b, "\" d=\"");
}

/* A box is a piece of a line as thick as the box is high: half of the bytes
 * that four corners take. */
static void
path_box(struct frames *f, const struct box *box)
{
	const struct layout *l = f->p->layout;
	struct buf *b = &f->out->buf;

	buf_char(b, 'M');
	xml_number(b, box->x);
	buf_char(b, ' ');
	xml_number(b, layout_y(l, f->p->look,
	    f->p->tree->depth[box->node]) + l->box / 2);
	buf_char(b, 'h');
	xml_number(b, box->width > 0.01 ? box->width : 0.01);
}

static void
color_paths(struct frames *f, size_t color, const uint32_t *v, size_t n)
{
	struct buf *b = &f->out->buf;
	size_t length = 0;

	for (size_t i = 0; i < n; i++) {
		size_t before;

		if (length == 0)
			path_begin(f, color);
		before = b->n;
		path_box(f, &f->p->layout->boxes[v[i]]);
		length += b->n - before;
		if (i + 1 == n || length > PATH_BYTES_MAX) {
			buf_text(b, "\"/>\n");
			length = 0;
		}
		out_drain(f->out);
	}
}

static void
narrow_tier(struct frames *f)
{
	struct groups g = group_boxes(f);
	struct buf *b = &f->out->buf;

	buf_text(b, "<g id=\"narrow\" fill=\"none\"");
	xml_number_attr(b, "stroke-width", f->p->layout->box);
	buf_text(b, ">\n");
	for (size_t c = 0; c < paint_size(f->paint); c++)
		color_paths(f, c, g.v + g.start[c],
		    g.start[c + 1] - g.start[c]);
	buf_text(b, "</g>\n");
	free(g.v);
	free(g.start);
}

/* Titles of all frames that are no elements, as lines. */
static void
narrow_titles(struct frames *f)
{
	const struct layout *l = f->p->layout;
	struct pieces pieces;
	struct out line = { 0 };
	struct frames side = *f;
	size_t at = 0;

	buf_text(&f->out->buf, "<metadata id=\"narrow-titles\">");
	pieces_begin(&pieces, f->out, true);
	pieces_put(&pieces, STR("\n"));
	side.out = &line;
	for (size_t i = 0; i < f->p->tree->n; i++) {
		bool boxed = at < l->n && l->boxes[at].node == i;
		bool element = boxed && l->boxes[at].element;

		at += boxed;
		if (element || (!boxed && !f->p->look->all_titles))
			continue;
		line.buf.n = 0;
		title(&side, (uint32_t)i);
		buf_char(&line.buf, '\n');
		pieces_put(&pieces, buf_view(&line.buf));
	}
	pieces_end(&pieces);
	buf_text(&f->out->buf, "</metadata>\n");
	f->title = side.title;
	buf_free(&line.buf);
}

void
draw_frames(struct out *o, const struct picture *p, const struct paint *paint)
{
	struct frames f = { .out = o, .p = p, .paint = paint };

	static_tier(&f);
	narrow_tier(&f);
	narrow_titles(&f);
	buf_free(&f.title);
	buf_free(&f.label);
}
