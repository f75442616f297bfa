/*
 * perf [ROUNDS]: collapse-perf's parser on random texts made of lines that
 * perf script prints, and of broken ones.  Made for sanitizers, but it also
 * checks that a text read in pieces, or by a parser that has seen other texts,
 * gives what it gives in one, and that no sample is lost.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Small, so that it is full at times. */
#define MEMO_BYTES ((size_t)32 << 10)
#define MEMO_RECENT_BITS 4
#define LOOK_MAX ((size_t)512)

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

static const char *const lines[] = {
	"a 10/11 [001] 1.500000:     250000 cycles:u: ",
	"V8 Worker 10/12 [001] 1.5:     250000 cycles:u: ",
	"java 10/13 1.5: 7 cycles:u: ", "conn 17 10 1.5: 1 cycles:u:",
	"java-x 9 1.5: 18446744073709551615 cycles:", "a 9 1.5: cycles:",
	"a 9 1.5: 18446744073709551616 cycles:", "  9/9 1.5: 1 cycles: ",
	"a 10/11 1.5: 4 page-faults: ", "a 10 1.5: 2 cpu_core/cycles/P: ",
	"a 10 1.5: sched:sched_switch: prev_comm=x ==> next_comm=y", "a 10 ",
	"a 10", "a ", "a cycles:u: ", "a   1.5: ", "a     250000 ", "dead 1 7 c:",
	"     a 10  1.5:  5 cycles:      7f17474a592b f+0x1b (/usr/lib/c.so)",
	"               t      55bb33d4b149 inner", "  t.c:4", "  x.h:4 (inlined)",
	"  a.so[7f10]", "  ??:0", "\t    7f17474a592b f+0x1b (/usr/lib/c.so)",
	"\t    7f17474a592b f+0x1c (/usr/lib/c.so)",
	"\t    7f17474a592b f (/usr/lib/c.so)",
	"\t    7f17474a592b f+0x1b+0x1c (/usr/lib/c.so)",
	"\t    7f17474a592b g+0x1b (/usr/lib/c.so)",
	"\t    7f17474a592c f+0xffff018fd5dce000 (/usr/lib/c.so)",
	"\tffffffff813a2413 do_syscall_64+0x71 ([kernel.kallsyms])",
	"\tffffffff813a2413 [unknown] ([kernel.kallsyms])",
	"\t    7f00000000ff [unknown] ([unknown])",
	"\t    7f0000000ff0 [unknown] ([unknown])",
	"\t               0 [unknown] (/tmp/perf-12.map)",
	"\t    7f0000000010 Lorg/a/B;::run(I)V (/tmp/perf-12.map)",
	"\t    7f0000000010 Lorg/a/B;::run->La/C;::go+0x8 (/tmp/perf-12.map)",
	("\t    7f0000000020 std::_Function_handler<void (int), main::{lambda(int)"
	 "#1}>::_M_invoke(std::_Any_data const&, int&&)+0x12 (/opt/app/a b c)"),
	"\t    7f0000000030 (anonymous namespace)::f(int) const+0x4",
	"\t    7f0000000040 f (/opt/a(b) (deleted))", "\t7f10 f (/a)", "\t7f10",
	"\t 1 main (/a)", "55aa main+0x1 (/a)", "\t7f10 f+0x1 (inlined)", "\tf (/a",
	"", "", "", " \r", "# comment", "a 10 1.5: PERF_RECORD_COMM: a:10/10",
	"\t\t[0/net: 4/0xf0000078, 1/uts: 4/0xeffffffe, ", "LOST 24 events!",
	"Failed to open /tmp/perf-77.map, continuing without symbols",
	" instruction trace error type 1", "?? what", "x y z 3", "add foo", "\t",
};
#define LINES (sizeof(lines) / sizeof(lines[0]))

static const struct frame_rules namings[] = {
	{ 0 },
	{ .kernel = true, .jit = true, .inlined = true, .srcline = true },
	{ .addrs = true },
	{ .no_tidy = true, .inlined = true },
};
#define NAMINGS (sizeof(namings) / sizeof(namings[0]))

static size_t
pick(uint64_t *state, size_t below)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return (size_t)(*state % below);
}

/* A text of a few kinds of line, or it would hardly ever hold a stack; some
 * of its bytes are changed. */
static void
make_text(struct buf *text, uint64_t *state)
{
	const char *some[12];
	size_t n = pick(state, 80);

	text->n = 0;
	for (size_t i = 0; i < 12; i++)
		some[i] = lines[pick(state, LINES)];
	for (size_t i = 0; i < n; i++) {
		buf_text(text, some[pick(state, 12)]);
		buf_text(text, pick(state, 50) ? "\n" : "\r\n");
	}
	for (size_t i = pick(state, 40); i < 4 && text->n; i++)
		text->p[pick(state, text->n)] = (char)pick(state, 256);
	if (text->n)
		text->p[text->n - 1] = '\n';
}

/* A parser that folds, and all that it has given. */
struct reader {
	struct fold_rules folding;
	struct event_filter filter;
	struct fold fold;
	struct perf perf;
	struct out out;
	struct open_line open;
	struct bad bad;
	uint64_t noise[NOISE_KINDS];
	uint64_t lines;
	uint64_t samples;       /* that the parser gave */
};

static void
take_sample(void *reader, const struct perf_sample *s)
{
	struct reader *r = reader;

	r->samples++;
	fold_sample(&r->fold, s);
}

/* A parser, its cache as it was left by the texts before. */
static void
reader_begin(struct reader *r, const struct frame_rules *naming,
    struct memo memo)
{
	*r = (struct reader){ .out.fd = -1, .perf.memo = memo };
	r->filter.all = true;
	r->fold.rules = &r->folding;
	r->fold.filter = &r->filter;
	r->perf.rules = naming;
	r->perf.sample = take_sample;
	r->perf.arg = r;
}

static void
reader_read(struct reader *r, struct str piece)
{
	struct buf b = { 0 };

	buf_str(&b, piece);
	memset(buf_room(&b, SCAN_SLACK), '7', SCAN_SLACK);
	perf_read(&r->perf, buf_view(&b));
	lines_write(&r->fold.lines, &r->open, &r->out);
	bad_add(&r->bad, &r->perf.bad, "-", r->lines);
	for (int i = 0; i < NOISE_KINDS; i++)
		r->noise[i] += r->perf.noise[i];
	r->lines += r->perf.lines;
	buf_free(&b);
}

static void
reader_end(struct reader *r)
{
	line_close(&r->open, &r->out);
	buf_char(&r->out.buf, '\0');
}

/* Frees all but the cache, and gives that. */
static struct memo
reader_free(struct reader *r)
{
	struct memo memo = r->perf.memo;

	buf_free(&r->fold.lines.text);
	buf_free(&r->fold.root);
	free(r->fold.events.names.names);
	free(r->fold.events.names.slots);
	arena_reset(&r->fold.events.names.arena);
	free(r->fold.events.v);
	free(r->fold.events.touched);
	free(r->perf.now.frames);
	buf_free(&r->perf.names);
	buf_free(&r->perf.key);
	buf_free(&r->perf.bad.text);
	buf_free(&r->bad.text);
	buf_free(&r->out.buf);
	buf_free(&r->open.stack);
	return memo;
}

static void
memo_free(struct memo m)
{
	free(m.area);
	free(m.slots);
	free(m.recent);
	arena_reset(&m.spill);
}

/* Reads the text in the pieces that input.h would make of it if each read
 * gave a few bytes. */
static void
read_in_pieces(struct reader *r, struct str text, uint64_t *state)
{
	size_t seen = 0, n = 0, cut;

	while (text.n) {
		n += 1 + pick(state, 90);
		if (n >= text.n) {
			reader_read(r, text);
			return;
		}
		cut = perf_record_end(str_head(text, n), seen);
		seen = n;
		if (cut) {
			reader_read(r, str_head(text, cut));
			text = str_skip(text, cut);
			seen = n -= cut;
		}
	}
}

static void
require(bool ok, const char *law, struct str text, const struct reader *a,
    const struct reader *b)
{
	if (ok)
		return;
	fprintf(stderr, "%s:\n%.*s---\n%s---\n%s", law, (int)text.n, text.p,
	    a->out.buf.p, b->out.buf.p);
	exit(1);
}

static void
require_same(const char *law, struct str text, const struct reader *a,
    const struct reader *b)
{
	require(str_eq(buf_view(&a->out.buf), buf_view(&b->out.buf)) &&
	    a->lines == b->lines && a->samples == b->samples &&
	    a->bad.count == b->bad.count &&
	    (a->bad.count == 0 || a->bad.line == b->bad.line) &&
	    memcmp(a->noise, b->noise, sizeof(a->noise)) == 0,
	    law, text, a, b);
}

/* The sum of the counts, modulo 2^64, and whether each line has one. */
static uint64_t
sum_counts(struct str folded, bool *well)
{
	uint64_t sum = 0, count;

	while (folded.n > 1) {
		struct str line = str_line(&folded);
		size_t blank = str_rfind(line, ' ');

		*well &= blank && blank < line.n &&
		    str_u64(str_skip(line, blank + 1), &count);
		sum += *well ? count : 0;
	}
	return sum;
}

static struct memo
try(struct str text, const struct frame_rules *naming, struct memo memo,
    uint64_t *state)
{
	static const struct memo empty;
	struct reader whole, pieces, warm;
	bool well = true;

	reader_begin(&whole, naming, empty);
	whole.folding.by_sample = true;
	reader_read(&whole, text);
	reader_end(&whole);
	require(sum_counts(buf_view(&whole.out.buf), &well) == whole.samples &&
	    well, "a sample is lost", text, &whole, &whole);

	reader_begin(&pieces, naming, empty);
	pieces.folding.by_sample = true;
	read_in_pieces(&pieces, text, state);
	reader_end(&pieces);
	require_same("in pieces", text, &whole, &pieces);

	reader_begin(&warm, naming, memo);
	warm.folding.by_sample = true;
	reader_read(&warm, text);
	reader_end(&warm);
	require_same("with a warm cache", text, &whole, &warm);
	memo_free(reader_free(&whole));
	memo_free(reader_free(&pieces));
	return reader_free(&warm);
}

int
main(int argc, char **argv)
{
	unsigned long rounds = argc > 1 ? strtoul(argv[1], NULL, 10) : 100000;
	struct memo memos[NAMINGS] = { 0 };
	struct buf text = { 0 };
	uint64_t state = 88172645463325252u;

	for (unsigned long i = 0; i < rounds; i++) {
		size_t k = pick(&state, NAMINGS);

		make_text(&text, &state);
		memos[k] = try(buf_view(&text), &namings[k], memos[k], &state);
	}
	for (size_t k = 0; k < NAMINGS; k++)
		memo_free(memos[k]);
	buf_free(&text);
	return 0;
}
