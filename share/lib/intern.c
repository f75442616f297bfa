#include "intern.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "mem.h"

struct intern_slot {
	uint32_t hash;
	uint32_t id;            /* + 1; 0 is a free slot */
};

static uint64_t seed;
static pthread_once_t seeded = PTHREAD_ONCE_INIT;

static void
seed_take(void)
{
	int fd = open("/dev/urandom", O_RDONLY | O_CLOEXEC);
	struct timespec now;

	if (fd < 0 || read(fd, &seed, sizeof(seed)) != sizeof(seed)) {
		clock_gettime(CLOCK_REALTIME, &now);
		seed = (uint64_t)now.tv_nsec * 0x9e3779b97f4a7c15u ^
		    (uint64_t)(uintptr_t)&now;
	}
	if (fd >= 0)
		close(fd);
	seed |= 1;
}

static uint64_t
load(const char *p, size_t n)
{
	uint64_t v = 0;

	memcpy(&v, p, n);
	return v;
}

/* Both halves of the 128-bit product, folded. */
static uint64_t
mix(uint64_t a, uint64_t b)
{
	__extension__ unsigned __int128 m = (unsigned __int128)a * b;

	return (uint64_t)m ^ (uint64_t)(m >> 64);
}

uint64_t
hash_bytes(struct str s)
{
	uint64_t h;

	pthread_once(&seeded, seed_take);
	h = seed ^ s.n;
	while (s.n > 16) {
		h = mix(load(s.p, 8) ^ seed,
		    load(s.p + 8, 8) ^ h ^ 0x2d358dccaa6c78a5u);
		s = str_skip(s, 16);
	}
	if (s.n > 8)
		h = mix(load(s.p, 8) ^ seed, load(s.p + s.n - 8, 8) ^ h);
	else
		h = mix(load(s.p, s.n) ^ 0x8bb84b93962eacc9u, h);
	return mix(h, 0x9e3779b97f4a7c15u ^ seed);
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

uint32_t
intern_id(struct intern *t, struct str name)
{
	uint32_t hash = (uint32_t)hash_bytes(name);
	size_t at;

	if (t->n * 2 >= t->nslots)
		grow(t);
	at = hash & (t->nslots - 1);
	for (; t->slots[at].id; at = (at + 1) & (t->nslots - 1))
		if (t->slots[at].hash == hash &&
		    str_eq(t->names[t->slots[at].id - 1], name))
			return t->slots[at].id - 1;
	t->names = mem_grow(t->names, &t->names_cap, t->n + 1,
	    sizeof(*t->names));
	t->names[t->n] = arena_str(&t->arena, name);
	t->slots[at] = (struct intern_slot){ hash, (uint32_t)++t->n };
	return (uint32_t)t->n - 1;
}
