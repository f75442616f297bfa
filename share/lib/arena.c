#include "arena.h"

#include <stdalign.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "mem.h"

#define BLOCK_SIZE ((size_t)64 << 10)
/* An arena of this size goes on in blocks that are large pages where the
 * system has them: stacks are read in random order when they are sorted. */
#define LARGE_FROM ((size_t)4 << 20)
#define LARGE_SIZE ((size_t)2 << 20)

struct arena_block {
	struct arena_block *older;
	size_t size;
	alignas(max_align_t) char bytes[];
};

static struct arena_block *
large_block(void)
{
	struct arena_block *block = aligned_alloc(LARGE_SIZE, LARGE_SIZE);

#ifdef MADV_HUGEPAGE
	if (block)
		madvise(block, LARGE_SIZE, MADV_HUGEPAGE);
#endif
	return block;
}

static void
block_add(struct arena *a, size_t n)
{
	struct arena_block *block = NULL;
	size_t size = LARGE_SIZE - sizeof(*block);

	if (a->total >= LARGE_FROM && n <= size)
		block = large_block();
	if (!block) {
		size = n > BLOCK_SIZE / 4 ? n : BLOCK_SIZE;
		block = mem_resize(NULL, 1, sizeof(*block) + size);
	}
	block->size = size;
	a->total += size;
	block->older = a->block;
	a->block = block;
	a->used = 0;
}

void *
arena_take(struct arena *a, size_t n)
{
	size_t at = (a->used + alignof(max_align_t) - 1) &
	    ~(alignof(max_align_t) - 1);

	if (!a->block || a->block->size < at || a->block->size - at < n) {
		block_add(a, n);
		at = 0;
	}
	a->used = at + n;
	return a->block->bytes + at;
}

struct str
arena_str(struct arena *a, struct str s)
{
	/* Text needs no alignment: pack it. */
	char *p;

	if (a->block && a->block->size - a->used >= s.n) {
		p = a->block->bytes + a->used;
		a->used += s.n;
	} else {
		p = arena_take(a, s.n);
	}
	if (s.n)
		memcpy(p, s.p, s.n);
	return (struct str){ p, s.n };
}

void
arena_reset(struct arena *a)
{
	struct arena_block *older;

	for (struct arena_block *b = a->block; b; b = older) {
		older = b->older;
		free(b);
	}
	*a = (struct arena){ 0 };
}
