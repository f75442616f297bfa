#include "texts.h"

#include <stdlib.h>
#include <string.h>

#include "mem.h"
#include "word.h"

struct text {
	size_t n;
	char bytes[];
};

struct texts_slot {
	uint32_t hash;
	uint32_t row;           /* + 1; 0 is a free slot */
	const struct text *kept;        /* or NULL */
};

void
texts_root(struct texts *t, const struct str *root)
{
	t->root = root;
	t->root_hash = root ? (uint32_t)hash_bytes(*root) : 0;
	t->last = (struct str){ 0 };
}

uint32_t
texts_hash(const struct texts *t, struct str text)
{
	return (uint32_t)hash_bytes(text) + t->root_hash;
}

static void
grow(struct texts *t)
{
	size_t n = t->nslots ? t->nslots * 4 : 1024;
	struct texts_slot *slots = mem_zero(n * sizeof(*slots));

	for (size_t i = 0; i < t->nslots; i++) {
		size_t at = t->slots[i].hash & (n - 1);

		if (t->slots[i].row == 0)
			continue;
		while (slots[at].row)
			at = (at + 1) & (n - 1);
		slots[at] = t->slots[i];
	}
	free(t->slots);
	t->slots = slots;
	t->nslots = n;
}

/*
 * How many frames of b stand in a too, at the same place and with a ';' behind
 * them; *n is how many bytes they take.
 */
static uint32_t
shared_frames(struct str a, struct str b, size_t *n)
{
	size_t least = a.n < b.n ? a.n : b.n, i = 0;
	uint32_t frames = 0;

	*n = 0;
	for (; i + 8 <= least; i += 8) {
		uint64_t word = word_load(b.p + i, 8);
		uint64_t ends = word_find(word, ';');

		if (word != word_load(a.p + i, 8))
			break;
		frames += word_count(ends);
		if (ends)
			*n = i + word_last(ends) + 1;
	}
	for (; i < least && a.p[i] == b.p[i]; i++) {
		if (b.p[i] != ';')
			continue;
		frames++;
		*n = i + 1;
	}
	return frames;
}

/* A new row for a text. */
static uint32_t
new_row(struct texts *t, struct str text)
{
	struct intern *names = &t->rows->names;
	/* A stack often begins like the one before. */
	size_t n, depth = shared_frames(t->last, text, &n) + (t->root != NULL);

	t->ids = mem_grow(t->ids, &t->ids_cap, text.n + 2, sizeof(*t->ids));
	if (t->root)
		t->ids[0] = intern_id(names, *t->root);
	depth += intern_split(names, str_skip(text, n), ';', t->ids + depth);
	t->last = text;
	return (uint32_t)stacks_push(t->rows, t->ids, (uint32_t)depth);
}

/* Are the names of these frames, joined by ';', the text? */
static bool
is_text(const struct str *names, const uint32_t *frames, uint32_t depth,
    struct str text)
{
	for (uint32_t i = 0; i < depth; i++) {
		struct str name = names[frames[i]];

		if (i) {
			if (text.n == 0 || text.p[0] != ';')
				return false;
			text = str_skip(text, 1);
		}
		if (!str_starts(text, name))
			return false;
		text = str_skip(text, name.n);
	}
	return text.n == 0;
}

/* Comparing kept text is quickest; names do as well. */
static bool
slot_is(const struct texts *t, const struct texts_slot *slot, struct str text)
{
	const struct stack *s = &t->rows->v[slot->row - 1];
	const struct str *names = t->rows->names.names;

	if (slot->kept)
		return slot->kept->n == text.n &&
		    memcmp(slot->kept->bytes, text.p, text.n) == 0;
	if (!t->root)
		return is_text(names, s->frames, s->depth, text);
	return str_eq(names[s->frames[0]], *t->root) &&
	    is_text(names, s->frames + 1, s->depth - 1, text);
}

static const struct text *
keep(struct texts *t, struct str text)
{
	struct text *copy;

	/* A row with a root is not its text alone. */
	if (t->root || t->kept.total + text.n > t->keep_max)
		return NULL;
	copy = arena_take(&t->kept, sizeof(*copy) + text.n);
	copy->n = text.n;
	memcpy(copy->bytes, text.p, text.n);
	return copy;
}

uint32_t
texts_row(struct texts *t, struct str text, uint32_t hash)
{
	struct texts_slot *slot;

	if (t->n * 2 >= t->nslots)
		grow(t);
	for (size_t at = hash; ; at++) {
		slot = &t->slots[at & (t->nslots - 1)];
		if (slot->row == 0)
			break;
		if (slot->hash == hash && slot_is(t, slot, text))
			return slot->row - 1;
	}
	*slot = (struct texts_slot){ hash, new_row(t, text) + 1,
		keep(t, text) };
	t->n++;
	return slot->row - 1;
}

void
texts_fetch(const struct texts *t, uint32_t hash)
{
	if (t->n)
		__builtin_prefetch(&t->slots[hash & (t->nslots - 1)]);
}

void
texts_fetch_more(const struct texts *t, uint32_t hash)
{
	if (t->n)
		__builtin_prefetch(t->slots[hash & (t->nslots - 1)].kept);
}

void
texts_free(struct texts *t)
{
	free(t->slots);
	arena_reset(&t->kept);
	free(t->ids);
	*t = (struct texts){ 0 };
}
