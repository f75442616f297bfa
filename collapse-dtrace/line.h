/*
 * What a line of DTrace text is.  DTrace prints an aggregation key by key:
 * stacks over several lines, other keys in columns, then the value.
 */
#ifndef LINE_H
#define LINE_H

#include "str.h"

enum line_kind {
	LINE_TEXT,      /* a frame or a text key: its place decides */
	LINE_FRAME,     /* a frame by its looks: "mod`func+0x1", "0x7f00" */
	LINE_COUNT,     /* ends in a column that is a number */
	LINE_NO_COUNT,  /* a number alone that is no count: "-3", "3.5" */
	LINE_ROW,       /* of a quantize(), lquantize() or hist() table */
	LINE_FOLDED,    /* "a;b 5" in column 0: meant for another tool */
	LINE_END,       /* ", nginx]: 5": line_ends_stack() */
	LINE_HEADER,    /* known decoration: "CPU ID ...", "dtrace: ...", and
			 * comments: '#' in column 0 */
};

/* The line may have its newline; it is not blank. */
enum line_kind line_kind(struct str line);

/*
 * May it be a text key?  "-" and "--" part stacks, and what looks like a frame
 * is one, unless it is padded as DTrace pads keys: "a.out`main      " of
 * ufunc().
 */
bool line_may_be_key(struct str line);

/* Is it a frame of DTrace without doubt: one that names its module? */
bool line_has_module(struct str line);

/*
 * Does a record begin with this line, whatever stands before it?  Maps of
 * bpftrace do, folded text, and text in column 0 behind a blank line.  The
 * line is not blank.
 */
bool line_opens_record(struct str line, bool behind_blank);

/* Cuts the next column off *line: columns stand two or more blanks or a TAB
 * apart.  False at the end. */
bool line_column(struct str *line, struct str *column);

/* The last column of a line. */
struct str line_last_column(struct str line);

/* Does a map of bpftrace begin here: "@name[" or "@name:"?  The line starts
 * in column 0. */
bool line_opens_map(struct str line);

/* In a map of bpftrace: keys behind a stack, the end of a tuple or that of the
 * map?  They start in column 0. */
bool line_ends_stack(struct str line);

/* The line without its newline and trimmed at both ends. */
struct str line_text(struct str line);

/* Digits and nothing else, at least one? */
bool all_digits(struct str s);

/* How many blanks and TABs the line starts with. */
size_t line_indent(struct str line);

#endif
