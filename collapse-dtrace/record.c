#include "record.h"

#include "mem.h"

void
record_grow(struct record *r)
{
	r->v = mem_grow(r->v, &r->cap, r->n + 1, sizeof(*r->v));
}

void
record_key(struct record *r, struct str text)
{
	if (r->n == r->cap)
		record_grow(r);
	r->v[r->n++] = (struct record_line){ .key = text };
}

void
record_keys(struct record *r)
{
	for (size_t i = 0; i < r->n; i++) {
		if (!r->v[i].frame)
			continue;
		r->v[i].key = line_text(r->v[i].frame->line);
		r->v[i].frame = NULL;
	}
	r->frames = 0;
	r->names = 0;
}

void
record_clear(struct record *r)
{
	r->n = 0;
	r->frames = 0;
	r->names = 0;
	r->lines = 0;
	r->tuples = 0;
	r->map = STR("");
}
