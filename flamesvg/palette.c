#include "palette.h"

#include <string.h>

#include "label.h"

/* A colour is base + range * v for each of red, green, blue; `value` says
 * which of the three values of a name it is. */
struct family {
	unsigned char base[3], range[3], value[3];
};

static const struct family
	hot = { { 222, 96, 30 }, { 33, 134, 55 }, { 2, 0, 1 } },
	mem = { { 0, 190, 0 }, { 0, 50, 210 }, { 0, 1, 0 } },
	io = { { 110, 110, 190 }, { 50, 50, 55 }, { 0, 0, 1 } },
	red = { { 208, 88, 88 }, { 47, 72, 72 }, { 0, 0, 0 } },
	green = { { 50, 200, 50 }, { 60, 55, 60 }, { 0, 0, 0 } },
	blue = { { 110, 110, 205 }, { 50, 50, 50 }, { 0, 0, 0 } },
	aqua = { { 50, 165, 165 }, { 60, 55, 55 }, { 0, 0, 0 } },
	yellow = { { 175, 175, 50 }, { 55, 55, 20 }, { 0, 0, 0 } },
	purple = { { 190, 100, 190 }, { 65, 60, 65 }, { 0, 0, 0 } },
	orange = { { 205, 105, 15 }, { 50, 65, 25 }, { 0, 0, 0 } };

/* How many values are told apart, by how many of them a name has. */
enum { STEPS_ONE = 12, STEPS_TWO = 6, STEPS_THREE = 5 };

/* ---- Which family a name belongs to ---- */

static bool
has(struct str name, const char *text)
{
	return str_search(name, str_from(text)) < name.n;
}

static bool
starts(struct str name, const char *text)
{
	return str_starts(name, str_from(text));
}

/* The letter of a trailing mark, or 0. */
static char
mark_of(struct str name)
{
	return name_unmarked(name).n < name.n ? name.p[name.n - 2] : 0;
}

static const struct family *
java(struct str name)
{
	switch (mark_of(name)) {
	case 'k':
		return &orange;
	case 'i':
		return &aqua;
	case 'j':
		return &green;
	default:
		break;
	}
	if (has(name, ":::"))
		return &green;
	if (has(name, "::") || starts(name, "-[") || starts(name, "+["))
		return &yellow;
	if (name.n && name.p[0] == 'L')
		name = str_skip(name, 1);
	if (has(name, "/") || (has(name, ".") && name.p[0] != '[') ||
	    (name.n && name.p[0] >= 'A' && name.p[0] <= 'Z'))
		return &green;
	return &red;
}

static const struct family *
js(struct str name)
{
	struct str path = str_skip(name, str_find(name, '/'));
	char mark = mark_of(name);

	if (str_trim(name).n == 0)
		return &green;
	if (mark == 'k')
		return &orange;
	if (mark == 'j')
		return path.n ? &green : &aqua;
	if (has(name, "::"))
		return &yellow;
	if (has(path, "node_modules/"))
		return &purple;
	if (has(path, ".js"))
		return &green;
	return has(name, ":") ? &aqua : &red;
}

static const struct family *
perl(struct str name)
{
	if (mark_of(name) == 'k')
		return &orange;
	if (has(name, "Perl") || has(name, ".pl"))
		return &green;
	return has(name, "::") ? &yellow : &red;
}

/* Is a part of the path "python" or "python3.11"? */
static bool
in_python(struct str name)
{
	while (name.n) {
		size_t n = str_find(name, '/');
		struct str part = str_head(name, n);
		size_t digits = 6;

		name = str_skip(name, n < name.n ? n + 1 : n);
		if (!starts(part, "python"))
			continue;
		while (digits < part.n && (is_digit(part.p[digits]) ||
		    part.p[digits] == '.'))
			digits++;
		if (digits == part.n)
			return true;
	}
	return false;
}

static const struct family *
python(struct str name)
{
	if (has(name, "site-packages/"))
		return &aqua;
	if (in_python(name) || starts(name, "<built-in") ||
	    starts(name, "<method") || starts(name, "<frozen"))
		return &yellow;
	return mark_of(name) == 'k' ? &orange : &red;
}

static const struct family *
rust(struct str name)
{
	size_t tick = str_find(name, '`');

	if (tick < name.n)
		name = str_skip(name, tick + 1);
	if (starts(name, "core::") || starts(name, "std::") ||
	    starts(name, "alloc::") || starts(name, "<std::") ||
	    starts(name, "<alloc::") || (starts(name, "<core::") &&
	    !starts(name, "<core::future::from_generator::GenFuture<T>")))
		return &orange;
	return has(name, "::") ? &aqua : &yellow;
}

static const struct family *
chain(struct str name)
{
	return mark_of(name) == 'w' ? &aqua : &blue;
}

struct palette_kind {
	const char *name;
	const struct family *family;    /* of all names, or */
	const struct family *(*choose)(struct str name);
	bool module;
	const char *background;
};

static const struct palette_kind kinds[] = {
	{ "hot", &hot, NULL, false, "yellow" },
	{ "mem", &mem, NULL, false, "green" },
	{ "io", &io, NULL, false, "blue" },
	{ "red", &red, NULL, false, "grey" },
	{ "green", &green, NULL, false, "grey" },
	{ "blue", &blue, NULL, false, "grey" },
	{ "aqua", &aqua, NULL, false, "grey" },
	{ "yellow", &yellow, NULL, false, "grey" },
	{ "purple", &purple, NULL, false, "grey" },
	{ "orange", &orange, NULL, false, "grey" },
	{ "java", NULL, java, false, "yellow" },
	{ "js", NULL, js, false, "yellow" },
	{ "perl", NULL, perl, false, "yellow" },
	{ "python", NULL, python, false, "yellow" },
	{ "rust", NULL, rust, false, "yellow" },
	{ "wakeup", &aqua, NULL, false, "blue" },
	{ "chain", NULL, chain, false, "blue" },
	{ "module", NULL, NULL, true, "grey" },
};

#define NKINDS (sizeof(kinds) / sizeof(*kinds))

const struct palette_kind *
palette_kind(struct str name)
{
	for (size_t i = 0; i < NKINDS; i++)
		if (str_eq(str_from(kinds[i].name), name))
			return &kinds[i];
	return NULL;
}

const char *
palette_names(void)
{
	return "hot mem io red green blue aqua yellow purple orange java js "
	    "perl python rust wakeup chain module";
}

/* ---- The values of a name ---- */

/* FNV-1a of 64 bits, with its high bits stirred. */
static uint64_t
stable_hash(struct str s, uint64_t seed)
{
	uint64_t h = 0xcbf29ce484222325u ^ seed;

	for (size_t i = 0; i < s.n; i++) {
		h ^= (unsigned char)s.p[i];
		h *= 0x100000001b3u;
	}
	h ^= h >> 32;
	h *= 0xd6e8feb86659fd93u;
	return h ^ h >> 32;
}

/*
 * 0 ... 1 by the first three bytes of a name, without its module: the hash of
 * flamegraph.pl's --hash.
 */
static double
start_value(struct str name, bool backwards)
{
	size_t tick = str_find(name, '`');
	double sum = 0, weights = 0, weight = 1;

	if (tick > 0 && tick < name.n)
		name = str_skip(name, tick + 1);
	for (size_t i = 0; i < 3 && i < name.n; i++) {
		unsigned char c = (unsigned char)
		    name.p[backwards ? name.n - 1 - i : i];

		sum += weight * (double)(c % (10 + i)) / (double)(9 + i);
		weights += weight;
		weight *= 0.70;
	}
	return 1 - sum / (1 + weights);
}

static unsigned
step(double value, unsigned steps)
{
	unsigned n = (unsigned)(value * steps);

	return n < steps ? n : steps - 1;
}

/* Three values as steps of `steps`. */
static unsigned
values(const struct palette *p, struct str name, unsigned v[3])
{
	uint64_t h;

	switch (p->hash) {
	case HASH_START:
		v[0] = step(start_value(name, false), STEPS_TWO);
		v[1] = v[2] = step(start_value(name, true), STEPS_TWO);
		return STEPS_TWO;
	case HASH_NAME:
		h = stable_hash(name, 0);
		v[0] = v[1] = v[2] = (unsigned)(h % STEPS_ONE);
		return STEPS_ONE;
	case HASH_SPREAD:
	case HASH_RANDOM:
	default:
		h = stable_hash(name, p->seed);
		for (int i = 0; i < 3; i++, h >>= 16)
			v[i] = (unsigned)(h % STEPS_THREE);
		return STEPS_THREE;
	}
}

static uint32_t
family_color(const struct family *f, const unsigned v[3], unsigned steps)
{
	uint32_t rgb = 0;

	for (int i = 0; i < 3; i++)
		rgb = rgb << 8 | (f->base[i] +
		    f->range[i] * v[f->value[i]] / (steps - 1));
	return rgb;
}

/* ---- A hue for each binary, library, crate or package ---- */

#define HUES 24

/* The first n parts of a path, or the whole. */
static struct str
path_head(struct str path, char separator, int n)
{
	size_t end = 0;

	while (n-- > 0 && end < path.n) {
		end += str_find(str_skip(path, end), separator);
		if (n > 0 && end < path.n)
			end++;
	}
	return str_head(path, end);
}

/*
 * mod`function            mod             DTrace
 * [libc.so.6], [[vdso]]   libc.so.6       unresolved
 * <&core::fmt::X as Y>::f core            Rust, C++
 * a/b/c/D:::m             a/b/c           Java, Go packages
 * java.util.Map.get       java.util
 * otherwise nothing
 */
static struct str
module_of(struct str name)
{
	struct str none = { name.p, 0 };
	size_t tick = str_find(name, '`');

	if (tick < name.n)
		return str_head(name, tick);
	if (name.n > 2 && name.p[0] == '[') {
		while (name.n && name.p[0] == '[')
			name = str_skip(name, 1);
		return str_head(name, str_find(name, ']'));
	}
	while (name.n && strchr("<&*(", name.p[0]))
		name = str_skip(name, 1);
	if (starts(name, "dyn ") || starts(name, "mut "))
		name = str_skip(name, 4);
	if (has(name, "/")) {
		size_t slash = str_rfind(name, '/');
		size_t dot = str_find(str_skip(name, slash), '.');

		return path_head(str_head(name, slash + dot), '/', 3);
	}
	if (has(name, "::"))
		return str_head(name, str_search(name, STR("::")));
	if (str_find(name, '.') < name.n && str_rfind(name, '.') !=
	    str_find(name, '.'))
		return path_head(name, '.', 2);
	return none;
}

/* A pure hue, 0 ... HUES - 1, mixed with white: sat is 0 ... 255. */
static uint32_t
hue_color(unsigned hue, unsigned sat)
{
	unsigned sixth = hue * 6 / HUES, rise = hue * 6 % HUES * 255 / HUES;
	unsigned up = rise, down = 255 - rise, rgb[3];
	static const char pattern[6][4] = {
		"1u0", "d10", "01u", "0d1", "u01", "10d",
	};
	uint32_t color = 0;

	for (int i = 0; i < 3; i++) {
		char c = pattern[sixth][i];

		rgb[i] = c == '1' ? 255 : c == '0' ? 0 : c == 'u' ? up : down;
		color = color << 8 | (255 - (255 - rgb[i]) * sat / 255);
	}
	return color;
}

static uint32_t
module_color(struct str name)
{
	struct str module = module_of(name);
	unsigned tone = (unsigned)(stable_hash(name, 0) % 4);
	unsigned hue;

	if (mark_of(name) == 'k' && module.n == 0)
		module = STR("kernel");
	if (module.n == 0)
		return 0xc4c4c4u + 0x080808u * tone;
	hue = (unsigned)(stable_hash(module, 0) % HUES);
	return hue_color(hue, 96 + 16 * tone);
}

uint32_t
palette_color(const struct palette *p, struct str name)
{
	unsigned v[3], steps;

	if (str_eq(name, STR("--")))
		return COLOR_DASHES;
	if (str_eq(name, STR("-")))
		return COLOR_DASH;
	if (p->kind->module)
		return module_color(name);
	steps = values(p, name, v);
	return family_color(p->kind->choose ? p->kind->choose(name) :
	    p->kind->family, v, steps);
}

/* ---- Other colours ---- */

static const struct {
	const char *name;
	uint32_t top, bottom;
} backgrounds[] = {
	{ "yellow", 0xeeeeee, 0xeeeeb0 },
	{ "blue", 0xeeeeee, 0xe0e0ff },
	{ "green", 0xeef2ee, 0xe0ffe0 },
	{ "grey", 0xf8f8f8, 0xe8e8e8 },
	{ "gray", 0xf8f8f8, 0xe8e8e8 },
};

bool
background_parse(struct str text, uint32_t bg[2])
{
	for (size_t i = 0; i < sizeof(backgrounds) / sizeof(*backgrounds); i++)
		if (str_eq(str_from(backgrounds[i].name), text)) {
			bg[0] = backgrounds[i].top;
			bg[1] = backgrounds[i].bottom;
			return true;
		}
	if (!color_parse(text, &bg[0]))
		return false;
	bg[1] = bg[0];
	return true;
}

void
palette_background(const struct palette_kind *kind, uint32_t bg[2])
{
	background_parse(str_from(kind->background), bg);
}

uint32_t
color_level(int level, bool more)
{
	uint32_t c = (uint32_t)(245 - 9 * level);

	if (level == 0)
		return c << 16 | c << 8 | c;
	return more ? 0xff0000u | c << 8 | c : c << 16 | c << 8 | 0xffu;
}

bool
color_parse(struct str text, uint32_t *rgb)
{
	uint32_t v = 0;

	if (text.n != 7 || text.p[0] != '#')
		return false;
	for (size_t i = 1; i < 7; i++) {
		if (!is_hex(text.p[i]))
			return false;
		v = v << 4 | hex_value(text.p[i]);
	}
	*rgb = v;
	return true;
}

static double
linear(uint32_t channel)
{
	double c = channel / 255.0;

	/* The sRGB curve to within 0.3 % of the whole range. */
	return c * (c * (c * 0.305306011 + 0.682171111) + 0.012522878);
}

static double
luminance(uint32_t rgb)
{
	return 0.2126 * linear(rgb >> 16 & 255) +
	    0.7152 * linear(rgb >> 8 & 255) + 0.0722 * linear(rgb & 255);
}

double
color_contrast(uint32_t a, uint32_t b)
{
	double x = luminance(a) + 0.05, y = luminance(b) + 0.05;

	return x > y ? x / y : y / x;
}

bool
color_wants_white(uint32_t rgb)
{
	return color_contrast(rgb, 0xffffff) > color_contrast(rgb, 0);
}
