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
	for (; r->settled < r->n; r->settled++) {
		struct record_line *line = &r->v[r->settled];

		if (!line->frame || !line_may_be_key(line->frame->line))
			continue;
		r->frames--;
		r->names -= line->frame->names.n;
		line->key = line_text(line->frame->line);
		line->frame = NULL;
	}
}

void
record_clear(struct record *r)
{
	r->n = 0;
	r->settled = 0;
	r->frames = 0;
	r->names = 0;
	r->lines = 0;
	r->tuples = 0;
	r->map = STR("");
}
