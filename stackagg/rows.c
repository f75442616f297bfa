#include "rows.h"

#include <stdlib.h>

#include "mem.h"

/* A row on its way through qsort, which takes no context. */
struct weighed {
	const struct count *count;      /* the last column; the first is
					 * before it */
	int columns;
	uint32_t row;
	uint32_t place;         /* among equal counts */
};

static int
by_count(const void *a, const void *b)
{
	const struct weighed *x = a, *y = b;

	for (int i = 0; i < x->columns; i++) {
		int order = count_cmp(y->count[-i], x->count[-i]);

		if (order)
			return order;
	}
	return (x->place > y->place) - (x->place < y->place);
}

static int
by_place(const void *a, const void *b)
{
	const struct weighed *x = a, *y = b;

	return (x->place > y->place) - (x->place < y->place);
}

/* The rows by descending count; equal ones stay as they stand. */
static struct weighed *
weigh(const struct rows *r)
{
	struct weighed *v = mem_resize(NULL, r->n, sizeof(*v));

	for (size_t i = 0; i < r->n; i++)
		v[i] = (struct weighed){
		    &rows_at(r, i)->count[r->columns - 1], r->columns,
		    r->v[i], (uint32_t)i };
	qsort(v, r->n, sizeof(*v), by_count);
	return v;
}

static void
take(struct rows *r, struct weighed *v)
{
	for (size_t i = 0; i < r->n; i++)
		r->v[i] = v[i].row;
	free(v);
}

struct rows
rows_new(const struct stacks *s, int columns, enum rows_order order)
{
	struct rows r = { .s = s, .n = s->n, .columns = columns };

	if (order != ORDER_INPUT) {
		r.v = stacks_order(s);
	} else {
		r.v = mem_resize(NULL, r.n, sizeof(*r.v));
		for (size_t i = 0; i < r.n; i++)
			r.v[i] = (uint32_t)i;
	}
	if (order == ORDER_COUNT)
		take(&r, weigh(&r));
	return r;
}

void
rows_top(struct rows *r, size_t n)
{
	struct weighed *v;

	if (n >= r->n)
		return;
	v = weigh(r);
	r->n = n;
	qsort(v, n, sizeof(*v), by_place);
	take(r, v);
}

bool
rows_total(const struct rows *r, int column, struct count *sum)
{
	bool fits = true;

	*sum = COUNT(0);
	for (size_t i = 0; i < r->n; i++)
		fits &= count_add(sum, rows_at(r, i)->count[column]);
	return fits;
}
