/* Stacks become one tree: merged, sorted, summed. */
#include "check.h"

#include "../../flamesvg/cells.c"
#include "../../flamesvg/label.c"
#include "../../flamesvg/scan.c"
#include "../../flamesvg/shape.c"
#include "../../flamesvg/svg.c"
#include "../../flamesvg/tree.c"
#include "../../flamesvg/trie.c"
#include "folded.h"

/* The stacks of a text; for a chart, its lines too. */
/* Adds a copy that may be read past its end. */
static void
add(struct scan *s, const struct trie *t, struct str text)
{
	static struct arena arena;
	char *copy = arena_take(&arena, text.n + SCAN_SLACK);

	memcpy(copy, text.p, text.n);
	scan_add(s, t, (struct str){ copy, text.n });
}

static void
read_text(struct trie *t, struct lines *lines, const char *text, int columns)
{
	struct str left = str_from(text);
	struct scan scan = { 0 };

	trie_init(t, columns);
	*lines = (struct lines){ 0 };
	for (size_t i = 0; left.n; i++) {
		struct folded f;
		uint32_t node;

		CHECK(folded_parse(str_line(&left), columns, &f) == NULL);
		add(&scan, t, f.stack);
		node = scan_node(&scan, t, i);
		trie_add(t, node, f.count);
		lines->v = mem_grow(lines->v, &lines->cap, lines->n + 1,
		    sizeof(*lines->v));
		lines->v[lines->n++] = (struct line){ node,
		    { f.count[0], f.count[1] } };
	}
	scan_free(&scan);
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
	struct trie trie;
	struct lines lines;
	struct tree t;
	struct buf b = { 0 };
	struct count off[2];

	read_text(&trie, &lines, text, columns);
	CHECK(shape_stacks(&trie, &lines, &shape, off));
	tree_build(&t, &trie, !shape.chart && !shape.unsorted);
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
	struct trie trie;
	struct lines lines;
	struct tree t;

	check_tree("p;x 10 30\np;y 10 30\n", 2, (struct shape){ 0 },
	    "(all 60 (p 60 (x 30) (y 30)))");
	read_text(&trie, &lines, "m;a 5 7\nm;gone 5 0\nm;new 0 3\n", 2);
	tree_build(&t, &trie, true);
	/* What is gone keeps the width it had. */
	CHECK(t.weight[0].whole == 15);
	CHECK(t.total[0][0].whole == 10 && t.total[1][0].whole == 10);
}

static void
limits(void)
{
	struct trie trie;
	struct lines lines;
	struct tree t;

	read_text(&trie, &lines, "a 18446744073709551615\nb 1\n", 1);
	tree_build(&t, &trie, true);
	CHECK(t.overflow);
	CHECK(t.total[0][0].whole == UINT64_MAX);
	read_text(&trie, &lines, "a 1.25\nb 0.000000001\n", 1);
	tree_build(&t, &trie, true);
	CHECK(!t.overflow && t.places == 9);
	read_text(&trie, &lines, "a 1.250\n", 1);
	tree_build(&t, &trie, true);
	CHECK(t.places == 2 && t.stacks == 1 && t.deepest == 1);
}

static uint32_t
node_of(struct trie *t, const char *stack)
{
	struct scan scan = { 0 };
	uint32_t node;

	add(&scan, t, str_from(stack));
	node = scan_node(&scan, t, 0);
	scan_free(&scan);
	return node;
}

/* The same stack is the same node, by text and by names, wherever frames end
 * within the words that are hashed. */
static void
nodes(void)
{
	struct trie t;
	char text[3 * 40 + 3];
	uint32_t *path = NULL;
	size_t cap = 0;

	trie_init(&t, 1);
	for (size_t a = 0; a < 40; a++)
		for (size_t b = 0; b < 40; b += 7) {
			struct str name = { text + a + 1, b };
			uint32_t node, first;

			memset(text, 'x', sizeof(text));
			text[a] = text[a + 1 + b] = ';';
			text[a + b + 5] = '\0';
			node = node_of(&t, text);
			CHECK(node_of(&t, text) == node);
			CHECK(trie_path(&t, node, &path, &cap) == 3);
			CHECK(str_eq(t.names.names[path[1]], name));
			first = trie_child(&t, 0, (struct str){ text, a });
			CHECK(t.node[t.node[node].parent].parent == first);
			CHECK(trie_child(&t, first, name) ==
			    t.node[node].parent);
		}
	CHECK(node_of(&t, "a;b") != node_of(&t, "b;a"));
	CHECK(node_of(&t, "a") != node_of(&t, "a;"));
	CHECK(node_of(&t, ";") != node_of(&t, ";;"));
	CHECK(t.node[node_of(&t, "a;b;c")].parent == node_of(&t, "a;b"));
	free(path);
	trie_free(&t);
}

/* One scan of stacks that share beginnings with those before them. */
static void
scans(void)
{
	static const char *const stacks[] = { "main;run;read", "main;run",
		"main;run;read", "main;running;read", "main;run;read;x",
		"main;run;read", "m", "main;run;write;a;b;c;d;e;f;g;h",
		"main;run;write;a;b;c;d;e;f;g;h;i", "main;run;write" };
	enum { N = sizeof(stacks) / sizeof(*stacks) };
	struct trie t, other;
	struct scan scan = { 0 };

	trie_init(&t, 1);
	trie_init(&other, 1);
	for (size_t i = 0; i < 20 * N; i++)
		add(&scan, &t, str_from(stacks[i % N]));
	for (size_t i = 0; i < 20 * N; i++)
		CHECK(scan_node(&scan, &t, i) ==
		    node_of(&other, stacks[i % N]));
	CHECK(t.n == other.n);
	scan_free(&scan);
	trie_free(&t);
	trie_free(&other);
}

int
main(void)
{
	nodes();
	scans();
	merging();
	shapes();
	differentials();
	limits();
	return CHECK_END();
}
