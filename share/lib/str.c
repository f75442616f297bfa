#include "str.h"

#include <string.h>

struct str
str_from(const char *s)
{
	return (struct str){ s, strlen(s) };
}

bool
str_eq(struct str a, struct str b)
{
	return a.n == b.n && (a.n == 0 || memcmp(a.p, b.p, a.n) == 0);
}

int
str_cmp(struct str a, struct str b)
{
	size_t n = a.n < b.n ? a.n : b.n;
	int order = n ? memcmp(a.p, b.p, n) : 0;

	return order ? order : (a.n > b.n) - (a.n < b.n);
}

bool
str_starts(struct str s, struct str prefix)
{
	return s.n >= prefix.n && str_eq(str_head(s, prefix.n), prefix);
}

bool
str_ends(struct str s, struct str suffix)
{
	return s.n >= suffix.n && str_eq(str_skip(s, s.n - suffix.n), suffix);
}

size_t
str_find(struct str s, char c)
{
	const char *at = s.n ? memchr(s.p, c, s.n) : NULL;

	return at ? (size_t)(at - s.p) : s.n;
}

size_t
str_rfind(struct str s, char c)
{
	for (size_t i = s.n; i > 0; i--)
		if (s.p[i - 1] == c)
			return i - 1;
	return s.n;
}

size_t
str_search(struct str s, struct str text)
{
	for (size_t i = 0; i + text.n <= s.n; i++) {
		if (text.n)
			i += str_find(str_skip(s, i), text.p[0]);
		if (i + text.n <= s.n && str_starts(str_skip(s, i), text))
			return i;
	}
	return s.n;
}

static bool
is_space(char c)
{
	return is_blank(c) || c == '\r';
}

struct str
str_rtrim(struct str s)
{
	while (s.n && is_space(s.p[s.n - 1]))
		s.n--;
	return s;
}

struct str
str_trim(struct str s)
{
	while (s.n && is_space(s.p[0]))
		s = str_skip(s, 1);
	return str_rtrim(s);
}

struct str
str_line(struct str *text)
{
	size_t n = str_find(*text, '\n');
	struct str line = str_head(*text, n);

	*text = str_skip(*text, n < text->n ? n + 1 : n);
	return line;
}

struct str
str_base(struct str path)
{
	size_t slash = str_rfind(path, '/');

	return slash < path.n ? str_skip(path, slash + 1) : path;
}

bool
str_u64(struct str digits, uint64_t *value)
{
	uint64_t v = 0;

	if (digits.n == 0)
		return false;
	for (size_t i = 0; i < digits.n; i++) {
		unsigned d = (unsigned char)digits.p[i] - (unsigned)'0';

		if (d > 9 || v > (UINT64_MAX - d) / 10)
			return false;
		v = v * 10 + d;
	}
	*value = v;
	return true;
}
