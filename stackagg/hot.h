/*
 * The table of functions: what each one used itself, and with all it called.
 */
#ifndef HOT_H
#define HOT_H

#include "out.h"
#include "pattern.h"
#include "rows.h"

struct hot {
	struct pattern **exclude;       /* functions left out of the table */
	size_t nexclude;
	size_t limit;           /* functions at most; 0: all */
	bool tsv;               /* else aligned, for people */
	bool bars;              /* for a terminal */
	bool gate;              /* see fail_above */
	struct count fail_above;
};

enum hot_end { HOT_FINE, HOT_OVERFLOW, HOT_GREW };

/*
 * Prints the table.  One column: self and total, in counts and percent of the
 * whole, by descending self, total, then by name; a function that recurs
 * counts once a stack in its total.  Two columns: self before and after and the
 * points between, after_percent - before_percent as printed, by the size of
 * the change.  Percentages are exact, two decimals, halves up.
 *
 * HOT_GREW, with gate: some function gained more than fail_above points, by
 * the exact counts (each is said on stderr).  HOT_OVERFLOW: the sum of all
 * counts leaves 64 bits, which is said; the table is printed with the limit in
 * its place.
 */
enum hot_end hot_print(struct out *o, const struct rows *rows,
    const struct hot *hot);

#endif
