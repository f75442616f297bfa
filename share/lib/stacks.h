/*
 * Folded text read whole: its distinct frames, its distinct stacks and their
 * counts.  Memory grows with the distinct stacks, never with the input.
 */
#ifndef STACKS_H
#define STACKS_H

#include "count.h"
#include "input.h"
#include "intern.h"

struct stack {
	const uint32_t *frames; /* ids, root first */
	uint32_t depth;
	uint32_t hash;
	uint64_t first;         /* place of first appearance, for ordering */
	struct count count[2];
};

struct stacks {
	struct intern names;    /* frame id -> name */
	struct stack *v;        /* the distinct stacks, by first appearance */
	size_t n;
	size_t cap;
	uint32_t *slots;        /* the hash table over v: index + 1 */
	size_t nslots;
	struct arena arena;     /* the frames of v */
	bool overflow;          /* a sum left 64 bits and stands at its limit */
};

/* Adds a stack's counts to the row that has the same frames, or makes one.
 * The ids are copied.  Returns the row's index in v. */
size_t stacks_add(struct stacks *s, const uint32_t *frames, uint32_t depth,
    const struct count count[2], uint64_t first);

/* Frame by frame in byte order of the names, a stack before those it begins:
 * v is put in order (the hash table is then of no more use). */
void stacks_sort(struct stacks *s);

/* The rank of each name id in byte order; n ids; the caller frees it. */
uint32_t *names_ranks(const struct intern *names);

struct stacks_input {
	char *const *files;     /* none: standard input */
	size_t nfiles;
	int columns;            /* counts a line: 1, 2, or 0: two if every
				 * usable line has two, else one */
	bool separate;          /* keep every line a row of its own, in input
				 * order: nothing is merged */
	unsigned workers;
	const char *prefix;     /* a frame put before every root, or NULL */
};

struct stacks_read {
	struct bad bad;         /* lines that could not be used */
	uint64_t lines;         /* lines in all */
	uint64_t used;          /* stacks read */
	int columns;            /* 1 or 2 */
	bool failed;            /* a file could not be read, or overflow */
};

/* Reads folded text into *s, merging equal stacks. What was unusable is in
 * the result; saying it is the caller's.  Overflow is said with its line. */
struct stacks_read stacks_read(struct stacks *s,
    const struct stacks_input *input);

#endif
