#include "diff.h"

#include <stdlib.h>

#include "mem.h"
#include "proportion.h"

void
diff_join(struct stacks *before, struct stacks *after)
{
	uint32_t *ids = mem_resize(NULL, after->names.n, sizeof(*ids));
	uint32_t *frames = NULL;
	size_t cap = 0;

	for (size_t i = 0; i < after->names.n; i++)
		ids[i] = intern_id(&before->names, after->names.names[i]);
	for (size_t i = 0; i < after->n; i++) {
		const struct stack *row = &after->v[i];
		struct count count[2] = { COUNT(0), row->count[0] };

		frames = mem_grow(frames, &cap, row->depth, sizeof(*frames));
		for (uint32_t j = 0; j < row->depth; j++)
			frames[j] = ids[row->frames[j]];
		stacks_add(before, frames, row->depth, count);
	}
	before->overflow |= after->overflow;
	free(ids);
	free(frames);
	stacks_free(after);
}

bool
diff_normalize(struct stacks *s)
{
	struct rows rows = rows_new(s, 2, ORDER_STACK);
	struct count **first = mem_resize(NULL, s->n, sizeof(*first));
	struct count before, after;
	bool fits = rows_total(&rows, 0, &before) &&
	    rows_total(&rows, 1, &after);

	for (size_t i = 0; i < s->n; i++)
		first[i] = &s->v[rows.v[i]].count[0];
	if (fits)
		counts_scale(first, s->n, before, after);
	free(first);
	free(rows.v);
	return fits;
}
