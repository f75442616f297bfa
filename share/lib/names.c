#include "names.h"

#include <string.h>

#include "utf8.h"

#define REPLACEMENT "\xef\xbf\xbd"      /* U+FFFD in UTF-8 */

/* The brackets that stand open in a name, innermost last. */
struct open {
	struct buf kinds;
	size_t count[128];      /* how many of each kind are open */
};

struct str
name_offset_off(struct str name)
{
	size_t n = name.n;

	while (n > 0 && is_hex(name.p[n - 1]))
		n--;
	if (n == name.n || !str_ends(str_head(name, n), STR("+0x")))
		return name;
	return str_head(name, n - 3);
}

static bool
is_plain(char c)
{
	return (unsigned char)c >= 0x20 && (unsigned char)c < 0x7f && c != ';';
}

/* Appends what the first byte or sequence of s becomes; returns its length. */
static size_t
put_safe(struct buf *out, struct str s, struct str tab)
{
	struct rune r;

	if (s.p[0] == ';') {
		buf_char(out, ':');
		return 1;
	}
	if (s.p[0] == '\t' && tab.n > 0) {
		buf_str(out, tab);
		return 1;
	}
	r = utf8_next(s);
	if (r.valid && r.n > 1)
		buf_str(out, str_head(s, r.n));
	else
		buf_text(out, REPLACEMENT);
	return r.n;
}

void
name_sanitise(struct buf *out, struct str name, struct str tab)
{
	size_t i = 0, run;

	name = str_rtrim(name);
	while (i < name.n) {
		run = i;
		while (i < name.n && is_plain(name.p[i]))
			i++;
		buf_str(out, (struct str){ name.p + run, i - run });
		if (i < name.n)
			i += put_safe(out, str_skip(name, i), tab);
	}
}

static bool
is_word(char c)
{
	return is_alpha(c) || is_digit(c) || c == '_' || c == '$' ||
	    (unsigned char)c >= 0x80;
}

/*
 * How many bytes the operator name at i takes: "operator" and a sign that
 * holds brackets.  0: none stands there.  Signs without brackets and
 * conversions ("operator bool") are text like any other.
 */
static size_t
operator_length(struct str s, size_t i)
{
	static const struct str word = { "operator", 8 };
	static const struct str signs[] = {
		{ "()", 2 }, { "[]", 2 }, { "->*", 3 }, { "->", 2 },
		{ "<=>", 3 }, { "<<=", 3 }, { ">>=", 3 }, { "<<", 2 },
		{ ">>", 2 }, { "<=", 2 }, { ">=", 2 }, { "<", 1 }, { ">", 1 },
	};
	struct str rest = str_skip(s, i);
	size_t k;

	if (!str_starts(rest, word) || (i > 0 && is_word(s.p[i - 1])))
		return 0;
	rest = str_skip(rest, word.n);
	/* clang writes operator< of a template as "operator<<int>". */
	if (str_starts(rest, STR("<<")) && rest.n > 2 &&
	    (is_word(rest.p[2]) || rest.p[2] == ':' ||
	    str_starts(str_skip(rest, 2), STR("(anonymous "))))
		return word.n + 1;
	for (k = 0; k < sizeof(signs) / sizeof(signs[0]); k++)
		if (str_starts(rest, signs[k]))
			return word.n + signs[k].n;
	return 0;
}

/* What stands at i and holds no bracket: an operator name, a quoted
 * character ('('), an arrow.  0: nothing of that kind. */
static size_t
whole_length(struct str s, size_t i)
{
	struct str rest = str_skip(s, i);

	switch (rest.p[0]) {
	case 'o':
		return operator_length(s, i);
	case '\'':
		return rest.n > 2 && rest.p[2] == '\'' ? 3 : 0;
	case '-':
		return rest.n > 1 && rest.p[1] == '>' ? 2 : 0;
	}
	return 0;
}

/*
 * Whether the '<' at i compares and opens nothing, as in "E<N < 3>".  The
 * comparisons that come in parentheses, "E<((N)<(3))>", need no care: ')'
 * closes what was opened inside of it.
 */
static bool
is_less(struct str s, size_t i)
{
	/* The second of "<<" goes with the first. */
	i -= i > 0 && s.p[i - 1] == '<';
	if (i == 0 || !is_blank(s.p[i - 1]))
		return false;
	i++;
	i += i < s.n && s.p[i] == '<';
	i += i < s.n && s.p[i] == '=';
	return i < s.n && is_blank(s.p[i]);
}

static void
open_push(struct open *o, char kind)
{
	buf_char(&o->kinds, kind);
	o->count[(unsigned char)kind]++;
}

static char
open_inner(const struct open *o)
{
	return o->kinds.n > 0 ? o->kinds.p[o->kinds.n - 1] : '\0';
}

/* Closes the innermost open bracket of that kind and what was left open
 * inside of it ("[chan<- int]"). */
static void
open_pop(struct open *o, char kind)
{
	char inner;

	if (o->count[(unsigned char)kind] == 0)
		return;
	do {
		inner = open_inner(o);
		o->kinds.n--;
		o->count[(unsigned char)inner]--;
	} while (inner != kind);
}

/* How many bytes the bracketed group at i takes; all the rest where it is
 * never closed. */
static size_t
group_length(struct str s, size_t i)
{
	struct open open = { 0 };
	size_t j = i, n;

	do {
		n = whole_length(s, j);
		if (n > 0) {
			j += n;
			continue;
		}
		switch (s.p[j]) {
		case '(':
		case '[':
		case '{':
			open_push(&open, s.p[j]);
			break;
		case '<':
			if (!is_less(s, j))
				open_push(&open, '<');
			break;
		case ')':
			open_pop(&open, '(');
			break;
		case ']':
			open_pop(&open, '[');
			break;
		case '}':
			open_pop(&open, '{');
			break;
		case '>':
			if (open_inner(&open) == '<')
				open_pop(&open, '<');
			break;
		}
		j++;
	} while (j < s.n && open.kinds.n > 0);
	buf_free(&open.kinds);
	return j - i;
}

/* How many bytes stand at i that are not to be looked into: a group, an
 * operator name, or one byte of text. */
static size_t
piece_length(struct str s, size_t i)
{
	size_t n;

	switch (s.p[i]) {
	case '(':
	case '[':
	case '{':
		return group_length(s, i);
	case '<':
		return is_less(s, i) ? 1 : group_length(s, i);
	}
	n = whole_length(s, i);
	return n > 0 ? n : 1;
}

static bool
is_arrow(struct str s, size_t i)
{
	return i > 0 && i + 2 < s.n && s.p[i] == '-' && s.p[i + 1] == '>' &&
	    !is_blank(s.p[i - 1]) && !is_blank(s.p[i + 2]);
}

bool
name_chain(struct str *chain, struct str *part)
{
	size_t i = 0;

	if (chain->n == 0)
		return false;
	/* Nearly no name has a chain: they are told by that. */
	if (str_search(*chain, STR("->")) == chain->n)
		i = chain->n;
	while (i < chain->n && !is_arrow(*chain, i))
		i += piece_length(*chain, i);
	*part = str_head(*chain, i);
	*chain = str_skip(*chain, i < chain->n ? i + 2 : i);
	return true;
}

/* clang's name of a lambda: 'lambda' or 'lambda0' and so on. */
static bool
ends_in_lambda(struct str s)
{
	if (!str_ends(s, STR("'")))
		return false;
	s.n--;
	while (s.n > 0 && is_digit(s.p[s.n - 1]))
		s.n--;
	return str_ends(s, STR("'lambda"));
}

/* Whether the '(' at i belongs to the name and opens no argument list. */
static bool
is_name_group(struct str s, size_t i)
{
	static const struct str before[] = {
		{ ".", 1 },             /* Go: net/http.(*conn).serve */
		{ "::", 2 },            /* A::(lambda at a.cc:1:2)::f */
		{ "decltype", 8 },
		{ "decltype ", 9 },
	};
	static const struct str from[] = {
		{ "(anonymous ", 11 },
		{ "(anonymous)", 11 },
		{ "(unnamed ", 9 },
		{ "(lambda at ", 11 },
	};
	struct str head = str_head(s, i), rest = str_skip(s, i);
	size_t k;

	for (k = 0; k < sizeof(before) / sizeof(before[0]); k++)
		if (str_ends(head, before[k]))
			return true;
	for (k = 0; k < sizeof(from) / sizeof(from[0]); k++)
		if (str_starts(rest, from[k]))
			return true;
	/* D writes template arguments so: "map!(int)". */
	if (str_ends(head, STR("!")) && !str_ends(head, STR("operator!")))
		return true;
	return i == 0 || ends_in_lambda(head);
}

/*
 * Whether the '(' at i opens a declarator, as in "operator void (*)(int)()"
 * and "void (*f<int>(int))(char)" (f returns a pointer to a function).
 */
static bool
is_declarator(struct str s, size_t i)
{
	size_t j = i + 1;

	if (i == 0 || s.p[i - 1] != ' ')
		return false;
	while (j < s.n && (is_word(s.p[j]) || s.p[j] == ':'))
		j++;
	return j < s.n && (s.p[j] == '*' || s.p[j] == '&') &&
	    (j == i + 1 || s.p[j - 1] == ':');
}

size_t
name_arguments(struct str name)
{
	size_t i = 0;

	if (str_find(name, '(') == name.n)
		return name.n;
	while (i < name.n) {
		if (name.p[i] != '(') {
			i += piece_length(name, i);
		} else if (is_declarator(name, i)) {
			i += group_length(name, i);
			if (i < name.n && name.p[i] == '(')
				i += group_length(name, i);
		} else if (is_name_group(name, i)) {
			i += group_length(name, i);
		} else {
			break;
		}
	}
	return i;
}

struct str
name_java(struct str name, bool jit)
{
	size_t i = 1;

	if (name.n < 2 || name.p[0] != 'L')
		return name;
	while (i < name.n && !memchr(";:( ", name.p[i], 4))
		i++;
	/* A class without a package may be called "LFoo". */
	if (str_find(str_head(name, i), '/') == i)
		return name;
	if (i < name.n && name.p[i] == ';')
		return str_skip(name, 1);
	/* "Lambda/x" is no class of a package "ambda". */
	if (jit && name.p[1] >= 'a' && name.p[1] <= 'z' &&
	    !str_starts(name, STR("Lambda")))
		return str_skip(name, 1);
	return name;
}
