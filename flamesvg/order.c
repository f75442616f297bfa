#include "order.h"

#include <stdbool.h>
#include <stdlib.h>

#include "mem.h"

#define RUN 12

struct keyed {
	uint64_t key;
	uint32_t i;
};

/* Things from ... to - 1 are equal in all keys before k. */
struct range {
	size_t from, to, k;
};

struct ranges {
	struct range *v;
	size_t n, cap;
};

static void
push(struct ranges *r, struct range range)
{
	r->v = mem_grow(r->v, &r->cap, r->n + 1, sizeof(*r->v));
	r->v[r->n++] = range;
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
insert_sort(struct keyed *v, size_t n)
{
	for (size_t i = 1; i < n; i++) {
		struct keyed x = v[i];
		size_t j = i;

		for (; j > 0 && v[j - 1].key > x.key; j--)
			v[j] = v[j - 1];
		v[j] = x;
	}
}

static void
merge(const struct keyed *a, size_t na, const struct keyed *b, size_t nb,
    struct keyed *out)
{
	while (na && nb) {
		bool left = a->key <= b->key;

		*out++ = left ? *a : *b;
		a += left;
		na -= left;
		b += !left;
		nb -= !left;
	}
	while (na--)
		*out++ = *a++;
	while (nb--)
		*out++ = *b++;
}

/* One pass of runs of `run` things, from v to out. */
static void
merge_runs(const struct keyed *v, struct keyed *out, size_t n, size_t run)
{
	for (size_t i = 0; i < n; i += 2 * run) {
		size_t na = n - i < run ? n - i : run;
		size_t nb = n - i - na < run ? n - i - na : run;

		merge(v + i, na, v + i + na, nb, out + i);
	}
}

static void
key_sort(struct keyed *v, size_t n, struct keyed *spare)
{
	struct keyed *from = v, *to = spare;

	if (in_order(v, n))
		return;
	for (size_t i = 0; i < n; i += RUN)
		insert_sort(v + i, n - i < RUN ? n - i : RUN);
	for (size_t run = RUN; run < n; run *= 2) {
		struct keyed *t = from;

		merge_runs(from, to, n, run);
		from = to;
		to = t;
	}
	for (size_t i = 0; from != v && i < n; i++)
		v[i] = from[i];
}

/* What is equal so far and goes on is for the next key. */
static void
push_equals(const struct order *o, struct ranges *r, const struct keyed *v,
    struct range done)
{
	for (size_t i = done.from, j; i < done.to; i = j) {
		for (j = i + 1; j < done.to && v[j].key == v[i].key; j++)
			;
		if (j - i > 1 && (v[i].key & o->end_mask))
			push(r, (struct range){ i, j, done.k + 1 });
	}
}

void
order_sort(const struct order *o, uint32_t *v, size_t n)
{
	struct keyed *keyed = mem_resize(NULL, n + 1, sizeof(*keyed));
	struct keyed *spare = mem_resize(NULL, n + 1, sizeof(*spare));
	struct ranges ranges = { 0 };

	for (size_t i = 0; i < n; i++)
		keyed[i].i = v[i];
	push(&ranges, (struct range){ 0, n, 0 });
	while (ranges.n) {
		struct range r = ranges.v[--ranges.n];

		for (size_t i = r.from; i < r.to; i++)
			keyed[i].key = o->key(o->things, keyed[i].i, r.k);
		key_sort(keyed + r.from, r.to - r.from, spare);
		push_equals(o, &ranges, keyed, r);
	}
	for (size_t i = 0; i < n; i++)
		v[i] = keyed[i].i;
	free(ranges.v);
	free(keyed);
	free(spare);
}
