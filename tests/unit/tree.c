/* Stacks become one tree: merged, sorted, summed. */
#include "check.h"

#include "../../flamesvg/label.c"
#include "../../flamesvg/ranks.c"
#include "../../flamesvg/shape.c"
#include "../../flamesvg/svg.c"
#include "../../flamesvg/tree.c"
#include "../../flamesvg/unsorted.c"
#include "../../flamesvg/utf8.c"
#include "folded.h"

/* The stacks of a text; chart: a row a line. */
static void
read_text(struct stacks *s, const char *text, int columns, bool chart)
{
	struct str left = str_from(text);

	*s = (struct stacks){ 0 };
	while (left.n) {
		struct folded f;
		struct str frame;
		uint32_t ids[64], depth = 0;
		size_t row;

		CHECK(folded_parse(str_line(&left), columns, &f) == NULL);
		while (folded_frame(&f.stack, &frame))
			ids[depth++] = intern_id(&s->names, frame);
		if (!chart) {
			stacks_add(s, ids, depth, f.count);
			continue;
		}
		row = stacks_push(s, ids, depth);
		memcpy(s->v[row].count, f.count, sizeof(f.count));
	}
}

/* "(all 5 (a 3) (b 2))": names, totals, nesting. */
static struct str
show(struct buf *b, const struct tree *t)
{
	uint32_t open = 0;

	b->n = 0;
	for (uint32_t i = 0; i < t->n; i++) {
		for (; open > t->depth[i]; open--)
			buf_char(b, ')');
		if (i)
			buf_char(b, ' ');
		buf_char(b, '(');
		buf_str(b, i ? t->names[t->name[i]] : STR("all"));
		buf_char(b, ' ');
		count_print(b, tree_total(t, i));
		open++;
	}
	while (open--)
		buf_char(b, ')');
	return buf_view(b);
}

static void
check_tree(const char *text, int columns, struct shape shape,
    const char *want)
{
	struct stacks s;
	struct tree t;
	struct buf b = { 0 };
	struct count off[2];

	read_text(&s, text, columns, shape.chart);
	shape_stacks(&s, &shape, off);
	tree_build(&t, &s, columns, &shape);
	CHECK_STR(show(&b, &t), want);
	for (uint32_t i = 0; i < t.n; i++) {
		CHECK(t.end[i] > i && t.end[i] <= t.n);
		CHECK(i == 0 || t.parent[i] < i);
		CHECK(i == 0 || t.end[i] <= t.end[t.parent[i]]);
		CHECK(i == 0 || t.depth[i] == t.depth[t.parent[i]] + 1);
	}
	buf_free(&b);
}

static void
merging(void)
{
	struct shape plain = { 0 };

	check_tree("x;foo 5\nx;foo.cold 3\nx;foo;bar 4\n", 1, plain,
	    "(all 12 (x 12 (foo 9 (bar 4)) (foo.cold 3)))");
	check_tree("b;x 1\na;y 2\nb;z 3\na 5\n", 1, plain,
	    "(all 11 (a 7 (y 2)) (b 4 (x 1) (z 3)))");
	check_tree("a;a;a 1\na;a 1\na 1\n", 1, plain,
	    "(all 3 (a 3 (a 2 (a 1))))");
	check_tree("z 1\nB 1\na.b 1\na 1\n", 1, plain,
	    "(all 4 (B 1) (a 1) (a.b 1) (z 1))");
	/* Names that are the same once they are clean. */
	check_tree("a;\x01 1\na;\x02 2\na;\xef\xbf\xbd 4\n", 1, plain,
	    "(all 7 (a 7 (\xef\xbf\xbd 7)))");
	check_tree("a 0.4\na;b 0.4\n", 1, plain, "(all 0.8 (a 0.8 (b 0.4)))");
}

static void
shapes(void)
{
	const struct str bases[] = { STR("B"), STR("C") };

	check_tree("a;b 1\nc;b 2\n", 1, (struct shape){ .reverse = true },
	    "(all 3 (b 3 (a 1) (c 2)))");
	check_tree("a;b 1\na;c 2\na;b 4\na;b 8\n", 1,
	    (struct shape){ .chart = true },
	    "(all 15 (a 15 (b 1) (c 2) (b 12)))");
	check_tree("z;b 1\na;c 2\nz;a 4\na;b 8\n", 1,
	    (struct shape){ .unsorted = true },
	    "(all 15 (z 5 (b 1) (a 4)) (a 10 (c 2) (b 8)))");
	check_tree("B;x;B;y 1\nx;C_[k] 2\nx 4\nB 8\n", 1,
	    (struct shape){ .bases = bases, .nbases = 2 },
	    "(all 11 (B 9 (y 1)) (C_[k] 2))");
	check_tree("a;--;b;--;c 1\na;b 2\n", 1,
	    (struct shape){ .chain = true },
	    "(all 3 (a 3 (-- 1 (b_[w] 1 (-- 1 (c_[w] 1)))) (b 2)))");
}

static void
differentials(void)
{
	struct stacks s;
	struct tree t;

	check_tree("p;x 10 30\np;y 10 30\n", 2, (struct shape){ 0 },
	    "(all 60 (p 60 (x 30) (y 30)))");
	read_text(&s, "m;a 5 7\nm;gone 5 0\nm;new 0 3\n", 2, false);
	tree_build(&t, &s, 2, &(struct shape){ 0 });
	/* What is gone keeps the width it had. */
	CHECK(t.weight[0].whole == 15);
	CHECK(t.total[0][0].whole == 10 && t.total[1][0].whole == 10);
}

static void
limits(void)
{
	struct stacks s;
	struct tree t;

	read_text(&s, "a 18446744073709551615\nb 1\n", 1, false);
	tree_build(&t, &s, 1, &(struct shape){ 0 });
	CHECK(t.overflow);
	CHECK(t.total[0][0].whole == UINT64_MAX);
	read_text(&s, "a 1.25\nb 0.000000001\n", 1, false);
	tree_build(&t, &s, 1, &(struct shape){ 0 });
	CHECK(!t.overflow && t.places == 9);
	read_text(&s, "a 1.250\n", 1, false);
	tree_build(&t, &s, 1, &(struct shape){ 0 });
	CHECK(t.places == 2 && t.stacks == 1 && t.deepest == 1);
}

int
main(void)
{
	merging();
	shapes();
	differentials();
	limits();
	return CHECK_END();
}
