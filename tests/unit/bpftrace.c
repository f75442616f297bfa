/* collapse-dtrace's reader in process: maps of bpftrace, and slabs. */
#include <time.h>

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

static struct reader_rules rules;

static struct reader
read_text(const char *text)
{
	struct reader r = { .rules = &rules, .frames.rules = &rules.frame };

	reader_read(&r, str_from(text), true);
	return r;
}

static void
check_text(const char *text, const char *folded, uint64_t bad)
{
	struct reader r = read_text(text);

	CHECK_STR(buf_view(&r.fold.text), folded);
	CHECK(r.bad.count == bad);
}

static void
test_keys(void)
{
	check_text("@[nginx]: 7\n", "nginx 7\n", 0);
	check_text("@a[\n f+1\n]: 7\n", "f 7\n", 0);
	check_text("@a[x, \n f+1\n, \n g+1\n, 12]: 7\n", "x;12;g;f 7\n", 0);
	check_text("@a[, , x]: 7\n", "x 7\n", 0);
	check_text("@a[]: 7\n", "", 1);
	check_text("@a[(x, 1), \n f\n]: 7\n", "x;1;f 7\n", 0);
	check_text("@a[(sd-pam)]: 7\n", "(sd-pam) 7\n", 0);
	check_text("@a[:-), \n f\n]: 7\n", ":-);f 7\n", 0);
	check_text("@a[a]: 5, \n f\n, b]: 7\n", "a]: 5;b;f 7\n", 0);
}

static void
test_values(void)
{
	check_text("@a[\n f\n]: 18446744073709551615\n",
	    "f 18446744073709551615\n", 0);
	check_text("@a[\n f\n]: 18446744073709551616\n", "", 3);
	check_text("@a[\n f\n]: -1\n@a[\n g\n]: 2\n", "g 2\n", 3);
	check_text("@a[\n f\n]: \n[0]   3 |@ |\n@b: 4\n", "", 5);
	check_text("@a[\n f\n", "", 2);
	check_text("@a[\n f\n@b[\n g\n]: 1\n", "g 1\n", 2);
}

static void
test_maps(void)
{
	struct reader r = read_text("@a[\n f\n]: 1\n@b[\n f\n]: 2\n"
	    "@a[\n g\n]: 3\n");

	CHECK(r.maps.names.n == 2);
	CHECK_STR(r.maps.names.names[0], "@a");
	CHECK(r.maps.records[0] == 2 && r.maps.records[1] == 1);
	rules.map = STR("b");
	check_text("@a[\n f\n]: x\n@b[\n f\n]: 2\n", "f 2\n", 0);
	rules.map = STR("@a");
	rules.map_root = true;
	check_text("@a[\n f\n]: 1\n@b[\n f\n]: 2\n  a`f\n  3\n", "a;f 1\n", 0);
	rules = (struct reader_rules){ 0 };
}

/* A slab's maps are added up by what the slab had, in any number of maps. */
static void
test_many_maps(void)
{
	struct maps total = { 0 }, slab = { 0 };
	struct buf name = { 0 };
	uint64_t sum = 0;

	for (uint64_t i = 0; i < 400000; i++) {
		name.n = 0;
		buf_text(&name, "@m");
		buf_u64(&name, i % 200000);
		maps_count(&slab, buf_view(&name), i + 1);
		if (i % 2)
			maps_add(&total, &slab);
	}
	CHECK(slab.ntouched == 0 && total.ntouched == 200000);
	for (size_t i = 0; i < slab.names.n; i++)
		sum += slab.records[i];
	CHECK(sum == 0 && slab.names.n == 200000);
	CHECK_STR(total.names.names[4711], "@m4711");
	CHECK(total.records[4711] == 2 * 4711 + 200002);
	CHECK(clock() < 10 * CLOCKS_PER_SEC);
	buf_free(&name);
}

/* Slabs' lines meet at their borders. */
static void
test_seam(void)
{
	struct out out = { .fd = -1 };
	struct seam seam = { 0 };
	struct reader r = read_text("@[\n f\n]: 1\n@[\n g\n]: 2\n");

	seam_add(&seam, &out, &r.fold);
	reader_read(&r, STR("@[\n g\n]: 3\n"), false);
	seam_add(&seam, &out, &r.fold);
	reader_read(&r, STR(""), false);
	seam_add(&seam, &out, &r.fold);
	reader_read(&r, STR("@[\n g\n]: 4\n@[\n h\n]: 5\n@[\n i\n]: 6\n"),
	    false);
	seam_add(&seam, &out, &r.fold);
	seam_finish(&seam, &out);
	CHECK_STR(buf_view(&out.buf), "f 1\ng 9\nh 5\ni 6\n");
	out.buf.n = 0;
	reader_read(&r, STR("@[\n f\n]: 18446744073709551615\n"), false);
	seam_add(&seam, &out, &r.fold);
	reader_read(&r, STR("@[\n f\n]: 2\n"), false);
	seam_add(&seam, &out, &r.fold);
	seam_finish(&seam, &out);
	CHECK_STR(buf_view(&out.buf), "f 18446744073709551615\nf 2\n");
}

static void
test_others(void)
{
	struct reader r = read_text("ab 10 1.0: 3 cycles:\n\t7f f (/a)\n\n");

	CHECK(r.others == OTHER_PERF);
	r = read_text("ab 10 cycles:u:\n\t7f f (/a)\n\n");
	CHECK(r.others == OTHER_PERF);
	r = read_text("a;b 5\n");
	CHECK(r.others == OTHER_FOLDED);
	r = read_text("hello\n");
	CHECK(r.others == OTHER_NONE);
	CHECK(guess_advice(OTHER_NONE) == NULL);
}

int
main(void)
{
	test_keys();
	test_values();
	test_maps();
	test_many_maps();
	test_seam();
	test_others();
	return CHECK_END();
}
