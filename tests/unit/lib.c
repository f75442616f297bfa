#include "check.h"

#include "arena.h"
#include "count.h"
#include "intern.h"
#include "warn.h"
#include "word.h"

static void
strings(void)
{
	struct str text = STR("one\ntwo\n\nlast"), none = { 0 };
	uint64_t n;

	CHECK_STR(str_line(&text), "one");
	CHECK_STR(str_line(&text), "two");
	CHECK_STR(str_line(&text), "");
	CHECK_STR(str_line(&text), "last");
	CHECK(text.n == 0);
	CHECK(str_eq(none, STR("")));
	CHECK(str_cmp(STR("a"), STR("ab")) < 0);
	CHECK(str_cmp(STR("a\xff"), STR("ab")) > 0);
	CHECK(str_find(STR("a;b;c"), ';') == 1);
	CHECK(str_rfind(STR("a;b;c"), ';') == 3);
	CHECK(str_find(STR("abc"), ';') == 3);
	CHECK(str_search(STR("aab"), STR("ab")) == 1);
	CHECK(str_search(STR("aaa"), STR("ab")) == 3);
	CHECK(str_search(STR("a"), STR("ab")) == 1);
	CHECK_STR(str_trim(STR(" \t a b \r")), "a b");
	CHECK_STR(str_base(STR("/usr/lib/libc.so")), "libc.so");
	CHECK_STR(str_base(STR("libc.so")), "libc.so");
	CHECK(str_u64(STR("18446744073709551615"), &n) && n == UINT64_MAX);
	CHECK(!str_u64(STR("18446744073709551616"), &n));
	CHECK(!str_u64(STR(""), &n) && !str_u64(STR("1a"), &n));
}

/* Every set of places, beside bytes that differ in one bit. */
static void
words(void)
{
	for (unsigned want = 0; want < 0x10000; want++) {
		char text[16];

		for (unsigned i = 0; i < 16; i++)
			text[i] = want >> i & 1 ? ';' : (char)(';' ^ 1 << i % 8);
		CHECK(word_find16(text, ';') == want);
		CHECK(word_find16_plain(text, ';') == want);
	}
	CHECK(word_load("abc", 2) == 0x6261);
}

static struct count
number(const char *text)
{
	struct count c;

	CHECK(count_parse(str_from(text), &c) == NULL);
	return c;
}

static void
prints(const char *text, const char *want)
{
	struct buf b = { 0 };

	count_print(&b, number(text));
	CHECK_STR(buf_view(&b), want);
	buf_free(&b);
}

static void
commas(const char *text, const char *want)
{
	struct buf b = { 0 };

	count_commas(&b, number(text));
	CHECK_STR(buf_view(&b), want);
	buf_free(&b);
}

static void
counts(void)
{
	static const char *const wrong[] = { "", ".", "-5", "1e3", "nan",
		"+3", "1.2.3", "0x10", "18446744073709551616",
		"0.0000000001" };
	struct count c;

	for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++)
		CHECK(count_parse(str_from(wrong[i]), &c) != NULL);
	prints("10", "10");
	prints("10.", "10");
	prints(".5", "0.5");
	prints("010.250", "10.25");
	prints("0.000000001", "0.000000001");
	prints("0.5000000000000", "0.5");
	commas("0.5", "1");
	commas("0.499999999", "0");
	commas("999", "999");
	commas("1234567", "1,234,567");
	commas("18446744073709551615.5", "18,446,744,073,709,551,616");

	c = number("0.7");
	CHECK(count_add(&c, number("0.4")) && c.whole == 1 &&
	    c.nano == 100000000);
	c = number("18446744073709551615");
	CHECK(!count_add(&c, COUNT(1)));
	CHECK(count_cmp(c, COUNT_MAX) == 0);
	c = number("18446744073709551615.6");
	CHECK(!count_add(&c, number("0.5")));
	CHECK(count_cmp(count_sub(number("2"), number("0.5")),
	    number("1.5")) == 0);
}

static void
shares(void)
{
	struct buf b = { 0 };

	CHECK(count_share(COUNT(1), COUNT(3), 2) == 3333);
	CHECK(count_share(COUNT(2), COUNT(3), 2) == 6667);
	CHECK(count_share(COUNT(1), COUNT(80000), 2) == 0);
	CHECK(count_share(COUNT(1), COUNT(20000), 2) == 1);
	CHECK(count_share(COUNT(0), COUNT(0), 2) == 0);
	CHECK(count_share(COUNT_MAX, COUNT_MAX, 4) == 1000000);
	share_print(&b, 3333, 2);
	CHECK_STR(buf_view(&b), "33.33");
	b.n = 0;
	share_print(&b, 7, 2);
	CHECK_STR(buf_view(&b), "0.07");
	buf_free(&b);
}

static void
interning(void)
{
	struct intern t = { 0 };
	struct buf b = { 0 };

	for (uint64_t round = 0; round < 2; round++)
		for (uint64_t i = 0; i < 10000; i++) {
			b.n = 0;
			buf_u64(&b, i);
			CHECK(intern_id(&t, buf_view(&b)) == i);
		}
	CHECK(t.n == 10000);
	CHECK_STR(t.names[4711], "4711");
	CHECK(intern_id(&t, STR("a\0b")) != intern_id(&t, STR("a")));
	intern_free(&t);
}

static void
finding(void)
{
	struct intern t = { 0 };
	struct buf b = { 0 };
	uint32_t id = 7;

	CHECK(!intern_find(&t, STR("1"), &id));
	for (uint64_t i = 0; i < 1000; i++) {
		b.n = 0;
		buf_u64(&b, i);
		CHECK(!intern_find(&t, buf_view(&b), &id) && t.n == i);
		intern_id(&t, buf_view(&b));
	}
	CHECK(id == 7);
	CHECK(intern_find(&t, STR("471"), &id) && id == 471);
	intern_free(&t);
	buf_free(&b);
}

static void
masking(void)
{
	struct buf b = { 0 };

	CHECK_STR(str_from(mask(&b, STR("a\033[1m\x7f"))), "a^[[1m^?");
	buf_free(&b);
}

int
main(void)
{
	strings();
	words();
	counts();
	shares();
	interning();
	finding();
	masking();
	return CHECK_END();
}
