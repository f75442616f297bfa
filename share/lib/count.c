#include "count.h"

const char *
count_parse(struct str text, struct count *c)
{
	size_t dot = str_find(text, '.');
	struct str whole = str_head(text, dot);
	struct str places = str_skip(text, dot < text.n ? dot + 1 : dot);
	uint32_t scale = COUNT_NANO;

	*c = (struct count){ 0 };
	if (whole.n == 0 && places.n == 0)
		return "not a number";
	for (size_t i = 0; i < text.n; i++)
		if (!is_digit(text.p[i]) && i != dot)
			return "not a number";
	while (places.n > 9 && places.p[places.n - 1] == '0')
		places.n--;
	if (places.n > 9)
		return "more than 9 decimal places";
	if (whole.n && !str_u64(whole, &c->whole))
		return "does not fit 64 bits";
	for (size_t i = 0; i < places.n; i++) {
		scale /= 10;
		c->nano += (uint32_t)(places.p[i] - '0') * scale;
	}
	return NULL;
}

bool
count_add(struct count *sum, struct count c)
{
	uint32_t nano = sum->nano + c.nano;
	uint64_t carry = nano >= COUNT_NANO;

	if (c.whole > UINT64_MAX - sum->whole ||
	    carry > UINT64_MAX - sum->whole - c.whole) {
		*sum = COUNT_MAX;
		return false;
	}
	sum->whole += c.whole + carry;
	sum->nano = carry ? nano - COUNT_NANO : nano;
	return true;
}

bool
count_times(struct count *c, uint64_t n)
{
	struct count sum = { 0 };
	bool fits = true;

	for (; n; n >>= 1) {
		if (n & 1)
			fits &= count_add(&sum, *c);
		if (n > 1)
			fits &= count_add(c, *c);
	}
	*c = sum;
	return fits;
}

struct count
count_sub(struct count a, struct count b)
{
	return count_from_nanos(count_nanos(a) - count_nanos(b));
}

int
count_cmp(struct count a, struct count b)
{
	if (a.whole != b.whole)
		return a.whole < b.whole ? -1 : 1;
	return (a.nano > b.nano) - (a.nano < b.nano);
}

void
count_print(struct buf *b, struct count c)
{
	uint32_t rest = c.nano;

	buf_u64(b, c.whole);
	if (rest == 0)
		return;
	buf_char(b, '.');
	for (uint32_t scale = COUNT_NANO / 10; rest; scale /= 10) {
		buf_char(b, (char)('0' + rest / scale));
		rest %= scale;
	}
}

void
count_commas(struct buf *b, struct count c)
{
	/* One past UINT64_MAX is possible: halves up. */
	wide n = (wide)c.whole + (c.nano >= COUNT_NANO / 2);

	buf_commas(b, n);
}

uint64_t
count_share(struct count part, struct count whole, unsigned digits)
{
	wide p = count_nanos(part) * 100, w = count_nanos(whole);

	if (w == 0)
		return 0;
	/* 2^94 * 10^9 * 2 is below 2^125. */
	while (digits--)
		p *= 10;
	p = (2 * p + w) / (2 * w);
	return p > UINT64_MAX ? UINT64_MAX : (uint64_t)p;
}

void
share_print(struct buf *b, uint64_t share, unsigned digits)
{
	uint64_t scale = 1;

	for (unsigned i = 0; i < digits; i++)
		scale *= 10;
	buf_u64(b, share / scale);
	if (digits)
		buf_char(b, '.');
	for (share %= scale; scale > 1; share %= scale) {
		scale /= 10;
		buf_char(b, (char)('0' + share / scale));
	}
}

double
count_double(struct count c)
{
	return (double)c.whole + (double)c.nano / COUNT_NANO;
}
