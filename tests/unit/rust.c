#include "check.h"

#include "buf.h"
#include "rust.h"
#include "rustv0.h"

struct pair {
	const char *in, *out;   /* out NULL: no name of Rust */
};

static void
check_pairs(const struct pair *pairs, size_t n)
{
	struct buf b = { 0 };
	size_t k;
	bool known;

	for (k = 0; k < n; k++) {
		b.n = 0;
		buf_char(&b, '>');
		known = rust_demangle(&b, str_from(pairs[k].in));
		CHECK(known == (pairs[k].out != NULL));
		CHECK_STR(str_skip(buf_view(&b), 1),
		    pairs[k].out ? pairs[k].out : "");
	}
	buf_free(&b);
}

#define CHECK_PAIRS(pairs) \
	check_pairs(pairs, sizeof(pairs) / sizeof((pairs)[0]))

#define HASH "17h0123456789abcdefE"
#define TAIL "::h0123456789abcdef"

static void
legacy(void)
{
	static const struct pair pairs[] = {
		{ "_ZN4acme3net4send" HASH, "acme::net::send" },
		{ "__ZN4acme3net4send" HASH, "acme::net::send" },
		{ "_ZN4acme3net4send" HASH ".llvm.123", "acme::net::send" },
		{ "_ZN4acme3net4send" HASH ".llvm.1A3@7", "acme::net::send" },
		{ "_ZN4acme3net4send" HASH ".cold", "acme::net::send.cold" },
		{ "_ZN4acme3net4send" HASH ".llvm.1.cold",
		  "acme::net::send.cold" },
		{ "_ZN4acme3net4send" HASH ".cold.llvm.1",
		  "acme::net::send.cold" },
		{ "_ZN4acme3net4send" HASH ".llvm.", "acme::net::send.llvm." },
		{ "_ZN1a17hABCDEF6789abcdefE", "a" },
		{ "_ZN9$LT$a$GT$" HASH, "<a>" },
		{ "_ZN10_$LT$a$GT$" HASH, "<a>" },
		{ "_ZN6a..b.c" HASH, "a::b.c" },
		{ "_ZN20$SP$$BP$$RF$$LP$$RP$" HASH, "@*&()" },
		{ "_ZN27$u5b$u8$u3b$$u20$4$u5d$$C$_" HASH, "[u8; 4],_" },
		{ "_ZN9$u1f600$a" HASH, "\xf0\x9f\x98\x80" "a" },
		/* From an unknown escape on, all stays. */
		{ "_ZN8$LT$$XX$" HASH, "<$XX$" },
		{ "_ZN6$u1f$a" HASH, "$u1f$a" },
		{ "_ZN7$ud800$" HASH, "$ud800$" },
		{ "_ZN9$u10ffff$" HASH, "\xf4\x8f\xbf\xbf" },
		{ "_ZN5$Xab$" HASH, "$Xab$" },
		{ "_ZN3$u$" HASH, "$u$" },
		{ "_ZN10$u1100000$" HASH, "$u1100000$" },
		{ "_ZN3$LT" HASH, "$LT" },
		{ "_ZN2$$" HASH, "$$" },
		{ "_ZN1_" HASH, "_" },
		/* C++, cut off, or nothing but a hash */
		{ "_ZN4acme3net4sendEv", NULL },
		{ "_ZN4acme3net4send" HASH "v", NULL },
		{ "_ZN4acme3net4send17h0123456789abcdef", NULL },
		{ "_ZN4acme3net4send17h0123456789abcdegE", NULL },
		{ "_ZN4acme3net4send16h123456789abcdefE", NULL },
		{ "_ZN" HASH, NULL },
		{ "_ZN0" HASH, NULL },
		{ "_ZN99acme" HASH, NULL },
		{ "_ZN99999999999999999999999acme" HASH, NULL },
		{ "_ZN12_GLOBAL__N_11fEv", NULL },
		{ "_ZN", NULL },
	};

	CHECK_PAIRS(pairs);
}

static void
half_demangled(void)
{
	static const struct pair pairs[] = {
		{ "core::fmt::write" TAIL, "core::fmt::write" },
		{ "a" TAIL, "a" },
		{ "core::ptr::drop_in_place$LT$acme..Job$GT$" TAIL,
		  "core::ptr::drop_in_place<acme::Job>" },
		{ "_$LT$a..Job$u20$as$u20$core..fmt..Debug$GT$::fmt" TAIL,
		  "<a::Job as core::fmt::Debug>::fmt" },
		{ "a::_$u7b$$u7b$closure$u7d$$u7d$" TAIL, "a::{{closure}}" },
		{ "a::b::_$LT$impl$u20$X$u20$for$u20$Y$GT$::c" TAIL,
		  "a::b::<impl X for Y>::c" },
		{ "<acme::Job as acme::Work>::poll" TAIL,
		  "<acme::Job as acme::Work>::poll" },
		{ "a::f" TAIL ".llvm.123", "a::f" },
		{ "a::f" TAIL " (.llvm.123)", "a::f" },
		{ "a::f" TAIL " [clone .llvm.123]", "a::f" },
		{ "a::f" TAIL ".cold", "a::f.cold" },
		{ "a::f" TAIL " [clone .cold]", "a::f [clone .cold]" },
		{ "a::f" TAIL " [clone .llvm.1] [clone .cold]",
		  "a::f [clone .cold]" },
		{ "caf\xc3\xa9" TAIL, "caf\xc3\xa9" },
		/* perf has taken the hash off */
		{ "core::ptr::drop_in_place$LT$acme..Job$GT$::x",
		  "core::ptr::drop_in_place<acme::Job>::x" },
		/* no names of Rust */
		{ "deadbeef_h0123456789abcdef", NULL },
		{ "ns::key_habcdef0123456789", NULL },
		{ "foo::h0123456789abcdeg", NULL },
		{ "foo::h0123", NULL },
		{ "foo::h0123456789abcdef0", NULL },
		{ "foo" TAIL "(int)", NULL },
		{ "foo:h0123456789abcdef", NULL },
		{ "h0123456789abcdef", NULL },
		{ "::h0123456789abcdef", NULL },
		{ "Outer$C$1::run", NULL },
		{ "a$LT$b", NULL },
		{ "main", NULL },
		{ "", NULL },
	};

	CHECK_PAIRS(pairs);
}

/* Expected values: rustc-demangle of Rust 1.95, hashes off. */
static void
paths(void)
{
	static const struct pair pairs[] = {
		{ "_RNvC4acme3run", "acme::run" },
		{ "__RNvC4acme3run", "acme::run" },
		{ "_RNvNtC4acme3net4send", "acme::net::send" },
		{ "_RNvCs15kBYyAo9fc_7mycrate7example", "mycrate::example" },
		{ "_RC4acme", "acme" },
		{ "_RNvMC4acmeNtB2_3Foo3bar", "<acme::Foo>::bar" },
		{ "_RNvMs_C4acmeNtB4_3Foo3bar", "<acme::Foo>::bar" },
		{ "_RNvMNtC4acme3netNtB2_3Foo3bar", "<acme::net::Foo>::bar" },
		{ "_RNvMNCNvC4acme1f0NtB2_3Foo3bar",
		  "<acme::f::{closure#0}::Foo>::bar" },
		{ "_RNvXC4acmeNtB2_3FooNtB2_3Tra3bar",
		  "<acme::Foo as acme::Tra>::bar" },
		{ "_RNvYNtC4acme3FooNtB4_3Tra3barB4_",
		  "<acme::Foo as acme::Tra>::bar" },
		{ "_RNCNvC4acme4main0", "acme::main::{closure#0}" },
		{ "_RNCNvC4acme4mains_0", "acme::main::{closure#1}" },
		{ "_RNCNvC4acme4mains0_0B3_", "acme::main::{closure#2}" },
		{ "_RNSNvC4acme4main6vtableB3_",
		  "acme::main::{shim:vtable#0}" },
		{ "_RNZNvC4acme4main3fooB3_", "acme::main::{Z:foo#0}" },
		{ "_RNkNvC4acme4main3foo", "acme::main::foo" },
		{ "_RNvNvC4acme01f", "acme::f" },
		{ "_RNvC4acme5_12foo", "acme::12foo" },
		{ "_RINvC4acme1fhE", "acme::f::<u8>" },
		{ "_RNvMINtC4acme3FoohE3bar", NULL },
		{ "_RNvMC4acmeINtB2_3FoohE3bar", "<acme::Foo<u8>>::bar" },
		{ "_RNvC4acme3runC4more", "acme::run" },
		{ "_RNvC4acme3run.llvm.12345", "acme::run" },
		{ "_RNvC4acme3run.llvm.12345.cold", "acme::run.cold" },
		{ "_RNvC4acme3run.cold", "acme::run.cold" },
		{ "_RNvC4acme3run$tlv$init", "acme::run$tlv$init" },
		{ "_RNvC4acme3run [clone .cold]", "acme::run [clone .cold]" },
		/* Punycode, some of it broken */
		{ "_RNvC4acmeu8gdel_5qa", "acme::g\xc3\xb6" "del" },
		{ "_RNvC4acmeu6n84amf", "acme::\xe9\x93\x81\xe9\x94\x88" },
		{ "_RNvC4acmeu6f_5gaa", "acme::f\xc3\xb8\xc3\xb8" },
		{ "_RNvC4acmeu7___ylb7e", "acme::\xce\xb1_\xcf\x89" },
		{ "_RNvC4acmeu4fq9h", "acme::\xf0\x9f\xa4\xa6" },
		{ "_RNvC4acmeu3999", NULL },
		{ "_RNvC4acmeu3_999", "acme::punycode{999}" },
		{ "_RNvC4acmeu5a_999", "acme::punycode{a-999}" },
		{ "_RNvC4acmeu7a_b_999", "acme::punycode{a_b-999}" },
		{ "_RNvC4acmeu3aAa", "acme::punycode{aAa}" },
		{ "_RNvC4acmeu10_999999999a", "acme::punycode{999999999a}" },
		{ "_RNvC4acmeu3f__", NULL },
		{ "_RNvC4acmeu1_", NULL },
		/* malformed */
		{ "_RNvC4acme3ru", NULL },
		{ "_RNvC4acme3run_", NULL },
		{ "_RNvC4acme3run C", NULL },
		{ "_RNvC4acme3runCC", NULL },
		{ "_R0NvC4acme3run", NULL },
		{ "_RNvC4acme03run", NULL },
		{ "_RN1C4acme3run", NULL },
		{ "_RNvB_3run", NULL },
		{ "_RINvB_1fE", NULL },
		{ "_RNvB2_3run", NULL },
		{ "_RNvC99999999999999999999acme3run", NULL },
		{ "_RNvCszzzzzzzzzzzzzz_4acme3run", NULL },
		{ "_Renderer", NULL },
		{ "_R", NULL },
		{ "R", NULL },
		{ "RNvC4acme3run", NULL },
	};

	CHECK_PAIRS(pairs);
}

static void
types(void)
{
	static const struct pair pairs[] = {
		{ "_RINvC1a1fabcdefhijlmnopstuvxyzE",
		  "a::f::<i8, bool, char, f64, str, f32, u8, isize, usize, "
		  "i32, u32, i128, u128, _, i16, u16, (), ..., i64, u64, !>" },
		{ "_RINvC1a1fgE", NULL },
		{ "_RINvC1a1fC4f128E", "a::f::<f128>" },
		{ "_RINvC1a1fAtj8_E", "a::f::<[u16; 8]>" },
		{ "_RINvC1a1fApKpE", NULL },
		{ "_RINvC1a1fAhpE", "a::f::<[u8; _]>" },
		{ "_RINvC1a1fStE", "a::f::<[u16]>" },
		{ "_RINvC1a1fTEE", "a::f::<()>" },
		{ "_RINvC1a1fThEE", "a::f::<(u8,)>" },
		{ "_RINvC1a1fThtEE", "a::f::<(u8, u16)>" },
		{ "_RINvC1a1fRhQtPiOjE",
		  "a::f::<&u8, &mut u16, *const isize, *mut usize>" },
		{ "_RINvC1a1fRL_hE", "a::f::<&u8>" },
		{ "_RINvC1a1fFEuE", "a::f::<fn()>" },
		{ "_RINvC1a1fFhtEzE", "a::f::<fn(u8, u16) -> !>" },
		{ "_RINvC1a1fFUKCEuE", "a::f::<unsafe extern \"C\" fn()>" },
		{ "_RINvC1a1fFK10rust_cold_EhE",
		  "a::f::<extern \"rust-cold-\" fn() -> u8>" },
		{ "_RINvC1a1fFG0_RL1_hRL0_tEuE",
		  "a::f::<for<'a, 'b> fn(&'a u8, &'b u16)>" },
		{ "_RINvC1a1fFG_FG_RL0_RL1_hEuEuE",
		  "a::f::<for<'a> fn(for<'b> fn(&'b &'a u8))>" },
		{ "_RINvC1a1fFGp_RL0_RLq_hEuE",
		  "a::f::<for<'a, 'b, 'c, 'd, 'e, 'f, 'g, 'h, 'i, 'j, 'k, 'l, "
		  "'m, 'n, 'o, 'p, 'q, 'r, 's, 't, 'u, 'v, 'w, 'x, 'y, 'z, "
		  "'_26> fn(&'_26 &'a u8)>" },
		{ "_RINvC1a1fL_E", "a::f::<'_>" },
		{ "_RINvC1a1fL0_E", NULL },
		{ "_RINvC1a1fRL0_hE", NULL },
		{ "_RINvC1a1fDNtC1b3FooEL_E", "a::f::<dyn b::Foo>" },
		{ "_RINvC1a1fDNtC1b3FooNtBa_3BarEL_E",
		  "a::f::<dyn b::Foo + b::Bar>" },
		{ "_RINvC1a1fDNtC1b3FooNtB9_3BarEL_E", NULL },
		{ "_RINvC1a1fDNtC1b3Foop6OutputtEL_E",
		  "a::f::<dyn b::Foo<Output = u16>>" },
		{ "_RINvC1a1fDINtC1b3FoohEp6OutputtEL_E",
		  "a::f::<dyn b::Foo<u8, Output = u16>>" },
		{ "_RINvC1a1fDNtC1b3Foop1NKj3_EL_E",
		  "a::f::<dyn b::Foo<N = 3>>" },
		{ "_RINvC1a1fDG_INtC1b2FnTRL0_hEEp6OutputuEL_E",
		  "a::f::<dyn for<'a> b::Fn<(&'a u8,), Output = ()>>" },
		{ "_RINvC1a1fFG_DNtC1b3FooEL0_EuE",
		  "a::f::<for<'a> fn(dyn b::Foo + 'a)>" },
		{ "_RINvC1a1fDNtC1b3FooEE", NULL },
		{ "_RINvC1a1fWhRh1_h5_E", "a::f::<u8 is 1..=5>" },
		{ "_RINvC1a1fWPhNE", "a::f::<*const u8 is !null>" },
		{ "_RINvC1a1fWhORh1_h5_Rh7_h9_EE",
		  "a::f::<u8 is 1..=5 | 7..=9>" },
	};

	CHECK_PAIRS(pairs);
}

static void
constants(void)
{
	static const struct pair pairs[] = {
		{ "_RINvC1a1fKj12345678_E", "a::f::<305419896>" },
		{ "_RINvC1a1fKan80_E", "a::f::<-128>" },
		{ "_RINvC1a1fKj00ff_E", "a::f::<255>" },
		{ "_RINvC1a1fKh0_E", "a::f::<0>" },
		{ "_RINvC1a1fKyffffffffffffffff_E",
		  "a::f::<18446744073709551615>" },
		{ "_RINvC1a1fKo10000000000000000_E",
		  "a::f::<0x10000000000000000>" },
		{ "_RINvC1a1fKo0000000000000000000001_E", "a::f::<1>" },
		{ "_RINvC1a1fKjFF_E", NULL },
		{ "_RINvC1a1fKj1E", NULL },
		{ "_RINvC1a1fKb0_Kb1_E", "a::f::<false, true>" },
		{ "_RINvC1a1fKb2_E", NULL },
		{ "_RINvC1a1fKpE", "a::f::<_>" },
		{ "_RINvC1a1fKc41_E", "a::f::<'A'>" },
		{ "_RINvC1a1fKc27_E", "a::f::<'\\''>" },
		{ "_RINvC1a1fKc22_E", "a::f::<'\"'>" },
		{ "_RINvC1a1fKca_E", "a::f::<'\\n'>" },
		{ "_RINvC1a1fKc0_E", "a::f::<'\\0'>" },
		{ "_RINvC1a1fKc1b_E", "a::f::<'\\u{1b}'>" },
		{ "_RINvC1a1fKc2202_E", "a::f::<'\xe2\x88\x82'>" },
		{ "_RINvC1a1fKcd800_E", NULL },
		{ "_RINvC1a1fKRe68656c6c6f_E", "a::f::<\"hello\">" },
		{ "_RINvC1a1fKRe220a09275c7f1b00_E",
		  "a::f::<\"\\\"\\n\\t'\\\\\\u{7f}\\u{1b}\\0\">" },
		{ "_RINvC1a1fKRee282ac_E", "a::f::<\"\xe2\x82\xac\">" },
		{ "_RINvC1a1fKRe612062_E", "a::f::<\"a b\">" },
		{ "_RINvC1a1fKRec280_E", "a::f::<\"\xc2\x80\">" },
		{ "_RINvC1a1fKca0_Kca1_E", "a::f::<'\\u{a0}', '\xc2\xa1'>" },
		{ "_RINvC1a1fKRe6_E", NULL },
		{ "_RINvC1a1fKe68_E", "a::f::<{*\"h\"}>" },
		{ "_RINvC1a1fKRRe68_E", "a::f::<{&\"h\"}>" },
		{ "_RINvC1a1fKQh1_E", "a::f::<{&mut 1}>" },
		{ "_RINvC1a1fKAEE", "a::f::<{[]}>" },
		{ "_RINvC1a1fKAh1_h2_EE", "a::f::<{[1, 2]}>" },
		{ "_RINvC1a1fKTh1_EE", "a::f::<{(1,)}>" },
		{ "_RINvC1a1fKTh1_b1_EE", "a::f::<{(1, true)}>" },
		{ "_RINvC1a1fKVNtC1b3FooUE", "a::f::<{b::Foo}>" },
		{ "_RINvC1a1fKVNtC1b3FooTh1_h2_EE", "a::f::<{b::Foo(1, 2)}>" },
		{ "_RINvC1a1fKVNtC1b3FooS1xh1_1yRe61_EE",
		  "a::f::<{b::Foo { x: 1, y: \"a\" }}>" },
		{ "_RINvC1a1fKVNtINtC1b6OptionjE4SomeTj5_EE",
		  "a::f::<{b::Option::<usize>::Some(5)}>" },
		{ "_RINvC1a1fKh1_KB8_E", "a::f::<1, 1>" },
	};

	CHECK_PAIRS(pairs);
}

/* A symbol that nests one thing many times. */
static bool
nested(struct buf *out, const char *open, size_t times, const char *end)
{
	struct buf s = { 0 };
	bool known;

	buf_text(&s, "_RINvC1a1f");
	while (times-- > 0)
		buf_text(&s, open);
	buf_text(&s, end);
	out->n = 0;
	known = rust_demangle(out, buf_view(&s));
	CHECK(known || out->n == 0);
	CHECK(out->n < 8192 + 64 * s.n);
	buf_free(&s);
	return known;
}

/* Each tuple holds the one before 3 times; they start at byte 8. */
#define TUPLES "TuuuETB7_B7_B7_ETBc_Bc_Bc_ETBn_Bn_Bn_ETBy_By_By_E" \
	"TBJ_BJ_BJ_ETBU_BU_BU_ETB15_B15_B15_ETB1g_B1g_B1g_E" \
	"TB1u_B1u_B1u_ETB1I_B1I_B1I_ETB1W_B1W_B1W_E" \
	"TB2a_B2a_B2a_E"

/* Depth, and what back references and binders can blow up, have an end. */
static void
bounds(void)
{
	static const struct pair bombs[] = {
		{ "_RINvC1a1fTuuuETB7_B7_B7_EE",
		  "a::f::<((), (), ()), (((), (), ()), ((), (), ()), "
		  "((), (), ()))>" },
		{ "_RINvC1a1f" TUPLES "E", NULL },
		/* where an impl stands is not shown: read and forgotten */
		{ "_RNvMIC2aa" TUPLES "ENtC1a1S1f", "<a::S>::f" },
		{ "_RNvMINtC1a1FFGzzzzzzzzz_EuENtC1a1S1f", "<a::S>::f" },
		{ "_RNvMINtC1a1FFG_RL0_hEuENtC1a1S1f", "<a::S>::f" },
		{ "_RNvMNtC4acmeu3aAaNtC1a1S1f", "<a::S>::f" },
		{ "_RMC0FGZZZ_Eu", NULL },
		{ "_RMC0FGzzzzzzzzz_Eu", NULL },
		{ "_RINvC1a1fFGzzzzzzzzz_FGzzzzzzzzz_EuEuE", NULL },
		{ "_RNvMFGzzzzzzzzz_EuC1a1f", NULL },
	};
	struct buf b = { 0 };

	CHECK_PAIRS(bombs);
	CHECK(nested(&b, "R", 280, "hE"));
	CHECK(!nested(&b, "R", 320, "hE"));
	CHECK(!nested(&b, "R", 1000000, "hE"));
	CHECK(!nested(&b, "Nv", 1000000, "C1a1b"));
	CHECK(!nested(&b, "INv", 1000000, "C1a1b"));
	CHECK(!nested(&b, "KR", 1000000, "h1_E"));
	CHECK(!nested(&b, "MC1a", 1000000, "h"));
	CHECK(nested(&b, "h", 100000, "E"));
	CHECK(nested(&b, "Kh1_", 100000, "E"));
	CHECK(!nested(&b, "h", 100000, ""));
	buf_free(&b);
}

static void
nothing(void)
{
	struct str none = { 0 };
	struct buf b = { 0 };

	CHECK(!rust_demangle(&b, none) && b.n == 0);
}

static void
utf8(void)
{
	struct buf b = { 0 };

	CHECK(utf8_put(&b, 0x7f) && utf8_put(&b, 0x80));
	CHECK(utf8_put(&b, 0x7ff) && utf8_put(&b, 0x800));
	CHECK(utf8_put(&b, 0xffff) && utf8_put(&b, 0x10000));
	CHECK(utf8_put(&b, 0x10ffff) && utf8_put(&b, 0xe000));
	CHECK(!utf8_put(&b, 0x110000) && !utf8_put(&b, 0xd800));
	CHECK(!utf8_put(&b, 0xdfff) && !utf8_put(&b, UINT64_MAX));
	CHECK_STR(buf_view(&b), "\x7f\xc2\x80\xdf\xbf\xe0\xa0\x80"
	    "\xef\xbf\xbf\xf0\x90\x80\x80\xf4\x8f\xbf\xbf\xee\x80\x80");
	buf_free(&b);
}

int
main(void)
{
	legacy();
	half_demangled();
	paths();
	types();
	constants();
	bounds();
	nothing();
	utf8();
	return CHECK_END();
}
