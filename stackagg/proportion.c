#include "proportion.h"

#include <stdlib.h>

#include "mem.h"

struct count
count_percent(struct count percent, struct count whole)
{
	/* whole * percent has up to 131 bits: divide first. */
	wide hundred = (wide)100 * COUNT_NANO;
	wide p = count_nanos(percent), w = count_nanos(whole);
	wide rest = w % hundred * p;

	return count_from_nanos(w / hundred * p + (rest + hundred - 1) / hundred);
}

struct part {
	wide rest;
	size_t at;
};

/* part * target / total and the remainder, for part <= total < 2^94: by the
 * digits of the target, since the product may have 188 bits. */
static wide
share(wide part, wide target, wide total, wide *rest)
{
	wide quotient = 0, r = 0;

	for (int bit = 93; bit >= 0; bit--) {
		r = 2 * r + (target >> bit & 1 ? part : 0);
		quotient *= 2;
		for (; r >= total; r -= total)
			quotient++;
	}
	*rest = r;
	return quotient;
}

static int
by_rest(const void *a, const void *b)
{
	const struct part *x = a, *y = b;

	if (x->rest != y->rest)
		return x->rest > y->rest ? -1 : 1;
	return (x->at > y->at) - (x->at < y->at);
}

void
counts_scale(struct count *const *v, size_t n, struct count total,
    struct count target)
{
	wide unit = target.nano ? 1 : COUNT_NANO;
	wide left = count_nanos(target) / unit;
	struct part *parts;

	if (count_is_zero(total))
		return;
	parts = mem_resize(NULL, n, sizeof(*parts));
	for (size_t i = 0; i < n; i++) {
		wide q = share(count_nanos(*v[i]), count_nanos(target) / unit,
		    count_nanos(total), &parts[i].rest);

		parts[i].at = i;
		left -= q;
		*v[i] = count_from_nanos(q * unit);
	}
	qsort(parts, n, sizeof(*parts), by_rest);
	/* Fewer are left than there are parts with a remainder. */
	for (size_t i = 0; i < left; i++) {
		struct count *c = v[parts[i].at];

		*c = count_from_nanos(count_nanos(*c) + unit);
	}
	free(parts);
}
