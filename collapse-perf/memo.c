#include "memo.h"

#include <stdlib.h>

#include "mem.h"
#include "word.h"

/* A worker's limit, slots and all.  Only what is used becomes real memory. */
#ifndef MEMO_BYTES
#define MEMO_BYTES ((size_t)16 << 20)
#endif

#define RECENT_BYTES \
	(((size_t)SCAN_WAYS << MEMO_RECENT_BITS) * sizeof(uint32_t))

/* Where the first place is. */
#define FIRST (2 * (size_t)MEMO_UNIT)

/* Few places are tried, so no keys make this slow: it needs no secret. */
#define PROBES 8

static uint32_t
hash_key(struct str key)
{
	uint64_t h = key.n;

	for (; key.n >= 8; key = str_skip(key, 8))
		h = word_mix(h ^ memo_load(key.p), 0x2d358dccaa6c78a5u);
	if (key.n) {
		uint64_t word = 0;

		memcpy(&word, key.p, key.n);
		h = word_mix(h ^ word, 0x8bb84b93962eacc9u);
	}
	return (uint32_t)(h ^ h >> 32);
}

static bool
is_key(const struct known *k, struct str key, uint32_t symbol_n, enum known_for who)
{
	return k->key_n == key.n && k->symbol_n == symbol_n &&
	    (k->who & who) &&
	    str_eq((struct str){ k->text + k->names_n + 1, key.n }, key);
}

const struct known *
memo_find(const struct memo *m, struct str key, uint32_t symbol_n, enum known_for who)
{
	uint32_t hash = hash_key(key);

	for (size_t i = 0; i < PROBES && m->nslots; i++) {
		struct memo_slot slot = m->slots[(hash + i) & (m->nslots - 1)];

		if (slot.place == 0)
			return NULL;
		if (slot.hash == hash &&
		    is_key(memo_at(m, slot.place), key, symbol_n, who))
			return memo_at(m, slot.place);
	}
	return NULL;
}

uint32_t
memo_hash_name(struct str line)
{
	struct str rest = str_skip(line, FRAME_SYMBOL);
	size_t n = str_find(str_head(rest, rest.n < 16 ? rest.n : 16), '+');
	char key[24] = { 0 };
	uint64_t h;

	memcpy(key, rest.p, n);
	memcpy(key + 16, line.p + line.n - 8, 8);
	h = memo_load(key) * 0x9e3779b97f4a7c15u +
	    memo_load(key + 8) * 0x2d358dccaa6c78a5u +
	    memo_load(key + 16) * 0x8bb84b93962eacc9u;
	return (uint32_t)(h >> 32);
}

/* The newest of a set stands first, the oldest falls out. */
void
memo_remember(struct memo *m, uint32_t hash, const struct known *k)
{
	uint32_t *ways = memo_ways(m, hash), place = memo_tag(hash);
	const char *at = (const char *)k;

	/* What is beside the area has no place. */
	if (at < m->area || at >= m->area + m->used)
		return;
	place |= (uint32_t)((size_t)(at - m->area) / MEMO_UNIT);
	for (int i = 0; i < SCAN_WAYS; i++)
		if (ways[i] == place)
			return;
	for (int i = SCAN_WAYS - 1; i > 0; i--)
		ways[i] = ways[i - 1];
	ways[0] = place;
}

/* Puts a line into the first free place; its own if there is none. */
static void
put(struct memo *m, struct memo_slot slot)
{
	size_t mask = m->nslots - 1;

	for (size_t i = 0; i < PROBES; i++) {
		struct memo_slot *s = &m->slots[(slot.hash + i) & mask];

		if (s->place == 0) {
			*s = slot;
			return;
		}
	}
	m->slots[slot.hash & mask] = slot;
}

static void
grow(struct memo *m)
{
	struct memo_slot *old = m->slots;
	size_t n = m->nslots;

	m->nslots = n ? n * 2 : 1024;
	m->slots = mem_zero(m->nslots * sizeof(*m->slots));
	for (size_t i = 0; i < n; i++)
		if (old[i].place)
			put(m, old[i]);
	free(old);
}

static size_t
bytes(const struct memo *m)
{
	return m->used + m->spill.total + m->nslots * sizeof(*m->slots) +
	    RECENT_BYTES;
}

/* Place 0 is none: a text that is like no line stands there. */
void
memo_begin(struct memo *m)
{
	struct known none = { .key_n = UINT32_MAX };

	if (m->area)
		return;
	m->area = mem_resize(NULL, MEMO_BYTES, 1);
	memcpy(m->area, &none, sizeof(none));
	m->used = FIRST;
	m->recent = mem_zero(RECENT_BYTES);
}

/* Room for n bytes in the area, or beside it where the area is full.  What
 * may be read behind them is the next one's: there would be half as much in
 * the cache if each had its own. */
static struct known *
take(struct memo *m, size_t n, uint32_t *place)
{
	struct known *k;

	*place = 0;
	if (n + KNOWN_SLACK > MEMO_BYTES - m->used)
		return arena_take(&m->spill, n + KNOWN_SLACK);
	*place = (uint32_t)(m->used / MEMO_UNIT);
	k = (void *)(m->area + m->used);
	m->used += (n + MEMO_UNIT - 1) & ~(size_t)(MEMO_UNIT - 1);
	return k;
}

const struct known *
memo_add(struct memo *m, struct str key, uint32_t symbol_n,
    enum known_for who, struct str names, bool skipped)
{
	uint32_t place;
	struct known *k = take(m,
	    sizeof(*k) + names.n + key.n + 2, &place);
	char *text = k->text;

	k->key_n = (uint32_t)key.n;
	k->names_n = (uint32_t)names.n;
	k->symbol_n = symbol_n;
	k->who = (uint8_t)who;
	k->skipped = skipped;
	if (names.n)
		memcpy(text, names.p, names.n);
	text += names.n;
	*text++ = ' ';
	if (key.n)
		memcpy(text, key.p, key.n);
	text[key.n] = '\n';
	if (place == 0)
		return k;
	if (m->n * 2 >= m->nslots)
		grow(m);
	m->n++;
	put(m, (struct memo_slot){ hash_key(key), place });
	return k;
}

void
memo_trim(struct memo *m)
{
	if (bytes(m) < MEMO_BYTES)
		return;
	arena_reset(&m->spill);
	if (m->nslots)
		memset(m->slots, 0, m->nslots * sizeof(*m->slots));
	memset(m->recent, 0, RECENT_BYTES);
	m->used = FIRST;
	m->n = 0;
}
