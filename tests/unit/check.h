/*
 * Checks for the in-process tests.  A failed check says where and what; the
 * test goes on, and CHECK_END() gives main's exit status.
 */
#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>

#include "str.h"

static int checks_failed;

static inline void
check(bool ok, const char *file, int line, const char *what)
{
	if (ok)
		return;
	checks_failed++;
	fprintf(stderr, "%s:%d: %s\n", file, line, what);
}

static inline void
check_str(struct str got, const char *want, const char *file, int line)
{
	if (str_eq(got, str_from(want)))
		return;
	checks_failed++;
	fprintf(stderr, "%s:%d: got \"%.*s\", expected \"%s\"\n", file, line,
	    (int)got.n, got.p, want);
}

#define CHECK(cond) check(cond, __FILE__, __LINE__, #cond)
#define CHECK_STR(got, want) check_str(got, want, __FILE__, __LINE__)
#define CHECK_END() (checks_failed != 0)

#endif
