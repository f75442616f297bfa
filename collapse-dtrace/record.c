#include "record.h"

#include "mem.h"

void
record_add(struct record *r, struct str text, const struct frame *frame,
    size_t indent)
{
	if (r->n == r->cap)
		r->v = mem_grow(r->v, &r->cap, r->n + 1, sizeof(*r->v));
	r->v[r->n++] = (struct record_line){ text, frame, indent };
	r->frames += frame != NULL;
}

void
record_keys(struct record *r)
{
	for (size_t i = 0; i < r->n; i++)
		r->v[i].frame = NULL;
	r->frames = 0;
}

void
record_clear(struct record *r)
{
	r->n = 0;
	r->frames = 0;
	r->lines = 0;
	r->map = STR("");
}
