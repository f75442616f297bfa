/*
 * dtrace [ROUNDS]: collapse-dtrace's reader on random texts made of lines that
 * DTrace and bpftrace print, and of broken ones.  Made for sanitizers, but it
 * also checks that a text read in pieces gives what it gives in one.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

static const char *const lines[] = {
	"              a`main+0x1", "              a`ns::f(int)+0x2",
	"              a`x->y+0x2", "              0x7fff12", "              -",
	"              java/lang/Foo.bar+0x3", "              [ note ]",
	"  a.out`foo    ", "  nginx     ", "nginx", "  1234", "        1234",
	"                5", "                5", "5", "  nginx     12    7",
	"  nginx         1234", "", "", "  ", "-", "-3", "3.5", "  x   -3",
	"99999999999999999999", "CPU     ID                    FUNCTION:NAME",
	"  0  64091                        :tick-60s ",
	"dtrace: 5 drops on CPU 0", "# comment", "hello world", "x\r",
	"              a`m\r", "                8\r", "\r",
	"           value  ------------- Distribution ------------- count    ",
	"               0 |                                         0        ",
	"@[", "@a[", "@a[nginx, ", "@a[(nginx, 1), ", "    foo+1", "    foo+1",
	"\t7f00 foo+1 (/bin/x)", "    [inlined] f@/a.c:3", ", ", ", nginx]: 4",
	"), nginx]: 4", "]: 5", "]: 6", "@[]: 3", "@b: 5", "]: ", "@x: ",
	"[0, 1)   3 |@@@ |", "    7f001122", "    70112233",
	"Attaching 1 probe...", "a;b 5", "a;b;c 6", "ab 10 1.0: 3 cycles:",
	"PERFILE2",
};
#define LINES (sizeof(lines) / sizeof(lines[0]))

/* xorshift64. */
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
	size_t n = pick(state, 60);

	text->n = 0;
	for (size_t i = 0; i < 12; i++)
		some[i] = lines[pick(state, LINES)];
	for (size_t i = 0; i < n; i++) {
		buf_text(text, some[pick(state, 12)]);
		buf_char(text, '\n');
	}
	for (size_t i = pick(state, 40); i < 4 && text->n; i++)
		text->p[pick(state, text->n)] = (char)pick(state, 256);
	if (text->n)
		text->p[text->n - 1] = '\n';
}

struct result {
	struct out out;
	struct seam seam;
	struct bad bad;
	struct maps maps;
	unsigned others;
};

static void
read_piece(struct result *to, struct reader *r, struct str piece, bool first)
{
	/* A copy of its own size, so that a sanitizer sees its ends. */
	char *p = memcpy(mem_resize(NULL, piece.n, 1), piece.p, piece.n);

	reader_read(r, (struct str){ p, piece.n }, first);
	seam_add(&to->seam, &to->out, &r->fold);
	bad_add(&to->bad, &r->bad, "-", 0);
	maps_add(&to->maps, &r->maps);
	to->others |= r->others;
	free(p);
}

/* Reads the text as the input hands it out when it reads `step` bytes at a
 * time. */
static struct result
read_in_pieces(struct reader *r, struct str text, size_t step)
{
	struct result to = { .out.fd = -1 };
	size_t start = 0, from = 0;

	for (size_t end = 0; end < text.n; from = end) {
		size_t cut;

		end = end + step < text.n ? end + step : text.n;
		cut = record_border((struct str){ text.p + start, end - start },
		    from - start);
		if (cut == 0)
			continue;
		read_piece(&to, r, (struct str){ text.p + start, cut },
		    start == 0);
		start += cut;
		/* What was carried over counts as shown, as in input.c. */
	}
	if (start < text.n)
		read_piece(&to, r, str_skip(text, start), start == 0);
	seam_finish(&to.seam, &to.out);
	return to;
}

static void
require(bool ok, const char *what, struct str text)
{
	if (ok)
		return;
	fprintf(stderr, "%s:\n", what);
	fwrite(text.p, 1, text.n, stderr);
	abort();
}

static void
check_lines(struct str folded, struct str text)
{
	while (folded.n) {
		struct str line = str_line(&folded);
		size_t blank = str_rfind(line, ' ');

		require(blank > 0 && blank < line.n &&
		    all_digits(str_skip(line, blank + 1)), "no line", text);
		for (size_t i = 0; i < line.n; i++)
			require((unsigned char)line.p[i] >= ' ', "control",
			    text);
	}
}

static void
result_free(struct result *r)
{
	buf_free(&r->out.buf);
	buf_free(&r->seam.stack);
	buf_free(&r->bad.text);
	intern_free(&r->maps.names);
	free(r->maps.records);
	free(r->maps.touched);
}

static void
round_trip(struct reader *r, struct str text, uint64_t *state)
{
	struct result whole = read_in_pieces(r, text, text.n + 1);
	struct result pieces = read_in_pieces(r, text, 1 + pick(state, 200));

	check_lines(buf_view(&whole.out.buf), text);
	require(str_eq(buf_view(&whole.out.buf), buf_view(&pieces.out.buf)),
	    "other lines in pieces", text);
	require(whole.bad.count == pieces.bad.count,
	    "other tallies in pieces", text);
	require(whole.others == pieces.others, "other guess", text);
	require(whole.maps.names.n == pieces.maps.names.n, "other maps", text);
	result_free(&whole);
	result_free(&pieces);
}

int
main(int argc, char **argv)
{
	static const struct str skip[] = { { "main", 4 }, { "y_[i]", 5 } };
	struct reader_rules rules[2] = { { .map_root = false },
	    { .frame = { .offsets = true, .skip = skip, .nskip = 2 },
	    .map = { "a", 1 }, .map_root = true } };
	struct reader readers[2] = { { .rules = &rules[0],
	    .frames.rules = &rules[0].frame }, { .rules = &rules[1],
	    .frames.rules = &rules[1].frame } };
	long rounds = argc > 1 ? atol(argv[1]) : 20000;
	uint64_t state = 88172645463325252u;
	struct buf text = { 0 };

	for (long i = 0; i < rounds; i++) {
		make_text(&text, &state);
		round_trip(&readers[i % 2], buf_view(&text), &state);
	}
	buf_free(&text);
	return 0;
}
