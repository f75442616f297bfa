#include "check.h"

#include <stdlib.h>

#include "folded.h"
#include "keysort.h"
#include "mem.h"
#include "stackagg/proportion.c"
#include "stacks.h"

static void
reads(const char *line, int columns, const char *stack, uint64_t first,
    uint64_t second)
{
	struct folded f;

	CHECK(folded_parse(str_from(line), columns, &f) == NULL);
	CHECK(f.stack.p != NULL);
	CHECK_STR(f.stack, stack);
	CHECK(f.count[0].whole == first && f.count[1].whole == second);
}

static void
refuses(const char *line, int columns, const char *why)
{
	struct folded f;
	const char *got = folded_parse(str_from(line), columns, &f);

	CHECK(got != NULL);
	if (got)
		CHECK_STR(str_from(got), why);
}

static void
ignores(const char *line)
{
	struct folded f;

	CHECK(folded_parse(str_from(line), 1, &f) == NULL);
	CHECK(f.stack.p == NULL);
}

static void
lines(void)
{
	reads("a;b 3", 1, "a;b", 3, 0);
	reads(" \ta;b \t 3 \r", 1, "a;b", 3, 0);
	reads("thread 77 1", 1, "thread 77", 1, 0);
	reads("thread 77 1", 2, "thread", 77, 1);
	reads("a b;c d 1 2", 2, "a b;c d", 1, 2);
	reads(";a;;b; ;; 4", 1, ";a;;b", 4, 0);
	reads(" #a 5", 1, "#a", 5, 0);
	reads("a;#b 5", 1, "a;#b", 5, 0);
	reads("\xff;\xc3 5", 1, "\xff;\xc3", 5, 0);
	refuses("a;b", 1, "does not end in a count");
	refuses("a;b -3", 1, "not a number");
	refuses("a;b 1e3", 1, "not a number");
	refuses("a;b .", 1, "not a number");
	refuses("a 18446744073709551616", 1, "does not fit 64 bits");
	refuses("a 0.0000000001", 1, "more than 9 decimal places");
	refuses("10", 1, "a count without a stack");
	refuses(";; 10", 1, "a count without a stack");
	refuses("a 1", 2, "does not end in a count");
	refuses("1 2", 2, "a count without a stack");
	ignores("");
	ignores(" \t\r");
	ignores("# a 5");
	ignores("#a 5");
}

static void
frames(void)
{
	struct str stack = STR(";a;;b"), frame;

	CHECK(folded_frame(&stack, &frame) && frame.n == 0);
	CHECK(folded_frame(&stack, &frame));
	CHECK_STR(frame, "a");
	CHECK(folded_frame(&stack, &frame) && frame.n == 0);
	CHECK(folded_frame(&stack, &frame));
	CHECK_STR(frame, "b");
	CHECK(!folded_frame(&stack, &frame));
}

/* Splitting at once is splitting name by name, wherever words of 8 bytes
 * begin and end. */
static void
splitting(void)
{
	static const char alphabet[] = "ab:;;<\x3a\xbb\x80";
	struct intern fast = { 0 }, plain = { 0 };
	char text[40];
	uint32_t ids[sizeof(text) + 1];
	unsigned state = 1;

	for (int round = 0; round < 20000; round++) {
		struct str s = { text, (unsigned)round % sizeof(text) }, frame;
		size_t n, i = 0;

		for (size_t j = 0; j < s.n; j++) {
			state = state * 1103515245u + 12345;
			text[j] = alphabet[(state >> 16) %
			    (sizeof(alphabet) - 1)];
		}
		n = intern_split(&fast, s, ';', ids);
		for (; folded_frame(&s, &frame); i++) {
			CHECK(i < n && str_eq(fast.names[ids[i]], frame));
			CHECK(i < n && intern_id(&plain, frame) == ids[i]);
		}
		CHECK(i == n);
	}
	CHECK(fast.n == plain.n);
}

static uint64_t
digits_key(const void *texts, uint32_t i, uint32_t round)
{
	const char *text = ((const char *const *)texts)[i];

	return (uint64_t)(text[round] << 1) | (text[round + 1] != '\0');
}

static void
sorting(void)
{
	static const char *const texts[] = { "12", "1", "2", "12", "111", "2",
		"110", "1" };
	static const uint32_t want[] = { 1, 7, 6, 4, 0, 3, 2, 5 };
	uint32_t *order = keysort(texts, 8, digits_key);

	for (size_t i = 0; i < 8; i++)
		CHECK(order[i] == want[i]);
	free(order);
	order = keysort(texts, 0, digits_key);
	free(order);
}

/* Names in byte order, whatever their bytes and however long. */
static void
ranks(void)
{
	struct intern t = { 0 };
	char name[20];
	unsigned state = 7;
	uint32_t *rank;

	for (int i = 0; i < 3000; i++) {
		state = state * 1103515245u + 12345;
		for (size_t j = 0; j < sizeof(name); j++)
			name[j] = "\0\xff"[state >> (8 + j) & 1];
		intern_id(&t, (struct str){ name, state % sizeof(name) });
	}
	rank = names_ranks(&t);
	for (size_t i = 1; i < t.n; i++)
		CHECK((str_cmp(t.names[i - 1], t.names[i]) < 0) ==
		    (rank[i - 1] < rank[i]));
	free(rank);
}

static void
rows(void)
{
	struct stacks s = { 0 };
	uint32_t a = intern_id(&s.names, STR("a")), path[2] = { a, a };
	struct count one[2] = { COUNT(1), COUNT(2) };

	CHECK(stacks_add(&s, path, 1, one) == 0);
	CHECK(stacks_add(&s, path, 2, one) == 1);
	CHECK(stacks_push(&s, path, 2) == 2);
	CHECK(stacks_add(&s, path, 2, one) == 1);
	CHECK(s.v[1].count[0].whole == 2 && s.v[1].count[1].whole == 4);
	one[0] = COUNT(UINT64_MAX);
	CHECK(!s.overflow);
	CHECK(stacks_add(&s, path, 1, one) == 0 && s.overflow);
	stacks_free(&s);
}

static void
scaling(void)
{
	struct count v[] = { COUNT(1), COUNT(2), COUNT(0), COUNT(1) };
	struct count *const p[] = { &v[0], &v[1], &v[2], &v[3] };
	struct count c;

	counts_scale(p, 4, COUNT(4), COUNT(6));
	CHECK(v[0].whole == 2 && v[1].whole == 3 && v[2].whole == 0 &&
	    v[3].whole == 1);
	counts_scale(p, 4, COUNT(6), COUNT(0));
	CHECK(v[0].whole == 0 && v[3].whole == 0);
	v[1] = COUNT_MAX;
	counts_scale(p, 4, COUNT_MAX, COUNT_MAX);
	CHECK(count_cmp(v[1], COUNT_MAX) == 0);

	CHECK(count_parse(STR("2.5"), &c) == NULL);
	CHECK(count_cmp(count_percent(c, COUNT(1000)), COUNT(25)) == 0);
	CHECK(count_cmp(count_percent(COUNT(100), COUNT_MAX),
	    COUNT_MAX) == 0);
	/* A third of 10^-7 percent, rounded up. */
	c = count_percent((struct count){ 0, 1 }, COUNT(33));
	CHECK(c.whole == 0 && c.nano == 1);
}

int
main(void)
{
	lines();
	frames();
	splitting();
	sorting();
	ranks();
	rows();
	scaling();
	return CHECK_END();
}
