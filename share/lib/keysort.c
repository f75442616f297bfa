#include "keysort.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "mem.h"

/* Below this many, insertion is faster than counting bytes. */
#define FEW 64

struct keyed {
	uint64_t key;
	uint32_t i;
};

/* Things lo ... hi - 1 are equal up to this round. */
struct group {
	size_t lo, hi;
	uint32_t round;
};

struct sorter {
	const void *things;
	keysort_key *key;
	struct keyed *v;
	struct keyed *spare;
	struct group *groups;   /* still to be sorted */
	size_t n, cap;
};

static void
group_add(struct sorter *s, size_t lo, size_t hi, uint32_t round)
{
	s->groups = mem_grow(s->groups, &s->cap, s->n + 1, sizeof(*s->groups));
	s->groups[s->n++] = (struct group){ lo, hi, round };
}

static bool
in_order(const struct keyed *v, size_t n)
{
	for (size_t i = 1; i < n; i++)
		if (v[i - 1].key > v[i].key)
			return false;
	return true;
}

static void
insert(struct keyed *v, size_t n)
{
	for (size_t i = 1; i < n; i++) {
		struct keyed k = v[i];
		size_t at = i;

		for (; at && v[at - 1].key > k.key; at--)
			v[at] = v[at - 1];
		v[at] = k;
	}
}

/* By one byte of the key, stable, from v to `to`. */
static void
scatter(const struct keyed *v, struct keyed *to, size_t n, uint32_t *count,
    unsigned shift)
{
	uint32_t at = 0;

	for (size_t byte = 0; byte < 256; byte++) {
		uint32_t here = count[byte];

		count[byte] = at;
		at += here;
	}
	for (size_t i = 0; i < n; i++)
		to[count[v[i].key >> shift & 255]++] = v[i];
}

/* By all bytes of the key that differ, the lowest first. */
static void
radix(struct keyed *v, struct keyed *spare, size_t n)
{
	uint32_t count[8][256] = { 0 };
	struct keyed *from = v, *to = spare, *other;

	for (size_t i = 0; i < n; i++)
		for (unsigned byte = 0; byte < 8; byte++)
			count[byte][v[i].key >> 8 * byte & 255]++;
	for (unsigned byte = 0; byte < 8; byte++) {
		if (count[byte][v[0].key >> 8 * byte & 255] == n)
			continue;
		scatter(from, to, n, count[byte], 8 * byte);
		other = from;
		from = to;
		to = other;
	}
	if (from != v)
		memcpy(v, from, n * sizeof(*v));
}

static void
sort_group(struct sorter *s, struct group g)
{
	struct keyed *v = s->v + g.lo;
	size_t n = g.hi - g.lo, first = 0;

	for (size_t i = 0; i < n; i++)
		v[i].key = s->key(s->things, v[i].i, g.round);
	if (n < FEW)
		insert(v, n);
	else if (!in_order(v, n))
		radix(v, s->spare, n);
	for (size_t i = 1; i <= n; i++) {
		if (i < n && v[i].key == v[first].key)
			continue;
		if (i - first > 1 && (v[first].key & 1))
			group_add(s, g.lo + first, g.lo + i, g.round + 1);
		first = i;
	}
}

uint32_t *
keysort(const void *things, size_t n, keysort_key *key)
{
	struct sorter s = { .things = things, .key = key };
	uint32_t *order = mem_resize(NULL, n, sizeof(*order));

	s.v = mem_resize(NULL, n, sizeof(*s.v));
	s.spare = mem_resize(NULL, n, sizeof(*s.spare));
	for (size_t i = 0; i < n; i++)
		s.v[i] = (struct keyed){ 0, (uint32_t)i };
	group_add(&s, 0, n, 0);
	while (s.n)
		sort_group(&s, s.groups[--s.n]);
	for (size_t i = 0; i < n; i++)
		order[i] = s.v[i].i;
	free(s.v);
	free(s.spare);
	free(s.groups);
	return order;
}
