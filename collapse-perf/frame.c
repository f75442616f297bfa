#include "frame.h"

#include <string.h>

#include "inline.h"
#include "names.h"
#include "rust.h"

static const struct str unknown = { "[unknown]", 9 };

static bool
is_space(char c)
{
	return is_blank(c) || c == '\r';
}

/* Angle brackets: how many more are opened than closed. */
static long
angles(struct str s)
{
	long n = 0;

	for (size_t i = 0; i < s.n; i++)
		n += (s.p[i] == '<') - (s.p[i] == '>');
	return n;
}

/* Do the parentheses at start and end have blanks around them? */
static bool
stands_alone(struct str s, size_t start, size_t end)
{
	return (start == 0 || is_space(s.p[start - 1])) &&
	    (end + 1 == s.n || is_space(s.p[end + 1]));
}

static bool
is_path(struct str module)
{
	return module.n && (module.p[0] == '/' || module.p[0] == '[');
}

/* The module of a path whose parentheses don't balance: "(/opt/a)b)". */
static size_t
find_ragged_module(struct str s, size_t *end)
{
	*end = str_rfind(s, ')');
	if (*end == s.n)
		return s.n;
	for (size_t i = *end; i > 0; i--)
		if (s.p[i - 1] == '(' && stands_alone(s, i - 1, *end))
			return i - 1;
	return s.n;
}

/*
 * Where the module's '(' stands: a balanced group with a blank before it and
 * a blank or nothing behind it, the last one of the line.  s.n: nowhere.  A
 * group inside a template is none: "f<void (int) const>::g".
 */
static size_t
find_module(struct str s, size_t *end)
{
	size_t depth = 0, counted = s.n;
	long open = 0, closed = 0, closed_behind = 0;
	bool ragged = false;

	for (size_t i = s.n - 1; i < s.n; i--) {
		closed += s.p[i] == '>';
		if (s.p[i] == ')' && depth++ == 0) {
			*end = i;
			closed_behind = closed;
		}
		if (s.p[i] != '(')
			continue;
		ragged |= depth == 0;
		if (depth == 0 || --depth || !stands_alone(s, i, *end))
			continue;
		if (is_path(str_skip(s, i + 1)) || closed_behind == 0)
			return i;
		/* Each byte is counted once, however many groups there are. */
		open = counted == s.n ? angles(str_head(s, i)) :
		    open - angles((struct str){ s.p + i, counted - i });
		counted = i;
		if (open <= 0)
			return i;
	}
	return ragged || depth ? find_ragged_module(s, end) : s.n;
}

/* "4K", "N/A" */
static bool
is_page_size(struct str s)
{
	size_t n = 0;

	while (n < s.n && is_digit(s.p[n]))
		n++;
	return str_eq(s, STR("N/A")) || (n && n + 1 == s.n &&
	    memchr("KMG", s.p[n], 3));
}

/* The numbers behind a frame, as -F phys_addr,data_page_size,code_page_size
 * prints them: the first is padded to 16. */
static bool
is_numbers(struct str s)
{
	struct str t = str_trim(s);
	size_t n = 0;

	/* A thread's number that is a header has a blank behind it. */
	if (t.p + t.n != s.p + s.n)
		return false;
	while (n < t.n && is_hex(t.p[n]))
		n++;
	if (n && (n == t.n || is_blank(t.p[n])) && t.p + n == s.p + 16)
		t = str_trim(str_skip(t, n));
	else if (t.n == 0)
		return false;
	for (int sizes = 0; t.n && sizes < 2; sizes++) {
		n = str_find(t, ' ');
		if (!is_page_size(str_head(t, n)))
			return false;
		t = str_trim(str_skip(t, n));
	}
	return t.n == 0;
}

/* What perf script prints behind a frame's name. */
static bool
is_data(struct str s)
{
	static const struct str starts[] = {
		{ " ABI:", 5 }, { " insn: ", 7 }, { " ilen: ", 7 },
	};

	for (size_t i = 0; i < sizeof(starts) / sizeof(starts[0]); i++)
		if (str_starts(s, starts[i]))
			return true;
	return is_numbers(s);
}

struct str
frame_before_data(struct str s)
{
	for (size_t i = 1; i < s.n; i++)
		if (is_blank(s.p[i]) && !is_blank(s.p[i - 1]) &&
		    is_data(str_skip(s, i)))
			return str_head(s, i);
	return s;
}

bool
frame_is_data(struct str line)
{
	if (line.p[0] != ' ')
		return false;
	if (str_ends(line, STR("\r")))
		line.n--;
	return is_data(line) || str_search(line, STR("/-/-/")) < line.n;
}

/* "|13       code" */
bool
frame_is_code(struct str line)
{
	return line.n > 9 && line.p[0] == '|' && is_digit(line.p[1]) &&
	    is_blank(line.p[9]);
}

/* Splits "symbol (module) anything". */
static void
split_module(struct str s, struct frame *f)
{
	size_t end = 0, start = find_module(s, &end);

	f->symbol = str_rtrim(str_head(s, start));
	f->module = (struct str){ 0 };
	if (start < s.n)
		f->module = (struct str){ s.p + start + 1, end - start - 1 };
}

bool
frame_split(struct str line, struct frame *f)
{
	struct str s = str_trim(line);
	size_t n = str_starts(s, STR("0x")) ? 2 : 0, start = n;

	while (n < s.n && is_hex(s.p[n]))
		n++;
	if (n == start || (n < s.n && !is_blank(s.p[n])))
		return false;
	f->addr = str_head(s, n);
	split_module(str_trim(str_skip(s, n)), f);
	return true;
}

static bool
has_digit(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (is_digit(s.p[i]))
			return true;
	return false;
}

bool
frame_is(struct str line, struct frame *f)
{
	if (!frame_split(line, f))
		return false;
	if (is_blank(line.p[0]))
		return true;
	return f->symbol.n && (f->module.p || has_digit(f->addr));
}

/* Cuts " (inlined)" off the end. */
static bool
cut_inlined(struct str *s)
{
	static const struct str mark = { " (inlined)", 10 };

	if (!str_ends(*s, mark))
		return false;
	s->n -= mark.n;
	return true;
}

/* "file:line", "file:?" */
static bool
is_place(struct str s)
{
	size_t colon = str_rfind(s, ':'), i;

	if (colon == 0 || colon + 1 >= s.n)
		return false;
	if (s.p[colon + 1] == '?')
		return colon + 2 == s.n;
	for (i = colon + 1; i < s.n && is_digit(s.p[i]); i++)
		;
	return i == s.n;
}

/* "module[addr]" */
static bool
is_address_in_module(struct str s)
{
	size_t open = str_rfind(s, '['), i;

	if (open == 0 || open == s.n || s.p[s.n - 1] != ']')
		return false;
	for (i = open + 1; is_hex(s.p[i]) || s.p[i] == 'x'; i++)
		;
	return i == s.n - 1 && i > open + 1;
}

bool
frame_is_source(struct str line)
{
	struct str s = str_trim(line);

	if (!is_blank(line.p[0]))
		return false;
	return cut_inlined(&s) || is_place(s) || is_address_in_module(s);
}

static struct str
module_path(struct str module)
{
	static const struct str deleted = { " (deleted)", 10 };

	if (str_ends(module, deleted))
		module.n -= deleted.n;
	return module;
}

static bool
has_prefix(struct str s, const struct str *v, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (str_starts(s, v[i]))
			return true;
	return false;
}

#define HAS_PREFIX(s, v) has_prefix(s, v, sizeof(v) / sizeof((v)[0]))

static bool
is_kernel(struct str module)
{
	static const struct str user[] = {
		{ "[unknown]", 9 }, { "[heap]", 6 }, { "[stack", 6 },
		{ "[anon", 5 }, { "[uprobes]", 9 }, { "[JIT", 4 },
	};
	static const struct str kernel[] = {
		{ "[", 1 }, { "bpf_prog_", 9 }, { "bpf_trampoline_", 15 },
		{ "bpf_dispatcher_", 15 },
	};
	static const struct str kinds[] = {
		{ ".ko", 3 }, { ".ko.gz", 6 }, { ".ko.xz", 6 },
		{ ".ko.zst", 7 },
	};

	if (HAS_PREFIX(module, user))
		return false;
	if (HAS_PREFIX(module, kernel) ||
	    str_starts(str_base(module), STR("vmlinux")))
		return true;
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (str_ends(module, kinds[i]))
			return true;
	return false;
}

/* "perf-123.map" */
static bool
is_perf_map(struct str base)
{
	size_t i = 5;

	if (!str_starts(base, STR("perf-")))
		return false;
	while (i < base.n && is_digit(base.p[i]))
		i++;
	return i > 5 && str_eq(str_skip(base, i), STR(".map"));
}

static bool
is_jit(struct str module)
{
	struct str base = str_base(module);

	if (is_perf_map(base) || str_starts(module, STR("[JIT")))
		return true;
	if (str_starts(base, STR("jitted-")))
		return str_ends(base, STR(".so"));
	return str_starts(base, STR("memfd:")) &&
	    str_search(base, STR("jit")) < base.n;
}

bool
frame_is_inlined(const struct frame *f, struct str source)
{
	return str_eq(f->module, STR("inlined")) || cut_inlined(&source);
}

/* The mark of the frame's first name, empty for none. */
static struct str
find_mark(const struct frame_rules *rules, const struct frame *f,
    struct str source)
{
	struct str module = module_path(f->module);

	if (rules->kernel && is_kernel(module))
		return STR("_[k]");
	if (rules->jit && is_jit(module))
		return STR("_[j]");
	if (rules->inlined && frame_is_inlined(f, source))
		return STR("_[i]");
	return (struct str){ 0 };
}

/* Marks the name that starts at `start`, once. */
static void
add_mark(struct buf *out, size_t start, struct str mark)
{
	if (!str_ends(str_skip(buf_view(out), start), mark))
		buf_str(out, mark);
}

/* No file's name is longer; every name of a chain takes the place. */
#define PLACE_MAX 1024

/* Appends ":file:line". */
static void
add_source(struct buf *out, struct str source)
{
	struct str s = str_trim(source);

	cut_inlined(&s);
	if (!is_place(s) || str_starts(s, STR("??:")))
		return;
	s = str_base(s);
	if (s.n > PLACE_MAX)
		return;
	buf_char(out, ':');
	name_sanitise(out, s, (struct str){ 0 });
}

/* Appends "[name]" or, with addresses, "[name <addr>]". */
static void
add_unresolved(struct buf *out, const struct frame_rules *rules,
    const struct frame *f)
{
	struct str module = module_path(f->module);
	struct str name = str_base(module);

	if (str_trim(name).n == 0 || str_eq(module, unknown))
		name = STR("unknown");
	buf_char(out, '[');
	name_sanitise(out, name, (struct str){ 0 });
	if (rules->addrs) {
		buf_text(out, " <");
		buf_str(out, f->addr);
		buf_char(out, '>');
	}
	buf_char(out, ']');
}

/* Appends one symbol, or one part of a chain, made readable. */
static void
add_tidy(struct buf *out, struct str symbol, bool java, bool jit)
{
	struct buf rust = { 0 };

	if (rust_demangle(&rust, symbol))
		symbol = buf_view(&rust);
	else if (java)
		symbol = name_java(symbol, jit);
	symbol = str_head(symbol, name_arguments(symbol));
	name_sanitise(out, symbol, (struct str){ 0 });
	buf_free(&rust);
}

/* Is the name, as shown or as it was, one that --skip-after names? */
static bool
is_skipped_to(const struct frame_rules *rules, struct str shown,
    struct str raw)
{
	for (size_t i = 0; i < rules->nskip; i++)
		if (str_eq(rules->skip_after[i], shown) ||
		    str_eq(rules->skip_after[i], raw))
			return true;
	return false;
}

/* What a frame's names are made with. */
struct naming {
	struct buf *out;
	const struct frame_rules *rules;
	struct str source;      /* the place to append, or empty */
	size_t base;            /* where this frame's names start in out */
	bool skipped;
};

/* Ends the name that started at `start`: place and mark are added.  Where
 * --skip-after asks for it, what stands before it goes. */
static void
end_name(struct naming *n, size_t start, struct str raw, struct str mark)
{
	struct buf *out = n->out;
	bool skip = is_skipped_to(n->rules,
	    str_skip(buf_view(out), start), raw);

	add_source(out, n->source);
	add_mark(out, start, mark);
	if (!skip && n->rules->nskip)
		skip = is_skipped_to(n->rules,
		    str_skip(buf_view(out), start), raw);
	if (!skip)
		return;
	memmove(out->p + n->base, out->p + start, out->n - start);
	out->n -= start - n->base;
	n->skipped = true;
}

/* Might addr2line know the module? */
static bool
is_program(const struct frame *f)
{
	struct str module = module_path(f->module);

	return module.n && module.p[0] != '[' &&
	    !str_starts(module, STR("//")) && !is_kernel(module) &&
	    !is_jit(module) && !frame_is_inlined(f, (struct str){ 0 });
}

/*
 * Asks what was inlined at the frame: two lines for each function, outermost
 * first, into *text.  Returns all but the first of them, which is the frame's
 * own symbol and has its place in n->source then.
 */
static struct str
ask_inlined(struct naming *n, const struct frame *f, struct buf *text)
{
	struct str calls, place;

	if (!n->rules->inliner || f->ip == IP_TOLD || !is_program(f) ||
	    !inliner_ask(n->rules->inliner, f, text))
		return (struct str){ 0 };
	calls = buf_view(text);
	str_line(&calls);
	place = str_line(&calls);
	if (n->rules->context)
		n->source = place;
	return calls;
}

/* Appends the functions that were inlined into the one before. */
static void
add_inlined(struct naming *n, struct str calls)
{
	while (calls.n) {
		struct str name = str_line(&calls);
		size_t start;

		n->source = str_line(&calls);
		if (!n->rules->context)
			n->source.n = 0;
		buf_char(n->out, ';');
		start = n->out->n;
		if (n->rules->no_tidy)
			name_sanitise(n->out, name, (struct str){ 0 });
		else
			add_tidy(n->out, name, false, false);
		end_name(n, start, name, n->rules->inlined ?
		    STR("_[i]") : (struct str){ 0 });
	}
}

/* Appends the frame's own names: a symbol, or a chain's. */
static void
add_symbol(struct naming *n, const struct frame *f, struct str symbol,
    struct str mark, bool java)
{
	struct buf *out = n->out;
	size_t start = out->n;
	struct str part;

	if (n->rules->no_tidy) {
		name_sanitise(out, symbol, (struct str){ 0 });
		end_name(n, start, symbol, mark);
		return;
	}
	n->skipped = is_skipped_to(n->rules, symbol, symbol);
	while (name_chain(&symbol, &part)) {
		if (out->n > n->base)
			buf_char(out, ';');
		start = out->n;
		add_tidy(out, part, java, is_jit(module_path(f->module)));
		end_name(n, start, part, mark);
		mark = STR("_[i]");
	}
}

bool
frame_names(struct buf *out, const struct frame_rules *rules,
    const struct frame *f, struct str source, bool java)
{
	struct naming n = { out, rules, source, out->n, false };
	struct str mark = find_mark(rules, f, source);
	struct str symbol = str_trim(name_offset_off(f->symbol)), calls;
	struct buf text = { 0 };

	if (!rules->srcline)
		n.source.n = 0;
	if (symbol.n == 0 || str_eq(symbol, unknown)) {
		add_unresolved(out, rules, f);
		end_name(&n, n.base, unknown, mark);
		return n.skipped;
	}
	calls = ask_inlined(&n, f, &text);
	add_symbol(&n, f, symbol, mark, java);
	add_inlined(&n, calls);
	buf_free(&text);
	return n.skipped;
}
