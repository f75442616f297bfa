/*
 * The innermost loops, with vector instructions where there are any.  The
 * plain versions say what they do and are there to be compared with.
 *
 * All of them may read up to SCAN_SLACK bytes behind the text.
 */
#ifndef SCAN_H
#define SCAN_H

#include <string.h>

#include "str.h"

#define SCAN_SLACK 64

/* SCAN_PLAIN leaves the plain versions alone, for tests of other machines. */
#if defined(__SSE2__) && !defined(SCAN_PLAIN)
#define SCAN_SSE2
#endif

/* Where n lines start, and where the one behind them would. */
#define SCAN_LINES 1024
struct scan_lines {
	uint32_t n;
	uint32_t start[1 + SCAN_LINES + 64];
};

/* Finds the first lines of text that end in a newline, SCAN_LINES of them or
 * a few more if there are so many.  It looks at 1 GiB of text. */
void scan_lines(struct scan_lines *lines, struct str text);
void scan_lines_plain(struct scan_lines *lines, struct str text);

/* Are the 16 bytes at p an address as perf script prints it: blanks and then
 * at least one lower-case hex digit? */
bool scan_address_plain(const char *p);

/* Are the n bytes at p an offset, "+0x" and 1 to 16 such digits, or none? */
#define SCAN_OFFSET_MAX 19
/* n is at most SCAN_OFFSET_MAX. */
bool scan_offset_plain(const char *p, size_t n);

/* A bit for each of 64 bytes that is a digit, and that is a blank. */
struct scan_words {
	uint64_t digits;
	uint64_t blanks;
};
struct scan_words scan_words_plain(const char *p);

/* Are the n bytes at p, 16 at most, ASCII without blanks, control bytes and
 * ';'? */
bool scan_clean_plain(const char *p, size_t n);

/* Are the n bytes at a and b the same?  n is at least 1. */
static inline bool scan_equal(const char *a, const char *b, size_t n);

/* The first of SCAN_WAYS words at v that differs from tag in its low `bits`
 * only, or the last one. */
#define SCAN_WAYS 4
uint32_t scan_ways_plain(const uint32_t *v, uint32_t tag, int bits);

#ifdef SCAN_SSE2
#include <emmintrin.h>

/* A bit for each lower-case hex digit of the 16 bytes in v. */
static inline unsigned
scan_hex(__m128i v)
{
	__m128i digit = _mm_sub_epi8(v, _mm_set1_epi8('0'));
	__m128i letter = _mm_sub_epi8(v, _mm_set1_epi8('a'));

	return (unsigned)_mm_movemask_epi8(_mm_or_si128(
	    _mm_cmpeq_epi8(_mm_min_epu8(digit, _mm_set1_epi8(9)), digit),
	    _mm_cmpeq_epi8(_mm_min_epu8(letter, _mm_set1_epi8(5)), letter)));
}

static inline bool
scan_address(const char *p)
{
	__m128i v = _mm_loadu_si128((const void *)p);
	unsigned blanks = (unsigned)_mm_movemask_epi8(
	    _mm_cmpeq_epi8(v, _mm_set1_epi8(' ')));
	unsigned digits = scan_hex(v);

	/* All are one or the other, and no blank follows a digit. */
	return (blanks ^ digits) == 0xffff && (blanks & (blanks + 1)) == 0 &&
	    digits;
}

static inline bool
scan_offset(const char *p, size_t n)
{
	/* The digits that must be there; one more than there are where there
	 * is no room for any.  Lines with and without an offset alternate, so
	 * there is no branch for that. */
	static const uint32_t wanted[SCAN_OFFSET_MAX + 1] = {
		0, 0x10000, 0x10000, 0x10000, 0x1, 0x3, 0x7, 0xf, 0x1f,
		0x3f, 0x7f, 0xff, 0x1ff, 0x3ff, 0x7ff, 0xfff, 0x1fff, 0x3fff,
		0x7fff, 0xffff,
	};
	unsigned missing = ~scan_hex(_mm_loadu_si128((const void *)(p + 3)));
	bool other = (memcmp(p, "+0x", 3) != 0) & (n != 0);

	return !(other | ((missing & wanted[n]) != 0));
}

static inline uint64_t
scan_digits(const char *p)
{
	__m128i digit = _mm_sub_epi8(_mm_loadu_si128((const void *)p),
	    _mm_set1_epi8('0'));

	return (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(
	    _mm_min_epu8(digit, _mm_set1_epi8(9)), digit));
}

static inline uint64_t
scan_blanks(const char *p)
{
	return (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(
	    _mm_loadu_si128((const void *)p), _mm_set1_epi8(' ')));
}

static inline struct scan_words
scan_words(const char *p)
{
	return (struct scan_words){
		scan_digits(p) | scan_digits(p + 16) << 16 |
		    scan_digits(p + 32) << 32 | scan_digits(p + 48) << 48,
		scan_blanks(p) | scan_blanks(p + 16) << 16 |
		    scan_blanks(p + 32) << 32 | scan_blanks(p + 48) << 48,
	};
}

static inline bool
scan_clean(const char *p, size_t n)
{
	__m128i v = _mm_loadu_si128((const void *)p);
	/* Bytes from 0x80 on are less than any blank here. */
	__m128i odd = _mm_or_si128(
	    _mm_cmplt_epi8(v, _mm_set1_epi8(' ' + 1)), _mm_or_si128(
	    _mm_cmpeq_epi8(v, _mm_set1_epi8(0x7f)),
	    _mm_cmpeq_epi8(v, _mm_set1_epi8(';'))));

	return ((unsigned)_mm_movemask_epi8(odd) & ((1u << n) - 1)) == 0;
}

static inline uint32_t
scan_ways(const uint32_t *v, uint32_t tag, int bits)
{
	__m128i same = _mm_cmpeq_epi32(
	    _mm_srli_epi32(_mm_loadu_si128((const void *)v), bits),
	    _mm_set1_epi32((int)(tag >> bits)));
	/* A bit a byte: the bit's number is the word's offset. */
	unsigned which = (unsigned)_mm_movemask_epi8(same) |
	    1u << (SCAN_WAYS - 1) * sizeof(*v);

	return *(const uint32_t *)(const void *)
	    ((const char *)v + __builtin_ctz(which));
}

/* A bit for each of the 16 bytes at a and b that are the same. */
static inline uint64_t
scan_same(const char *a, const char *b)
{
	return (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(
	    _mm_loadu_si128((const void *)a),
	    _mm_loadu_si128((const void *)b)));
}

/* A bit for each of 64 bytes that differ. */
static inline uint64_t
scan_differ(const char *a, const char *b)
{
	return ~(scan_same(a, b) |
	    scan_same(a + 16, b + 16) << 16 |
	    scan_same(a + 32, b + 32) << 32 |
	    scan_same(a + 48, b + 48) << 48);
}

/* To compare 64 bytes costs less than to guess whether fewer would do. */
static inline bool
scan_equal(const char *a, const char *b, size_t n)
{
	if (n > 64) {
		if (memcmp(a, b, n - 64) != 0)
			return false;
		a += n - 64;
		b += n - 64;
		n = 64;
	}
	return scan_differ(a, b) << (64 - n) == 0;
}

#else
static inline bool
scan_address(const char *p)
{
	return scan_address_plain(p);
}

static inline bool
scan_offset(const char *p, size_t n)
{
	return scan_offset_plain(p, n);
}

static inline struct scan_words
scan_words(const char *p)
{
	return scan_words_plain(p);
}

static inline bool
scan_clean(const char *p, size_t n)
{
	return scan_clean_plain(p, n);
}

static inline uint32_t
scan_ways(const uint32_t *v, uint32_t tag, int bits)
{
	return scan_ways_plain(v, tag, bits);
}

static inline bool
scan_equal(const char *a, const char *b, size_t n)
{
	return memcmp(a, b, n) == 0;
}
#endif

#endif
