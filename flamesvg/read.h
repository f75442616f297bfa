/*
 * Folded text into a trie, by one thread or several.
 */
#ifndef READ_H
#define READ_H

#include "trie.h"
#include "warn.h"

/* A line of a flame chart. */
struct line {
	uint32_t node;
	struct count count[2];
};

struct lines {
	struct line *v;         /* in input order */
	size_t n, cap;
};

struct read_input {
	char *const *files;     /* none: standard input */
	size_t nfiles;
	int columns;            /* counts a line: 1, 2, or 0: two if every
				 * usable line has two, else one */
	bool chart;             /* keep the lines */
	unsigned workers;       /* at least 1 */
};

struct read_result {
	struct bad bad;         /* lines that could not be used */
	uint64_t used;          /* lines that could */
	bool failed;            /* a file could not be read, or overflow */
};

/*
 * Reads into *t, which is initialised here; t->columns is then 1 or 2.  Of a
 * chart, *lines holds the counts.  Saying what was unusable is the caller's;
 * a sum past 64 bits stays at the limit and is an error said here.
 */
struct read_result read_folded(struct trie *t, struct lines *lines,
    const struct read_input *input);

#endif
