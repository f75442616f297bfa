#include "ranks.h"

#include <stdlib.h>

#include "mem.h"
#include "keysort.h"
#include "svg.h"

/* Seven bytes of a name, the first one highest.  Clean names hold no NUL. */
static uint64_t
name_key(const void *things, uint32_t i, uint32_t round)
{
	struct str name = ((const struct str *)things)[i];
	size_t at = (size_t)round * 7, end = at + 7;
	uint64_t key = 0;

	for (; at < end; at++) {
		key <<= 8;
		if (at < name.n)
			key |= (unsigned char)name.p[at];
	}
	return key << 8 | (end < name.n);
}

static struct str
clean(struct ranks *r, struct str name, struct buf *spare)
{
	if (xml_is_clean(name))
		return name;
	spare->n = 0;
	xml_clean(spare, name);
	return arena_str(&r->arena, buf_view(spare));
}

void
ranks_make(struct ranks *r, const struct intern *names)
{
	size_t n = names->n;
	struct str *cleaned = mem_resize(NULL, n, sizeof(*cleaned));
	uint32_t *ids;
	struct buf spare = { 0 };

	*r = (struct ranks){ 0 };
	for (size_t i = 0; i < n; i++)
		cleaned[i] = clean(r, names->names[i], &spare);
	ids = keysort(cleaned, n, name_key);
	r->of = mem_resize(NULL, n, sizeof(*r->of));
	r->names = mem_resize(NULL, n, sizeof(*r->names));
	for (size_t i = 0; i < n; i++) {
		struct str name = cleaned[ids[i]];

		if (r->n == 0 || !str_eq(r->names[r->n - 1], name))
			r->names[r->n++] = name;
		r->of[ids[i]] = (uint32_t)(r->n - 1);
	}
	buf_free(&spare);
	free(cleaned);
	free(ids);
}

void
ranks_free(struct ranks *r)
{
	free(r->names);
	free(r->of);
	arena_reset(&r->arena);
}
