#include "utf8.h"

static struct rune
broken(size_t n)
{
	return (struct rune){ 0xfffd, (uint32_t)n, false };
}

/* The Unicode standard's table 3-7: what the second byte may be. */
static bool
second_fits(unsigned char first, unsigned char second)
{
	switch (first) {
	case 0xe0:
		return second >= 0xa0 && second <= 0xbf;
	case 0xed:
		return second >= 0x80 && second <= 0x9f;
	case 0xf0:
		return second >= 0x90 && second <= 0xbf;
	case 0xf4:
		return second >= 0x80 && second <= 0x8f;
	default:
		return second >= 0x80 && second <= 0xbf;
	}
}

struct rune
utf8_next(struct str text)
{
	const unsigned char *p = (const unsigned char *)text.p;
	struct rune r = { p[0], 1, true };
	size_t length;

	if (p[0] < 0x80)
		return r;
	if (p[0] < 0xc2 || p[0] > 0xf4)
		return broken(1);
	length = p[0] < 0xe0 ? 2 : p[0] < 0xf0 ? 3 : 4;
	r.code = p[0] & (0x7fu >> length);
	for (size_t i = 1; i < length; i++) {
		if (i >= text.n || (p[i] & 0xc0) != 0x80 ||
		    (i == 1 && !second_fits(p[0], p[1])))
			return broken(i);
		r.code = r.code << 6 | (p[i] & 0x3fu);
	}
	r.n = (uint32_t)length;
	return r;
}
