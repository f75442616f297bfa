#include "frame.h"

#include "names.h"
#include "rust.h"

/* A line of a stack taken apart. */
struct symbol {
	struct str module;      /* "genunix`", or empty */
	struct str name;        /* "foo->bar", without its offset */
	struct str offset;      /* "+0x1f", or empty */
	bool inlined;           /* bpftrace says so */
};

/* One trailing "+123" off. */
static struct str
decimal_off(struct str s)
{
	size_t i = s.n;

	while (i > 0 && is_digit(s.p[i - 1]))
		i--;
	if (i == s.n || i == 0 || s.p[i - 1] != '+')
		return s;
	return str_head(s, i - 1);
}

/* Is s an address without "0x", as perf prints it? */
static bool
is_address(struct str s)
{
	bool digit = false;

	for (size_t i = 0; i < s.n; i++) {
		if (!is_hex(s.p[i]))
			return false;
		digit = digit || is_digit(s.p[i]);
	}
	return digit && s.n >= 4 && s.n <= 16;
}

/* " (module)" off the end; the module's own brackets are balanced. */
static struct str
module_off(struct str s)
{
	size_t depth = 0;

	for (size_t i = s.n; i > 0; i--) {
		if (s.p[i - 1] == ')')
			depth++;
		else if (s.p[i - 1] == '(' && --depth == 0)
			return i > 1 && is_blank(s.p[i - 2]) ?
			    str_rtrim(str_head(s, i - 1)) : s;
		if (depth == 0)
			return s;
	}
	return s;
}

/* "7f3a0011 main+24 (/bin/a)" of kstack(perf) and ustack(perf) */
static struct str
perf_form_off(struct str line, bool *inlined)
{
	size_t n = str_find(line, ' ');

	if (n == line.n || !is_address(str_head(line, n)))
		return line;
	*inlined = str_ends(line, STR(" (inlined)"));
	return module_off(str_trim(str_skip(line, n)));
}

/* "[inlined] f@a.c:12" and "main+24@a.c:30", where bpftrace reads debugging
 * data: the place in the source off */
static struct str
place_off(struct str s, bool *inlined)
{
	static const struct str mark = { "[inlined] ", 10 };
	size_t at = str_rfind(s, '@'), end = s.n;

	if (str_starts(s, mark)) {
		*inlined = true;
		s = str_skip(s, mark.n);
		at -= mark.n;
		end -= mark.n;
	}
	while (end > 0 && is_digit(s.p[end - 1]))
		end--;
	return at < end && end < s.n && s.p[end - 1] == ':' ?
	    str_head(s, at) : s;
}

static struct symbol
take_apart_dtrace(struct str line)
{
	struct symbol s = { .name = name_offset_off(line) };
	size_t tick = str_find(s.name, '`');

	s.offset = str_skip(line, s.name.n);
	if (tick < s.name.n) {
		s.module = str_head(s.name, tick + 1);
		s.name = str_skip(s.name, tick + 1);
	}
	return s;
}

static struct symbol
take_apart_bpftrace(struct str line)
{
	struct symbol s = { 0 };

	line = place_off(perf_form_off(line, &s.inlined), &s.inlined);
	s.name = name_offset_off(line);
	if (s.name.n == line.n)
		s.name = decimal_off(line);
	s.offset = str_skip(line, s.name.n);
	return s;
}

/* A C function keeps the arguments that its name was given: only names with
 * "::" are known to be C++. */
static struct str
arguments_off(struct str name)
{
	struct str head = str_rtrim(str_head(name, name_arguments(name)));

	return str_search(head, STR("::")) < head.n ? head : name;
}

/* Rust's "f::h0123456789abcdef (.llvm.123)" */
static struct str
llvm_off(struct str name)
{
	size_t n = str_search(name, STR(" (.llvm."));

	return n > 0 ? str_head(name, n) : name;
}

static void
put_name(struct buf *out, struct str name)
{
	struct buf rust = { 0 };

	if (rust_demangle(&rust, llvm_off(name)))
		name_sanitise(out, buf_view(&rust), STR(""));
	else
		name_sanitise(out, arguments_off(name_java(name, false)),
		    STR(""));
	buf_free(&rust);
}

/* Is a name one of those: as it is shown, without its module, or raw? */
static bool
is_one_of(const struct str *names, size_t n, struct str shown,
    struct str module, struct str raw)
{
	struct str bare = str_starts(shown, module) ?
	    str_skip(shown, module.n) : shown;

	for (size_t i = 0; i < n; i++)
		if (str_eq(names[i], shown) || str_eq(names[i], bare) ||
		    str_eq(names[i], raw))
			return true;
	return false;
}

size_t
frame_print(struct buf *out, struct str line, enum dialect dialect,
    bool offset, const struct str *skip, size_t nskip)
{
	struct symbol s = dialect == DTRACE ? take_apart_dtrace(line) :
	    take_apart_bpftrace(line);
	struct str chain = s.name, part;
	size_t start = out->n, at = start, last = SIZE_MAX;

	if (s.name.n + s.module.n == 0)
		chain = STR("-");
	name_sanitise(out, s.module, STR(""));
	while (name_chain(&chain, &part)) {
		put_name(out, part);
		if (is_one_of(skip, nskip, str_skip(buf_view(out), at),
		    s.module, part))
			last = at - start;
		if (offset && chain.n == 0)
			name_sanitise(out, s.offset, STR(""));
		if ((at > start || s.inlined) && !str_ends(part, STR("_[i]")))
			buf_text(out, "_[i]");
		if (is_one_of(skip, nskip, str_skip(buf_view(out), at),
		    s.module, part))
			last = at - start;
		if (chain.n) {
			buf_char(out, ';');
			at = out->n;
		}
	}
	return last;
}
