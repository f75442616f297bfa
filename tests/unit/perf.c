/* collapse-perf in process: headers, lines, the cache, the inner loops. */
#include "check.h"

/* So that a line can be too long. */
#define LOOK_MAX ((size_t)4096)

#include "../../collapse-perf/events.c"
#include "../../collapse-perf/fold.c"
#include "../../collapse-perf/frame.c"
#include "../../collapse-perf/header.c"
#include "../../collapse-perf/memo.c"
#include "../../collapse-perf/noise.c"
#include "../../collapse-perf/perf.c"
#include "../../collapse-perf/scan.c"

/* No rule here asks it. */
bool
inliner_ask(struct inliner *in, const struct frame *f, struct buf *out)
{
	(void)in, (void)f, (void)out;
	return false;
}

/* A copy with room behind it, which is never freed. */
static struct str
roomy(const char *text)
{
	struct buf b = { 0 };

	buf_text(&b, text);
	memset(buf_room(&b, SCAN_SLACK), 0, SCAN_SLACK);
	return buf_view(&b);
}

static void
test_headers(void)
{
	static const struct {
		const char *line;
		enum header_kind kind;
		const char *comm, *pid, *tid, *event, *rest;
		uint64_t period;
		bool has_frame;
	} headers[] = {
		{ "a 1/2 [003] 1.5:  7 cycles:u: ", HEADER_FIRM,
		    "a", "1", "2", "cycles:u", "", 7, false },
		{ "a b 3 12 [003] 1.5: cycles:", HEADER_FIRM,
		    "a b 3", "", "12", "cycles", "", 1, false },
		{ "conn 17 4007/4049 [012] 1.5: 9 cycles: ", HEADER_FIRM,
		    "conn 17", "4007", "4049", "cycles", "", 9, false },
		{ " x\t9\t[1]\t1.5:\t7\tcycles:\r", HEADER_FIRM,
		    "x", "", "9", "cycles", "", 7, false },
		{ "x -1/-1 d..2. 1.5: 7 cycles:", HEADER_FIRM,
		    "x", "-1", "-1", "cycles", "", 7, false },
		{ "x 1 1.5: 0 cpu/a=1,b/: ", HEADER_FIRM,
		    "x", "", "1", "cpu/a=1,b/", "", 1, false },
		{ "x 1 1.5: 3 cpu/a,name=b c/u:  t", HEADER_FIRM,
		    "x", "", "1", "cpu/a,name=b c/u", "t", 3, false },
		{ "x 1 1.5: a:b: c: d=1", HEADER_FIRM,
		    "x", "", "1", "a:b", "c: d=1", 1, false },
		{ "x 1 1.5: 3 cycles:  7f10 f (/a) ", HEADER_FIRM,
		    "x", "", "1", "cycles", "7f10 f (/a)", 3, true },
		{ "x 1 1.5: 3 cycles:      7f17474a592b f", HEADER_FIRM,
		    "x", "", "1", "cycles", "7f17474a592b f", 3, true },
		{ "x 1 1.5: 3 cycles: ffff f", HEADER_FIRM,
		    "x", "", "1", "cycles", "ffff f", 3, false },
		{ "x 1 1.5:    7 ", HEADER_FIRM,
		    "x", "", "1", "", "", 7, false },
		{ "x 1 cycles:u:", HEADER_FIRM,
		    "x", "", "1", "cycles:u", "", 1, false },
		{ "x 1 7 cycles:", HEADER_FIRM,
		    "x", "", "1", "cycles", "", 7, false },
		{ "dead 1 cycles:", HEADER_FIRM,
		    "dead", "", "1", "cycles", "", 1, false },
		{ "x 1 ", HEADER_FIRM, "x", "", "1", "", "", 1, false },
		{ "x 1", HEADER_LOOSE, "x", "", "1", "", "", 1, false },
		{ " 818 ", HEADER_FIRM, "", "", "818", "", "", 1, false },
		{ "x 1.5: 7 cycles: ", HEADER_FIRM,
		    "x", "", "", "cycles", "", 7, false },
		{ "x 1.5: ", HEADER_LOOSE, "x", "", "", "", "", 1, false },
		{ "x cycles: ", HEADER_LOOSE,
		    "x", "", "", "cycles", "", 1, false },
		{ "x y [001] ", HEADER_LOOSE,
		    "x y", "", "", "", "", 1, false },
		{ "x y ", HEADER_LOOSE, "x y", "", "", "", "", 1, false },
		{ "x y", HEADER_NONE, 0, 0, 0, 0, 0, 0, 0 },
		{ "x 3 1.5: 9 a\tb: ", HEADER_LOOSE, 0, 0, 0, 0, 0, 0, 0 },
		{ "a long word of no use ", HEADER_NONE, 0, 0, 0, 0, 0, 0, 0 },
		{ "               t      55bb33d4b149 f", HEADER_FIRM,
		    "t", "", "", "", "55bb33d4b149 f", 1, true },
		{ "x 1 1.5: 18446744073709551616 c:", HEADER_BAD_PERIOD,
		    0, 0, 0, 0, 0, 0, 0 },
		{ "x 1 1.5: 18446744073709551615 c:", HEADER_FIRM,
		    "x", "", "1", "c", "", UINT64_MAX, false },
		{ "x 1 1.5: PERF_RECORD_COMM: x:1/1", HEADER_RECORD,
		    0, 0, 0, 0, 0, 0, 0 },
		{ "\t            7f10 f 1 1.5: 2 c:", HEADER_NONE,
		    0, 0, 0, 0, 0, 0, 0 },
		{ "7f10 f 12 (/a)", HEADER_NONE, 0, 0, 0, 0, 0, 0, 0 },
		{ "7f10 f 12", HEADER_NONE, 0, 0, 0, 0, 0, 0, 0 },
		{ "LOST 24 events!", HEADER_NONE, 0, 0, 0, 0, 0, 0, 0 },
		{ "", HEADER_NONE, 0, 0, 0, 0, 0, 0, 0 },
	};

	for (size_t i = 0; i < sizeof(headers) / sizeof(headers[0]); i++) {
		struct header h;
		enum header_kind kind =
		    header_read(roomy(headers[i].line), &h);

		check(kind == headers[i].kind, __FILE__, __LINE__,
		    headers[i].line);
		if (kind != headers[i].kind || !headers[i].comm)
			continue;
		CHECK_STR(h.comm, headers[i].comm);
		CHECK_STR(h.pid, headers[i].pid);
		CHECK_STR(h.tid, headers[i].tid);
		CHECK_STR(h.event, headers[i].event);
		CHECK_STR(h.rest, headers[i].rest);
		CHECK(h.period == headers[i].period);
		check(h.has_frame == headers[i].has_frame, __FILE__, __LINE__,
		    headers[i].line);
	}
}

/* Where the common form is read in one pass, the careful way says the same. */
static void
test_common_headers(void)
{
	static const char *const lines[] = {
		"a 1/2 [003] 1.5:  7 cycles:u: ", "conn 17 1/2 1.5: 9 c:u:",
		"V8 Worker 17 [000] 1.5: 9 c:u:", "x 2 3 1.5: 9 c:",
		"x 3 1.5: 9 cpu/a=1/u:  7f10 f (/a)",
		"     x 3 1.5: 9 c:      7f17474a592b f",
		"x 3 1.5: 9 a:b: c=1 (2)",
	};

	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		struct str line = roomy(lines[i]), period;
		struct attempt a;
		struct header h;

		check(read_common(line, &h, &period), __FILE__, __LINE__,
		    lines[i]);
		CHECK(search(line, true, &a) == TIME_AND_EVENT);
		CHECK(str_eq(h.comm, a.h.comm) && str_eq(h.pid, a.h.pid) &&
		    str_eq(h.tid, a.h.tid) && str_eq(h.event, a.h.event) &&
		    str_eq(h.rest, a.h.rest) && str_eq(period, a.period) &&
		    h.has_frame == a.h.has_frame);
	}
}

static void
test_events(void)
{
	static const struct {
		const char *event, *plain;
	} events[] = {
		{ "cycles", "cycles" }, { "cycles:u", "cycles" },
		{ "cpu-clock:pppH", "cpu-clock" },
		{ "cpu_core/cycles/", "cycles" },
		{ "cpu_core/cycles/P", "cycles" },
		{ "cpu_atom/cycles:Pu/", "cycles" },
		{ "cpu/event=0x3c,umask=0x1/k", "event=0x3c,umask=0x1" },
		{ "sched:sched_switch", "sched:sched_switch" },
		{ "sched:sched_switch:u", "sched:sched_switch" },
		{ "intel_pt//u", "intel_pt//" }, { ":u", ":u" }, { "", "" },
	};

	for (size_t i = 0; i < sizeof(events) / sizeof(events[0]); i++)
		CHECK_STR(event_plain(str_from(events[i].event)),
		    events[i].plain);
}

/* Beyond the limit those that are known are counted as before. */
static void
test_many_events(void)
{
	struct event_filter filter = { .all = true };
	struct events e = { 0 }, total = { 0 };
	struct buf text = { 0 };

	for (uint64_t i = 0; i < EVENTS_MAX + 2; i++) {
		text.n = 0;
		buf_u64(&text, i);
		events_count(&e, &filter, buf_view(&text));
	}
	events_count(&e, &filter, STR("1"));
	events_count(&e, &filter, STR("1"));
	events_add(&total, &e);
	events_count(&total, &filter, STR("0"));
	text.n = 0;
	events_print(&text, &total, true);
	CHECK(str_starts(buf_view(&text),
	    STR("1 3, 0 2, other events 2, 10 1, 100 1, 1000 1")));
	buf_free(&text);
}

static void
test_noise(void)
{
	static const struct {
		const char *line;
		enum noise kind;
	} lines[] = {
		{ "LOST 24 events!", NOISE_LOST },
		{ "Processed 386281 events and lost 3 chunks!", NOISE_LOST },
		{ "Processed 386281 things", NOISE_NONE },
		{ " instruction trace error type 1 time 5.0", NOISE_DECODER },
		{ "'trace' not valid for hardware events. Ignoring.",
		    NOISE_MESSAGE },
		{ "[ perf record: Woken up 1 times to write data ]",
		    NOISE_MESSAGE },
		{ "Failed to open /x, continuing without symbols",
		    NOISE_MESSAGE },
		{ "\t\t[0/net: 4/0xf0000078, 1/uts: 4/0xeffffffe, ",
		    NOISE_RECORD },
		{ "?? what is this", NOISE_NONE },
	};

	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
		check(noise_kind(str_from(lines[i].line)) == lines[i].kind,
		    __FILE__, __LINE__, lines[i].line);
}

static void
test_record_end(void)
{
	static const struct {
		const char *text;
		size_t from, end;
	} texts[] = {
		{ "", 0, 0 },
		{ "a 1 1.5: 1 c:\n\t7f f (/a)\n", 0, 0 },
		{ "a 1 1.5: 1 c:\n\t7f f (/a)\n\n", 0, 26 },
		{ "a 1 1.5: 1 c:\n\t7f f (/a)\n \r\nb 2", 0, 28 },
		{ "a 1 1.5: 1 c:\nb 1 1.5: 1 c:\n\t7f", 0, 14 },
		{ "a 1 1.5: 1 c:\nb 1 1.5: 1 c:", 0, 0 },
		{ "a 1 1.5: 1 c:\nb 1 1.5: 1 c:\n", 20, 14 },
		{ "a 1 1.5: 1 c:\nb 1 1.5: 1 c:\n", 28, 0 },
		{ "a 1 1.5: 1 c:\n# b 1 1.5: 1 c:\n", 0, 0 },
		{ "a 1 1.5: 1 c:\nx 1 PERF_RECORD_EXIT(1)\n", 0, 0 },
		{ "a 1 1.5: 1 c:\nb \n\t7f f\n", 0, 0 },
	};

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		check(perf_record_end(roomy(texts[i].text),
		    texts[i].from) == texts[i].end, __FILE__, __LINE__,
		    texts[i].text);
}

/* A parser that folds, with its folded lines. */
struct reader {
	struct frame_rules names;
	struct fold_rules folding;
	struct event_filter filter;
	struct fold fold;
	struct perf perf;
	struct out out;
	struct open_line open;
};

static void
reader_begin(struct reader *r)
{
	*r = (struct reader){ .out.fd = -1 };
	r->fold.rules = &r->folding;
	r->fold.filter = &r->filter;
	r->perf.rules = &r->names;
	r->perf.sample = fold_sample;
	r->perf.arg = &r->fold;
}

/* Reads a text, which needs room behind it. */
static void
reader_read(struct reader *r, const char *text)
{
	struct buf b = { 0 };

	buf_text(&b, text);
	memset(buf_room(&b, SCAN_SLACK), 0, SCAN_SLACK);
	perf_read(&r->perf, buf_view(&b));
	lines_write(&r->fold.lines, &r->open, &r->out);
	buf_free(&b);
}

static struct str
reader_end(struct reader *r)
{
	line_close(&r->open, &r->out);
	return buf_view(&r->out.buf);
}

/* A sum that grows from text to text, and what ends it. */
static void
test_joining(void)
{
	struct reader r;

	reader_begin(&r);
	reader_read(&r, "a 1 1.5: 1 c:\n\t7f f (/a)\n\n");
	reader_read(&r, "a 1 1.5: 2 c:\n\t7f f (/a)\n\n");
	reader_read(&r, "# nothing\n");
	reader_read(&r, "a 1 1.5: 4 c:\n\t7f f (/a)\n\n"
	    "b 1 1.5: 8 c:\n\na 1 1.5: 16 c:\n\t7f f (/a)\n");
	reader_read(&r, "a 1 1.5: 32 c:\n\t7f f (/a)\n");
	reader_read(&r, "a 1 1.5: 18446744073709551615 c:\n\t7f f (/a)\n");
	CHECK_STR(reader_end(&r),
	    "a;f 7\nb 8\na;f 48\na;f 18446744073709551615\n");
	CHECK(r.fold.tally.samples == 7 && r.fold.tally.kept == 7);
	CHECK(r.fold.tally.frameless == 1 && r.fold.tally.chains == 6);
}

/* A line that is too long is not used, and it alone. */
static void
test_long_line(void)
{
	struct reader r;
	struct buf text = { 0 };

	buf_text(&text, "a 1 1.5: 1 c:\n");
	for (int i = 0; i < 200; i++)
		buf_text(&text, "\t    7f0000000010 f+0x1 (/a)\n");
	buf_text(&text, "\t7f ");
	for (int i = 0; i < 5000; i++)
		buf_char(&text, 'x');
	buf_text(&text, "\n\t    7f0000000010 g+0x1 (/a)\n");
	buf_char(&text, '\0');
	reader_begin(&r);
	reader_read(&r, text.p);
	CHECK(r.perf.bad.count == 1 && r.perf.bad.line == 202);
	CHECK(r.perf.lines == 203);
	CHECK(str_starts(reader_end(&r), STR("a;g;f;f;")));
	buf_free(&text);
}

/* The same address and the same symbol in other places. */
static void
test_recall(void)
{
	static const char text[] =
	    "a 1 1.5: 1 c:\n"
	    "\t    7f0000000010 f+0x1 (/a)\n"
	    "\t    7f0000000010 f+0x1 (/a)\n"
	    "\t    7f0000000010 f+0xabc (/a)\n"
	    "\t    7f0000000010 f (/a)\n"
	    "\t    7f0000000010 f+0x (/a)\n"
	    "\t    7f0000000010 f+0xg (/a)\n"
	    "\t    7f0000000010 f+0x1+0x1 (/a)\n"
	    "\t    7f0000000010 f+0x1 (/b)\n"
	    "\t    7f0000000010 f+0x1 (/a)(/b)\n"
	    "\t    7f0000000010 f+0x1 (/a) (/b)\n"
	    "\t    7f0000000010 [unknown] (/a)\n"
	    "\t    7f0000000010 [unknown] (/b)\n"
	    "\t    7f0000000018 [unknown] (/b)\n"
	    "\t  g 7f0000000010 f+0x1 (/a)\n"
	    "\t 7 7f00000000100 f+0x1 (/a)\n"
	    "\n";
	static const char folded[] = "a;7f00000000100 f;[b];[b];[a];"
	    "f+0x1;f+0x1;f;f+0x1;f+0xg;f+0x;f;f;f;f";
	struct reader r;

	for (int times = 1; times < 4; times++) {
		struct str out;

		reader_begin(&r);
		for (int i = 0; i < times; i++)
			reader_read(&r, text);
		out = reader_end(&r);
		CHECK_STR(str_head(out, str_rfind(out, ' ')), folded);
		CHECK(r.perf.bad.count == (uint64_t)times);
		CHECK(r.perf.bad.line == 15);
	}
}

static uint64_t
next(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	return *state ^= *state << 17;
}

/* Random bytes of a small alphabet, with room behind them. */
static void
fill(char *p, size_t n, const char *alphabet, uint64_t *state)
{
	size_t kinds = strlen(alphabet);

	for (size_t i = 0; i < n; i++)
		p[i] = alphabet[next(state) % kinds];
}

static bool
same_lines(const struct scan_lines *a, const struct scan_lines *b)
{
	return a->n == b->n && memcmp(a->start, b->start,
	    (b->n + 1) * sizeof(*b->start)) == 0;
}

static void
same_words(const char *p)
{
	struct scan_words a = scan_words(p), b = scan_words_plain(p);

	CHECK(a.digits == b.digits && a.blanks == b.blanks);
}

static void
test_scan(void)
{
	static char a[300 + SCAN_SLACK], b[300 + SCAN_SLACK];
	static struct scan_lines lines, plain;
	uint64_t state = 88172645463325252u;

	for (int round = 0; round < 20000; round++) {
		size_t n = next(&state) % 300, m = 1 + next(&state) % 200;
		uint32_t v[SCAN_WAYS], tag = (uint32_t)next(&state) & ~7u;

		fill(a, sizeof(a), "a /09:\n", &state);
		scan_lines_plain(&plain, (struct str){ a, n });
		scan_lines(&lines, (struct str){ a, n });
		CHECK(same_lines(&lines, &plain));
#ifdef SCAN_SSE2
		scan_lines_sse2(&lines, (struct str){ a, n });
		CHECK(same_lines(&lines, &plain));
#endif
		memcpy(b, a, sizeof(b));
		b[next(&state) % m] ^= (char)(next(&state) & 1);
		CHECK(scan_equal(a, b, m) == (memcmp(a, b, m) == 0));
		same_words(a);
		memcpy(b, "comm name", 9);
		b[round % 16] = (char)(round >> 4);
		CHECK(scan_clean(b, m % 17) == scan_clean_plain(b, m % 17));
		fill(a, 40, round % 2 ? "  09af" : " 7g`:/@AF", &state);
		memset(a, ' ', n % 17);
		CHECK(scan_address(a) == scan_address_plain(a));
		memcpy(a, "+0x", round % 5 ? 3 : 2);
		CHECK(scan_offset(a, n % 20) == scan_offset_plain(a, n % 20));
		for (int i = 0; i < SCAN_WAYS; i++)
			v[i] = (uint32_t)(next(&state) % 3 ?
			    tag | (next(&state) & 7) : next(&state));
		CHECK(scan_ways(v, tag, 3) == scan_ways_plain(v, tag, 3));
	}
	for (int c = 0; c < 256; c++) {
		memset(a, '7', 40);
		a[0] = a[15] = (char)c;
		CHECK(scan_address(a) == scan_address_plain(a));
	}
}

/* More distinct texts than fit: none may be mixed up, memory has an end. */
static void
test_memo(void)
{
	struct memo m = { 0 };
	char key[64];

	for (unsigned i = 0; i < 600000; i++) {
		int n = snprintf(key, sizeof(key), "key number %u of many",
		    i % 400000);
		struct str s = { key, (size_t)n };
		const struct known *k;

		memo_trim(&m);
		memo_begin(&m);
		k = memo_find(&m, s, 3, FOR_OTHERS);
		if (!k)
			k = memo_add(&m, s, 3, FOR_ALL, s, false);
		CHECK(k->names_n == s.n && memcmp(k->text, key, s.n) == 0);
		CHECK(!memo_find(&m, s, 4, FOR_OTHERS));
	}
	CHECK(bytes(&m) <= MEMO_BYTES && m.spill.total == 0);
}

/* What is beside the area counts, even in a memo that has nothing else. */
static void
test_memo_spill(void)
{
	static char huge[MEMO_BYTES];
	struct memo m = { 0 };

	memo_begin(&m);
	memo_add(&m, STR("key"), 3, FOR_ALL,
	    (struct str){ huge, sizeof(huge) }, false);
	CHECK(m.spill.total > 0 && m.nslots == 0);
	memo_trim(&m);
	CHECK(m.spill.total == 0);
	CHECK(!memo_find(&m, STR("key"), 3, FOR_ALL));
}

int
main(void)
{
	test_headers();
	test_common_headers();
	test_events();
	test_many_events();
	test_noise();
	test_record_end();
	test_joining();
	test_long_line();
	test_recall();
	test_scan();
	test_memo();
	test_memo_spill();
	return CHECK_END();
}
