#include "trie.h"

#include <stdlib.h>
#include <string.h>

#include "mem.h"
#include "warn.h"
#include "word.h"

/* ---- Hashes ---- */

static uint64_t
name_hash(uint64_t seed, struct str name)
{
	uint64_t h = seed;
	size_t n;

	for (; name.n >= 16; name = str_skip(name, 16))
		h = hash_words(seed, h, word_load(name.p, 8),
		    word_load(name.p + 8, 8));
	n = name.n < 8 ? name.n : 8;
	return hash_words(seed, h, word_load(name.p, n),
	    word_load(name.p + n, name.n - n));
}

/* ---- Names ---- */

static void
put_name(struct trie *t, uint64_t hash, uint32_t id)
{
	size_t at = hash & (t->nname_slots - 1);

	while (t->name_slots[at].i)
		at = (at + 1) & (t->nname_slots - 1);
	t->name_slots[at] =
	    (struct trie_slot){ (uint32_t)(hash >> 32), id + 1 };
}

static void
grow_name_slots(struct trie *t)
{
	free(t->name_slots);
	t->nname_slots = t->nname_slots ? t->nname_slots * 2 : 256;
	t->name_slots = mem_zero(t->nname_slots * sizeof(*t->name_slots));
	for (size_t i = 0; i < t->names.n; i++)
		put_name(t, name_hash(t->seed, t->names.names[i]),
		    (uint32_t)i);
}

static uint32_t
new_name(struct trie *t, uint64_t hash, struct str name)
{
	struct intern *names = &t->names;
	uint32_t id = (uint32_t)names->n;

	if (names->n * 2 >= t->nname_slots)
		grow_name_slots(t);
	names->names = mem_grow(names->names, &names->names_cap,
	    names->n + 1, sizeof(*names->names));
	names->names[names->n++] = arena_str(&names->arena, name);
	put_name(t, hash, id);
	return id;
}

static uint32_t
name_id(struct trie *t, uint64_t hash, struct str name)
{
	size_t at = hash & (t->nname_slots - 1);

	for (; t->name_slots[at].i; at = (at + 1) & (t->nname_slots - 1))
		if (t->name_slots[at].tag == (uint32_t)(hash >> 32) &&
		    str_eq(t->names.names[t->name_slots[at].i - 1], name))
			return t->name_slots[at].i - 1;
	return new_name(t, hash, name);
}

/* ---- Nodes ---- */

static void
grow_nodes(struct trie *t)
{
	size_t n = t->cap ? t->cap * 2 : 256;

	if (t->n >= UINT32_MAX)
		fatal("more than 4 billion frames");
	t->node = mem_resize(t->node, n, sizeof(*t->node));
	t->leaf = mem_resize(t->leaf, n, sizeof(*t->leaf));
	t->cap = n;
}

static size_t
free_slot(const struct trie *t, uint64_t path)
{
	size_t at = path & (t->nslots - 1);

	while (t->slots[at].i)
		at = (at + 1) & (t->nslots - 1);
	return at;
}

static void
put_slot(struct trie *t, uint32_t node)
{
	uint64_t path = t->node[node].path;

	t->slots[free_slot(t, path)] =
	    (struct trie_slot){ (uint32_t)(path >> 32), node };
}

static void
grow_slots(struct trie *t)
{
	free(t->slots);
	t->nslots = t->nslots ? t->nslots * 2 : 512;
	t->slots = mem_resize(NULL, t->nslots, sizeof(*t->slots));
	/* calloc's pages would be fetched twice: to be read, to be written. */
	memset(t->slots, 0, t->nslots * sizeof(*t->slots));
	for (size_t i = 1; i < t->n; i++)
		put_slot(t, (uint32_t)i);
}

static uint32_t
add_node(struct trie *t, struct trie_node node)
{
	uint32_t i = (uint32_t)t->n;

	if (t->n == t->cap)
		grow_nodes(t);
	t->node[i] = node;
	t->leaf[i] = 0;
	t->n++;
	return i;
}

uint32_t
trie_new(struct trie *t, uint32_t parent, uint64_t path, uint64_t hash,
    struct str name)
{
	uint32_t node;

	if (t->n * 2 >= t->nslots)
		grow_slots(t);
	node = add_node(t, (struct trie_node){ path,
	    name_id(t, hash, name), parent });
	put_slot(t, node);
	return node;
}

uint32_t
trie_find(const struct trie *t, uint64_t path, struct str name)
{
	size_t at = path & (t->nslots - 1);

	for (; t->slots[at].i; at = (at + 1) & (t->nslots - 1)) {
		const struct trie_node *node = &t->node[t->slots[at].i];

		if (t->slots[at].tag == (uint32_t)(path >> 32) &&
		    node->path == path &&
		    str_eq(t->names.names[node->name], name))
			return t->slots[at].i;
	}
	return 0;
}

void
trie_init(struct trie *t, int columns)
{
	*t = (struct trie){ .columns = columns,
		.seed = hash_bytes(STR("trie")) };
	grow_slots(t);
	grow_name_slots(t);
	add_node(t, (struct trie_node){ t->seed, 0, 0 });
}

void
trie_free_nodes(struct trie *t)
{
	free(t->node);
	free(t->leaf);
	free(t->leaves);
	free(t->gap);
	free(t->slots);
	free(t->name_slots);
	*t = (struct trie){ .names = t->names };
}

void
trie_free(struct trie *t)
{
	trie_free_nodes(t);
	intern_free(&t->names);
}

uint32_t
trie_child(struct trie *t, uint32_t parent, struct str name)
{
	uint64_t hash = name_hash(t->seed, name);
	uint64_t path = hash_path(t->node[parent].path, hash, name.n);
	uint32_t node = trie_find(t, path, name);

	return node ? node : trie_new(t, parent, path, hash, name);
}

uint32_t
trie_append(struct trie *t, uint32_t parent, struct str name)
{
	uint64_t hash = name_hash(t->seed, name);

	return add_node(t, (struct trie_node){ 0, name_id(t, hash, name),
	    parent });
}

bool
trie_add(struct trie *t, uint32_t node, const struct count count[2])
{
	struct trie_leaf *leaf;
	bool fits = true;

	if (!t->leaf[node]) {
		t->leaves = mem_grow(t->leaves, &t->leaves_cap,
		    t->nleaves + 1, sizeof(*t->leaves));
		t->leaves[t->nleaves++] = (struct trie_leaf){ .node = node };
		t->leaf[node] = (uint32_t)t->nleaves;
	}
	leaf = &t->leaves[t->leaf[node] - 1];
	for (int c = 0; c < t->columns; c++)
		fits &= count_add(&leaf->count[c], count[c]);
	return fits;
}

uint32_t
trie_path(const struct trie *t, uint32_t node, uint32_t **path, size_t *cap)
{
	uint32_t depth = 0;

	for (uint32_t i = node; i; i = t->node[i].parent)
		depth++;
	*path = mem_grow(*path, cap, depth, sizeof(**path));
	for (uint32_t i = node, d = depth; i; i = t->node[i].parent)
		(*path)[--d] = t->node[i].name;
	return depth;
}
