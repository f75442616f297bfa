/*
 * A buffer of bytes that grows.  It starts as { 0 }; running out of memory
 * ends the program (see mem.h).
 */
#ifndef BUF_H
#define BUF_H

#include "str.h"

/* What 64 bits are too few for. */
__extension__ typedef unsigned __int128 wide;

struct buf {
	char *p;
	size_t n;       /* bytes in use */
	size_t cap;     /* bytes there are */
};

void buf_grow(struct buf *b, size_t n);

/* Makes room for n more bytes and returns where they go; n is not counted
 * as used until the caller adds it to buf->n. */
static inline char *
buf_room(struct buf *b, size_t n)
{
	if (b->cap - b->n < n)
		buf_grow(b, n);
	return b->p + b->n;
}

void buf_str(struct buf *b, struct str s);
void buf_text(struct buf *b, const char *text);
void buf_u64(struct buf *b, uint64_t value);
/* Control bytes as ^X: text must not drive the terminal. */
void buf_visible(struct buf *b, struct str text);
/* "1,234" */
void buf_commas(struct buf *b, wide value);
void buf_free(struct buf *b);

static inline void
buf_char(struct buf *b, char c)
{
	*buf_room(b, 1) = c;
	b->n++;
}

/* What the buffer holds; valid until it grows. */
static inline struct str
buf_view(const struct buf *b)
{
	return (struct str){ b->p, b->n };
}

#endif
