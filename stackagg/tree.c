#include "tree.h"

#include <stdlib.h>

#include "mem.h"

/* The nodes from the root to the last stack's leaf. */
struct path {
	uint32_t *v;
	size_t n;
	size_t cap;
};

/* How many frames the stack shares with the path. */
static uint32_t
shared(const struct tree *t, const struct path *path, const struct stack *s)
{
	uint32_t i = 0;

	while (i < s->depth && i < path->n &&
	    t->v[path->v[i]].name == s->frames[i])
		i++;
	return i;
}

static void
add(struct tree *t, struct path *path, const struct stack *s)
{
	path->n = shared(t, path, s);
	path->v = mem_grow(path->v, &path->cap, s->depth, sizeof(*path->v));
	t->v = mem_grow(t->v, &t->cap, t->n + s->depth, sizeof(*t->v));
	while (path->n < s->depth) {
		uint32_t parent = path->n ? path->v[path->n - 1] : TREE_ROOT;

		if (t->n >= TREE_ROOT)
			fatal("more than 4 billion nodes");
		t->v[t->n] = (struct node){ .parent = parent,
		    .name = s->frames[path->n],
		    .depth = (uint32_t)path->n + 1 };
		path->v[path->n++] = (uint32_t)t->n++;
	}
}

static void
count_into(struct tree *t, struct count *sum, const struct count *c)
{
	t->overflow |= !count_add(&sum[0], c[0]);
	t->overflow |= !count_add(&sum[1], c[1]);
}

struct tree
tree_new(const struct stacks *s, const uint32_t *order, size_t n)
{
	struct tree t = { .leaf = mem_resize(NULL, n, sizeof(*t.leaf)) };
	struct path path = { 0 };

	for (size_t i = 0; i < n; i++) {
		const struct stack *stack = &s->v[order[i]];

		add(&t, &path, stack);
		t.leaf[i] = path.v[path.n - 1];
		count_into(&t, t.v[t.leaf[i]].total, stack->count);
	}
	for (size_t i = t.n; i-- > 0; )
		count_into(&t, t.v[i].parent == TREE_ROOT ? t.total :
		    t.v[t.v[i].parent].total, t.v[i].total);
	free(path.v);
	return t;
}

void
tree_free(struct tree *t)
{
	free(t->v);
	free(t->leaf);
	*t = (struct tree){ 0 };
}
