/*
 * Stacks while they are read: a node for each distinct beginning of a stack,
 * found by the hash of that beginning (its path).
 *
 * The hash has 64 bits and a random seed, and the last name of a path is
 * compared too: for a million nodes the chance that two are taken for one is
 * less than 10^-9.
 */
#ifndef TRIE_H
#define TRIE_H

#include "count.h"
#include "intern.h"
#include "word.h"

struct trie_node {
	uint64_t path;          /* its hash */
	uint32_t name;
	uint32_t parent;        /* stands before its children */
};

/* Of a hash table: the index is the low half of the hash. */
struct trie_slot {
	uint32_t tag;           /* the high half */
	uint32_t i;             /* 0: free */
};

/* A node that a stack ends at. */
struct trie_leaf {
	uint32_t node;
	struct count count[2];  /* of the stacks that end there */
};

/* What of the parent's own counts comes between the sibling before and this
 * node. */
struct trie_gap {
	struct count count[2];
};

struct trie {
	struct intern names;    /* to be read only: it has no table */
	struct trie_slot *name_slots;   /* .i is the id + 1 */
	size_t nname_slots;     /* a power of two, as nslots is */
	struct trie_node *node; /* node 0 is the root and has no name */
	size_t n, cap;
	struct trie_slot *slots;        /* .i is the node */
	size_t nslots;
	int columns;            /* how many counts there are: 1 or 2 */
	uint32_t *leaf;         /* by node: index into leaves + 1, or 0 */
	struct trie_leaf *leaves;       /* by first appearance */
	size_t nleaves, leaves_cap;
	uint64_t seed;          /* of hashes; the root's path */
	struct trie_gap *gap;   /* by node, of a flame chart; else NULL */
	size_t gap_cap;
};

void trie_init(struct trie *t, int columns);
/* Gives back all but the names; they go with the second one. */
void trie_free_nodes(struct trie *t);
void trie_free(struct trie *t);

/* The child of that name, a new one where there is none; always a new one. */
uint32_t trie_child(struct trie *t, uint32_t parent, struct str name);
uint32_t trie_append(struct trie *t, uint32_t parent, struct str name);

/* A stack ends at the node: adds its counts.  False where a sum leaves 64
 * bits and stands at its limit. */
bool trie_add(struct trie *t, uint32_t node, const struct count count[2]);

/* The ids of the names from the root to a node into *path; returns how many. */
uint32_t trie_path(const struct trie *t, uint32_t node, uint32_t **path,
    size_t *cap);

/*
 * For who reckons hashes himself.  A name's hash is hash_words over its pairs
 * of 8-byte words, beginning with the seed, then over what is left, 0 ... 15
 * bytes filled up with zeros; a path's is hash_path of its beginning's, its
 * last name's, and that name's length.
 */
uint32_t trie_find(const struct trie *t, uint64_t path, struct str name);
/* Only where trie_find finds none. */
uint32_t trie_new(struct trie *t, uint32_t parent, uint64_t path,
    uint64_t hash, struct str name);

static inline uint64_t
hash_words(uint64_t seed, uint64_t h, uint64_t a, uint64_t b)
{
	return word_mix(h ^ a, seed ^ 0xa0761d6478bd642fu ^ b);
}

static inline uint64_t
hash_path(uint64_t path, uint64_t name, size_t length)
{
	return word_mix(path ^ name, 0xe7037ed1a0b428dbu ^ length);
}

#endif
