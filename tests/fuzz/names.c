/*
 * names [ROUNDS]: names.h and rust.h on mutated names.  Made for sanitizers,
 * but it also checks what must hold for every name.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "mem.h"
#include "names.h"
#include "rust.h"

static const char *const seeds[] = {
	"_RINvCs2N2TEQjwqGk_7stacker4growINtNtCsd_4core6AnswerNtBw_2TyEE",
	"_RINvC1a1fFG0_RL1_hRL0_tEuE",
	"_RINvC1a1fDG_INtC1b2FnTRL0_hEEp6OutputuEL_E",
	"_RINvC1a1fFUK10rust_cold_EhEAtj8_ApKpE",
	"_RINvC1a1fKVNtC1b3FooS1xh1_1yRe61_EKRe220a09275c_Kc2202_Kan80_E",
	"_RINvC1a1fWhORh1_h5_Rh7_h9_EKTh1_b1_EKAh1_h2_EE",
	"_RNvXs8Z_NtC4jiff4utilINtB6_5ri128Kn1_ENtNtCs8_4core3fmt7Display3fmt",
	"_RNCNvYNtC4acme3FooNtB4_3Tra3bars0_0B3_.llvm.12.cold",
	"_RNvNtC4acmeu8gdel_5qaNSC1a6vtable0",
	"_RINvC1a1fTuuuETB7_B7_B7_ETBc_Bc_Bc_ETBm_Bm_Bm_EE",
	"_ZN4acme3net4send17h0123456789abcdefE.llvm.123",
	"_ZN50_$LT$a$u20$as$u20$b..C$GT$5f_$u1f600$17h0123456789abcdefE",
	"_$LT$a..J$u20$as$u20$c..D$GT$::f::h0123456789abcdef [clone .llvm.1]",
	"std::operator<< <std::char_traits<char> >(std::ostream&, char const*)",
	"std::function<void (int)>::operator()(int) const",
	"V::operator int (V::*)(char)() const",
	"E<((N)<(3)), int>::type f<'('>::(anonymous namespace)::g(x<y>)",
	"main::'lambda12'(int)::operator->*()->b->operator<=>",
	"decltype ({parm#1}+{parm#2}) add<int, int>(int, int)",
	"go/build.(*importReader).readByte[chan<- int]",
	"Lorg/acme/Pool;.take(Lorg/acme/Key;)V->void a.b.C.d(int)+0x1fF",
	"-[Foo(Cat) bar:];LazyCompile:~foo /a b/c.js:10",
	"caf\xc3\xa9 \xe4\xb8\xad\xf0\x9f\xa4\xa6 \xed\x9f\xbf\xf4\x8f\xbf\xbf",
};
#define SEEDS (sizeof(seeds) / sizeof(seeds[0]))

static const char alphabet[] = "_ABCDEFGHIKLMNOPQRSTUVXYZabehjlpsuz0123456789"
    "()<>[]{}$.:;'\"*&-> \t\x01\x7f\x80\xbf\xc3\xe0\xed\xf0\xf4\xff";

/* xorshift64. */
static size_t
pick(uint64_t *state, size_t below)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return (size_t)(*state % below);
}

static void
require(bool ok, struct str name, const char *what)
{
	if (ok)
		return;
	fprintf(stderr, "%s: %.*s\n", what, (int)name.n, name.p);
	abort();
}

static struct str
random_seed(uint64_t *state)
{
	return str_from(seeds[pick(state, SEEDS)]);
}

/* Puts text in the place of n bytes of *b at position at. */
static void
splice(struct buf *b, size_t at, size_t n, struct str text)
{
	struct buf new = { 0 };

	buf_str(&new, (struct str){ b->p, at });
	buf_str(&new, text);
	buf_str(&new, (struct str){ b->p + at + n, b->n - at - n });
	buf_free(b);
	*b = new;
}

static void
mutate(struct buf *b, uint64_t *state)
{
	size_t at = pick(state, b->n + 1);
	size_t n = pick(state, b->n - at + 1);
	struct str other = random_seed(state);
	char c = alphabet[pick(state, sizeof(alphabet) - 1)];
	size_t from = pick(state, other.n);

	if (pick(state, 3) > 0 && n > 4)
		n = pick(state, 4);
	switch (pick(state, 6)) {
	case 0:
		splice(b, at, n, (struct str){ "", 0 });
		break;
	case 1:
		other = str_skip(other, from);
		other.n = pick(state, other.n + 1);
		splice(b, at, n, other);
		break;
	case 2:
		if (b->n < 4096)
			splice(b, at, 0, (struct str){ b->p, b->n });
		break;
	default:
		splice(b, at, n > 0, (struct str){ &c, 1 });
	}
}

static void
try_safe(struct str name)
{
	struct buf once = { 0 }, twice = { 0 };
	size_t k;

	name_sanitise(&once, name, (struct str){ "_", 1 });
	for (k = 0; k < once.n; k++)
		require((unsigned char)once.p[k] >= 0x20 &&
		    once.p[k] != ';' && once.p[k] != 0x7f, name, "unsafe");
	name_sanitise(&twice, buf_view(&once), (struct str){ "", 0 });
	require(str_eq(buf_view(&once), buf_view(&twice)), name, "not UTF-8");
	buf_free(&once);
	buf_free(&twice);
}

static void
try_chain(struct str name)
{
	struct str rest = name, part;
	struct buf joined = { 0 };

	while (name_chain(&rest, &part)) {
		require(part.n > 0, name, "empty part");
		if (joined.n > 0)
			buf_text(&joined, "->");
		buf_str(&joined, part);
	}
	require(str_eq(buf_view(&joined), name), name, "chain lost a part");
	buf_free(&joined);
}

static void
try_rust(struct str name)
{
	struct buf b = { 0 }, again = { 0 };
	bool known;

	buf_char(&b, '>');
	buf_char(&again, '>');
	known = rust_demangle(&b, name);
	require(known == rust_demangle(&again, name) &&
	    str_eq(buf_view(&b), buf_view(&again)), name, "not repeatable");
	require(known || b.n == 1, name, "left something");
	require(b.n < 8192 + 64 * name.n, name, "grew too far");
	buf_free(&b);
	buf_free(&again);
}

static void
try_name(struct str name)
{
	size_t n = name_arguments(name);

	require(n == name.n || name.p[n] == '(', name, "cut elsewhere");
	require(str_starts(name, name_offset_off(name)), name, "offset");
	require(str_ends(name, name_java(name, true)), name, "java");
	try_safe(name);
	try_chain(name);
	try_rust(name);
}

int
main(int argc, char **argv)
{
	uint64_t state = 0x9e3779b97f4a7c15, rounds = 100000;
	struct buf b = { 0 };
	size_t k;
	char *exact;

	if (argc > 1 && !str_u64(str_from(argv[1]), &rounds))
		return 2;
	for (; rounds > 0; rounds--) {
		b.n = 0;
		buf_str(&b, random_seed(&state));
		for (k = pick(&state, 12); k > 0; k--)
			mutate(&b, &state);
		/* A copy without room, so that ASan sees a byte too far. */
		exact = mem_resize(NULL, b.n + (b.n == 0), 1);
		if (b.n > 0)
			memcpy(exact, b.p, b.n);
		try_name((struct str){ exact, b.n });
		free(exact);
	}
	buf_free(&b);
	return 0;
}
