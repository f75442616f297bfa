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

#include "arena.h"
#include "scan.h"

/* For whom names hold: they may depend on whether the comm is java. */
enum known_for {
	FOR_OTHERS = 1,
	FOR_JAVA = 2,
	FOR_ALL = FOR_OTHERS | FOR_JAVA,
};

/* A text that is known. */
struct known {
	uint32_t key_n;
	uint32_t names_n;
	uint32_t symbol_n;      /* how much of the key stands before the offset */
	uint8_t who;            /* enum known_for */
	bool skipped;           /* --skip-after makes it a root */
	/* What it became, "outer;inner;", and behind that a blank, the key
	 * and a newline, as in a frame line.  KNOWN_SLACK bytes behind each
	 * may be read. */
	char text[];
};

#define KNOWN_SLACK 64
_Static_assert(KNOWN_SLACK >= SCAN_SLACK, "memo_is reads so far");

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
	uint32_t *recent;       /* places by address */
	struct arena spill;     /* what the area has no room for */
};

/* A call costs a fifth of what the function does. */
#define MEMO_INLINE static inline __attribute__((always_inline))

#define MEMO_UNIT 16
#define MEMO_PLACE_BITS 20      /* 16 MiB of MEMO_UNITs */
#ifndef MEMO_RECENT_BITS
#define MEMO_RECENT_BITS 15     /* sets of SCAN_WAYS places */
#endif

/* How perf script prints a frame: a tab, 16 columns of address, a blank. */
#define FRAME_ADDR 1
#define FRAME_SYMBOL 18

/*
 * What a text became, or NULL.  symbol_n bytes of it stand before the place
 * where an offset was left out, UINT32_MAX if none was: equal texts of which
 * one had it elsewhere are two.
 */
const struct known *memo_find(const struct memo *m, struct str key,
    uint32_t symbol_n, enum known_for who);

/* Adds a text that memo_find does not know; key and names are copied. */
const struct known *memo_add(struct memo *m, struct str key,
    uint32_t symbol_n, enum known_for who, struct str names, bool skipped);

/* The memo as memo_guess wants it. */
void memo_begin(struct memo *m);

/* Makes memo_guess find *k by a hash of the line.  The key is what of the line
 * follows the address, without the offset. */
void memo_remember(struct memo *m, uint32_t hash, const struct known *k);

static inline uint64_t
memo_load(const char *p)
{
	uint64_t v;

	memcpy(&v, p, sizeof(v));
	return v;
}

/* A hash of a frame line's address and, as processes share addresses, the
 * symbol's start.  Names that are java's alone have one of their own. */
static inline uint32_t
memo_hash(const char *line, enum known_for who)
{
	uint64_t h = memo_load(line + FRAME_ADDR + 8) * 0x9e3779b97f4a7c15u +
	    (memo_load(line + FRAME_ADDR) ^ memo_load(line + FRAME_SYMBOL)) *
	    0x2d358dccaa6c78a5u;

	return (uint32_t)(h >> 32) ^ (who == FOR_JAVA);
}

/* A hash of a frame line's symbol and module, of the start and the end. */
uint32_t memo_hash_name(struct str line);

/* The four places where an address may be, in one cache line. */
static inline uint32_t *
memo_ways(const struct memo *m, uint32_t hash)
{
	return m->recent + (hash >> (32 - MEMO_RECENT_BITS)) * SCAN_WAYS;
}

/* What stands for a place in them: 20 bits of place, 12 of hash. */
static inline uint32_t
memo_tag(uint32_t hash)
{
	return hash << MEMO_PLACE_BITS;
}

static inline const struct known *
memo_at(const struct memo *m, uint32_t place)
{
	place &= (1u << MEMO_PLACE_BITS) - 1;
	return (const void *)(m->area + (size_t)place * MEMO_UNIT);
}

/* The text that is known for a hash, or one that is like no line.  It is good
 * until memo_trim. */
static inline const struct known *
memo_guess(const struct memo *m, uint32_t hash)
{
	return memo_at(m, scan_ways(memo_ways(m, hash), memo_tag(hash),
	    MEMO_PLACE_BITS));
}

/*
 * Is what memo_guess found the frame line that this is, a line as perf script
 * prints it and with its newline?  They may differ in the offset alone.
 */
MEMO_INLINE bool
memo_is(const struct known *k, struct str line, enum known_for who)
{
	const char *blank = line.p + FRAME_SYMBOL - 1;
	const char *key = k->text + k->names_n;
	size_t symbol_n = (size_t)k->symbol_n + 1;      /* and the blank */
	size_t tail_n = (size_t)k->key_n - k->symbol_n + 1;     /* newline */
	size_t offset = line.n - FRAME_SYMBOL - k->key_n;

	/* The offset is huge where the line is too short. */
	if (offset > SCAN_OFFSET_MAX || line.p[0] != '\t' ||
	    !(k->who & who) || !scan_address(line.p + FRAME_ADDR))
		return false;
	return scan_equal(blank, key, symbol_n) &&
	    scan_offset(blank + symbol_n, offset) &&
	    scan_equal(blank + symbol_n + offset, key + symbol_n, tail_n);
}

/* Empties the memo if it has reached its limit of memory; all that it gave is
 * gone then. */
void memo_trim(struct memo *m);

#endif
