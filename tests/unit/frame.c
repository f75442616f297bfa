/* collapse-perf: one frame line and the names it becomes, in process. */
#include "check.h"

#include "../../collapse-perf/frame.c"

/* No rule here asks it. */
bool
inliner_ask(struct inliner *in, const struct frame *f, struct buf *out)
{
	(void)in, (void)f, (void)out;
	return false;
}

static void
test_split(void)
{
	static const struct {
		const char *line, *addr, *symbol, *module;
	} lines[] = {
		{ "\t  7f00 f+0x1 (/a)", "7f00", "f+0x1", "/a" },
		{ "\t0x7f00 f (/a)", "0x7f00", "f", "/a" },
		{ "7F00\tf\t(/a)\t\r", "7F00", "f", "/a" },
		{ " 7f00", "7f00", "", NULL },
		{ " 7f00 (/a)", "7f00", "", "/a" },
		{ " 7f00  (/a) tail", "7f00", "", "/a" },
		{ " 7f00 f ()", "7f00", "f", "" },
		{ " 7f00 f", "7f00", "f", NULL },
		{ " 7f00 f 12 g (/a b (x) c (deleted))", "7f00", "f 12 g",
		    "/a b (x) c (deleted)" },
		{ " 7f00 f(int) (/a)", "7f00", "f(int)", "/a" },
		{ " 7f00 f(int) const", "7f00", "f(int) const", NULL },
		{ " 7f00 f<void (int)>::g(int)", "7f00",
		    "f<void (int)>::g(int)", NULL },
		{ " 7f00 f<void (int) const>::g(int)", "7f00",
		    "f<void (int) const>::g(int)", NULL },
		{ " 7f00 (anonymous namespace)::f", "7f00",
		    "(anonymous namespace)::f", NULL },
		{ " 7f00 (lambda) (/a)", "7f00", "(lambda)", "/a" },
		{ " 7f00 f (/a(b)", "7f00", "f", "/a(b" },
		{ " 7f00 f (/a)b)", "7f00", "f", "/a)b" },
		{ " 7f00 f (/a", "7f00", "f (/a", NULL },
		{ " 7f00 f (/a) 0x1(/b)/0x2(/c)/P", "7f00", "f", "/a" },
		{ " 7f00 operator<(A, B) (/a) x => y", "7f00",
		    "operator<(A, B)", "/a" },
	};
	static const char *const others[] = {
		"", " ", "\t", "g (/a)", "0x (/a)", "7g00 f (/a)", "7f00: f",
	};
	struct frame f;

	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		if (!frame_split(str_from(lines[i].line), &f)) {
			check(false, __FILE__, __LINE__, lines[i].line);
			continue;
		}
		CHECK_STR(f.addr, lines[i].addr);
		CHECK_STR(f.symbol, lines[i].symbol);
		check(!f.module.p == !lines[i].module, __FILE__, __LINE__,
		    lines[i].line);
		if (lines[i].module)
			CHECK_STR(f.module, lines[i].module);
	}
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		check(!frame_split(str_from(others[i]), &f), __FILE__,
		    __LINE__, others[i]);
}

/* Text in column 0 is a frame only if it looks the part. */
static void
test_column_0(void)
{
	struct frame f;

	CHECK(frame_is(STR("55aa main"), &f));
	CHECK(frame_is(STR("add main (/a)"), &f));
	CHECK(!frame_is(STR("add main"), &f));
	CHECK(!frame_is(STR("55aa"), &f));
	CHECK(frame_is(STR("\tadd main"), &f));
}

static void
test_source(void)
{
	static const char *const places[] = {
		"  a.c:12", "  /usr/x y/a.c:1", "  a.h:290 (inlined)",
		"  libc.so.6[27249]", "  a.c:?", "  ??:0", "  x (inlined)",
	};
	static const char *const others[] = {
		"a.c:12", "  a.c", "  :12", "  a.c:", "  a.c:1x", "  a[]",
		"  [27249]", "  a[xyz]", "",
	};

	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++)
		check(frame_is_source(str_from(places[i])), __FILE__,
		    __LINE__, places[i]);
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		check(!frame_is_source(str_from(others[i])), __FILE__,
		    __LINE__, others[i]);
}

static void
test_names(void)
{
	static const struct frame_rules plain = { 0 };
	static const struct frame_rules all = {
		.kernel = true, .jit = true, .inlined = true, .srcline = true,
	};
	static const struct frame_rules raw = { .no_tidy = true, };
	static const struct frame_rules addrs = { .addrs = true, };
	static const struct {
		const struct frame_rules *rules;
		const char *line, *source, *names;
		bool java;
	} frames[] = {
		{ &plain, " 1 f+0x1 (/a)", "", "f", false },
		{ &plain, " 1 +0x1 (/x/a.so)", "", "[a.so]", false },
		{ &plain, " 1 [unknown] ([unknown])", "", "[unknown]", false },
		{ &plain, " 1 [unknown] (/x/)", "", "[unknown]", false },
		{ &plain, " 1 [unknown] (//anon)", "", "[anon]", false },
		{ &plain, " 1 [unknown] (/x/a;b (deleted))", "", "[a:b]",
		    false },
		{ &plain, " 1 a->b(int)->c (/a)", "", "a;b_[i];c_[i]",
		    false },
		{ &plain, " 1 La/B;::f (/tmp/perf-1.map)", "", "La/B:::f",
		    false },
		{ &plain, " 1 La/B;::f (/tmp/perf-1.map)", "", "a/B:::f",
		    true },
		{ &raw, " 1 a->b(int);x+0x1 (/a)", "", "a->b(int):x", false },
		{ &addrs, " 7f [unknown] (/x/a.so)", "", "[a.so <7f>]",
		    false },
		{ &addrs, " 7f f (/x/a.so)", "", "f", false },
		{ &all, " 1 k ([k.kallsyms])", "", "k_[k]", false },
		{ &all, " 1 k_[k] ([k.kallsyms])", "", "k_[k]", false },
		{ &all, " 1 a->b (/tmp/perf-1.map)", "", "a_[j];b_[i]",
		    false },
		{ &all, " 1 f (inlined)", "", "f_[i]", false },
		{ &all, " 1 f", "  x/a.h:3 (inlined)", "f:a.h:3_[i]", false },
		{ &all, " 1 f (/a)", "  a.so[7f]", "f", false },
		{ &plain, " 1 f (/a)", "  a.c:3", "f", false },
	};
	struct buf out = { 0 };
	struct frame f;

	for (size_t i = 0; i < sizeof(frames) / sizeof(frames[0]); i++) {
		out.n = 0;
		CHECK(frame_split(str_from(frames[i].line), &f));
		CHECK(!frame_names(&out, frames[i].rules, &f,
		    str_from(frames[i].source), frames[i].java));
		CHECK_STR(buf_view(&out), frames[i].names);
	}
	buf_free(&out);
}

static void
test_marks(void)
{
	static const struct {
		const char *module;
		bool kernel, jit;
	} modules[] = {
		{ "[kernel.kallsyms]", true, false },
		{ "[kernel.kallsyms].init.text", true, false },
		{ "[guest.kernel.kallsyms]", true, false },
		{ "[nf_tables]", true, false }, { "[vdso]", true, false },
		{ "[vsyscall]", true, false }, { "vmlinux", true, false },
		{ "/boot/vmlinux-6.1.0", true, false },
		{ "/lib/x.ko", true, false }, { "/lib/x.ko.gz", true, false },
		{ "/lib/x.ko.xz", true, false },
		{ "/lib/x.ko.zst", true, false },
		{ "bpf_prog_6deef7357e7b4530_f", true, false },
		{ "[unknown]", false, false }, { "[heap]", false, false },
		{ "[stack]", false, false }, { "[stack:12]", false, false },
		{ "[anon:x]", false, false }, { "[uprobes]", false, false },
		{ "[JIT] tid 12", false, true },
		{ "/tmp/perf-12.map", false, true },
		{ "/root/perf-12.map", false, true },
		{ "/tmp/perf-.map", false, false },
		{ "/tmp/perf-12x.map", false, false },
		{ "/x/jitted-1-2.so", false, true },
		{ "/x/jitted-1-2.so.1", false, false },
		{ "/memfd:js-jit-code", false, true },
		{ "/memfd:shared", false, false },
		{ "/x/my.kof", false, false }, { "/a", false, false },
	};

	for (size_t i = 0; i < sizeof(modules) / sizeof(modules[0]); i++) {
		struct str module = str_from(modules[i].module);

		check(is_kernel(module) == modules[i].kernel, __FILE__,
		    __LINE__, modules[i].module);
		check(is_jit(module) == modules[i].jit, __FILE__, __LINE__,
		    modules[i].module);
	}
}

int
main(void)
{
	test_split();
	test_column_0();
	test_source();
	test_names();
	test_marks();
	return CHECK_END();
}
