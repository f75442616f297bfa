/* The data tier, and what reads it back. */
#include "check.h"

#include "../../flamesvg/cells.c"
#include "../../flamesvg/attrs.c"
#include "../../flamesvg/json.c"
#include "../../flamesvg/label.c"
#include "../../flamesvg/pack.c"
#include "../../flamesvg/svg.c"
#include "../../flamesvg/tree.c"
#include "../../flamesvg/trie.c"
#include "../../flamesvg/unfold.c"
#include "folded.h"

static void
numbers(void)
{
	static const uint64_t v[] = { 0, 1, 44, 45, 46, 89, 90, 2024, 2025,
		91124, 91125, UINT32_MAX, UINT64_MAX };
	static const size_t digits[] = { 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 4 };
	struct reader r = { 0 };
	struct buf b = { 0 };

	reader_init(&r);
	for (size_t i = 0; i < sizeof(v) / sizeof(*v); i++) {
		b.n = 0;
		put_number(&b, v[i]);
		CHECK(i >= sizeof(digits) / sizeof(*digits) ||
		    b.n == digits[i]);
		r.left = buf_view(&b);
		CHECK(get_number(&r) == v[i] && r.left.n == 0);
	}
	b.n = 0;
	put_number(&b, 45);
	CHECK_STR(buf_view(&b), "R!");
	CHECK(!r.broken);
	r.left = STR("RR");
	get_number(&r);
	CHECK(r.broken);
	r = (struct reader){ .left = STR("<") };
	reader_init(&r);
	get_number(&r);
	CHECK(r.broken);
	buf_free(&b);
}

static void
read_text(struct trie *t, const char *text, int columns)
{
	struct str left = str_from(text);

	trie_init(t, columns);
	while (left.n) {
		struct folded f;
		struct str frame;
		uint32_t node = 0;

		CHECK(folded_parse(str_line(&left), columns, &f) == NULL);
		while (folded_frame(&f.stack, &frame))
			node = trie_child(t, node, frame);
		trie_add(t, node, f.count);
	}
}

/* The data tier of some stacks. */
static void
packed(struct out *o, const char *text, int columns)
{
	uint32_t of_name[16] = { 0, 1, 2 }, rgb[] = { 0xd8d8d8, 0xff, 0xff00 };
	struct trie trie;
	struct tree t;
	struct look look = { .factor = FACTOR_ONE, .title = STR("</t>&\"") };
	struct layout layout = { .minwidth = 0.1 };
	struct colors colors = { rgb, 3, of_name };
	struct picture p = { &t, &look, &layout, &colors, NULL };

	read_text(&trie, text, columns);
	tree_build(&t, &trie, true);
	pack_write(o, &p);
}

static void
encoding(void)
{
	struct out o = { .fd = -1 };
	struct str data, line;

	packed(&o, "b;ab 3\nb;a<x 50\nb 1\n", 1);
	data = buf_view(&o.buf);
	line = str_line(&data);
	CHECK(str_starts(line, STR("<metadata id=\"data\">{\"v\":1,"
	    "\"frames\":3,\"names\":3,\"columns\":1,\"places\":0,"
	    "\"total\":null,\"title\":\"\\u003c/t\\u003e\\u0026\\\"\"")));
	CHECK_STR(str_line(&data), "!!a&lt;x");
	CHECK_STR(str_line(&data), "\"\"b");
	CHECK_STR(str_line(&data), "!#b");
	/* The root has one child; b (2) has two and 1 of its own; a<x (0) has
	 * 50, ab (1) has 3. */
	CHECK_STR(str_line(&data), "<![CDATA[##'\"!\"R'\"\"$");
	buf_free(&o.buf);
	packed(&o, "a 1.5 0\nb 0 0\nc 0 2\n", 2);
	data = buf_view(&o.buf);
	CHECK(str_search(str_line(&data), STR("\"places\":1,")) < 400);
	for (int i = 0; i < 3; i++)
		str_line(&data);
	/* 3 children, no own; 1.5 before; a stack with nothing; 2 after. */
	CHECK_STR(str_line(&data), "<![CDATA[.!\"1\"\"!##6");
	buf_free(&o.buf);
}

static void
check_unfold(const char *text, int columns)
{
	struct out svg = { .fd = -1 }, back = { .fd = -1 };

	packed(&svg, text, columns);
	CHECK(unfold(&back, buf_view(&svg.buf)) == NULL);
	CHECK_STR(buf_view(&back.buf), text);
	/* A part of it is never taken for the whole, and never crashes. */
	for (size_t n = 0; n + 24 < svg.buf.n; n++) {
		back.buf.n = 0;
		CHECK(unfold(&back, str_head(buf_view(&svg.buf), n)) != NULL);
	}
	buf_free(&svg.buf);
	buf_free(&back.buf);
}

static void
decoding(void)
{
	check_unfold("a;b 1\na;c 2\n", 1);
	check_unfold("a 0.000000001\na;<T>&amp;\"q' 18446744073709551615\n",
	    1);
	check_unfold("a;]]> 3\na;\xc3\xa9 4\na;\xc3\xa9\xc3\xa9 5\n", 1);
	/* Two characters that begin with the same byte. */
	check_unfold("a;\xc3\xa8x 4\na;\xc3\xa9x 5\n", 1);
	check_unfold("a 0 0\nb 1.5 0\nc 0 2.25\n", 2);
	check_unfold("a;</metadata> 1\na;<metadata id=\"data\"> 1\n", 1);
}

/* One stack "a", whose count is given in the digits of the data. */
static void
check_number(const char *digits, const char *stacks)
{
	struct out back = { .fd = -1 };
	struct buf svg = { 0 };

	buf_text(&svg, "<metadata id=\"data\">{\"v\":1,\"frames\":1,"
	    "\"names\":1,\"columns\":1,\"places\":0}\n!!a\n#!\"");
	buf_text(&svg, digits);
	buf_text(&svg, "\n</metadata>");
	CHECK((unfold(&back, buf_view(&svg)) == NULL) == (stacks[0] != 0));
	CHECK_STR(buf_view(&back.buf), stacks);
	buf_free(&svg);
	buf_free(&back.buf);
}

/* A number past 64 bits is damage, not what is left of it. */
static void
limits(void)
{
	check_number("^Rshu}Tr|Wu1", "a 18446744073709551615\n");
	check_number("^Rshu}Tr|Wu2", "");
	check_number("^^Rshu}Tr|Wu7", "");
	check_number("~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~!", "");
}

static void
pieces(void)
{
	struct out o = { .fd = -1 };
	struct pieces p;

	pieces_begin(&p, &o, true);
	p.left = 5;
	pieces_put(&p, STR("abc\n"));
	pieces_put(&p, STR("de\n"));
	pieces_end(&p);
	CHECK_STR(buf_view(&o.buf),
	    "<![CDATA[abc\n]]><!----><![CDATA[de\n]]>");
	o.buf.n = 0;
	pieces_begin(&p, &o, false);
	p.left = 2;
	pieces_put(&p, STR("<"));
	pieces_put(&p, STR("\xc3\xa9"));
	pieces_end(&p);
	CHECK_STR(buf_view(&o.buf), "&lt;<!---->\xc3\xa9");
	buf_free(&o.buf);
}

static struct str
cleaned(struct buf *b, struct str text)
{
	b->n = 0;
	xml_clean(b, text);
	return buf_view(b);
}

static void
cleaning(void)
{
	struct buf b = { 0 };

	CHECK_STR(cleaned(&b, STR("a\tb\n\x7f")), "a\ufffdb\ufffd\ufffd");
	CHECK_STR(cleaned(&b, STR("\xff\xc0\x80")), "\ufffd\ufffd\ufffd");
	/* A maximal part of a sequence is one. */
	CHECK_STR(cleaned(&b, STR("\xe4\xb8x\xf0\x9f\x98")), "\ufffdx\ufffd");
	CHECK_STR(cleaned(&b, STR("\xed\xa0\x80")), "\ufffd\ufffd\ufffd");
	CHECK_STR(cleaned(&b, STR("\xef\xbf\xbe\xef\xbf\xbf")),
	    "\ufffd\ufffd");
	CHECK_STR(cleaned(&b, STR("\xc3\xa9\xe4\xb8\xad\xf0\x9f\x98\x80")),
	    "\u00e9\u4e2d\U0001f600");
	CHECK(!xml_is_clean(STR("\0")) && xml_is_clean(STR("\xc2\x85")));
	b.n = 0;
	xml_comment(&b, STR("a--b->"));
	CHECK_STR(buf_view(&b), "a- - b- &gt;");
	b.n = 0;
	xml_attr(&b, STR("<\"'&>"));
	CHECK_STR(buf_view(&b), "&lt;&quot;'&amp;&gt;");
	buf_free(&b);
}

static void
decimals(void)
{
	static const struct {
		double v;
		const char *text;
	} t[] = {
		{ 0, "0" }, { 0.004, "0" }, { 0.005, ".01" }, { 0.5, ".5" },
		{ 12.3, "12.3" }, { 12.345, "12.35" }, { 99.999, "100" },
		{ -1.5, "-1.5" }, { 31999.99, "31999.99" },
	};
	struct buf b = { 0 };

	for (size_t i = 0; i < sizeof(t) / sizeof(*t); i++) {
		b.n = 0;
		xml_number(&b, t[i].v);
		CHECK_STR(buf_view(&b), t[i].text);
	}
	b.n = 0;
	json_number(&b, "k", 0.602);
	CHECK_STR(buf_view(&b), "\"k\":0.602");
	buf_free(&b);
}

/* Where a link may lead. */
static void
links(void)
{
	CHECK(href_allowed(STR("http://x/y?z=a:b")));
	CHECK(href_allowed(STR("HTTPS://x")));
	CHECK(href_allowed(STR("mailto:a@b")));
	CHECK(href_allowed(STR("page.html#a:b")));
	CHECK(href_allowed(STR("../x:y")));
	CHECK(href_allowed(STR("")));
	CHECK(!href_allowed(STR("javascript:x()")));
	CHECK(!href_allowed(STR("JaVaScRiPt:x()")));
	CHECK(!href_allowed(STR(" javascript:x()")));
	CHECK(!href_allowed(STR("java\tscript:x()")));
	CHECK(!href_allowed(STR("data:text/html,x")));
	CHECK(!href_allowed(STR("vbscript:x")));
	CHECK(!href_allowed(STR(":x")));
}

int
main(void)
{
	numbers();
	encoding();
	decoding();
	limits();
	pieces();
	cleaning();
	decimals();
	links();
	return CHECK_END();
}
