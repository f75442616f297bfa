/*
 * Stacks in the formats of other viewers.
 *
 * Their text is UTF-8: control bytes and broken sequences of a name become
 * U+FFFD.
 */
#ifndef EXPORT_H
#define EXPORT_H

#include "out.h"
#include "rows.h"

/*
 * A hierarchy for d3-flame-graph: {"name", "value", "children"}, value being a
 * node's total; of two columns the second, and "delta" the second minus the
 * first (https://github.com/spiermar/d3-flame-graph).  The rows are in stack
 * order.  False, said on stderr, where the sum leaves 64 bits.
 */
bool export_d3(struct out *o, const struct rows *rows);

/*
 * A "sampled" profile a column, in the order of the rows
 * (https://www.speedscope.app/file-format-schema.json).  False, said on
 * stderr, where the sum leaves 64 bits.
 */
bool export_speedscope(struct out *o, const struct rows *rows);

/*
 * An uncompressed profile.proto, a value a column
 * (https://github.com/google/pprof/blob/main/proto/profile.proto).  Its
 * values are whole and have 63 bits: decimals are rounded, halves up, which is
 * a warning; false, said on stderr, where a count does not fit.
 */
bool export_pprof(struct out *o, const struct rows *rows,
    const struct warn *warn);

/* The names of the rows' frames, numbered in order of appearance. */
struct numbers {
	uint32_t *by_id;        /* number + 1, or 0 where no row has the name */
	uint32_t *ids;          /* by number */
	size_t n;
};

struct numbers numbers_new(const struct rows *rows);
void numbers_free(struct numbers *k);

/* What a column is called: "samples", or "before" and "after". */
const char *column_name(int columns, int column);

#endif
