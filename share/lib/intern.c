#include "intern.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "mem.h"
#include "warn.h"
#include "word.h"

struct intern_slot {
	uint32_t hash;
	uint32_t id;            /* + 1; 0 is a free slot */
};

static _Atomic uint64_t seed;    /* 0: not taken yet */
static pthread_once_t seeded = PTHREAD_ONCE_INIT;

static void
seed_take(void)
{
	int fd = open("/dev/urandom", O_RDONLY | O_CLOEXEC);
	struct timespec now;
	uint64_t s;

	if (fd < 0 || read(fd, &s, sizeof(s)) != sizeof(s)) {
		clock_gettime(CLOCK_REALTIME, &now);
		s = (uint64_t)now.tv_nsec * 0x9e3779b97f4a7c15u ^
		    (uint64_t)(uintptr_t)&now;
	}
	if (fd >= 0)
		close(fd);
	atomic_store(&seed, s | 1);
}

static uint64_t
seed_get(void)
{
	uint64_t s = atomic_load_explicit(&seed, memory_order_relaxed);

	if (s)
		return s;
	pthread_once(&seeded, seed_take);
	return atomic_load(&seed);
}

/* 16 bytes more. */
static uint64_t
step(uint64_t h, const char *p, uint64_t k)
{
	return word_mix(word_load(p, 8) ^ k, word_load(p + 8, 8) ^ h);
}

/* Long text in four independent chains, since one is bound by the latency of
 * the multiplication.  Leaves the last 0 ... 63 bytes. */
static uint64_t
hash_lanes(struct str *s, uint64_t h, uint64_t k)
{
	uint64_t lane[4] = { h, h ^ 0xa0761d6478bd642fu,
		h ^ 0xe7037ed1a0b428dbu, h ^ 0x589965cc75374cc3u };

	for (; s->n >= 64; *s = str_skip(*s, 64)) {
		lane[0] = step(lane[0], s->p, k);
		lane[1] = step(lane[1], s->p + 16, k);
		lane[2] = step(lane[2], s->p + 32, k);
		lane[3] = step(lane[3], s->p + 48, k);
	}
	return word_mix(lane[0] ^ lane[1] ^ k, lane[2]) ^ lane[3];
}

uint64_t
hash_bytes(struct str s)
{
	uint64_t k = seed_get(), h = k ^ s.n;

	if (s.n >= 128)
		h = hash_lanes(&s, h, k);
	while (s.n > 16) {
		h = step(h, s.p, k);
		s = str_skip(s, 16);
	}
	if (s.n > 8)
		h = word_mix(word_load(s.p, 8) ^ k, word_load(s.p + s.n - 8, 8) ^ h);
	else
		h = word_mix(word_load(s.p, s.n) ^ 0x8bb84b93962eacc9u, h);
	return word_mix(h, 0x9e3779b97f4a7c15u ^ k);
}

/*
 * The hash of a name in the table takes its words of 8 bytes one by one, so
 * that it can be found together with the name's end: first the whole words,
 * then what is left, which may be nothing.
 */
static uint64_t
name_step(uint64_t h, uint64_t word)
{
	return word_mix(h ^ word, 0xa0761d6478bd642fu);
}

static uint32_t
name_end(uint64_t h, size_t n)
{
	return (uint32_t)(word_mix(h ^ n, 0x9e3779b97f4a7c15u) >> 32);
}

static uint32_t
name_hash(struct str name)
{
	uint64_t h = seed_get();
	size_t n = name.n;

	for (; name.n >= 8; name = str_skip(name, 8))
		h = name_step(h, word_load(name.p, 8));
	return name_end(name_step(h, word_load(name.p, name.n)), n);
}

static void
grow(struct intern *t)
{
	size_t n = t->nslots ? t->nslots * 2 : 256;
	struct intern_slot *slots = mem_zero(n * sizeof(*slots));

	for (size_t i = 0; i < t->nslots; i++) {
		size_t at = t->slots[i].hash & (n - 1);

		if (t->slots[i].id == 0)
			continue;
		while (slots[at].id)
			at = (at + 1) & (n - 1);
		slots[at] = t->slots[i];
	}
	free(t->slots);
	t->slots = slots;
	t->nslots = n;
}

static bool
same(const char *a, const char *b, size_t n)
{
	size_t i = 0;

	if (n < 8)
		return n == 0 || memcmp(a, b, n) == 0;
	for (; i + 8 < n; i += 8)
		if (word_load(a + i, 8) != word_load(b + i, 8))
			return false;
	return word_load(a + n - 8, 8) == word_load(b + n - 8, 8);
}

/* The slot of a name, or the free one where it belongs. */
static size_t
slot_of(const struct intern *t, struct str name, uint32_t hash)
{
	size_t at = hash & (t->nslots - 1);

	for (; t->slots[at].id; at = (at + 1) & (t->nslots - 1)) {
		uint32_t id = t->slots[at].id - 1;

		if (t->slots[at].hash == hash && t->names[id].n == name.n &&
		    same(t->names[id].p, name.p, name.n))
			break;
	}
	return at;
}

static uint32_t
find(struct intern *t, struct str name, uint32_t hash)
{
	size_t at;

	if (t->n * 2 >= t->nslots)
		grow(t);
	at = slot_of(t, name, hash);
	if (t->slots[at].id)
		return t->slots[at].id - 1;
	if (t->n == UINT32_MAX)
		fatal("more than 4 billion distinct frames");
	t->names = mem_grow(t->names, &t->names_cap, t->n + 1,
	    sizeof(*t->names));
	t->names[t->n] = arena_str(&t->arena, name);
	t->slots[at] = (struct intern_slot){ hash, (uint32_t)++t->n };
	return (uint32_t)t->n - 1;
}

uint32_t
intern_id(struct intern *t, struct str name)
{
	return find(t, name, name_hash(name));
}

bool
intern_find(const struct intern *t, struct str name, uint32_t *id)
{
	uint32_t found;

	if (t->n == 0)
		return false;
	found = t->slots[slot_of(t, name, name_hash(name))].id;
	if (found)
		*id = found - 1;
	return found;
}

/* The end of the name at p, where a separator ends it 8 bytes before the end or
 * earlier, and its hash; else NULL. */
static const char *
name_scan(const char *p, const char *end, char separator, uint32_t *hash)
{
	uint64_t h = seed_get();

	for (const char *q = p; end - q >= 8; q += 8) {
		uint64_t word = word_load(q, 8);
		uint64_t found = word_find(word, separator);

		if (found) {
			unsigned n = word_first(found);

			word &= ((uint64_t)1 << 8 * n) - 1;
			q += n;
			*hash = name_end(name_step(h, word), (size_t)(q - p));
			return q;
		}
		h = name_step(h, word);
	}
	return NULL;
}

size_t
intern_split(struct intern *t, struct str text, char separator, uint32_t *ids)
{
	const char *end = text.p + text.n, *stop;
	size_t n = 0;
	uint32_t hash;

	while ((stop = name_scan(text.p, end, separator, &hash))) {
		struct str name = { text.p, (size_t)(stop - text.p) };

		ids[n++] = find(t, name, hash);
		text = str_skip(text, name.n + 1);
	}
	/* The last bytes, plainly. */
	for (;;) {
		struct str name = str_head(text, str_find(text, separator));

		ids[n++] = find(t, name, name_hash(name));
		if (name.n == text.n)
			return n;
		text = str_skip(text, name.n + 1);
	}
}

void
intern_free(struct intern *t)
{
	arena_reset(&t->arena);
	free(t->names);
	free(t->slots);
	*t = (struct intern){ 0 };
}
