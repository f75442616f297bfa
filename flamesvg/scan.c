#include "scan.h"

#include <stdlib.h>
#include <string.h>

#include "folded.h"
#include "mem.h"
#include "word.h"

struct scan_frame {
	uint64_t path;          /* hash of all up to it */
	uint64_t hash;          /* of its name */
	uint32_t end;           /* where it ends in the stack's text */
	uint32_t node;          /* 0: not known */
};

struct scan_stack {
	struct str text;
	size_t first;           /* of its frames */
	uint32_t shared;        /* frames that the stack before it has too */
	uint32_t depth;
};

void
scan_empty(struct scan *s)
{
	s->n = s->nframes = 0;
}

void
scan_free(struct scan *s)
{
	free(s->stacks);
	free(s->frames);
	free(s->paths);
	free(s->path);
	*s = (struct scan){ 0 };
}

/* ---- Text ---- */

/* Two words of text, zeros behind its end, and where names end in them. */
struct pair {
	uint64_t word[2], ends[2];
};

static inline struct pair
pair_load(struct str text, size_t i)
{
	struct pair p = { 0 };
	size_t left = text.n - i;

	if (left >= 16) {
		p.word[0] = word_load(text.p + i, 8);
		p.word[1] = word_load(text.p + i + 8, 8);
	} else {
		p.word[0] = word_load(text.p + i, left < 8 ? left : 8);
		if (left > 8)
			p.word[1] = word_load(text.p + i + 8, left - 8);
	}
	p.ends[0] = word_find(p.word[0], ';');
	p.ends[1] = word_find(p.word[1], ';');
	return p;
}

/* The first n (0 ... 7) bytes of a word. */
static inline uint64_t
word_head(uint64_t word, size_t n)
{
	return word & (((uint64_t)1 << 8 * n) - 1);
}

/* The length of the frame that text begins with, and the hash of its name. */
static inline size_t
frame_scan(uint64_t seed, struct str text, uint64_t *hash)
{
	struct pair p = pair_load(text, 0);
	uint64_t h = seed;
	size_t i = 0;

	while (!(p.ends[0] | p.ends[1]) && text.n - i >= 16) {
		h = hash_words(seed, h, p.word[0], p.word[1]);
		i += 16;
		p = pair_load(text, i);
	}
	if (p.ends[0]) {
		size_t n = word_first(p.ends[0]);

		*hash = hash_words(seed, h, word_head(p.word[0], n), 0);
		return i + n;
	}
	if (p.ends[1]) {
		size_t n = word_first(p.ends[1]);

		*hash = hash_words(seed, h, p.word[0],
		    word_head(p.word[1], n));
		return i + 8 + n;
	}
	*hash = hash_words(seed, h, p.word[0], p.word[1]);
	return text.n;
}

static inline void
add_frame(struct scan *s, struct scan_frame frame, uint32_t depth)
{
	if (s->nframes == s->frames_cap)
		s->frames = mem_grow(s->frames, &s->frames_cap,
		    s->nframes + 1, sizeof(*s->frames));
	if (depth == s->paths_cap)
		s->paths = mem_grow(s->paths, &s->paths_cap,
		    (size_t)depth + 1, sizeof(*s->paths));
	s->frames[s->nframes++] = frame;
	s->paths[depth] = frame.path;
}

void
scan_add(struct scan *s, const struct trie *t, struct str text)
{
	struct scan_stack stack = { .text = text, .first = s->nframes };
	uint64_t path, hash;
	size_t at = 0;

	if (s->n)
		stack.shared = folded_shared(s->stacks[s->n - 1].text, text,
		    &at);
	path = stack.shared ? s->paths[stack.shared - 1] : t->seed;
	for (stack.depth = stack.shared; at <= text.n; stack.depth++) {
		size_t n = frame_scan(t->seed, str_skip(text, at), &hash);

		path = hash_path(path, hash, n);
		add_frame(s, (struct scan_frame){ path, hash,
		    (uint32_t)(at + n), 0 }, stack.depth);
		at += n + 1;
	}
	s->stacks = mem_grow(s->stacks, &s->cap, s->n + 1,
	    sizeof(*s->stacks));
	s->stacks[s->n++] = stack;
}

/* ---- Nodes ---- */

/*
 * Memory is sent for in three steps, each some stacks after the one before, for
 * the last frames of a stack, which are likely to be looked up: the slots;
 * what they lead to; the text of the names.  The functions are inline since
 * gcc drops calls of a function that does nothing but this.
 */
#define AHEAD 4
#define LIKELY 5
#define ALWAYS_INLINE __attribute__((always_inline)) static inline

ALWAYS_INLINE uint32_t
likely_frames(const struct scan *s, size_t i, const struct scan_frame **f)
{
	const struct scan_stack *stack = &s->stacks[i];
	uint32_t n = stack->depth - stack->shared;

	*f = s->frames + stack->first + (n > LIKELY ? n - LIKELY : 0);
	return n > LIKELY ? LIKELY : n;
}

ALWAYS_INLINE struct trie_slot
slot_of(const struct trie *t, const struct scan_frame *f)
{
	return t->slots[f->path & (t->nslots - 1)];
}

/* Where the text of the frame's name stands if it is known. */
ALWAYS_INLINE const struct str *
name_of(const struct trie *t, const struct scan_frame *f)
{
	uint32_t i = t->name_slots[f->hash & (t->nname_slots - 1)].i;

	return &t->names.names[i ? i - 1 : 0];
}

ALWAYS_INLINE void
send_for_slots(const struct scan *s, const struct trie *t, size_t i)
{
	const struct scan_frame *f;

	for (uint32_t n = likely_frames(s, i, &f); n; n--, f++) {
		__builtin_prefetch(&t->slots[f->path & (t->nslots - 1)]);
		__builtin_prefetch(&t->name_slots[f->hash &
		    (t->nname_slots - 1)]);
	}
}

ALWAYS_INLINE void
send_for_nodes(const struct scan *s, const struct trie *t, size_t i)
{
	const struct scan_frame *f;

	for (uint32_t n = likely_frames(s, i, &f); n; n--, f++) {
		__builtin_prefetch(&t->node[slot_of(t, f).i]);
		__builtin_prefetch(name_of(t, f));
	}
}

ALWAYS_INLINE void
send_for_names(const struct scan *s, const struct trie *t, size_t i)
{
	const struct scan_frame *f;

	if (t->names.n == 0)
		return;
	for (uint32_t n = likely_frames(s, i, &f); n; n--, f++)
		__builtin_prefetch(name_of(t, f)->p);
}

static struct str
path_name(const struct scan *s, struct str text, uint32_t depth)
{
	size_t from = depth > 1 ? s->path[depth - 2].end + 1 : 0;

	return (struct str){ text.p + from, s->path[depth - 1].end - from };
}

/* How many frames of the path are known, and the node of the last of them.
 * Where any is, all before it are. */
static uint32_t
known_frames(const struct scan *s, const struct trie *t,
    const struct scan_stack *stack, uint32_t *node)
{
	uint32_t known = stack->depth;

	for (; known > 0; known--) {
		const struct scan_frame *f = &s->path[known - 1];

		*node = f->node ? f->node : trie_find(t, f->path,
		    path_name(s, stack->text, known));
		if (*node)
			return known;
	}
	*node = 0;
	return 0;
}

uint32_t
scan_node(struct scan *s, struct trie *t, size_t i)
{
	const struct scan_stack *stack = &s->stacks[i];
	uint32_t node, known, own = stack->depth - stack->shared;

	if (i + 3 * AHEAD < s->n) {
		send_for_slots(s, t, i + 3 * AHEAD);
		send_for_nodes(s, t, i + 2 * AHEAD);
		send_for_names(s, t, i + AHEAD);
	}
	s->path = mem_grow(s->path, &s->path_cap, stack->depth,
	    sizeof(*s->path));
	memcpy(s->path + stack->shared, s->frames + stack->first,
	    own * sizeof(*s->path));
	known = known_frames(s, t, stack, &node);
	if (known)
		s->path[known - 1].node = node;
	for (uint32_t d = known; d < stack->depth; d++) {
		struct scan_frame *f = &s->path[d];

		node = f->node = trie_new(t, node, f->path, f->hash,
		    path_name(s, stack->text, d + 1));
	}
	return node;
}
