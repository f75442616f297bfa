/*
 * A string is a slice: a pointer and a length, passed by value.  It owns
 * nothing, may hold any byte and has no terminator.
 */
#ifndef STR_H
#define STR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct str {
	const char *p;
	size_t n;
};

/* The slice of a string literal. */
#define STR(literal) ((struct str){ literal, sizeof(literal) - 1 })

/* A C string as a slice. */
struct str str_from(const char *s);

/* The first n bytes; all but the first n bytes.  n is at most s.n. */
static inline struct str
str_head(struct str s, size_t n)
{
	return (struct str){ s.p, n };
}

static inline struct str
str_skip(struct str s, size_t n)
{
	return (struct str){ s.p + n, s.n - n };
}

bool str_eq(struct str a, struct str b);
/* Byte order, a prefix before what it begins: < 0, 0, > 0. */
int str_cmp(struct str a, struct str b);
bool str_starts(struct str s, struct str prefix);
bool str_ends(struct str s, struct str suffix);

/* Index of the first (last) c in s, or s.n where there is none. */
size_t str_find(struct str s, char c);
size_t str_rfind(struct str s, char c);
/* Index of the first occurrence of text, or s.n. */
size_t str_search(struct str s, struct str text);

/* Without blanks, tabs and carriage returns at both ends; at the end. */
struct str str_trim(struct str s);
struct str str_rtrim(struct str s);

/* Cuts the first line off *text and returns it without its newline. */
struct str str_line(struct str *text);

/* What follows the last '/', or all of it. */
struct str str_base(struct str path);

/* Digits alone that fit 64 bits: true, and the value in *value. */
bool str_u64(struct str digits, uint64_t *value);

/* Character classes of ASCII, whatever the locale. */
static inline bool
is_digit(char c)
{
	return (unsigned char)(c - '0') < 10;
}

static inline bool
is_hex(char c)
{
	return is_digit(c) || (unsigned char)((c | 0x20) - 'a') < 6;
}

/* Of a digit that is_hex. */
static inline unsigned
hex_value(char c)
{
	return (unsigned)(is_digit(c) ? c - '0' : (c | 0x20) - 'a' + 10);
}

static inline bool
is_alpha(char c)
{
	return (unsigned char)((c | 0x20) - 'a') < 26;
}

static inline bool
is_blank(char c)
{
	return c == ' ' || c == '\t';
}

#endif
