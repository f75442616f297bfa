#include "check.h"

#include "buf.h"
#include "names.h"

struct pair {
	const char *in, *out;
};

static void
offsets(void)
{
	static const struct pair pairs[] = {
		{ "f+0x1", "f" },
		{ "f+0x10+0xb", "f+0x10" },
		{ "f+0xFFFF018FD5DCE000", "f" },
		{ "f+0xaB", "f" },
		{ "f+0xZZ", "f+0xZZ" },
		{ "f+0x", "f+0x" },
		{ "f+12", "f+12" },
		{ "f 12+0x1", "f 12" },
		{ "a+b", "a+b" },
		{ "ns::operator+", "ns::operator+" },
		{ "+[Foo bar]", "+[Foo bar]" },
		{ "+0x1", "" },
		{ "0x1", "0x1" },
		{ "abc", "abc" },
		{ "", "" },
	};
	size_t k;

	for (k = 0; k < sizeof(pairs) / sizeof(pairs[0]); k++)
		CHECK_STR(name_offset_off(str_from(pairs[k].in)),
		    pairs[k].out);
}

static void
check_safe(struct str in, const char *tab, const char *out)
{
	struct buf b = { 0 };

	name_sanitise(&b, in, str_from(tab));
	CHECK_STR(buf_view(&b), out);
	buf_free(&b);
}

#define FFFD "\xef\xbf\xbd"

static void
safe_bytes(void)
{
	check_safe(STR("plain name"), "", "plain name");
	check_safe(STR("a;b"), "", "a:b");
	check_safe(STR("a\0b"), "", "a" FFFD "b");
	check_safe(STR("\x01\x1f\x7f\n"), "", FFFD FFFD FFFD FFFD);
	check_safe(STR("a\tb"), "", "a" FFFD "b");
	check_safe(STR("a\tb"), "_", "a_b");
	check_safe(STR("a \t\r"), "_", "a");
	check_safe(STR(" a"), "", " a");
	check_safe(STR(""), "", "");
}

/* Table 3-8 and its kin of the Unicode Standard: one U+FFFD for the longest
 * start of a sequence, and for every byte that cannot start one. */
static void
broken_utf8(void)
{
	check_safe(STR("\xc3\xa9t\xc3\xa9"), "", "\xc3\xa9t\xc3\xa9");
	check_safe(STR("\xe4\xb8\xad\xf0\x9f\xa4\xa6"), "",
	    "\xe4\xb8\xad\xf0\x9f\xa4\xa6");
	check_safe(STR("caf\xe9"), "", "caf" FFFD);
	check_safe(STR("\xff\xfe"), "", FFFD FFFD);
	check_safe(STR("\x80\xbf"), "", FFFD FFFD);
	check_safe(STR("\xc0\xaf"), "", FFFD FFFD);
	check_safe(STR("\xc3"), "", FFFD);
	check_safe(STR("\xe4\xb8"), "", FFFD);
	check_safe(STR("\xe4\xb8x"), "", FFFD "x");
	check_safe(STR("\xf0\x9f\xa4"), "", FFFD);
	check_safe(STR("\xf0\x9f\xa4;"), "", FFFD ":");
	check_safe(STR("\xe0\x80\x80"), "", FFFD FFFD FFFD);
	check_safe(STR("\xed\xa0\x80"), "", FFFD FFFD FFFD);
	check_safe(STR("\xed\x9f\xbf"), "", "\xed\x9f\xbf");
	check_safe(STR("\xf0\x8f\xbf\xbf"), "", FFFD FFFD FFFD FFFD);
	check_safe(STR("\xf4\x90\x80\x80"), "", FFFD FFFD FFFD FFFD);
	check_safe(STR("\xf4\x8f\xbf\xbf"), "", "\xf4\x8f\xbf\xbf");
	check_safe(STR("\xe1\x80\xe2\xf0\x91\x92\xf1\xbf" "A"), "",
	    FFFD FFFD FFFD FFFD "A");
}

static void
chains(void)
{
	static const struct pair pairs[] = {
		{ "a", "a" },
		{ "a->b", "a|b" },
		{ "outer->mid->inner", "outer|mid|inner" },
		{ "void a.B.c(int)->int d.E.f()",
		  "void a.B.c(int)|int d.E.f()" },
		{ "La/B;::<init>->Lc/D;::e", "La/B;::<init>|Lc/D;::e" },
		{ "V::operator->", "V::operator->" },
		{ "V::operator->()", "V::operator->()" },
		{ "V::operator->*", "V::operator->*" },
		{ "V::operator->->f", "V::operator->|f" },
		{ "V::operator->*->f", "V::operator->*|f" },
		{ "V::operator-><int>()->f", "V::operator-><int>()|f" },
		{ "V::operator()->f", "V::operator()|f" },
		{ "operators->f", "operators|f" },
		{ "my_operator->f", "my_operator|f" },
		{ "V::operator<(A)->f", "V::operator<(A)|f" },
		{ "fn() -> i32", "fn() -> i32" },
		{ "a ->b", "a ->b" },
		{ "a-> b", "a-> b" },
		{ "a\t->b", "a\t->b" },
		{ "<fn()->i32 as T>::f", "<fn()->i32 as T>::f" },
		{ "f(a->b)", "f(a->b)" },
		{ "f[a->b]", "f[a->b]" },
		{ "f{a->b}", "f{a->b}" },
		{ "->", "->" },
		{ "->b", "->b" },
		{ "a->", "a->" },
		{ "a->->b", "a|->b" },
		{ "a->b->", "a|b->" },
	};
	struct buf b = { 0 };
	struct str chain, part;
	size_t k;

	for (k = 0; k < sizeof(pairs) / sizeof(pairs[0]); k++) {
		b.n = 0;
		chain = str_from(pairs[k].in);
		while (name_chain(&chain, &part)) {
			if (b.n > 0)
				buf_char(&b, '|');
			buf_str(&b, part);
		}
		CHECK_STR(buf_view(&b), pairs[k].out);
	}
	buf_free(&b);
	chain = STR("");
	CHECK(!name_chain(&chain, &part));
}

/* Where a name is cut is marked by '@'; none: it stays whole. */
static void
arguments(void)
{
	static const char *const marked[] = {
		"main", "main@()", "f@(int, char) const", "f@(int", "f@(",
		"a::f@(void (*)(int))", "f@(int) [clone .cold]",
		"f [clone .cold]", "f.cold", "f@() noexcept", "f@(int) &&",
		/* operators */
		"operator<@(A, B)", "ns::operator<<@(Out&, int)",
		"V::operator<=@(V const&) const", "operator<=>@(V, V)",
		"V::operator>@(V const&) const", "ns::operator>>@(In&, int&)",
		"V::operator>=@(V)", "V::operator<<=@(int)",
		"V::operator>>=@(int)", "V::operator->@() const",
		"V::operator->*@(int V::*)", "V::operator()@(int, char) const",
		"V::operator()@() const", "V::operator[]@(unsigned long)",
		"V::operator,@(V)", "V::operator!@() const",
		"V::operator&@()", "V::operator*@()", "V::operator--@(int)",
		"V::operator-@(V)", "V::operator-=@(V)", "V::operator==@(V)",
		"V::operator+@(V)", "V::operator%@(V)", "V::operator~@()",
		"operator new@(unsigned long)",
		"operator new[]@(unsigned long)", "operator delete@(void*)",
		"operator delete[]@(void*, unsigned long)",
		"operator\"\" _km@(long double)",
		"operator\"\"_km@(long double)", "V::operator co_await@()",
		"V::operator()", "V::operator->", "V::operator<", "operator<<",
		"V::operator@(int)", "operators@(int)", "my_operator@()",
		/* operators of templates, as three demanglers write them */
		"operator< <int>@(A<int>)", "operator<<int>@(A<int>)",
		"operator<< <char>@(Out&, char)", "operator<<<char>@(Out&)",
		"operator<=><int>@(V)", "V::operator-><int>@() const",
		"V::operator()<int>@(int) const",
		"operator<<(anonymous namespace)::X>@(X)",
		"operator<<::X>@(X)", "operator<<void (int)>@(x)",
		"operator<< <void (int)>@(x)", "operator<=> <void (int)>@(x)",
		"g<&(A::operator<(A const&))>@(int)",
		"g<&(A::operator->())>@(int)", "g<&A::operator()>@(int)",
		/* conversions */
		"V::operator bool@() const", "V::operator T*@()",
		"V::operator std::vector<int>@() const",
		"V::operator std::function<void (int)>@()",
		"V::operator void (*)(int)@() const",
		"V::operator int (V::*)(char)@() const",
		"V::operator decltype(auto)@()",
		/* templates */
		"std::function<void (int)>::operator()@(int) const",
		"handler<void (int), main()::{lambda()#1}>::invoke@(int&&)",
		"__invoke_impl<void, main()::<lambda()> >@(x)",
		"ns::T<int>::f@(x<y>)", "void apply<int (*)(char)>@(int)",
		"void (*f<int>(int))(char)", "int (A::*f<int>())(char)",
		"f<(char)40>@(int)", "f<'('>@(int)", "f<'<'>::g@(int)",
		"f<-1>@(int)", "f<decltype((a)->b)>@(int)",
		"E<((N)>(3)), int>::type f<4>@(int)",
		"E<((N)<(3)), int>::type f<4>@(int)",
		"E<((N)>>(3)), int>::type f<4>@(int)",
		"E<((N)<<(3)), int>::type f<4>@(int)",
		"E<N < 3, int>::type f<4>@(int)",
		"E<N <= 3, int>::type f<4>@(int)",
		"E<N << 3, int>::type f<4>@(int)",
		"E<N <<= (3), int>::type f@(int)", "a << b@(c)", "a <= b@(c)",
		"E<(N > 3), int>::type f<4>@(int)",
		"x::y[abi:cxx11]@(int)", "f[abi:cxx11]<int>@(int)",
		"decltype(auto) f<int>@(int)", "decltype (auto) f<int>@(int)",
		"decltype ({parm#1}+{parm#2}) add<int, int>@(int, int)",
		"foo<Vec::<usize>>@(Vec<usize>)",
		/* nameless things */
		"(anonymous namespace)::f@(int)",
		"ns::(anonymous namespace)::Bar::baz@(int)",
		"void (anonymous namespace)::g<int>@(int)",
		"foo::(anonymous class)::operator()@(int) const",
		"(anonymous class)::operator()@(int) const",
		"f::(lambda at /x (y)/a.cc:1:2)::operator()@() const",
		"f::(unnamed struct at a.c:1:2)::g@()",
		"main::{lambda(int)#1}::operator()@(int) const",
		"main::{lambda(int)#1}::_FUN@(int)",
		"run::<lambda(int)>::operator()@(int) const",
		"main::'lambda'(int)::operator()@(int) const",
		"main::'lambda12'(int)::operator()@(int) const",
		"main::$_0::operator()@(int) const",
		"{unnamed type#1}::f@()", "main@()::{lambda()#1}::f() const",
		/* names that start with a group */
		"(lambda)", "(lambda)@(int)", "<module>", "<T as Trait>::f",
		"<T as Trait>::f@(int)", "<lambda(int)>", "[(foo)]::bar@()",
		"<fn(i32) -> i32 as core::ops::FnOnce<(i32,)>>::call_once",
		/* Go */
		"net/http.(*conn).serve", "main.(*Pool).run.func1",
		"go/build.(*importReader).readByte", "main.main.func1",
		"main.(*Pool[...]).run", "main.F[go.shape.func(int) string]",
		"main.F[chan<- int]@(x)", "main.F[<-chan int]@(x)",
		"a.(*B).C@(int).d", "runtime.goexit.abi0", "main.f@(int)",
		/* others */
		"void a.b.C.d@(int)", ".run@()V", "base@(BasicType) const",
		"org/acme/Pool;.take@(Lorg/acme/Key;)Ljava/lang/Object;",
		"a/B;.<init>@(I)V", "-[Foo bar:baz:]", "+[Foo(Cat) bar]",
		"__41-[Foo(Cat) bar]_block_invoke", "-[Foo(Cat) bar] @(x)",
		"LazyCompile:~foo /a b/c.js:10",
		"LazyCompile:*(anonymous) /a/c.js:10", "RegExp:[&<>\"'] ;x",
		"RegExp:[^<(]+@(x)", "it's \"q\"", "it's @(x)",
		"camlStdlib__List__map_123", "map!(int).f@(int)",
		"static Foo.bar@(x: Swift.Int) -> Swift.Bool", "a < b@(c)",
		"core::Harness<T,S>::poll",
		/* brackets that are never closed or never opened */
		"", "(", "<", "()", "foo<", "foo<bar(int)", "a]@(b)", "a>@(b)",
		"a}@(b)", "f[(]@(x)", "f<a[b>]>@(c)",
		"f<(a))>@(c)", "g[(a)b(c)]@(x)", "g{[a]b(c)}@(x)",
		"g<{a}b(c)>@(x)", "g{(a]b)c(d)}@(x)", "((", "((a)", "'('",
	};
	struct buf b = { 0 };
	struct str m, want;
	size_t k, at;

	for (k = 0; k < sizeof(marked) / sizeof(marked[0]); k++) {
		m = str_from(marked[k]);
		at = str_find(m, '@');
		want = str_head(m, at);
		b.n = 0;
		buf_str(&b, want);
		if (at < m.n)
			buf_str(&b, str_skip(m, at + 1));
		m = buf_view(&b);
		if (name_arguments(m) != want.n)
			CHECK_STR(str_head(m, name_arguments(m)), marked[k]);
	}
	buf_free(&b);
}

/* Nesting costs no stack and no quadratic time. */
static void
hostile(void)
{
	enum { N = 1 << 20 };
	static const char *const fill[] = { "(", "<", "[{", "a->", "operator<",
	    "()", "(]", "<)", "'(", "::(", " (*", "operator<<", " < " };
	struct buf b = { 0 };
	struct str chain, part;
	size_t k, n;

	for (k = 0; k < sizeof(fill) / sizeof(fill[0]); k++) {
		b.n = 0;
		buf_char(&b, 'f');
		while (b.n < N)
			buf_text(&b, fill[k]);
		CHECK(name_arguments(buf_view(&b)) <= b.n);
		chain = buf_view(&b);
		for (n = 0; name_chain(&chain, &part); )
			n += part.n;
		CHECK(n <= b.n);
	}
	buf_free(&b);
}

/* An empty slice may have no address. */
static void
nothing(void)
{
	struct str none = { 0 }, part;

	CHECK(name_offset_off(none).n == 0);
	CHECK(name_arguments(none) == 0);
	CHECK(name_java(none, true).n == 0);
	CHECK(!name_chain(&none, &part));
	check_safe(none, "", "");
}

static void
java(void)
{
	static const struct {
		const char *in;
		bool jit;
		const char *out;
	} names[] = {
		{ "Lorg/acme/Job;::run", true, "org/acme/Job;::run" },
		{ "Lorg/acme/Job;::run", false, "org/acme/Job;::run" },
		{ "LFoo;::run", false, "LFoo;::run" },
		{ "LFoo;::run", true, "LFoo;::run" },
		{ "LFoo/Bar;::run", false, "Foo/Bar;::run" },
		{ "La/B;.take(Lc/D;)Le/F;", true, "a/B;.take(Lc/D;)Le/F;" },
		{ "Lp/C.0x0000800;::f", true, "p/C.0x0000800;::f" },
		{ "Lorg/acme/Job::run", true, "org/acme/Job::run" },
		{ "Lorg/acme/Job::run", false, "Lorg/acme/Job::run" },
		{ "Lambda/x", true, "Lambda/x" },
		{ "Lambda/x", false, "Lambda/x" },
		{ "LinkResolver::resolve(int)", true,
		  "LinkResolver::resolve(int)" },
		{ "List.get(La/B;)V", true, "List.get(La/B;)V" },
		{ "LFoo/Bar", true, "LFoo/Bar" },
		{ "L;x", true, "L;x" },
		{ "L", true, "L" },
		{ "", true, "" },
		{ "org/acme/Job;::run", true, "org/acme/Job;::run" },
	};
	size_t k;

	for (k = 0; k < sizeof(names) / sizeof(names[0]); k++)
		CHECK_STR(name_java(str_from(names[k].in), names[k].jit),
		    names[k].out);
}

int
main(void)
{
	offsets();
	safe_bytes();
	broken_utf8();
	chains();
	arguments();
	hostile();
	nothing();
	java();
	return CHECK_END();
}
