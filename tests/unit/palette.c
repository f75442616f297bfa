/* Colours: which family a name belongs to, that text on it can be read. */
#include "check.h"

#include "../../flamesvg/cells.c"
#include "../../flamesvg/label.c"
#include "../../flamesvg/palette.c"

static void
families(void)
{
	CHECK(java(STR("a_[k]")) == &orange);
	CHECK(java(STR("Foo::bar_[k]")) == &orange);
	CHECK(java(STR("a_[i]")) == &aqua);
	CHECK(java(STR("a_[j]")) == &green);
	CHECK(java(STR("Lorg/x/Y:::m")) == &green);
	CHECK(java(STR("Foo::bar")) == &yellow);
	CHECK(java(STR("-[NSObject init]")) == &yellow);
	CHECK(java(STR("java.util.Map.get")) == &green);
	CHECK(java(STR("Compile")) == &green);
	CHECK(java(STR("[libc.so.6]")) == &red);
	CHECK(java(STR("memcpy")) == &red);
	CHECK(java(STR("")) == &red);
	CHECK(js(STR(" ")) == &green);
	CHECK(js(STR("f /x/y.js:10_[j]")) == &green);
	CHECK(js(STR("f_[j]")) == &aqua);
	CHECK(js(STR("v8::f")) == &yellow);
	CHECK(js(STR("/x/y.js:10")) == &green);
	CHECK(js(STR("/x/node_modules/y.js")) == &purple);
	CHECK(js(STR("Builtin:f")) == &aqua);
	CHECK(js(STR("f_[k]")) == &orange);
	CHECK(js(STR("memcpy")) == &red);
	CHECK(perl(STR("Perl_x")) == &green);
	CHECK(perl(STR("x.pl")) == &green);
	CHECK(perl(STR("A::b")) == &yellow);
	CHECK(python(STR("f (/usr/lib/python3.11/x.py)")) == &yellow);
	CHECK(python(STR("f (/x/pythonic/x.py)")) == &red);
	CHECK(python(STR("/site-packages/x.py")) == &aqua);
	CHECK(python(STR("<frozen importlib>")) == &yellow);
	CHECK(rust(STR("core::fmt::write")) == &orange);
	CHECK(rust(STR("bin`std::x")) == &orange);
	CHECK(rust(STR("<core::x as y>::z")) == &orange);
	CHECK(rust(STR("<core::future::from_generator::GenFuture<T> as "
	    "F>::poll")) == &aqua);
	CHECK(rust(STR("mine::x")) == &aqua);
	CHECK(rust(STR("main")) == &yellow);
	CHECK(chain(STR("a_[w]")) == &aqua);
	CHECK(chain(STR("a")) == &blue);
}

static void
modules(void)
{
	CHECK_STR(module_of(STR("libc.so`malloc")), "libc.so");
	CHECK_STR(module_of(STR("[libc.so.6]")), "libc.so.6");
	CHECK_STR(module_of(STR("[[vdso]]")), "vdso");
	CHECK_STR(module_of(STR("core::fmt::write")), "core");
	CHECK_STR(module_of(STR("<&mut serde::X as Y>::f")), "serde");
	CHECK_STR(module_of(STR("net/http.(*conn).serve")), "net/http");
	CHECK_STR(module_of(STR("github.com/a/b/c.F")), "github.com/a/b");
	CHECK_STR(module_of(STR("org/apache/spark/sql/X:::m")),
	    "org/apache/spark");
	CHECK_STR(module_of(STR("java.util.Map.get")), "java.util");
	CHECK_STR(module_of(STR("memcpy")), "");
	CHECK_STR(module_of(STR("")), "");
	CHECK_STR(module_of(STR("<")), "");
	CHECK(module_color(STR("core::a")) != module_color(STR("serde::a")));
}

/* Each colour that any palette can make is light enough for black text. */
static void
contrasts(void)
{
	const struct family *all[] = { &hot, &mem, &io, &red, &green, &blue,
		&aqua, &yellow, &purple, &orange };

	for (size_t f = 0; f < 10; f++)
		for (unsigned v = 0; v < 125; v++) {
			unsigned values3[3] = { v % 5, v / 5 % 5, v / 25 };

			CHECK(color_contrast(0, family_color(all[f], values3,
			    5)) > 4.55);
		}
	for (unsigned hue = 0; hue < HUES; hue++)
		for (unsigned sat = 96; sat <= 144; sat += 16)
			CHECK(color_contrast(0, hue_color(hue, sat)) > 4.55);
	for (int level = 0; level <= COLOR_LEVELS; level++) {
		CHECK(color_contrast(0, color_level(level, true)) > 4.55);
		CHECK(color_contrast(0, color_level(level, false)) > 4.55);
	}
	CHECK(color_contrast(0, COLOR_DASH) > 4.55);
	CHECK(color_contrast(0, COLOR_DASHES) > 4.55);
	CHECK(color_wants_white(0x000080) && !color_wants_white(0xffff00));
}

/* The published hash of flamegraph.pl, for two names. */
static void
hashes(void)
{
	double v = start_value(STR("main"), false);

	CHECK(v > 0.36335 && v < 0.36336);
	v = start_value(STR("genunix`kmem_cache_free"), false);
	CHECK(v > 0.46692 && v < 0.46693);
	CHECK(start_value(STR(""), false) > 0.99);
}

static void
parsing(void)
{
	uint32_t rgb, bg[2];

	CHECK(color_parse(STR("#a0B1c2"), &rgb) && rgb == 0xa0b1c2);
	CHECK(!color_parse(STR("#a0b1c"), &rgb));
	CHECK(!color_parse(STR("#a0b1cg"), &rgb));
	CHECK(!color_parse(STR("a0b1c2f"), &rgb));
	CHECK(background_parse(STR("blue"), bg) && bg[1] == 0xe0e0ff);
	CHECK(background_parse(STR("#010203"), bg) && bg[0] == 0x010203 &&
	    bg[1] == 0x010203);
	CHECK(!background_parse(STR("pink"), bg));
	CHECK(palette_kind(STR("java")) && !palette_kind(STR("jav")));
}

#define MARKS4 "\xcc\x81\xcc\x82\xcc\x83\xcc\x84"

static void
labels(void)
{
	struct buf b = { 0 };

#define FIT(name, cells, right, want) \
	(b.n = 0, label_fit(&b, STR(name), cells, right), \
	CHECK_STR(buf_view(&b), want))
	FIT("name", 4, false, "name");
	FIT("names", 4, false, "nam…");
	FIT("na", 2, false, "na");
	FIT("nam", 2, false, "");
	FIT("namespace::function", 11, false, "names…ction");
	FIT("namespace::function", 11, true, "namespace:…");
	FIT("中中中", 6, false, "中中中");
	FIT("中中中", 5, false, "中中…");
	FIT("中中中", 4, false, "中…");
	/* An accent that combines goes with its letter. */
	FIT("ae\xcc\x81xyz", 3, false, "ae\xcc\x81…");
	FIT("abcdefghijklme\xcc\x81", 9, false, "abcd…klme\xcc\x81");
	FIT("0123456789e\xcc\x81wxyz", 9, false, "0123…wxyz");
	/* More marks than any script has are cut like cells. */
	FIT("e" MARKS4 MARKS4 "f", 4, false, "e" MARKS4 MARKS4 "f");
	FIT("e" MARKS4 MARKS4 MARKS4, 4, false, "e" MARKS4 MARKS4 "…");
	FIT(MARKS4 MARKS4 MARKS4 "0123456789", 9, false,
	    MARKS4 MARKS4 "…6789");
	FIT("0123456789" MARKS4 MARKS4 MARKS4, 9, false, "0123…");
	CHECK_STR(name_unmarked(STR("f_[k]")), "f");
	CHECK_STR(name_unmarked(STR("f_[k]_[j]")), "f_[k]");
	CHECK_STR(name_unmarked(STR("f_[x]")), "f_[x]");
	CHECK_STR(name_unmarked(STR("_[k]")), "");
	buf_free(&b);
}

int
main(void)
{
	families();
	modules();
	contrasts();
	hashes();
	parsing();
	labels();
	return CHECK_END();
}
