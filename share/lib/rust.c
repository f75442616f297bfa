#include "rust.h"

#include "rustv0.h"

/* "h" and 16 hex digits. */
#define HASH_LENGTH 17

static bool
is_hash(struct str s)
{
	size_t k;

	if (s.n != HASH_LENGTH || s.p[0] != 'h')
		return false;
	for (k = 1; k < s.n; k++)
		if (!is_hex(s.p[k]))
			return false;
	return true;
}

/* Whether s can follow a mangled name: nothing, ".cold", "$tlv$init", or as
 * demanglers write it, " [clone .cold]" and " (.llvm.1)". */
static bool
is_suffix(struct str s)
{
	return s.n == 0 || s.p[0] == '.' || s.p[0] == '$' ||
	    str_starts(s, STR(" [clone .")) || str_starts(s, STR(" (."));
}

/* The character that stands for $name$, or -1. */
static int64_t
escape_code(struct str name)
{
	static const struct {
		char name[3];
		char code;
	} codes[] = {
		{ "SP", '@' }, { "BP", '*' }, { "RF", '&' }, { "LT", '<' },
		{ "GT", '>' }, { "LP", '(' }, { "RP", ')' }, { "C", ',' },
	};
	int64_t code = 0;
	size_t k;

	for (k = 0; k < sizeof(codes) / sizeof(codes[0]); k++)
		if (str_eq(name, str_from(codes[k].name)))
			return codes[k].code;
	if (name.n < 2 || name.n > 7 || name.p[0] != 'u')
		return -1;
	for (k = 1; k < name.n; k++) {
		if (!is_hex(name.p[k]))
			return -1;
		code = code * 16 + hex_value(name.p[k]);
	}
	return code < 0x20 || code == 0x7f ? -1 : code;
}

/* Appends what the '$' that s starts with escapes; returns its length, or 0
 * where it escapes nothing. */
static size_t
put_escape(struct buf *out, struct str s)
{
	size_t end = str_find(str_skip(s, 1), '$') + 1;
	int64_t code;

	if (end >= s.n)
		return 0;
	code = escape_code((struct str){ s.p + 1, end - 1 });
	return code >= 0 && utf8_put(out, (uint64_t)code) ? end + 1 : 0;
}

/* Appends one element of a legacy path with its escapes undone; from an
 * unknown escape on it stays as it is. */
static void
put_element(struct buf *out, struct str s)
{
	size_t n;

	if (str_starts(s, STR("_$")))
		s = str_skip(s, 1);
	while (s.n > 0) {
		n = 1;
		if (str_starts(s, STR(".."))) {
			buf_text(out, "::");
			n = 2;
		} else if (s.p[0] == '$') {
			n = put_escape(out, s);
			if (n == 0)
				break;
		} else {
			buf_char(out, s.p[0]);
		}
		s = str_skip(s, n);
	}
	buf_str(out, s);
}

/* Cuts "<length><bytes>" off *s. */
static bool
cut_element(struct str *s, struct str *element)
{
	size_t n = 0;

	if (s->n == 0 || !is_digit(s->p[0]) || s->p[0] == '0')
		return false;
	while (s->n > 0 && is_digit(s->p[0])) {
		n = n * 10 + (size_t)(s->p[0] - '0');
		*s = str_skip(*s, 1);
		if (n > s->n)
			return false;
	}
	*element = str_head(*s, n);
	*s = str_skip(*s, n);
	return true;
}

/* { element } hash "E", what follows "_ZN".  On success *s is the suffix. */
static bool
put_legacy(struct buf *out, struct str *s)
{
	struct str element, last = { "", 0 };
	size_t start = out->n, n = 0;

	while (cut_element(s, &element)) {
		if (n > 1)
			buf_text(out, "::");
		if (n > 0)
			put_element(out, last);
		last = element;
		n++;
	}
	if (n > 1 && is_hash(last) && str_starts(*s, STR("E"))) {
		*s = str_skip(*s, 1);
		return true;
	}
	out->n = start;
	return false;
}

/* The elements of a half-demangled path: what stands between "::". */
static void
put_elements(struct buf *out, struct str s)
{
	size_t n;

	while ((n = str_search(s, STR("::"))) < s.n) {
		put_element(out, str_head(s, n));
		buf_text(out, "::");
		s = str_skip(s, n + 2);
	}
	put_element(out, s);
}

/* How many bytes of a half-demangled name stand before its "::h<hash>";
 * name.n where there is none. */
static size_t
hash_at(struct str name)
{
	size_t colon = str_rfind(name, ':');
	struct str rest;

	if (colon < 2 || colon == name.n || name.p[colon - 1] != ':')
		return name.n;
	rest = str_skip(name, colon + 1);
	if (rest.n < HASH_LENGTH || !is_hash(str_head(rest, HASH_LENGTH)))
		return name.n;
	return is_suffix(str_skip(rest, HASH_LENGTH)) ? colon - 1 : name.n;
}

/* Escapes of which no other language makes names. */
static bool
has_escapes(struct str name)
{
	static const struct str marks[] = {
		{ "$LT$", 4 }, { "$RF$", 4 }, { "$BP$", 4 }, { "$u20$", 5 },
		{ "$u7b$", 5 }, { "$u5b$", 5 }, { "$LP$", 4 },
	};
	size_t k;

	if (str_search(name, STR("::")) == name.n)
		return false;
	for (k = 0; k < sizeof(marks) / sizeof(marks[0]); k++)
		if (str_search(name, marks[k]) < name.n)
			return true;
	return false;
}

/*
 * The length of ".llvm.N", " (.llvm.N)" or " [clone .llvm.N]" at the start
 * of a suffix, 0 where it is none of them.
 */
static size_t
llvm_length(struct str s)
{
	static const struct {
		struct str open;
		const char *close;
	} forms[] = {
		{ { ".llvm.", 6 }, "" },
		{ { " (.llvm.", 8 }, ")" },
		{ { " [clone .llvm.", 14 }, "]" },
	};
	struct str close;
	size_t k, n;

	for (k = 0; k < sizeof(forms) / sizeof(forms[0]); k++) {
		n = forms[k].open.n;
		if (!str_starts(s, forms[k].open))
			continue;
		while (n < s.n && (is_hex(s.p[n]) || s.p[n] == '@'))
			n++;
		close = str_from(forms[k].close);
		if (n > forms[k].open.n && str_starts(str_skip(s, n), close))
			return n + close.n;
	}
	return 0;
}

/* Appends a compiler's suffix (".cold") without its ".llvm.N". */
static void
put_suffix(struct buf *out, struct str s)
{
	size_t n;

	while (s.n > 0) {
		n = llvm_length(s);
		if (n == 0) {
			buf_char(out, s.p[0]);
			n = 1;
		}
		s = str_skip(s, n);
	}
}

/* Appends the name without its suffix, which *s then is; false where it is
 * no mangled name of Rust. */
static bool
put_mangled(struct buf *out, struct str *s)
{
	size_t n;

	/* Mach-O puts one more '_' in front. */
	if (str_starts(*s, STR("__")))
		*s = str_skip(*s, 1);
	if (str_starts(*s, STR("_ZN"))) {
		*s = str_skip(*s, 3);
		return put_legacy(out, s);
	}
	if (!str_starts(*s, STR("_R")))
		return false;
	*s = str_skip(*s, 2);
	n = rustv0_demangle(out, *s);
	*s = str_skip(*s, n);
	return n > 0;
}

bool
rust_demangle(struct buf *out, struct str name)
{
	size_t start = out->n, n;
	struct str rest = name;

	if (put_mangled(out, &rest)) {
		if (!is_suffix(rest)) {
			out->n = start;
			return false;
		}
		put_suffix(out, rest);
		return true;
	}
	n = hash_at(name);
	if (n == name.n && !has_escapes(name))
		return false;
	put_elements(out, str_head(name, n));
	if (n < name.n)
		put_suffix(out, str_skip(name, n + 2 + HASH_LENGTH));
	return true;
}
