#include "stacks.h"

#include <stdlib.h>

#include "keysort.h"
#include "mem.h"

/* Seven bytes of a name, then how many there are: a name stands before those
 * that it begins, whatever bytes follow. */
static uint64_t
name_key(const void *names, uint32_t id, uint32_t round)
{
	struct str name = ((const struct intern *)names)->names[id];
	size_t at = (size_t)round * 7;
	uint64_t key = 0, left = name.n - at;

	for (size_t i = at; i < at + 7; i++)
		key = key << 8 |
		    (i < name.n ? (unsigned char)name.p[i] : 0);
	return key << 8 | (left <= 7 ? 2 * left : 17);
}

uint32_t *
names_ranks(const struct intern *names)
{
	uint32_t *order = keysort(names, names->n, name_key);
	uint32_t *ranks = mem_resize(NULL, names->n, sizeof(*ranks));

	for (uint32_t i = 0; i < names->n; i++)
		ranks[order[i]] = i;
	free(order);
	return ranks;
}

struct ranked {
	const struct stack *v;
	uint32_t *ranks;
	unsigned bits;          /* of a rank + 1; 0 is no frame */
	uint32_t per_key;       /* ranks that fit a key beside its last bit */
};

/* The ranks of the next few frames, so that most steps of sorting touch no
 * frame. */
static uint64_t
stack_key(const void *stacks, uint32_t i, uint32_t round)
{
	const struct ranked *r = stacks;
	const struct stack *s = &r->v[i];
	size_t at = (size_t)round * r->per_key, end = at + r->per_key;
	uint64_t key = 0;

	for (; at < end; at++) {
		key <<= r->bits;
		if (at < s->depth)
			key |= r->ranks[s->frames[at]] + (uint64_t)1;
	}
	return key << 1 | (end < s->depth);
}

uint32_t *
stacks_order(const struct stacks *s)
{
	struct ranked r = { .v = s->v, .ranks = names_ranks(&s->names),
		.bits = 1 };
	uint32_t *order;

	while (s->names.n >> r.bits)
		r.bits++;
	r.per_key = 63 / r.bits;
	order = keysort(&r, s->n, stack_key);
	free(r.ranks);
	return order;
}
