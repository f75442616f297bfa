/*
 * Text of DTrace and of bpftrace: a slab of whole records made into folded
 * lines.  Both forms may stand in one text; each line shows which it is.
 */
#ifndef READER_H
#define READER_H

#include "fold.h"
#include "intern.h"
#include "warn.h"

/* The maps of bpftrace that were seen, and how many records of each. */
struct maps {
	struct intern names;    /* "@" included; empty: DTrace's text */
	uint64_t *records;      /* by id */
	size_t cap;
	uint32_t *touched;      /* ids that have records */
	size_t ntouched;
	size_t touched_cap;
};

/* Counts records of the map of that name. */
void maps_count(struct maps *m, struct str name, uint64_t records);
/* Adds the counts of `from` to m, in the order in which they began, and sets
 * them to 0. */
void maps_add(struct maps *m, struct maps *from);

struct reader_rules {
	struct frame_rules frame;
	struct str map;         /* read this map alone; p NULL: all */
	bool map_root;          /* the map's name is the root frame */
};

struct reader {
	const struct reader_rules *rules;
	struct frames frames;
	struct record record;   /* the one that is being gathered */
	struct fold fold;       /* what was made of the slab */
	struct maps maps;
	struct bad bad;
	uint64_t samples;       /* records that the rules let through */
	unsigned others;        /* what unusable text looked like, guess.h */

	struct str text;        /* what is left of the slab */
	uint64_t line;          /* number of the line before it */
	bool first;             /* the first record of a file: see blank() */
	bool blank;             /* the line before was blank */
	bool left_out;          /* the record before was of a map that is not
				 * to be read */
};

/* Starts as { .rules = r, .frames.rules = &r->frame }.  Fills fold, maps,
 * bad, samples and others anew, except maps' names. */
void reader_read(struct reader *r, struct str text, bool first);

/* The next line with its newline; counts it.  False at the end. */
bool reader_line(struct reader *r, struct str *line);

/* The line that was read last belongs to the record. */
void reader_keep(struct reader *r, struct str line);
/* It is of no use, and neither is the record. */
void reader_reject(struct reader *r, const char *why, struct str line);
/* The record, if there is one, ends without a count. */
void reader_drop(struct reader *r);
/* A record begins here, whatever stood before: what it depends on is set
 * anew.  record_border() cuts slabs at such places alone. */
void reader_restart(struct reader *r);

/* The record is complete, with the line that was kept last: a folded line is
 * made of it if the value is a count. */
void reader_sample(struct reader *r, struct str value, struct str line);

/* dtrace.c: one line that is not of bpftrace's form. */
void dtrace_line(struct reader *r, struct str line);
/* bpftrace.c: the line that opens a map, and those up to its value. */
void bpftrace_map(struct reader *r, struct str line);

/*
 * If the text goes on with the line that came behind that frame last time,
 * reads and keeps it and returns its frame.  Else NULL.
 */
static inline struct frame *
reader_next(struct reader *r, const struct frame *frame)
{
	struct frame *next = frame_next(frame, r->text);

	if (!next)
		return NULL;
	r->text.p += next->line.n;
	r->text.n -= next->line.n;
	r->line++;
	r->record.lines++;
	return next;
}

/*
 * Where the last whole record of a text ends, for input_open().  It says 0
 * rather than cut a record in two.
 */
size_t record_border(struct str text, size_t from);

#endif
