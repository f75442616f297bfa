/*
 * What a frame line became, remembered: 4 to 8 % of the frame lines of a real
 * recording are distinct, so nearly every line is found here.
 *
 * It is a cache, not a table: a line is looked for in a few places only, and
 * a new one may push an old one out.  So no input makes it slow, and its
 * memory has an end, which the addresses of generated code have not.
 */
#ifndef MEMO_H
#define MEMO_H

#include <string.h>

#include "arena.h"

/* A line that is known. */
struct known {
	uint32_t line_n;
	uint32_t names_n;
	bool java;
	bool skipped;           /* --skip-after makes it a root */
	/* What the line became, "outer;inner;", and behind it the line.
	 * KNOWN_SLACK bytes behind that may be read. */
	char text[];
};

#define KNOWN_SLACK 32

struct memo_slot {
	uint32_t hash;
	uint32_t place;         /* in the area, in MEMO_UNITs; 0: free */
};

struct memo {
	char *area;             /* of `struct known` */
	size_t used;
	struct memo_slot *slots;
	size_t nslots;          /* a power of two, or 0 */
	size_t n;
	struct arena spill;     /* what the area has no room for */
};

#define MEMO_UNIT 16
#define MEMO_PROBES 8

static inline uint64_t
memo_load(const char *p)
{
	uint64_t v;

	memcpy(&v, p, sizeof(v));
	return v;
}

static inline uint64_t
memo_mix(uint64_t a, uint64_t b)
{
	__extension__ unsigned __int128 m = (unsigned __int128)a * b;

	return (uint64_t)m ^ (uint64_t)(m >> 64);
}

/* Of lines shorter than memo_hash takes. */
uint32_t memo_hash_short(struct str line);

/* A hash of the line's first 32 and last 16 bytes: what differs is the
 * address at the start and the offset and module at the end. */
static inline uint32_t
memo_hash(struct str line)
{
	const char *p = line.p, *end = p + line.n;

	if (line.n < 32)
		return memo_hash_short(line);
	return (uint32_t)(
	    memo_mix(memo_load(p) ^ 0x2d358dccaa6c78a5u,
		memo_load(p + 8) ^ 0x8bb84b93962eacc9u) ^
	    memo_mix(memo_load(p + 16) ^ 0x4b33a62ed433d4a3u,
		memo_load(p + 24) ^ line.n) ^
	    memo_mix(memo_load(end - 16) ^ 0xa0761d6478bd642fu,
		memo_load(end - 8) ^ 0xe7037ed1a0b428dbu));
}

/* What the line became, or NULL.  java: the comm is a Java machine's; names
 * depend on it.  hash is the line's. */
static inline const struct known *
memo_find(const struct memo *m, struct str line, bool java, uint32_t hash)
{
	size_t at = hash;

	for (int i = 0; i < MEMO_PROBES && m->nslots; i++, at++) {
		struct memo_slot slot = m->slots[at & (m->nslots - 1)];
		const struct known *k = (const void *)
		    (m->area + (size_t)slot.place * MEMO_UNIT);

		if (slot.place == 0)
			return NULL;
		if (slot.hash == hash && k->line_n == line.n &&
		    k->java == java &&
		    memcmp(k->text + k->names_n, line.p, line.n) == 0)
			return k;
	}
	return NULL;
}

/* Adds a line that memo_find does not know; line and names are copied. */
const struct known *memo_add(struct memo *m, struct str line, bool java,
    uint32_t hash, struct str names, bool skipped);

/* Empties the memo if it has reached its limit of memory; all that it gave is
 * gone then. */
void memo_trim(struct memo *m);

#endif
