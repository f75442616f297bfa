/* collapse-dtrace's modules in process: lines, frames, borders, DTrace. */
#include "check.h"

#include "../../collapse-dtrace/border.c"
#include "../../collapse-dtrace/bpftrace.c"
#include "../../collapse-dtrace/dtrace.c"
#include "../../collapse-dtrace/fold.c"
#include "../../collapse-dtrace/frame.c"
#include "../../collapse-dtrace/frames.c"
#include "../../collapse-dtrace/guess.c"
#include "../../collapse-dtrace/line.c"
#include "../../collapse-dtrace/reader.c"
#include "../../collapse-dtrace/record.c"

static void
test_kinds(void)
{
	static const struct {
		const char *line;
		enum line_kind kind;
	} lines[] = {
		{ "              genunix`open+0x25", LINE_FRAME },
		{ "              0x7fff12", LINE_FRAME },
		{ "              java/lang/Foo.bar+0x3", LINE_TEXT },
		{ "              -", LINE_TEXT },
		{ "                5", LINE_COUNT },
		{ "  nginx         5", LINE_COUNT },
		{ "  a.out`main    5", LINE_COUNT },
		{ "  StubRoutines (1)", LINE_TEXT },
		{ "                -3", LINE_NO_COUNT },
		{ "                3.5", LINE_NO_COUNT },
		{ "                1e+20", LINE_NO_COUNT },
		{ "CPU     ID                    FUNCTION:NAME", LINE_HEADER },
		{ "CPU FUNCTION", LINE_HEADER },
		{ "  0  64091                        :tick-60s", LINE_HEADER },
		{ "dtrace: 5 drops on CPU 0", LINE_HEADER },
		{ "Attaching 2 probes...", LINE_HEADER },
		{ "# a comment", LINE_HEADER },
		{ "               0 |@@@      3", LINE_ROW },
		{ "             < 0 |         0", LINE_ROW },
		{ "             >= 100 |@     7", LINE_ROW },
		{ "[2, 4)      27 |@@@@      |", LINE_ROW },
		{ "a`operator|(A)", LINE_FRAME },
		{ "a;b 5", LINE_FOLDED },
		{ "  a;b 5", LINE_TEXT },
		{ "a;b 0.5", LINE_FOLDED },
		{ ", a;b]: 5", LINE_END },
	};

	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		struct str line = str_from(lines[i].line);

		check(line_kind(line) == lines[i].kind, __FILE__, __LINE__,
		    lines[i].line);
	}
}

static void
test_columns(void)
{
	struct str line = STR("  Web Content  1234\t7"), column;

	CHECK_STR(line_last_column(line), "7");
	CHECK(line_column(&line, &column));
	CHECK_STR(column, "Web Content");
	CHECK(line_column(&line, &column));
	CHECK_STR(column, "1234");
	CHECK(line_column(&line, &column));
	CHECK_STR(column, "7");
	CHECK(!line_column(&line, &column));
}

static void
check_frame(enum dialect dialect, const char *line, const char *names)
{
	struct buf b = { 0 };

	frame_print(&b, str_from(line), dialect, false, NULL, 0);
	CHECK_STR(buf_view(&b), names);
	buf_free(&b);
}

static void
test_frames(void)
{
	check_frame(DTRACE, "a.out`f+0x1+0x2", "a.out`f+0x1");
	check_frame(DTRACE, "a`ns::operator+", "a`ns::operator+");
	check_frame(DTRACE, "a`+[Foo bar]+0x3", "a`+[Foo bar]");
	check_frame(DTRACE, "a`foo::bar(int)+0x1", "a`foo::bar");
	check_frame(DTRACE, "a`foo(ns::T)+0x1", "a`foo(ns::T)");
	check_frame(DTRACE, "a`f+12", "a`f+12");
	check_frame(DTRACE, "a`", "a`");
	check_frame(DTRACE, "+0x12", "-");
	check_frame(DTRACE, "a`x->y->z+0x1", "a`x;y_[i];z_[i]");
	check_frame(BPFTRACE, "f+12", "f");
	check_frame(BPFTRACE, "operator+", "operator+");
	check_frame(BPFTRACE, "0x7f00", "0x7f00");
	check_frame(BPFTRACE, "7f00 f+12 (/a b (x))", "f");
	check_frame(BPFTRACE, "7f00 f(int)+12", "f(int)");
	check_frame(BPFTRACE, "7f00 f(int)", "f(int)");
	check_frame(BPFTRACE, "face to+1", "face to");
	check_frame(BPFTRACE, "f@@GLIBC_2.5+12", "f@@GLIBC_2.5");
	check_frame(BPFTRACE, "main+24@/a.c:30", "main");
	check_frame(BPFTRACE, "[inlined] foo@/a.c:12", "foo_[i]");
}

/* The memo: one frame a line and form, gone when it is trimmed. */
static void
test_memo(void)
{
	struct frame_rules rules = { .offsets = true };
	struct frames f = { .rules = &rules };
	struct str line = STR("   a`f+0x1\n");
	struct frame *frame = frames_find(&f, line, DTRACE, false);

	CHECK_STR(frame->names, "a`f+0x1;");
	CHECK(frames_find(&f, line, DTRACE, false) == frame);
	CHECK_STR(frames_find(&f, line, DTRACE, true)->names, "a`f;");
	CHECK(frames_find(&f, line, BPFTRACE, true) != frame);
	for (size_t i = 0; f.n; i++) {
		char text[32];
		int n = snprintf(text, sizeof(text), "0x%zx\n", i);

		frames_find(&f, (struct str){ text, (size_t)n }, DTRACE, false);
		CHECK(f.used + f.nslots * sizeof(*f.slots) <= 16 << 20);
		frames_trim(&f);
	}
	CHECK(f.used == UNIT);
	CHECK(frames_find(&f, line, DTRACE, false)->next[0] == NULL);
}

static void
test_next(void)
{
	struct frame_rules rules = { 0 };
	struct frames f = { .rules = &rules };
	struct frame *a = frames_find(&f, STR(" a`a\n"), DTRACE, false);
	struct frame *b = frames_find(&f, STR(" a`bbbbbbbbbbbbbbbb\n"),
	    DTRACE, false);
	struct frame *c = frames_find(&f, STR(" a`c\n"), DTRACE, false);

	CHECK(frame_next(a, STR(" a`c\n")) == NULL);
	frame_follow(a, b);
	frame_follow(a, c);
	CHECK(frame_next(a, STR(" a`c\n 1\n")) == c);
	CHECK(frame_next(a, STR(" a`bbbbbbbbbbbbbbbb\n")) == b);
	CHECK(frame_next(a, STR(" a`bbbbbbbbbbbbbbbc\n")) == NULL);
	CHECK(frame_next(a, STR(" a`")) == NULL);
}

static void
test_same_bytes(void)
{
	char a[80], b[80];

	memset(a, 'x', sizeof(a));
	memcpy(b, a, sizeof(b));
	for (size_t n = 1; n <= sizeof(a); n++)
		for (size_t i = 0; i < sizeof(a); i++) {
			b[i] = 'y';
			CHECK(same_bytes(a, b, n) == (i >= n));
			b[i] = 'x';
		}
}

/* Where the border is in text of which nothing was shown before. */
static size_t
border(const char *text)
{
	return record_border(str_from(text), 0);
}

static void
test_borders(void)
{
	CHECK(border(" a`f\n 1\n") == 8);
	CHECK(border(" a`f\n 1\n\n a`g\n") == 8);
	CHECK(border(" a`f\n 1") == 0);
	/* A number before the stack is a key. */
	CHECK(border("  nginx\n  1234\n   a`f\n") == 0);
	CHECK(border("  foo\n 1234\n") == 0);
	CHECK(border("  foo\n 1\n\n  bar\n") == 9);
	CHECK(border(" 1\n@a[\n  f\n  12\n") == 3);
	CHECK(border("@a[\n f\n]: 1\n@b[\n") == 12);
	CHECK(border(" x\n\nperf 1 2.0: 3 c:\n") == 4);
	CHECK(border("a;b 1\na;c 2\n") == 6);
	CHECK(border("") == 0);
}

int
main(void)
{
	test_kinds();
	test_columns();
	test_frames();
	test_memo();
	test_next();
	test_same_bytes();
	test_borders();
	return CHECK_END();
}
