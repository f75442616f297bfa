#include "stacks.h"

#include <stdlib.h>
#include <string.h>

#include "mem.h"

static uint32_t
ids_hash(const uint32_t *frames, uint32_t depth)
{
	return (uint32_t)hash_bytes((struct str){ (const char *)frames,
	    depth * sizeof(*frames) });
}

static void
slot_take(struct stacks *s, size_t row)
{
	size_t at = s->v[row].hash & (s->nslots - 1);

	while (s->slots[at])
		at = (at + 1) & (s->nslots - 1);
	s->slots[at] = (uint32_t)row + 1;
}

/* Brings the hash table up to v, with room for one more. */
static void
index_rows(struct stacks *s)
{
	size_t n = s->nslots ? s->nslots : 256;

	while (n < (s->n + 1) * 2)
		n *= 2;
	if (n != s->nslots) {
		free(s->slots);
		s->slots = mem_zero(n * sizeof(*s->slots));
		s->nslots = n;
		for (size_t i = 0; i < s->indexed; i++)
			slot_take(s, i);
	}
	for (; s->indexed < s->n; s->indexed++) {
		struct stack *row = &s->v[s->indexed];

		row->hash = ids_hash(row->frames, row->depth);
		slot_take(s, s->indexed);
	}
}

static bool
same_frames(const struct stack *row, const uint32_t *frames, uint32_t depth)
{
	return row->depth == depth &&
	    (depth == 0 ||
	    memcmp(row->frames, frames, depth * sizeof(*frames)) == 0);
}

size_t
stacks_push(struct stacks *s, const uint32_t *frames, uint32_t depth)
{
	uint32_t *copy = arena_take(&s->arena, depth * sizeof(*copy));

	if (depth)
		memcpy(copy, frames, depth * sizeof(*copy));
	if (s->n >= UINT32_MAX - 1)
		fatal("more than 4 billion distinct stacks");
	s->v = mem_grow(s->v, &s->cap, s->n + 1, sizeof(*s->v));
	s->v[s->n] = (struct stack){ .frames = copy, .depth = depth };
	return s->n++;
}

static bool
add_counts(struct stack *row, const struct count count[2])
{
	bool first = count_add(&row->count[0], count[0]);
	bool second = count_add(&row->count[1], count[1]);

	return first && second;
}

/* The row of these frames, a new one at first sight. */
static size_t
find(struct stacks *s, const uint32_t *frames, uint32_t depth)
{
	uint32_t hash = ids_hash(frames, depth);
	size_t at;

	index_rows(s);
	at = hash & (s->nslots - 1);
	for (; s->slots[at]; at = (at + 1) & (s->nslots - 1)) {
		struct stack *row = &s->v[s->slots[at] - 1];

		if (row->hash == hash && same_frames(row, frames, depth))
			return s->slots[at] - 1;
	}
	s->slots[at] = (uint32_t)stacks_push(s, frames, depth) + 1;
	s->v[s->n - 1].hash = hash;
	s->indexed = s->n;
	return s->n - 1;
}

size_t
stacks_add(struct stacks *s, const uint32_t *frames, uint32_t depth,
    const struct count count[2])
{
	size_t row = find(s, frames, depth);

	if (!add_counts(&s->v[row], count))
		s->overflow = true;
	return row;
}

void
stacks_free(struct stacks *s)
{
	arena_reset(&s->arena);
	free(s->v);
	free(s->slots);
	intern_free(&s->names);
	*s = (struct stacks){ 0 };
}

uint32_t
stack_shared(const struct stack *a, const struct stack *b)
{
	uint32_t n = a->depth < b->depth ? a->depth : b->depth;
	uint32_t i = 0;

	while (i < n && a->frames[i] == b->frames[i])
		i++;
	return i;
}

void
stack_text(struct buf *b, const struct stacks *s, const struct stack *stack)
{
	for (uint32_t i = 0; i < stack->depth; i++) {
		if (i)
			buf_char(b, ';');
		buf_str(b, s->names.names[stack->frames[i]]);
	}
}
