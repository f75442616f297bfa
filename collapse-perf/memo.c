#include "memo.h"

#include <stdlib.h>

#include "intern.h"
#include "mem.h"

/* Addresses of generated code are new for ever: memory has to have an end. */
#define MEMO_BYTES ((size_t)16 << 20)

static uint64_t
hash_line(struct str line, bool java)
{
	return hash_bytes(line) ^ java;
}

const struct known *
memo_find(const struct memo *m, struct str line, bool java)
{
	uint64_t hash = hash_line(line, java);
	size_t at = hash & (m->nslots - 1);

	if (m->nslots == 0)
		return NULL;
	for (; m->slots[at]; at = (at + 1) & (m->nslots - 1))
		if (m->slots[at]->hash == hash && m->slots[at]->java == java &&
		    str_eq(m->slots[at]->line, line))
			return m->slots[at];
	return NULL;
}

static void
put(struct memo *m, struct known *k)
{
	size_t at = k->hash & (m->nslots - 1);

	while (m->slots[at])
		at = (at + 1) & (m->nslots - 1);
	m->slots[at] = k;
}

static void
grow(struct memo *m)
{
	struct known **old = m->slots;
	size_t n = m->nslots;

	m->nslots = n ? n * 2 : 1024;
	m->slots = mem_zero(m->nslots * sizeof(*m->slots));
	for (size_t i = 0; i < n; i++)
		if (old[i])
			put(m, old[i]);
	free(old);
}

const struct known *
memo_add(struct memo *m, struct str line, bool java, struct str names,
    bool skipped)
{
	struct known *k = arena_take(&m->arena, sizeof(*k));

	k->line = arena_str(&m->arena, line);
	k->names = arena_str(&m->arena, names);
	k->hash = hash_line(line, java);
	k->java = java;
	k->skipped = skipped;
	if (m->n * 2 >= m->nslots)
		grow(m);
	m->n++;
	put(m, k);
	return k;
}

void
memo_trim(struct memo *m)
{
	if (m->arena.total + m->nslots * sizeof(*m->slots) < MEMO_BYTES)
		return;
	arena_reset(&m->arena);
	free(m->slots);
	*m = (struct memo){ 0 };
}
