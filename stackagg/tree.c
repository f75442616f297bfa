#include "tree.h"

#include <stdlib.h>

#include "mem.h"

/* The nodes from the root to the last stack's leaf. */
struct branch {
	const struct stack *stack;
	uint32_t *v;
	size_t cap;
};

static void
branch_to(struct tree *t, struct branch *b, const struct stack *s)
{
	uint32_t n = b->stack ? stack_shared(b->stack, s) : 0;

	b->stack = s;
	b->v = mem_grow(b->v, &b->cap, s->depth, sizeof(*b->v));
	t->v = mem_grow(t->v, &t->cap, t->n + s->depth, sizeof(*t->v));
	for (; n < s->depth; n++) {
		if (t->n >= TREE_ROOT)
			fatal("more than 4 billion nodes");
		t->v[t->n] = (struct node){ .name = s->frames[n],
		    .parent = n ? b->v[n - 1] : TREE_ROOT, .depth = n + 1 };
		b->v[n] = (uint32_t)t->n++;
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
	struct branch branch = { 0 };

	for (size_t i = 0; i < n; i++) {
		const struct stack *stack = &s->v[order[i]];

		branch_to(&t, &branch, stack);
		t.leaf[i] = branch.v[stack->depth - 1];
		count_into(&t, t.v[t.leaf[i]].total, stack->count);
	}
	for (size_t i = t.n; i-- > 0; )
		count_into(&t, t.v[i].parent == TREE_ROOT ? t.total :
		    t.v[t.v[i].parent].total, t.v[i].total);
	free(branch.v);
	return t;
}

void
tree_free(struct tree *t)
{
	free(t->v);
	free(t->leaf);
	*t = (struct tree){ 0 };
}
