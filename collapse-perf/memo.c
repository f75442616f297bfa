#include "memo.h"

#include <stdlib.h>

#include "mem.h"

/* A worker's limit, slots and all.  Only what is used becomes real memory. */
#define MEMO_BYTES ((size_t)16 << 20)

uint32_t
memo_hash_short(struct str line)
{
	uint64_t h = line.n, word;

	while (line.n) {
		size_t n = line.n < 8 ? line.n : 8;

		word = 0;
		memcpy(&word, line.p, n);
		h = memo_mix(h ^ word, 0x2d358dccaa6c78a5u);
		line = str_skip(line, n);
	}
	return (uint32_t)(h ^ h >> 32);
}

/* Puts a line into the first free place; its own if there is none. */
static void
put(struct memo *m, struct memo_slot slot)
{
	size_t mask = m->nslots - 1;

	for (size_t i = 0; i < MEMO_PROBES; i++) {
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
	return m->used + m->nslots * sizeof(*m->slots);
}

/* Room for n bytes in the area, or beside it where the area is full. */
static struct known *
take(struct memo *m, size_t n, uint32_t *place)
{
	struct known *k;

	*place = 0;
	if (!m->area) {
		m->area = mem_resize(NULL, MEMO_BYTES, 1);
		m->used = MEMO_UNIT;    /* place 0 is none */
	}
	if (n > MEMO_BYTES - m->used)
		return arena_take(&m->spill, n);
	*place = (uint32_t)(m->used / MEMO_UNIT);
	k = (void *)(m->area + m->used);
	n = (n + MEMO_UNIT - 1) & ~(size_t)(MEMO_UNIT - 1);
	m->used += n < MEMO_BYTES - m->used ? n : MEMO_BYTES - m->used;
	return k;
}

const struct known *
memo_add(struct memo *m, struct str line, bool java, uint32_t hash,
    struct str names, bool skipped)
{
	uint32_t place;
	struct known *k = take(m,
	    sizeof(*k) + names.n + line.n + KNOWN_SLACK, &place);

	k->line_n = (uint32_t)line.n;
	k->names_n = (uint32_t)names.n;
	k->java = java;
	k->skipped = skipped;
	memcpy(k->text, names.p, names.n);
	memcpy(k->text + names.n, line.p, line.n);
	if (place == 0)
		return k;
	if (m->n * 2 >= m->nslots)
		grow(m);
	m->n++;
	put(m, (struct memo_slot){ hash, place });
	return k;
}

void
memo_trim(struct memo *m)
{
	if (bytes(m) < MEMO_BYTES)
		return;
	arena_reset(&m->spill);
	memset(m->slots, 0, m->nslots * sizeof(*m->slots));
	m->used = MEMO_UNIT;
	m->n = 0;
}
