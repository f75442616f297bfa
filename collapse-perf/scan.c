#include "scan.h"

#include <string.h>

#if defined(SCAN_SSE2) && defined(__x86_64__) && defined(__GNUC__)
#define SCAN_AVX2
#endif

/* Offsets are 32 bits wide, and so are those of what a line becomes. */
#ifndef LOOK_MAX
#define LOOK_MAX ((size_t)1 << 30)
#endif

void
scan_lines_plain(struct scan_lines *lines, struct str text)
{
	size_t n = text.n < LOOK_MAX ? text.n : LOOK_MAX;
	const char *p = text.p, *end = p + n;

	lines->n = 0;
	lines->start[0] = 0;
	while (lines->n < SCAN_LINES && p < end &&
	    (p = memchr(p, '\n', (size_t)(end - p))))
		lines->start[++lines->n] = (uint32_t)(++p - text.p);
}

static bool
is_lower_hex(char c)
{
	return is_digit(c) || (c >= 'a' && c <= 'f');
}

bool
scan_address_plain(const char *p)
{
	int i = 0;

	while (i < 16 && p[i] == ' ')
		i++;
	if (i == 16)
		return false;
	while (i < 16 && is_lower_hex(p[i]))
		i++;
	return i == 16;
}

bool
scan_offset_plain(const char *p, size_t n)
{
	size_t i = 3;

	if (n == 0)
		return true;
	if (n < 4 || memcmp(p, "+0x", 3) != 0)
		return false;
	while (i < n && is_lower_hex(p[i]))
		i++;
	return i == n;
}

struct scan_words
scan_words_plain(const char *p)
{
	struct scan_words w = { 0 };

	for (int i = 0; i < 64; i++) {
		w.digits |= (uint64_t)is_digit(p[i]) << i;
		w.blanks |= (uint64_t)(p[i] == ' ') << i;
	}
	return w;
}

bool
scan_clean_plain(const char *p, size_t n)
{
	size_t i = 0;

	while (i < n && p[i] > ' ' && p[i] < 0x7f && p[i] != ';')
		i++;
	return i == n;
}

uint32_t
scan_ways_plain(const uint32_t *v, uint32_t tag, int bits)
{
	int i = 0;

	while (i < SCAN_WAYS - 1 && v[i] >> bits != tag >> bits)
		i++;
	return v[i];
}

#ifdef SCAN_SSE2
/* A bit for each newline among the 64 bytes at p. */
static uint64_t
newlines(const char *p)
{
	static const char v[16] = {
		'\n', '\n', '\n', '\n', '\n', '\n', '\n', '\n',
		'\n', '\n', '\n', '\n', '\n', '\n', '\n', '\n',
	};

	return scan_same(p, v) | scan_same(p + 16, v) << 16 |
	    scan_same(p + 32, v) << 32 | scan_same(p + 48, v) << 48;
}

/* Stores where a line starts if bits has one more newline. */
static inline uint32_t *
put_next(uint32_t *next, uint32_t base, uint64_t *bits)
{
	/* Bit 63 keeps the count defined. */
	*next = base + 1 +
	    (uint32_t)__builtin_ctzll(*bits | UINT64_C(1) << 63);
	next += *bits != 0;
	*bits &= *bits - 1;
	return next;
}

/* Two places are stored at a time, whether there are so many or not: lines are
 * of all lengths, and to guess how many there are costs more. */
static void
scan_lines_sse2(struct scan_lines *lines, struct str text)
{
	size_t n = text.n < LOOK_MAX ? text.n : LOOK_MAX;
	uint32_t *next = lines->start + 1;

	lines->start[0] = 0;
	for (size_t i = 0; i < n && next <= lines->start + SCAN_LINES;
	    i += 64) {
		uint64_t bits = newlines(text.p + i);

		if (n - i < 64)
			bits &= (UINT64_C(1) << (n - i)) - 1;
		do {
			next = put_next(next, (uint32_t)i, &bits);
			next = put_next(next, (uint32_t)i, &bits);
		} while (bits);
	}
	lines->n = (uint32_t)(next - 1 - lines->start);
}

#endif

#ifdef SCAN_AVX2
#include <immintrin.h>

/* The same in half the instructions. */
__attribute__((target("avx2,bmi,popcnt"))) static void
scan_lines_avx2(struct scan_lines *lines, struct str text)
{
	const __m256i newline = _mm256_set1_epi8('\n');
	size_t n = text.n < LOOK_MAX ? text.n : LOOK_MAX;
	uint32_t *next = lines->start + 1;

	lines->start[0] = 0;
	for (size_t i = 0; i < n && next <= lines->start + SCAN_LINES;
	    i += 64) {
		const __m256i *p = (const void *)(text.p + i);
		uint64_t low = (uint32_t)_mm256_movemask_epi8(
		    _mm256_cmpeq_epi8(_mm256_loadu_si256(p), newline));
		uint64_t high = (uint32_t)_mm256_movemask_epi8(
		    _mm256_cmpeq_epi8(_mm256_loadu_si256(p + 1), newline));
		uint64_t bits = low | high << 32;
		uint32_t base = (uint32_t)i + 1, *end;

		if (n - i < 64)
			bits &= (UINT64_C(1) << (n - i)) - 1;
		end = next + _mm_popcnt_u64(bits);
		do {
			next[0] = base + (uint32_t)_tzcnt_u64(bits);
			bits = _blsr_u64(bits);
			next[1] = base + (uint32_t)_tzcnt_u64(bits);
			bits = _blsr_u64(bits);
			next += 2;
		} while (bits);
		next = end;
	}
	lines->n = (uint32_t)(next - 1 - lines->start);
}

#endif

void
scan_lines(struct scan_lines *lines, struct str text)
{
#ifdef SCAN_AVX2
	if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
	    __builtin_cpu_supports("popcnt")) {
		scan_lines_avx2(lines, text);
		return;
	}
#endif
#ifdef SCAN_SSE2
	scan_lines_sse2(lines, text);
#else
	scan_lines_plain(lines, text);
#endif
}
