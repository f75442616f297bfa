#include "layout.h"

#include <stdlib.h>

#include "mem.h"

#define LEFT 10.0
#define ROW_MIN 2.0
#define FONT_MIN 6.0

/* Rounding must not drop a frame that is exactly as wide as the limit. */
#define ALMOST (1 - 1e-9)

/* ---- Boxes ---- */

static void
add_box(struct layout *l, size_t *cap, struct box box)
{
	l->boxes = mem_grow(l->boxes, cap, l->n + 1, sizeof(*l->boxes));
	l->boxes[l->n++] = box;
}

static double
share(struct count part, struct count whole)
{
	return count_is_zero(whole) ? 1 :
	    count_double(part) / count_double(whole);
}

/*
 * Walks the tree with, for each depth, the sum of all that stands to the left
 * of the next frame there.  Sums are exact, so that a million narrow frames
 * leave no gap; what is too narrow is passed over with its subtree.
 */
static void
place_boxes(struct layout *l, const struct tree *t, struct count whole)
{
	struct count *start = mem_zero((t->deepest + 2) * sizeof(*start));
	double inner = l->width - 2 * l->left;
	size_t cap = 0;

	for (size_t i = 0; i < t->n;) {
		uint32_t depth = t->depth[i];
		struct count from, weight = t->weight[i];
		double width = inner * (i ? share(weight, whole) : 1);

		count_add(&start[depth], tree_gap_weight(t, (uint32_t)i));
		from = start[depth];
		count_add(&start[depth], weight);
		start[depth + 1] = from;
		if (i && (width < l->minwidth * ALMOST ||
		    count_is_zero(weight))) {
			i = t->end[i];
			continue;
		}
		add_box(l, &cap, (struct box){ .node = (uint32_t)i,
		    .x = l->left + (i ? inner * share(from, whole) : 0),
		    .width = width });
		i++;
	}
	free(start);
}

/* ---- Which boxes become elements ---- */

static bool
ranks_before(const struct tree *t, const struct box *a, const struct box *b)
{
	int cmp = count_cmp(t->weight[a->node], t->weight[b->node]);

	if (a->node == 0 || b->node == 0)
		return a->node == 0;
	if (cmp)
		return cmp > 0;
	if (t->depth[a->node] != t->depth[b->node])
		return t->depth[a->node] < t->depth[b->node];
	return a->node < b->node;
}

/* A heap of boxes whose root is the last one in rank. */
struct heap {
	const struct tree *tree;
	struct box *v[ELEMENTS_MAX];
	size_t n;
};

static void
sink(struct heap *h)
{
	size_t at = 0, child;
	struct box *box = h->v[0];

	while ((child = 2 * at + 1) < h->n) {
		if (child + 1 < h->n &&
		    ranks_before(h->tree, h->v[child], h->v[child + 1]))
			child++;
		if (!ranks_before(h->tree, box, h->v[child]))
			break;
		h->v[at] = h->v[child];
		at = child;
	}
	h->v[at] = box;
}

static void
rise(struct heap *h, struct box *box)
{
	size_t at = h->n++;

	while (at > 0 &&
	    ranks_before(h->tree, h->v[(at - 1) / 2], box)) {
		h->v[at] = h->v[(at - 1) / 2];
		at = (at - 1) / 2;
	}
	h->v[at] = box;
}

static void
choose_elements(struct layout *l, const struct tree *t)
{
	struct heap heap = { .tree = t };

	for (size_t i = 0; i < l->n; i++) {
		struct box *box = &l->boxes[i];

		if (!box->row || (i && box->width < ELEMENT_WIDTH * ALMOST))
			continue;
		if (heap.n < ELEMENTS_MAX) {
			rise(&heap, box);
		} else if (ranks_before(t, box, heap.v[0])) {
			heap.v[0] = box;
			sink(&heap);
		}
	}
	for (size_t i = 0; i < heap.n; i++)
		heap.v[i]->element = true;
}

/* ---- Rows ---- */

/* Fits the rows under the height limit: they shrink, then the deepest go. */
static void
place_rows(struct layout *l, const struct tree *t, const struct look *look,
    double around)
{
	double room = SIDE_MAX - around;
	uint32_t deepest = 0;

	for (size_t i = 0; i < l->n; i++)
		if (t->depth[l->boxes[i].node] > deepest)
			deepest = t->depth[l->boxes[i].node];
	l->row = look->height;
	if (l->row * (deepest + 1.0) > room)
		l->row = (double)(int)(room / (deepest + 1.0) * 100) / 100;
	if (l->row < ROW_MIN)
		l->row = look->height < ROW_MIN ? look->height : ROW_MIN;
	l->rows = deepest + 1;
	if (l->row * l->rows > room)
		l->rows = (uint32_t)(room / l->row);
	l->box = l->row > 4 ? l->row - 1 : l->row * 0.8;
	l->font = look->fontsize < l->row - 2 ? look->fontsize : l->row - 2;
	if (l->font < FONT_MIN)
		l->font = look->fontsize < FONT_MIN && look->fontsize <=
		    l->row ? look->fontsize : 0;
	for (size_t i = 0; i < l->n; i++)
		l->boxes[i].row = t->depth[l->boxes[i].node] < l->rows;
}

static void
place_texts(struct layout *l, const struct look *look, bool legend)
{
	double fs = look->fontsize;
	double below = legend ? 3.75 * fs + 6 : 2 * fs + 6;

	l->title_y = 2 * fs + 4;
	l->subtitle_y = l->title_y + 1.6 * fs;
	l->rows_top = l->subtitle_y + fs + 3;
	l->height = l->rows_top + below;
}

/* ---- What is not drawn ---- */

static void
count_hidden(struct layout *l, const struct tree *t)
{
	struct count drawn = COUNT(0);

	for (size_t i = 0; i < l->n; i++) {
		const struct box *box = &l->boxes[i];

		if (box->row)
			count_add(&drawn, tree_self_weight(t, box->node));
		else
			l->cut++;
	}
	l->narrow = (uint32_t)(t->n - l->n);
	l->narrow_self = count_sub(t->weight[0], drawn);
}

static struct count
greater(struct count a, struct count b)
{
	return count_cmp(a, b) > 0 ? a : b;
}

void
layout_make(struct layout *l, const struct tree *t, const struct look *look)
{
	double texts;

	*l = (struct layout){ .width = look->width, .left = LEFT };
	l->whole = greater(look->total, tree_total(t, 0));
	l->minwidth = look->minwidth;
	if (look->minwidth_percent)
		l->minwidth *= (l->width - 2 * LEFT) / 100;
	place_boxes(l, t, greater(look->total, t->weight[0]));
	place_texts(l, look, t->columns == 2);
	texts = l->height;
	place_rows(l, t, look, texts);
	l->height = (double)(int)(texts + l->row * l->rows + 0.999);
	l->note_y = l->height - look->fontsize;
	l->legend_y = l->note_y - 1.75 * look->fontsize;
	choose_elements(l, t);
	count_hidden(l, t);
}

double
layout_y(const struct layout *l, const struct look *look, uint32_t depth)
{
	if (look->inverted)
		return l->rows_top + depth * l->row;
	return l->rows_top + (l->rows - 1.0 - depth) * l->row;
}

size_t
layout_cells(const struct layout *l, const struct look *look, double width)
{
	double room = width - 2 * LABEL_PAD;

	if (l->font <= 0 || room <= 0)
		return 0;
	return (size_t)(room / (l->font * look->fontwidth));
}
