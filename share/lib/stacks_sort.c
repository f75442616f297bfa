#include "stacks.h"

#include <stdlib.h>

#include "mem.h"

/*
 * Sorting.  Names are sorted once; then a stack's key is the next few ranks
 * of its frames packed into 64 bits, so that most comparisons touch no frame.
 * Rows whose keys are equal are sorted again by the ranks that follow.
 */
struct ranked {
	struct str name;
	uint32_t id;
};

static int
by_name(const void *a, const void *b)
{
	return str_cmp(((const struct ranked *)a)->name,
	    ((const struct ranked *)b)->name);
}

uint32_t *
names_ranks(const struct intern *names)
{
	struct ranked *v = mem_resize(NULL, names->n, sizeof(*v));
	uint32_t *ranks = mem_resize(NULL, names->n, sizeof(*ranks));

	for (uint32_t i = 0; i < names->n; i++)
		v[i] = (struct ranked){ names->names[i], i };
	qsort(v, names->n, sizeof(*v), by_name);
	for (uint32_t i = 0; i < names->n; i++)
		ranks[v[i].id] = i;
	free(v);
	return ranks;
}

struct keyed {
	uint64_t key;
	uint32_t row;
};

/* Rows lo ... hi - 1 agree in their first `from` frames. */
struct group {
	size_t lo, hi;
	uint32_t from;
};

struct sorter {
	const struct stacks *s;
	uint32_t *ranks;
	unsigned bits;          /* of a rank + 1; 0 is the end of the stack */
	uint32_t per_key;       /* ranks in a key */
	struct keyed *v;
	struct group *groups;   /* to be sorted yet */
	size_t ngroups, cap;
};

static uint64_t
key_of(const struct sorter *t, const struct stack *row, uint32_t from)
{
	uint64_t key = 0;

	for (uint32_t i = from; i < from + t->per_key; i++) {
		key <<= t->bits;
		if (i < row->depth)
			key |= t->ranks[row->frames[i]] + 1u;
	}
	return key;
}

static int
by_key(const void *a, const void *b)
{
	const struct keyed *x = a, *y = b;

	if (x->key != y->key)
		return x->key < y->key ? -1 : 1;
	return (x->row > y->row) - (x->row < y->row);
}

static void
group_add(struct sorter *t, size_t lo, size_t hi, uint32_t from)
{
	t->groups = mem_grow(t->groups, &t->cap, t->ngroups + 1,
	    sizeof(*t->groups));
	t->groups[t->ngroups++] = (struct group){ lo, hi, from };
}

static void
sort_group(struct sorter *t, struct group g)
{
	uint64_t end = ((uint64_t)1 << t->bits) - 1;
	size_t lo = g.lo;

	for (size_t i = g.lo; i < g.hi; i++)
		t->v[i].key = key_of(t, &t->s->v[t->v[i].row], g.from);
	qsort(t->v + g.lo, g.hi - g.lo, sizeof(*t->v), by_key);
	for (size_t i = g.lo + 1; i <= g.hi; i++) {
		if (i < g.hi && t->v[i].key == t->v[lo].key)
			continue;
		/* Equal rows that ended are equal to the end. */
		if (i - lo > 1 && (t->v[lo].key & end))
			group_add(t, lo, i, g.from + t->per_key);
		lo = i;
	}
}

uint32_t *
stacks_order(const struct stacks *s)
{
	struct sorter t = { .s = s, .bits = 1 };
	uint32_t *order = mem_resize(NULL, s->n, sizeof(*order));

	t.ranks = names_ranks(&s->names);
	while ((s->names.n >> t.bits) != 0)
		t.bits++;
	t.per_key = 64 / t.bits;
	t.v = mem_resize(NULL, s->n, sizeof(*t.v));
	for (size_t i = 0; i < s->n; i++)
		t.v[i].row = (uint32_t)i;
	if (s->n)
		group_add(&t, 0, s->n, 0);
	while (t.ngroups)
		sort_group(&t, t.groups[--t.ngroups]);
	for (size_t i = 0; i < s->n; i++)
		order[i] = t.v[i].row;
	free(t.ranks);
	free(t.v);
	free(t.groups);
	return order;
}

void
stacks_sort(struct stacks *s)
{
	uint32_t *order = stacks_order(s);
	struct stack *sorted = mem_resize(NULL, s->n, sizeof(*sorted));

	for (size_t i = 0; i < s->n; i++)
		sorted[i] = s->v[order[i]];
	free(order);
	free(s->v);
	free(s->slots);
	s->v = sorted;
	s->cap = s->n;
	s->slots = NULL;
	s->nslots = s->indexed = 0;
}
