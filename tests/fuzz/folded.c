/*
 * folded [ROUNDS]: the laws of folded text, on random text.
 *
 * Reading equals the plain loop over lines; what is printed reads back as it
 * was; parts added up and then their results equal the whole, in any split and
 * order, filtered or not; filters that drop nothing keep the sum; --min twice
 * is --min once; a difference holds both totals, and a normalized one holds
 * the second twice.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "folded.h"
#include "mem.h"
#include "stackagg/diff.c"
#include "stackagg/filter.c"
#include "stackagg/pattern.c"
#include "stackagg/print.c"
#include "stackagg/proportion.c"
#include "stackagg/rows.c"
#include "stackagg/tree.c"

static uint64_t state;

static unsigned
any(unsigned n)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (unsigned)((state * 0x2545f4914f6cdd1du) >> 33) % n;
}

static _Noreturn void
broken(const char *law, unsigned round, const struct buf *got,
    const struct buf *want)
{
	fprintf(stderr, "round %u: %s\n--- got\n%.*s--- want\n%.*s", round,
	    law, (int)got->n, got->p, (int)want->n, want->p);
	exit(1);
}

static unsigned round_now;
/* Names are not empty and have no outer blanks: a stack's beginning is a stack
 * as it stands. */
static bool tame;

static void
check_same(const char *law, const struct buf *got, const struct buf *want)
{
	if (!str_eq(buf_view(got), buf_view(want)))
		broken(law, round_now, got, want);
}

/* Random text. */
static void
some_frames(struct buf *b)
{
	static const char *const names[] = { "a", "b", "c", "a", "b", "main",
		"a b", "#x", "0x1f", "f0xABg", "b 10", "caf\xc3\xa9", "\xff",
		"\x01", "foo.cold", "foo", "0x", ":b", "a_name_that",
		"a_name_that_is_longer_than_one_word",
		"a_name_that_is_longer_than_one_wor:",
		"", "", " ", " a", "b ", "x\r", "\t" };
	unsigned n = sizeof(names) / sizeof(*names) - (tame ? 7 : 0);
	unsigned depth = 1 + any(any(8) ? 5 : 40);

	for (unsigned i = 0; i < depth; i++) {
		if (i)
			buf_char(b, ';');
		buf_text(b, names[any(n)]);
	}
}

static void
some_count(struct buf *b)
{
	static const char *const odd[] = { "0", "1.", ".5", "0.000000001",
		"10.25", "00012", "9007199254740993", "-1", "1e3", "nan", "",
		"1.0000000001", "18446744073709551616", "0x1", "1.2.3" };

	if (any(4))
		buf_u64(b, any(20));
	else
		buf_text(b, odd[any(sizeof(odd) / sizeof(*odd))]);
}

static void
some_line(struct buf *b, int columns)
{
	static const char *const plain[] = { "", "# a note 5", "#x 3", "   ",
		"alone", "10", " 7 ", ";;; 3", "a;b\t4", "a;b 5\r", "  a;b 5  ",
		"; ;a 2", "a;b; ; 3" };

	if (any(8) == 0 && !tame) {
		buf_text(b, plain[any(sizeof(plain) / sizeof(*plain))]);
	} else {
		some_frames(b);
		for (int i = 0; i < columns; i++) {
			buf_char(b, any(9) ? ' ' : '\t');
			some_count(b);
		}
	}
	buf_char(b, '\n');
}

static void
some_text(struct buf *b, int columns)
{
	b->n = 0;
	for (unsigned n = any(30); n > 0; n--)
		some_line(b, columns);
	if (b->n > 1 && any(4) == 0)
		b->n--;
}

/* Text to stacks and back. */
static struct stacks
read_text(const struct buf *text, int columns)
{
	struct stacks s = { 0 };
	int fd = memfd_create("text", 0);
	char path[40], *file = path;
	struct stacks_input in = { .files = &file, .nfiles = 1,
		.columns = columns, .workers = 1 + any(3) };
	struct stacks_read r;

	if (fd < 0 || write(fd, text->p, text->n) != (ssize_t)text->n)
		fatal("no memory file");
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	r = stacks_read(&s, &in);
	close(fd);
	buf_free(&r.bad.text);
	return s;
}

/* The same without threads, memo and hashes of text. */
static struct stacks
read_plainly(const struct buf *text, int columns)
{
	struct stacks s = { 0 };
	struct str rest = buf_view(text), frame;
	uint32_t *ids = mem_resize(NULL, text->n + 1, sizeof(*ids));
	struct folded f;

	while (rest.n) {
		uint32_t depth = 0;

		if (folded_parse(str_line(&rest), columns, &f) || !f.stack.p)
			continue;
		while (folded_frame(&f.stack, &frame))
			ids[depth++] = intern_id(&s.names, frame);
		stacks_add(&s, ids, depth, f.count);
	}
	free(ids);
	return s;
}

static const struct stacks *sorted;

static int
plain_order(const void *a, const void *b)
{
	const struct stack *x = a, *y = b;
	const struct str *names = sorted->names.names;

	for (uint32_t i = 0; i < x->depth && i < y->depth; i++) {
		int order = str_cmp(names[x->frames[i]], names[y->frames[i]]);

		if (order)
			return order;
	}
	return (x->depth > y->depth) - (x->depth < y->depth);
}

static void
print_text(struct buf *b, const struct stacks *s, int columns)
{
	struct rows rows = rows_new(s, columns, ORDER_STACK);
	struct out out = { .fd = -1 };

	print_folded(&out, &rows);
	b->n = 0;
	buf_str(b, buf_view(&out.buf));
	buf_free(&out.buf);
	free(rows.v);
}

static void
print_plainly(struct buf *b, struct stacks *s, int columns)
{
	sorted = s;
	if (s->n)
		qsort(s->v, s->n, sizeof(*s->v), plain_order);
	b->n = 0;
	for (size_t i = 0; i < s->n; i++) {
		if (str_starts(s->names.names[s->v[i].frames[0]], STR("#")))
			buf_char(b, ' ');
		stack_text(b, s, &s->v[i]);
		for (int c = 0; c < columns; c++) {
			buf_char(b, ' ');
			count_print(b, s->v[i].count[c]);
		}
		buf_char(b, '\n');
	}
}

/* Some filters; `merging` leaves out --min, which needs the whole. */
static struct filters
some_filters(bool merging, bool *drops)
{
	static const struct {
		enum filter_kind kind;
		const char *arg;
		bool drops;
	} list[] = {
		{ FILTER_SKIP, "a", false }, { FILTER_SKIP, "^.*$", false },
		{ FILTER_SKIP, "^[^a]*$", false },
		{ FILTER_SKIP_AFTER, "b", false },
		{ FILTER_SKIP_AFTER, "", false },
		{ FILTER_RECURSIVE, NULL, false },
		{ FILTER_DEPTH, "1", false }, { FILTER_DEPTH, "3", false },
		{ FILTER_REVERSE, NULL, false },
		{ FILTER_STRIP_HEX, NULL, false },
		{ FILTER_KEEP, "^b", true }, { FILTER_DROP, "main|c", true },
		{ FILTER_FOCUS, "b|#", true }, { FILTER_BASE, "b", true },
		{ FILTER_BASE, "a b", true },
		{ FILTER_MIN, "5", false }, { FILTER_MIN, "2.5%", false },
		{ FILTER_MIN, "30%", false },
	};
	size_t n = sizeof(list) / sizeof(*list) - (merging ? 3 : 0);
	struct filters f = { 0 };

	*drops = false;
	for (unsigned i = 1 + any(3); i > 0; i--) {
		size_t k = any((unsigned)n);

		filters_add(&f, list[k].kind, list[k].arg);
		*drops |= list[k].drops;
	}
	return f;
}

static void
filters_free(struct filters *f)
{
	for (size_t i = 0; i < f->n; i++) {
		struct pattern *p = f->v[i].pattern;

		free(f->v[i].renamed);
		if (!p)
			continue;
		if (p->has_regex)
			regfree(&p->regex);
		free(p->list);
		free(p->known);
		buf_free(&p->text);
		free(p);
	}
	free(f->v);
}

/* What patterns know is by name id: for other names they start anew. */
static void
filters_forget(struct filters *f)
{
	for (size_t i = 0; i < f->n; i++) {
		f->v[i].nrenamed = 0;
		if (f->v[i].pattern)
			f->v[i].pattern->nknown = 0;
	}
}

static struct count
sum(const struct stacks *s, int column)
{
	struct count c = { 0 };

	for (size_t i = 0; i < s->n; i++)
		count_add(&c, s->v[i].count[column]);
	return c;
}

/* Deals the lines out to parts, adds up and filters each, and puts their
 * results one behind the other. */
static void
deal(struct buf *joined, const struct buf *text, struct filters *f,
    int columns)
{
	struct buf parts[3] = { { 0 } }, printed = { 0 };
	struct str rest = buf_view(text);
	unsigned first = any(3);

	joined->n = 0;
	while (rest.n) {
		unsigned i = any(3);

		buf_str(&parts[i], str_line(&rest));
		buf_char(&parts[i], '\n');
	}
	for (unsigned i = 0; i < 3; i++) {
		struct buf *part = &parts[(first + i) % 3];
		struct stacks s = read_text(part, columns);

		filters_forget(f);
		filters_apply(f, &s, columns);
		print_text(&printed, &s, columns);
		buf_str(joined, buf_view(&printed));
		stacks_free(&s);
		buf_free(part);
	}
	buf_free(&printed);
}

static void
law_reading(const struct buf *text, int columns)
{
	struct stacks s = read_text(text, columns);
	struct stacks plain = read_plainly(text, columns);
	struct buf got = { 0 }, want = { 0 }, again = { 0 };

	print_text(&got, &s, columns);
	print_plainly(&want, &plain, columns);
	check_same("reading is the plain loop", &got, &want);
	stacks_free(&s);
	s = read_text(&got, columns);
	print_text(&again, &s, columns);
	check_same("what is printed reads back", &again, &got);
	stacks_free(&s);
	stacks_free(&plain);
	buf_free(&got);
	buf_free(&want);
	buf_free(&again);
}

static void
law_parts(const struct buf *text, int columns)
{
	bool drops;
	struct filters none = { 0 }, f = some_filters(true, &drops);
	struct filters *use = any(3) ? &f : &none;
	struct stacks s = read_text(text, columns), parts;
	struct count before = sum(&s, 0), after;
	struct buf whole = { 0 }, joined = { 0 }, got = { 0 };

	filters_apply(use, &s, columns);
	print_text(&whole, &s, columns);
	after = sum(&s, 0);
	if ((!drops || use == &none) && count_cmp(before, after) != 0)
		broken("filters keep the sum", round_now, &whole, text);
	deal(&joined, text, use, columns);
	parts = read_text(&joined, columns);
	print_text(&got, &parts, columns);
	check_same("parts are the whole", &got, &whole);
	stacks_free(&s);
	stacks_free(&parts);
	filters_free(&f);
	buf_free(&whole);
	buf_free(&joined);
	buf_free(&got);
}

static void
law_filters(const struct buf *text, int columns)
{
	bool drops;
	struct filters f = some_filters(false, &drops);
	struct filters min = { 0 };
	struct stacks s = read_text(text, columns), back;
	struct count before = sum(&s, 0);
	struct buf once = { 0 }, twice = { 0 };

	filters_apply(&f, &s, columns);
	print_text(&once, &s, columns);
	if (!drops && count_cmp(before, sum(&s, 0)) != 0)
		broken("filters keep the sum", round_now, &once, text);
	back = read_text(&once, columns);
	print_text(&twice, &back, columns);
	check_same("what a filter leaves reads back", &twice, &once);
	filters_add(&min, FILTER_MIN, any(2) ? "7" : "12.5%");
	filters_apply(&min, &s, columns);
	print_text(&once, &s, columns);
	filters_apply(&min, &s, columns);
	print_text(&twice, &s, columns);
	if (tame)
		check_same("--min twice is --min once", &twice, &once);
	stacks_free(&s);
	stacks_free(&back);
	filters_free(&f);
	filters_free(&min);
	buf_free(&once);
	buf_free(&twice);
}

static void
law_difference(const struct buf *text, const struct buf *other)
{
	struct stacks s = read_text(text, 1), after = read_text(other, 1);
	struct count first = sum(&s, 0), second = sum(&after, 0);
	struct buf printed = { 0 }, again = { 0 };
	struct stacks back;

	diff_join(&s, &after);
	print_text(&printed, &s, 2);
	if (count_cmp(first, sum(&s, 0)) || count_cmp(second, sum(&s, 1)))
		broken("a difference holds both", round_now, &printed, text);
	back = read_text(&printed, 2);
	print_text(&again, &back, 2);
	if (s.n)
		check_same("a difference reads back", &again, &printed);
	if (!diff_normalize(&s))
		broken("normalized", round_now, &printed, text);
	if (!count_is_zero(first) && count_cmp(sum(&s, 0), sum(&s, 1)))
		broken("normalized totals agree", round_now, &printed, text);
	stacks_free(&s);
	stacks_free(&back);
	buf_free(&printed);
	buf_free(&again);
}

int
main(int argc, char **argv)
{
	unsigned rounds = argc > 1 ? (unsigned)atoi(argv[1]) : 10000;
	struct buf text = { 0 }, other = { 0 };

	for (round_now = 0; round_now < rounds; round_now++) {
		int columns = 1 + (round_now % 4 == 3);

		tame = round_now % 3 == 2;
		state = (round_now + 1) * 0x9e3779b97f4a7c15u;
		some_text(&text, columns);
		some_text(&other, 1);
		law_reading(&text, columns);
		law_parts(&text, columns);
		law_filters(&text, columns);
		if (columns == 1)
			law_difference(&text, &other);
	}
	printf("%u rounds\n", rounds);
	buf_free(&text);
	buf_free(&other);
	return 0;
}
