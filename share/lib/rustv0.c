#include "rustv0.h"

/* That takes less than 70 KB of stack; a thread of musl has 128. */
#define DEPTH_MAX 300

/*
 * Work that one symbol is worth: a step or a byte printed costs 1.  Back
 * references let 60 bytes stand for gigabytes; none of the 180,000 symbols of
 * rustc 1.95 takes more than 12 per byte, or nests deeper than 100.
 */
#define WORK_BASE 4096
#define WORK_PER_BYTE 32

/* Longer identifiers are shown in punycode: decoding moves the tail of the
 * identifier once per character. */
#define PUNY_MAX 128

struct v0 {
	struct str s;           /* the symbol after "_R" */
	size_t at;
	struct buf *out;
	size_t work;            /* how much may still be done */
	uint64_t bound;         /* lifetimes that binders around here name */
	unsigned depth;
	bool quiet;             /* read and print nothing */
	bool bad;
};

struct ident {
	struct str ascii;
	struct str puny;        /* empty where ascii is all there is */
};

static void path(struct v0 *v, bool in_value);
static void type(struct v0 *v);
static void constant(struct v0 *v, bool in_value);

bool
utf8_put(struct buf *out, uint64_t code)
{
	char *p = buf_room(out, 4);
	unsigned c = (unsigned)code;
	size_t n = 0;

	if (code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
		return false;
	if (c < 0x80) {
		p[n++] = (char)c;
	} else if (c < 0x800) {
		p[n++] = (char)(0xc0 | c >> 6);
	} else if (c < 0x10000) {
		p[n++] = (char)(0xe0 | c >> 12);
		p[n++] = (char)(0x80 | (c >> 6 & 0x3f));
	} else {
		p[n++] = (char)(0xf0 | c >> 18);
		p[n++] = (char)(0x80 | (c >> 12 & 0x3f));
		p[n++] = (char)(0x80 | (c >> 6 & 0x3f));
	}
	if (c >= 0x80)
		p[n++] = (char)(0x80 | (c & 0x3f));
	out->n += n;
	return true;
}

/* Takes n off the work that is left. */
static void
spend(struct v0 *v, size_t n)
{
	if (n > v->work)
		v->bad = true;
	else
		v->work -= n;
}

static void
print(struct v0 *v, struct str s)
{
	if (v->quiet || v->bad)
		return;
	spend(v, s.n);
	if (!v->bad)
		buf_str(v->out, s);
}

static void
print_text(struct v0 *v, const char *text)
{
	print(v, str_from(text));
}

static void
print_char(struct v0 *v, char c)
{
	print(v, (struct str){ &c, 1 });
}

static void
print_u64(struct v0 *v, uint64_t value)
{
	if (v->quiet || v->bad)
		return;
	spend(v, 1);
	buf_u64(v->out, value);
}

static void
print_hex(struct v0 *v, uint64_t value)
{
	int shift = 60;

	while (shift > 0 && value >> shift == 0)
		shift -= 4;
	for (; shift >= 0; shift -= 4)
		print_char(v, "0123456789abcdef"[value >> shift & 15]);
}

/* One level of the grammar down; leave() comes back. */
static void
enter(struct v0 *v)
{
	spend(v, 1);
	if (v->depth++ >= DEPTH_MAX)
		v->bad = true;
}

static void
leave(struct v0 *v)
{
	v->depth--;
}

static char
peek(const struct v0 *v)
{
	return v->at < v->s.n ? v->s.p[v->at] : '\0';
}

static char
next(struct v0 *v)
{
	if (v->bad || v->at == v->s.n) {
		v->bad = true;
		return '\0';
	}
	return v->s.p[v->at++];
}

static bool
eat(struct v0 *v, char c)
{
	if (v->bad || v->at == v->s.n || v->s.p[v->at] != c)
		return false;
	v->at++;
	return true;
}

static bool
is_upper(char c)
{
	return c >= 'A' && c <= 'Z';
}

static bool
is_lower(char c)
{
	return c >= 'a' && c <= 'z';
}

/* x * base + digit, bad where that leaves 64 bits. */
static uint64_t
shift_in(struct v0 *v, uint64_t x, unsigned base, unsigned digit)
{
	if (x > (UINT64_MAX - digit) / base)
		v->bad = true;
	return x * base + digit;
}

/* base-62-number = { digit | lower | upper } "_" */
static uint64_t
base62(struct v0 *v)
{
	uint64_t x = 0;
	char c;

	if (eat(v, '_'))
		return 0;
	while (!eat(v, '_') && !v->bad) {
		c = next(v);
		if (is_digit(c))
			x = shift_in(v, x, 62, (unsigned)(c - '0'));
		else if (is_lower(c))
			x = shift_in(v, x, 62, (unsigned)(c - 'a' + 10));
		else if (is_upper(c))
			x = shift_in(v, x, 62, (unsigned)(c - 'A' + 36));
		else
			v->bad = true;
	}
	return shift_in(v, x, 1, 1);
}

/* [tag base-62-number]: 0 where it is not there, else 1 more than it says. */
static uint64_t
tagged62(struct v0 *v, char tag)
{
	return eat(v, tag) ? shift_in(v, base62(v), 1, 1) : 0;
}

/* decimal-number = "0" | nonzero-digit { digit } */
static uint64_t
decimal(struct v0 *v)
{
	uint64_t x = 0;

	if (!is_digit(peek(v)))
		v->bad = true;
	if (eat(v, '0'))
		return 0;
	while (is_digit(peek(v)) && !v->bad)
		x = shift_in(v, x, 10, (unsigned)(next(v) - '0'));
	return x;
}

/* undisambiguated-identifier = ["u"] decimal-number ["_"] bytes */
static struct ident
identifier(struct v0 *v)
{
	struct ident id = { { "", 0 }, { "", 0 } };
	bool is_puny = eat(v, 'u');
	uint64_t n = decimal(v);
	size_t cut;

	eat(v, '_');
	spend(v, 1);
	if (v->bad || n > v->s.n - v->at) {
		v->bad = true;
		return id;
	}
	id.ascii = str_head(str_skip(v->s, v->at), (size_t)n);
	v->at += (size_t)n;
	if (!is_puny)
		return id;
	cut = str_rfind(id.ascii, '_');
	if (cut == id.ascii.n) {
		id.puny = id.ascii;
		id.ascii.n = 0;
	} else {
		id.puny = str_skip(id.ascii, cut + 1);
		id.ascii.n = cut;
	}
	if (id.puny.n == 0)
		v->bad = true;
	return id;
}

/* RFC 3492, 6.1. */
static size_t
puny_adapt(size_t delta, size_t count, bool first)
{
	size_t k = 0;

	delta /= first ? 700 : 2;
	delta += delta / count;
	for (; delta > 35 * 26 / 2; k += 36)
		delta /= 35;
	return k + 36 * delta / (delta + 38);
}

/* A generalised variable-length integer (RFC 3492, 3.3) off *digits; false
 * where there is none or it is out of all range. */
static bool
puny_delta(struct str *digits, size_t bias, size_t *delta)
{
	size_t k, t, d, weight = 1;
	char c;

	*delta = 0;
	for (k = 36;; k += 36) {
		if (digits->n == 0)
			return false;
		c = digits->p[0];
		*digits = str_skip(*digits, 1);
		if (is_lower(c))
			d = (size_t)(c - 'a');
		else if (is_digit(c))
			d = (size_t)(c - '0') + 26;
		else
			return false;
		t = k <= bias ? 1 : k >= bias + 26 ? 26 : k - bias;
		*delta += d * weight;
		if (d < t)
			return true;
		weight *= 36 - t;
		/* PUNY_MAX * 0x110000 positions are all there can be. */
		if (weight > UINT32_MAX || *delta > UINT32_MAX)
			return false;
	}
}

/* Decodes the identifier to code points; 0: it is none, or it is too long. */
static size_t
puny_decode(struct ident id, uint32_t codes[PUNY_MAX])
{
	size_t n = 0, at = 0, bias = 72, delta, k;
	uint64_t code = 0x80;

	if (id.ascii.n > PUNY_MAX)
		return 0;
	for (; n < id.ascii.n; n++)
		codes[n] = (unsigned char)id.ascii.p[n];
	while (id.puny.n > 0) {
		if (n == PUNY_MAX || !puny_delta(&id.puny, bias, &delta))
			return 0;
		bias = puny_adapt(delta, n + 1, n == id.ascii.n);
		at += delta;
		code += at / (n + 1);
		at %= n + 1;
		if (code > 0x10ffff)
			return 0;
		for (k = n++; k > at; k--)
			codes[k] = codes[k - 1];
		codes[at++] = (uint32_t)code;
	}
	return n;
}

/* Not inlined: its array must not burden the functions that recurse. */
static __attribute__((noinline)) void
print_puny(struct v0 *v, struct ident id)
{
	uint32_t codes[PUNY_MAX];
	size_t n, k;

	n = puny_decode(id, codes);
	for (k = 0; k < n && !v->bad; k++) {
		spend(v, 4);
		if (!v->bad && !utf8_put(v->out, codes[k]))
			v->bad = true;
	}
	if (n > 0)
		return;
	print_text(v, "punycode{");
	if (id.ascii.n > 0) {
		print(v, id.ascii);
		print_char(v, '-');
	}
	print(v, id.puny);
	print_char(v, '}');
}

static void
print_identifier(struct v0 *v, struct ident id)
{
	if (v->quiet || v->bad)
		return;
	if (id.puny.n == 0)
		print(v, id.ascii);
	else
		print_puny(v, id);
}

/* { one } "E", printed with sep between; returns how many. */
static size_t
list(struct v0 *v, void (*one)(struct v0 *), const char *sep)
{
	size_t n = 0;

	while (!v->bad && !eat(v, 'E')) {
		if (n++ > 0)
			print_text(v, sep);
		one(v);
	}
	return n;
}

/* "(" list ")", the comma of a single element kept: "(u8,)". */
static void
tuple(struct v0 *v, void (*one)(struct v0 *))
{
	print_char(v, '(');
	if (list(v, one, ", ") == 1)
		print_char(v, ',');
	print_char(v, ')');
}

/* Index 0 is erased, others count binders from the innermost lifetime. */
static void
print_lifetime(struct v0 *v, uint64_t index)
{
	uint64_t level;

	/* Binders are not counted while nothing is printed. */
	if (v->quiet || v->bad)
		return;
	print_char(v, '\'');
	if (index == 0) {
		print_char(v, '_');
		return;
	}
	if (index > v->bound) {
		v->bad = true;
		return;
	}
	level = v->bound - index;
	if (level < 26) {
		print_char(v, (char)('a' + level));
		return;
	}
	print_char(v, '_');
	print_u64(v, level);
}

/* [binder] = ["G" base-62-number]: "for<'a, 'b> ".  Returns how many
 * lifetimes it bound, for the caller to unbind. */
static uint64_t
binder(struct v0 *v)
{
	uint64_t k, n = tagged62(v, 'G');

	if (n == 0 || v->quiet || v->bad)
		return 0;
	print_text(v, "for<");
	for (k = 0; k < n && !v->bad; k++) {
		if (k > 0)
			print_text(v, ", ");
		v->bound++;
		print_lifetime(v, 1);
	}
	print_text(v, "> ");
	return k;
}

/*
 * backref = "B" base-62-number, the "B" read: moves to where it points, which
 * is always further left; *back is where to come back to.  Nothing is printed
 * in a quiet reading, so there it isn't followed: false.
 */
static bool
follow(struct v0 *v, size_t *back)
{
	size_t tag = v->at - 1;
	uint64_t to = base62(v);

	if (to >= tag)
		v->bad = true;
	if (v->bad || v->quiet)
		return false;
	*back = v->at;
	v->at = (size_t)to;
	return true;
}

/* generic-arg = "L" base-62-number | "K" const | type */
static void
generic_arg(struct v0 *v)
{
	if (eat(v, 'L'))
		print_lifetime(v, base62(v));
	else if (eat(v, 'K'))
		constant(v, false);
	else
		type(v);
}

/* nested-path = "N" namespace path identifier, the "N" read. */
static void
nested_path(struct v0 *v, bool in_value)
{
	char space = next(v);
	uint64_t number;
	struct ident id;
	bool named;

	if (!is_alpha(space))
		v->bad = true;
	path(v, in_value);
	number = tagged62(v, 's');
	id = identifier(v);
	named = id.ascii.n > 0 || id.puny.n > 0;
	if (is_lower(space)) {
		if (named)
			print_text(v, "::");
		print_identifier(v, id);
		return;
	}
	print_text(v, "::{");
	if (space == 'C')
		print_text(v, "closure");
	else if (space == 'S')
		print_text(v, "shim");
	else
		print_char(v, space);
	if (named)
		print_char(v, ':');
	print_identifier(v, id);
	print_char(v, '#');
	print_u64(v, number);
	print_char(v, '}');
}

/* impl-path = [disambiguator] path: says where the impl stands. */
static void
impl_path(struct v0 *v)
{
	bool quiet = v->quiet;

	v->quiet = true;
	tagged62(v, 's');
	path(v, false);
	v->quiet = quiet;
}

/* "<type>" or "<type as path>". */
static void
qualified(struct v0 *v, bool has_trait)
{
	print_char(v, '<');
	type(v);
	if (has_trait) {
		print_text(v, " as ");
		path(v, false);
	}
	print_char(v, '>');
}

static void
path(struct v0 *v, bool in_value)
{
	size_t back;

	enter(v);
	switch (next(v)) {
	case 'C':
		tagged62(v, 's');
		print_identifier(v, identifier(v));
		break;
	case 'N':
		nested_path(v, in_value);
		break;
	case 'M':
		impl_path(v);
		qualified(v, false);
		break;
	case 'X':
		impl_path(v);
		qualified(v, true);
		break;
	case 'Y':
		qualified(v, true);
		break;
	case 'I':
		path(v, in_value);
		print_text(v, in_value ? "::<" : "<");
		list(v, generic_arg, ", ");
		print_char(v, '>');
		break;
	case 'B':
		if (follow(v, &back)) {
			path(v, in_value);
			v->at = back;
		}
		break;
	default:
		v->bad = true;
	}
	leave(v);
}

/* fn-sig = [binder] ["U"] ["K" abi] { type } "E" type */
static void
fn_sig(struct v0 *v)
{
	uint64_t bound = binder(v);
	struct str abi;
	size_t k;

	if (eat(v, 'U'))
		print_text(v, "unsafe ");
	if (eat(v, 'K')) {
		abi = STR("C");
		if (!eat(v, 'C'))
			abi = identifier(v).ascii;
		print_text(v, "extern \"");
		for (k = 0; k < abi.n && !v->bad; k++)
			print_char(v, abi.p[k] == '_' ? '-' : abi.p[k]);
		print_text(v, "\" ");
	}
	print_text(v, "fn(");
	list(v, type, ", ");
	print_char(v, ')');
	if (!eat(v, 'u')) {
		print_text(v, " -> ");
		type(v);
	}
	v->bound -= bound;
}

/* A trait's path whose generic arguments, if any, are left open, so that
 * associated types can join them; true when they are. */
static bool
open_path(struct v0 *v)
{
	bool open = false;
	size_t back;

	enter(v);
	if (eat(v, 'B')) {
		if (follow(v, &back)) {
			open = open_path(v);
			v->at = back;
		}
	} else if (eat(v, 'I')) {
		path(v, false);
		print_char(v, '<');
		list(v, generic_arg, ", ");
		open = true;
	} else {
		path(v, false);
	}
	leave(v);
	return open;
}

/* dyn-trait = path { "p" undisambiguated-identifier (type | "K" const) } */
static void
dyn_trait(struct v0 *v)
{
	bool open = open_path(v);

	while (eat(v, 'p')) {
		print_text(v, open ? ", " : "<");
		open = true;
		print_identifier(v, identifier(v));
		print_text(v, " = ");
		if (eat(v, 'K'))
			constant(v, false);
		else
			type(v);
	}
	if (open)
		print_char(v, '>');
}

/* dyn-trait-type = "D" [binder] { dyn-trait } "E" "L" base-62-number */
static void
dyn_type(struct v0 *v)
{
	uint64_t bound, lifetime;

	print_text(v, "dyn ");
	bound = binder(v);
	list(v, dyn_trait, " + ");
	v->bound -= bound;
	if (!eat(v, 'L'))
		v->bad = true;
	lifetime = base62(v);
	if (lifetime > 0) {
		print_text(v, " + ");
		print_lifetime(v, lifetime);
	}
}

/* ref-type = ("R" | "Q") ["L" base-62-number] type, the first read. */
static void
reference(struct v0 *v, const char *mut)
{
	uint64_t lifetime;

	print_char(v, '&');
	lifetime = eat(v, 'L') ? base62(v) : 0;
	if (lifetime > 0) {
		print_lifetime(v, lifetime);
		print_char(v, ' ');
	}
	print_text(v, mut);
	type(v);
}

static void
array(struct v0 *v, bool has_length)
{
	print_char(v, '[');
	type(v);
	if (has_length) {
		print_text(v, "; ");
		constant(v, true);
	}
	print_char(v, ']');
}

/* pattern = "R" const const | "O" { pattern } "E" | "N" */
static void
pattern(struct v0 *v)
{
	enter(v);
	switch (next(v)) {
	case 'R':
		constant(v, false);
		print_text(v, "..=");
		constant(v, false);
		break;
	case 'O':
		list(v, pattern, " | ");
		break;
	case 'N':
		print_text(v, "!null");
		break;
	default:
		v->bad = true;
	}
	leave(v);
}

/* The name of a basic type, or NULL. */
static const char *
basic_type(char tag)
{
	static const char *const names[] = {
		['a' - 'a'] = "i8", ['b' - 'a'] = "bool",
		['c' - 'a'] = "char", ['d' - 'a'] = "f64",
		['e' - 'a'] = "str", ['f' - 'a'] = "f32",
		['h' - 'a'] = "u8", ['i' - 'a'] = "isize",
		['j' - 'a'] = "usize", ['l' - 'a'] = "i32",
		['m' - 'a'] = "u32", ['n' - 'a'] = "i128",
		['o' - 'a'] = "u128", ['p' - 'a'] = "_",
		['s' - 'a'] = "i16", ['t' - 'a'] = "u16",
		['u' - 'a'] = "()", ['v' - 'a'] = "...",
		['x' - 'a'] = "i64", ['y' - 'a'] = "u64",
		['z' - 'a'] = "!",
	};

	return is_lower(tag) ? names[tag - 'a'] : NULL;
}

static void
compound_type(struct v0 *v, char tag)
{
	size_t back;

	switch (tag) {
	case 'R':
		reference(v, "");
		break;
	case 'Q':
		reference(v, "mut ");
		break;
	case 'P':
		print_text(v, "*const ");
		type(v);
		break;
	case 'O':
		print_text(v, "*mut ");
		type(v);
		break;
	case 'A':
		array(v, true);
		break;
	case 'S':
		array(v, false);
		break;
	case 'T':
		tuple(v, type);
		break;
	case 'F':
		fn_sig(v);
		break;
	case 'D':
		dyn_type(v);
		break;
	case 'W':
		type(v);
		print_text(v, " is ");
		pattern(v);
		break;
	case 'B':
		if (follow(v, &back)) {
			type(v);
			v->at = back;
		}
		break;
	default:
		v->at--;
		path(v, false);
	}
}

static void
type(struct v0 *v)
{
	char tag = next(v);
	const char *name = basic_type(tag);

	enter(v);
	if (name)
		print_text(v, name);
	else if (!v->bad)
		compound_type(v, tag);
	leave(v);
}

/* const-data = { hex-digit } "_", without leading zeros. */
static struct str
hex_digits(struct v0 *v)
{
	size_t from = v->at;
	struct str digits;

	while (is_hex(peek(v)) && !is_upper(peek(v)))
		v->at++;
	digits = (struct str){ v->s.p + from, v->at - from };
	if (!eat(v, '_'))
		v->bad = true;
	return digits;
}

/* False where the digits leave 64 bits. */
static bool
hex_u64(struct str digits, uint64_t *value)
{
	size_t k;

	*value = 0;
	for (k = 0; k < digits.n; k++) {
		if (*value >> 60 != 0)
			return false;
		*value = *value << 4 | hex_value(digits.p[k]);
	}
	return true;
}

static void
const_integer(struct v0 *v)
{
	struct str digits = hex_digits(v);
	uint64_t value;

	if (hex_u64(digits, &value)) {
		print_u64(v, value);
		return;
	}
	while (digits.n > 0 && digits.p[0] == '0')
		digits = str_skip(digits, 1);
	print_text(v, "0x");
	print(v, digits);
}

static void
const_bool(struct v0 *v)
{
	struct str digits = hex_digits(v);

	if (str_eq(digits, STR("0")))
		print_text(v, "false");
	else if (str_eq(digits, STR("1")))
		print_text(v, "true");
	else
		v->bad = true;
}

/* What stands for a character between quotes: \n and the like, \u{..} for
 * other control characters and U+00A0, or the character itself. */
static void
print_escaped(struct v0 *v, uint64_t code, char quote)
{
	static const char letters[] = "\tt\rr\nn\\\\";
	size_t k;

	for (k = 0; letters[k] && (uint64_t)letters[k] != code; k += 2)
		;
	spend(v, 4);
	if (v->bad || v->quiet)
		return;
	if (letters[k] || code == 0 || code == (unsigned char)quote) {
		print_char(v, '\\');
		print_char(v, letters[k] ? letters[k + 1] :
		    code == 0 ? '0' : quote);
	} else if (code < 0x20 || (code >= 0x7f && code <= 0xa0)) {
		print_text(v, "\\u{");
		print_hex(v, code);
		print_char(v, '}');
	} else if (!utf8_put(v->out, code)) {
		v->bad = true;
	}
}

static void
const_char(struct v0 *v)
{
	uint64_t code;

	if (!hex_u64(hex_digits(v), &code))
		v->bad = true;
	print_char(v, '\'');
	print_escaped(v, code, '\'');
	print_char(v, '\'');
}

/* A string is the hex digits of its bytes. */
static void
const_str(struct v0 *v)
{
	struct str digits = hex_digits(v);
	size_t k;
	unsigned byte;

	if (digits.n % 2 != 0)
		v->bad = true;
	print_char(v, '"');
	for (k = 0; k + 1 < digits.n && !v->bad; k += 2) {
		byte = hex_value(digits.p[k]) << 4 | hex_value(digits.p[k + 1]);
		if (byte < 0x80)
			print_escaped(v, byte, '"');
		else
			print_char(v, (char)byte);
	}
	print_char(v, '"');
}

static void
const_value(struct v0 *v)
{
	constant(v, true);
}

/* One of the named fields of a struct: [disambiguator] identifier const. */
static void
const_field(struct v0 *v)
{
	tagged62(v, 's');
	print_identifier(v, identifier(v));
	print_text(v, ": ");
	constant(v, true);
}

/* path ("U" | "T" { const } "E" | "S" { field } "E") */
static void
const_struct(struct v0 *v)
{
	path(v, true);
	switch (next(v)) {
	case 'U':
		break;
	case 'T':
		print_char(v, '(');
		list(v, const_value, ", ");
		print_char(v, ')');
		break;
	case 'S':
		print_text(v, " { ");
		list(v, const_field, ", ");
		print_text(v, " }");
		break;
	default:
		v->bad = true;
	}
}

/* The constants that stand in braces as a generic argument. */
static void
const_expression(struct v0 *v, char tag)
{
	switch (tag) {
	case 'e':
		print_char(v, '*');
		const_str(v);
		break;
	case 'R':
	case 'Q':
		print_text(v, tag == 'Q' ? "&mut " : "&");
		constant(v, true);
		break;
	case 'A':
		print_char(v, '[');
		list(v, const_value, ", ");
		print_char(v, ']');
		break;
	case 'T':
		tuple(v, const_value);
		break;
	case 'V':
		const_struct(v);
		break;
	default:
		v->bad = true;
	}
}

static void
constant(struct v0 *v, bool in_value)
{
	char tag = next(v);
	size_t back;

	enter(v);
	switch (tag) {
	case 'p':
		print_char(v, '_');
		break;
	case 'a': case 's': case 'l': case 'x': case 'n': case 'i':
		if (eat(v, 'n'))
			print_char(v, '-');
		const_integer(v);
		break;
	case 'h': case 't': case 'm': case 'y': case 'o': case 'j':
		const_integer(v);
		break;
	case 'b':
		const_bool(v);
		break;
	case 'c':
		const_char(v);
		break;
	case 'B':
		if (follow(v, &back)) {
			constant(v, in_value);
			v->at = back;
		}
		break;
	default:
		if (tag == 'R' && eat(v, 'e')) {
			const_str(v);
			break;
		}
		if (!in_value)
			print_char(v, '{');
		const_expression(v, tag);
		if (!in_value)
			print_char(v, '}');
	}
	leave(v);
}

size_t
rustv0_demangle(struct buf *out, struct str symbol)
{
	size_t start = out->n;
	struct v0 v = { .s = symbol, .out = out };

	v.work = WORK_BASE + WORK_PER_BYTE * symbol.n;
	/* A digit here would be the version of a later encoding. */
	if (!is_upper(peek(&v)))
		return 0;
	path(&v, true);
	if (is_upper(peek(&v))) {
		v.quiet = true;
		path(&v, false);
	}
	if (v.bad || out->n == start) {
		out->n = start;
		return 0;
	}
	return v.at;
}
