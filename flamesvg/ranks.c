#include "ranks.h"

#include <stdlib.h>
#include <string.h>

#include "mem.h"
#include "order.h"
#include "svg.h"

/* Eight bytes of a name, the first one highest.  Clean names hold no NUL. */
static uint64_t
name_key(const void *things, uint32_t i, size_t k)
{
	struct str name = ((const struct str *)things)[i];
	unsigned char bytes[8] = { 0 };
	uint64_t key = 0;

	if (8 * k < name.n) {
		size_t left = name.n - 8 * k;

		memcpy(bytes, name.p + 8 * k, left < 8 ? left : 8);
	}
	for (size_t b = 0; b < 8; b++)
		key = key << 8 | bytes[b];
	return key;
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
	uint32_t *ids = mem_resize(NULL, n, sizeof(*ids));
	const struct order order = { name_key, cleaned, 0xff };
	struct buf spare = { 0 };

	*r = (struct ranks){ 0 };
	for (size_t i = 0; i < n; i++) {
		cleaned[i] = clean(r, names->names[i], &spare);
		ids[i] = (uint32_t)i;
	}
	order_sort(&order, ids, n);
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
