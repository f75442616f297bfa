/* Boxes: widths from exact sums, which of them are drawn, and how. */
#include "check.h"

#include "../../flamesvg/layout.c"
#include "mem.h"

/* A root with n children of these weights, the first one with a child. */
static struct tree
comb(const struct count *weights, uint32_t n)
{
	struct tree t = { .columns = 1, .n = n + 2, .deepest = 2 };
	struct count total = { 0 };

	t.depth = mem_zero(t.n * sizeof(*t.depth));
	t.parent = mem_zero(t.n * sizeof(*t.parent));
	t.end = mem_zero(t.n * sizeof(*t.end));
	t.self[0] = mem_zero(t.n * sizeof(**t.self));
	t.total[0] = mem_zero(t.n * sizeof(**t.total));
	for (uint32_t i = 0; i < n; i++) {
		uint32_t node = i ? i + 2 : 1;

		t.depth[node] = 1;
		t.end[node] = node + 1;
		t.total[0][node] = t.self[0][node] = weights[i];
		count_add(&total, weights[i]);
	}
	t.depth[2] = 2;
	t.parent[2] = 1;
	t.end[1] = t.end[2] = 3;
	t.total[0][2] = t.self[0][2] = weights[0];
	t.self[0][1] = COUNT(0);
	t.total[0][0] = total;
	t.end[0] = (uint32_t)t.n;
	t.weight = t.total[0];
	return t;
}

static const struct look plain = {
	.width = 1020, .height = 16, .fontsize = 12, .fontwidth = 0.6,
	.minwidth = 0.1,
};

static bool
near(double a, double b)
{
	return a - b < 1e-6 && b - a < 1e-6;
}

static void
widths(void)
{
	struct count w[] = { COUNT(25), COUNT(75) };
	struct tree t = comb(w, 2);
	struct layout l;

	layout_make(&l, &t, &plain);
	CHECK(l.n == 4);
	CHECK(near(l.boxes[0].x, 10) && near(l.boxes[0].width, 1000));
	CHECK(near(l.boxes[1].x, 10) && near(l.boxes[1].width, 250));
	CHECK(near(l.boxes[2].x, 10) && near(l.boxes[2].width, 250));
	CHECK(near(l.boxes[3].x, 260) && near(l.boxes[3].width, 750));
	CHECK(l.narrow == 0 && count_is_zero(l.narrow_self));
}

/* A million ones and one large count: no running error, no gap. */
static void
sums(void)
{
	uint32_t n = 1000001;
	struct count *w = mem_resize(NULL, n, sizeof(*w));
	struct look look = plain;
	struct tree t;
	struct layout l;

	for (uint32_t i = 0; i + 1 < n; i++)
		w[i] = COUNT(1);
	w[n - 1] = COUNT(1000000000000);
	t = comb(w, n);
	look.minwidth = 0;
	layout_make(&l, &t, &look);
	CHECK(l.n == n + 2);
	CHECK(near(l.boxes[n + 1].x + l.boxes[n + 1].width, 1010));
	CHECK(near(l.boxes[n + 1].width, 1000 / 1.000001));
}

static void
limit(void)
{
	struct count w[] = { COUNT(10), COUNT(9), COUNT(81) };
	struct tree t = comb(w, 3);
	struct look look = plain;
	struct layout l;

	look.minwidth = 10;
	look.minwidth_percent = true;
	layout_make(&l, &t, &look);
	CHECK(l.n == 4 && l.narrow == 1);
	CHECK(l.narrow_self.whole == 9);
	look.minwidth = 100;
	look.minwidth_percent = false;
	layout_make(&l, &t, &look);
	CHECK(l.n == 4 && l.narrow == 1);
}

static void
total(void)
{
	struct count w[] = { COUNT(10), COUNT(30) };
	struct tree t = comb(w, 2);
	struct look look = plain;
	struct layout l;

	look.total = COUNT(100);
	layout_make(&l, &t, &look);
	CHECK(near(l.boxes[0].width, 1000));
	CHECK(near(l.boxes[1].width, 100));
	CHECK(l.whole.whole == 100);
	look.total = COUNT(20);
	layout_make(&l, &t, &look);
	CHECK(near(l.boxes[1].width, 250));
	CHECK(l.whole.whole == 40);
}

/* The widest are elements; of equal ones those nearer the root, then the
 * left. */
static void
elements(void)
{
	enum { N = 3000 };
	struct count w[N];
	struct look look = plain;
	struct tree t;
	struct layout l;
	size_t chosen = 0, last = 0;

	for (uint32_t i = 0; i < N; i++)
		w[i] = COUNT(i == 2900 ? 11 : 10);
	t = comb(w, N);
	look.width = 31000;
	layout_make(&l, &t, &look);
	for (size_t i = 0; i < l.n; i++)
		if (l.boxes[i].element) {
			chosen++;
			last = l.boxes[i].node;
		}
	CHECK(chosen == ELEMENTS_MAX);
	CHECK(last == 2902);
	/* The grandchild stands below 2,998 others of its width. */
	CHECK(!l.boxes[2].element);
	CHECK(l.boxes[1].element && l.boxes[3].element);
}

static void
rows(void)
{
	struct count w[] = { COUNT(1) };
	struct tree t = comb(w, 1);
	struct look look = plain;
	struct layout l;

	layout_make(&l, &t, &look);
	CHECK(l.rows == 3);
	CHECK(layout_y(&l, &look, 0) > layout_y(&l, &look, 1));
	CHECK(near(layout_y(&l, &look, 0) - layout_y(&l, &look, 2), 32));
	look.inverted = true;
	CHECK(layout_y(&l, &look, 0) < layout_y(&l, &look, 1));
	CHECK(layout_cells(&l, &look, 6 + 12 * 0.6 * 10.5) == 10);
	CHECK(layout_cells(&l, &look, 3) == 0);
}

/* A tower of n frames. */
static struct tree
tower(uint32_t n)
{
	struct count one[] = { COUNT(1) };
	struct tree t = comb(one, 1);

	t.n = n + 1;
	t.deepest = n;
	t.depth = mem_zero(t.n * sizeof(*t.depth));
	t.parent = mem_zero(t.n * sizeof(*t.parent));
	t.end = mem_zero(t.n * sizeof(*t.end));
	t.self[0] = mem_zero(t.n * sizeof(**t.self));
	t.total[0] = mem_zero(t.n * sizeof(**t.total));
	for (uint32_t i = 0; i <= n; i++) {
		t.depth[i] = i;
		t.parent[i] = i ? i - 1 : 0;
		t.end[i] = n + 1;
		t.total[0][i] = COUNT(1);
	}
	t.self[0][n] = COUNT(1);
	t.weight = t.total[0];
	return t;
}

static void
height(void)
{
	struct layout l;
	struct tree t = tower(1000);

	layout_make(&l, &t, &plain);
	CHECK(l.row > 15 && l.cut == 0 && l.height <= SIDE_MAX);
	t = tower(10000);
	layout_make(&l, &t, &plain);
	CHECK(l.row < 4 && l.cut == 0 && l.height <= SIDE_MAX);
	CHECK(l.font <= 0);
	t = tower(100000);
	layout_make(&l, &t, &plain);
	CHECK(l.cut > 80000 && l.height <= SIDE_MAX);
	CHECK(l.rows + l.cut == 100001);
	CHECK(l.narrow_self.whole == 1);
	CHECK(layout_y(&l, &plain, l.rows - 1) >= l.rows_top);
}

int
main(void)
{
	widths();
	sums();
	limit();
	total();
	elements();
	rows();
	height();
	return CHECK_END();
}
