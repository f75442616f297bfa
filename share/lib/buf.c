#include "buf.h"

#include <stdlib.h>
#include <string.h>

#include "mem.h"

void
buf_grow(struct buf *b, size_t n)
{
	b->p = mem_grow(b->p, &b->cap, b->n + n, 1);
}

void
buf_str(struct buf *b, struct str s)
{
	if (s.n == 0)
		return;
	memcpy(buf_room(b, s.n), s.p, s.n);
	b->n += s.n;
}

void
buf_text(struct buf *b, const char *text)
{
	buf_str(b, str_from(text));
}

void
buf_u64(struct buf *b, uint64_t value)
{
	char digits[20];
	size_t i = sizeof(digits);

	do {
		digits[--i] = (char)('0' + value % 10);
		value /= 10;
	} while (value);
	buf_str(b, (struct str){ digits + i, sizeof(digits) - i });
}

void
buf_visible(struct buf *b, struct str text)
{
	for (size_t i = 0; i < text.n; i++) {
		unsigned char c = (unsigned char)text.p[i];

		if (c < 0x20 || c == 0x7f) {
			buf_char(b, '^');
			c ^= 0x40;
		}
		buf_char(b, (char)c);
	}
}

void
buf_commas(struct buf *b, wide value)
{
	char digits[64];
	size_t i = sizeof(digits), written = 0;

	do {
		if (written && written % 3 == 0)
			digits[--i] = ',';
		digits[--i] = (char)('0' + (int)(value % 10));
		value /= 10;
		written++;
	} while (value);
	buf_str(b, (struct str){ digits + i, sizeof(digits) - i });
}

void
buf_free(struct buf *b)
{
	free(b->p);
	*b = (struct buf){ 0 };
}
