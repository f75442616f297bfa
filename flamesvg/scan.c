#include "scan.h"

#include <stdlib.h>
#include <string.h>

#include "mem.h"
#include "word.h"

struct scan_frame {
	uint64_t path;          /* hash of all up to it */
	uint64_t hash;          /* of its name */
	uint32_t end;           /* where it ends in the stack's text */
	uint32_t node;          /* 0: not known */
};

/* Where a frame ends in the text of the stack added last. */
struct scan_end {
	uint64_t path;
	size_t at;
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
	free(s->ends);
	free(s->path);
	*s = (struct scan){ 0 };
}

/* ---- Text ---- */

/* How many bytes two texts have in common at their beginning. */
static size_t
shared_bytes(struct str a, struct str b)
{
	size_t least = a.n < b.n ? a.n : b.n, i = 0;

	for (; i < least; i += 8) {
		uint64_t other = word_load(a.p + i, 8) ^ word_load(b.p + i, 8);

		if (other) {
			i += (size_t)__builtin_ctzll(other) / 8;
			break;
		}
	}
	return i < least ? i : least;
}

/* How many frames of a stack the one before it has too, with more behind
 * them. */
static uint32_t
shared_frames(const struct scan *s, struct str text)
{
	const struct scan_stack *last = &s->stacks[s->n - 1];
	size_t n = shared_bytes(last->text, text);
	uint32_t frames = 0;

	while (frames < last->depth && s->ends[frames].at < n)
		frames++;
	return frames;
}

/* The length of the frame that text begins with, and the hash of its name.
 * There are no branches on where in a word it ends: they can't be
 * predicted. */
static inline size_t
frame_scan(uint64_t seed, struct str text, uint64_t *hash)
{
	static const char ones_then_zeros[32] =
	    "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff";
	uint64_t h = seed;
	size_t i = 0;

	for (;; i += 16) {
		const char *p = text.p + i, *keep = ones_then_zeros + 16;
		uint64_t a = word_load(p, 8), b = word_load(p + 8, 8);
		unsigned ends = word_find16(p, ';');

		if (text.n - i < 16)
			ends |= 1u << (text.n - i);
		if (ends) {
			unsigned n = (unsigned)__builtin_ctz(ends);

			a &= word_load(keep - n, 8);
			b &= word_load(keep - n + 8, 8);
			*hash = hash_words(seed, h, a, b);
			return i + n;
		}
		h = hash_words(seed, h, a, b);
	}
}

static inline void
add_frame(struct scan *s, struct scan_frame frame, uint32_t depth)
{
	if (s->nframes == s->frames_cap)
		s->frames = mem_grow(s->frames, &s->frames_cap,
		    s->nframes + 1, sizeof(*s->frames));
	if (depth == s->ends_cap)
		s->ends = mem_grow(s->ends, &s->ends_cap,
		    (size_t)depth + 1, sizeof(*s->ends));
	s->frames[s->nframes++] = frame;
	s->ends[depth] = (struct scan_end){ frame.path, frame.end };
}

void
scan_add(struct scan *s, const struct trie *t, struct str text)
{
	struct scan_stack stack = { .text = text, .first = s->nframes };
	uint64_t path = t->seed, hash;
	size_t at = 0;

	if (s->n)
		stack.shared = shared_frames(s, text);
	if (stack.shared) {
		path = s->ends[stack.shared - 1].path;
		at = s->ends[stack.shared - 1].at + 1;
	}
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

	if (t->names.n == 0)
		return;
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
