/*
 * Text eight bytes at a time, the first byte lowest on any machine.
 */
#ifndef WORD_H
#define WORD_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

/* n bytes, at most 8, and zeros. */
static inline uint64_t
word_load(const char *p, size_t n)
{
	uint64_t v = 0;

	if (n)
		memcpy(&v, p, n);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	v = __builtin_bswap64(v);
#endif
	return v;
}

/* Both halves of the 128-bit product, folded: a step of a hash. */
static inline uint64_t
word_mix(uint64_t a, uint64_t b)
{
	__extension__ unsigned __int128 m = (unsigned __int128)a * b;

	return (uint64_t)m ^ (uint64_t)(m >> 64);
}

/* The highest bit of each byte that is c.  Exact, unlike the shorter formula
 * that may mark a byte behind a hit (Hacker's Delight, 6-1). */
static inline uint64_t
word_find(uint64_t word, char c)
{
	uint64_t low = 0x7f7f7f7f7f7f7f7fu;

	word ^= (unsigned char)c * 0x0101010101010101u;
	return ~(((word & low) + low) | word | low);
}

/* The index of the first (last) byte marked, and how many there are; the marks
 * are not 0. */
static inline unsigned
word_first(uint64_t marks)
{
	return (unsigned)__builtin_ctzll(marks) / 8;
}

static inline unsigned
word_last(uint64_t marks)
{
	return 7 - (unsigned)__builtin_clzll(marks) / 8;
}

static inline unsigned
word_count(uint64_t marks)
{
	return (unsigned)((marks >> 7) * 0x0101010101010101u >> 56);
}

/* A bit for each of the 16 bytes at p that is c, the first one's lowest. */
static inline unsigned
word_find16_plain(const char *p, char c)
{
	uint64_t gather = 0x0002040810204081u;
	uint64_t low = word_find(word_load(p, 8), c);
	uint64_t high = word_find(word_load(p + 8, 8), c);

	return (unsigned)(low * gather >> 56 | high * gather >> 56 << 8);
}

static inline unsigned
word_find16(const char *p, char c)
{
#ifdef __SSE2__
	return (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(
	    _mm_loadu_si128((const void *)p), _mm_set1_epi8(c)));
#else
	return word_find16_plain(p, c);
#endif
}

#endif
