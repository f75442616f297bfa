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
	const uint32_t *frames; /* ids, root first; they live with the arena */
	uint32_t depth;
	uint32_t hash;          /* of the ids, for stacks_add */
	struct count count[2];
};

struct stacks {
	struct intern names;    /* frame id -> name */
	struct stack *v;        /* the distinct stacks, by first appearance */
	size_t n;
	size_t cap;
	uint32_t *slots;        /* the hash table over v: index + 1 */
	size_t nslots;
	size_t indexed;         /* how many of v are in the hash table */
	struct arena arena;     /* the frames of v */
	bool overflow;          /* a sum left 64 bits and stands at its limit */
};

/* Adds a stack's counts to the row that has the same frames, or makes one.
 * The ids are copied.  Returns the row's index in v. */
size_t stacks_add(struct stacks *s, const uint32_t *frames, uint32_t depth,
    const struct count count[2]);

/* Makes a row without counts, whether or not one has the same frames. */
size_t stacks_push(struct stacks *s, const uint32_t *frames, uint32_t depth);

/* Gives everything back. */
void stacks_free(struct stacks *s);

/* How many frames two stacks share from the root on. */
uint32_t stack_shared(const struct stack *a, const struct stack *b);

/* Appends the frames with ';' between them. */
void stack_text(struct buf *b, const struct stacks *s,
    const struct stack *stack);

/* The stacks' indices frame by frame in byte order of the names, a stack
 * before those it begins, equal stacks as they stand; the caller frees it. */
uint32_t *stacks_order(const struct stacks *s);

/* The rank of each name id in byte order; the caller frees it. */
uint32_t *names_ranks(const struct intern *names);

struct stacks_input {
	char *const *files;     /* none: standard input */
	size_t nfiles;
	const struct str *roots;        /* a frame put before every stack, by
				 * file; or NULL */
	int columns;            /* counts a line: 1 or 2 */
	unsigned workers;       /* at least 1 */
};

struct stacks_read {
	struct bad bad;         /* lines that could not be used */
	uint64_t lines;         /* lines in all */
	uint64_t used;          /* stacks read */
	bool failed;            /* a file could not be read, or overflow */
};

/*
 * Reads folded text into *s, which is { 0 }, merging equal stacks.  What was
 * unusable is in the result; saying it is the caller's.  A sum past 64 bits
 * stays at the limit and is an error said here, with its line.  With one
 * column, count[1] is zero.
 */
struct stacks_read stacks_read(struct stacks *s,
    const struct stacks_input *input);

#endif
