#include "options.h"

#include "intern.h"
#include "layout.h"
#include "mem.h"
#include "opts.h"
#include "svg.h"
#include "workers.h"

/* Monospaced: how wide a label is can be known without the font. */
#define FONTS "'DejaVu Sans Mono', Menlo, Consolas, monospace"

enum {
	BASE = OPT_LONG, BGCOLORS, COLOR, COLORDIFFUSION, COLUMNS, COUNTNAME,
	CP, DELTA, DETERMINISTIC, ENCODING, FACTOR, FLAMECHART, FONTSIZE,
	FONTTYPE, FONTWIDTH, HASH, HEIGHT, MINWIDTH, NAMEATTR, NAMETYPE,
	NEGATE, NO_JAVASCRIPT, NO_SORT, NOTES, PRETTY_XML, RANDOM, REVERSE,
	SEARCH_COLOR, STRICT, STROKE_COLOR, SUBTITLE, TITLE, TITLES, TOTAL,
	TRUNCATE_TEXT_RIGHT, UICOLOR, UNFOLD, WIDTH,
};

static const struct opt table[] = {
	{ TITLE, "title", "TEXT", "the title" },
	{ SUBTITLE, "subtitle", "TEXT",
	    "the line below it (default: what was drawn)" },
	{ WIDTH, "width", "PX",
	    "of the picture (default: 1200, fluid in a browser)" },
	{ HEIGHT, "height", "PX", "of a row (default: 16)" },
	{ MINWIDTH, "minwidth", "PX|N%",
	    "draw no narrower frames (default: 0.1)" },
	{ FONTTYPE, "fonttype", "NAME",
	    "the font (default: a monospaced one)" },
	{ FONTSIZE, "fontsize", "PX", "its size (default: 12)" },
	{ FONTWIDTH, "fontwidth", "EM",
	    "how wide its characters are (default: 0.602)" },
	{ COUNTNAME, "countname", "TEXT",
	    "what is counted (default: samples)" },
	{ NAMETYPE, "nametype", "TEXT",
	    "what a frame is (default: Function:)" },
	{ NAMEATTR, "nameattr", "FILE", "attributes of frames by name" },
	{ TOTAL, "total", "N", "what counts as 100 %, if it is more" },
	{ FACTOR, "factor", "N", "multiply shown counts" },
	{ 'c', "colors", "PALETTE",
	    "hot java js python rust module ... (default: hot)" },
	{ COLOR, "color", "PALETTE", NULL },
	{ BGCOLORS, "bgcolors", "COLOR",
	    "background: yellow blue green grey #rrggbb" },
	{ HASH, "hash", NULL, "names that start alike have like colours" },
	{ DETERMINISTIC, "deterministic", NULL,
	    "colours spread over the palette by name" },
	{ RANDOM, "random", NULL, "colours at random" },
	{ CP, "cp", NULL, "keep colours by name in ./palette.map" },
	{ SEARCH_COLOR, "search-color", "#RRGGBB", "of matches" },
	{ UICOLOR, "uicolor", "#RRGGBB", "of the page's controls" },
	{ STROKE_COLOR, "stroke-color", "#RRGGBB", "outline frames" },
	{ COLORDIFFUSION, "colordiffusion", NULL, "colour by width" },
	{ REVERSE, "reverse", NULL, "merge stacks from the leaf on" },
	{ 'i', "inverted", NULL, "root on top: an icicle graph" },
	{ FLAMECHART, "flamechart", NULL,
	    "time runs left to right, nothing is sorted" },
	{ NO_SORT, "no-sort", NULL, "siblings in order of appearance" },
	{ BASE, "base", "NAME", "begin stacks at this frame (repeatable)" },
	{ COLUMNS, "columns", "N", "counts a line: 1, or 2 (differential)" },
	{ NEGATE, "negate", NULL, "swap the colours of a differential" },
	{ DELTA, "delta", "WHAT",
	    "a frame's change is of its subtree (default) or self" },
	{ NOTES, "notes", "TEXT", "a comment in the file" },
	{ ENCODING, "encoding", "NAME", NULL },
	/* What flamegraph.pl takes for abbreviations. */
	{ TITLE, "ti", "TEXT", NULL },
	{ TITLE, "tit", "TEXT", NULL },
	{ TITLE, "titl", "TEXT", NULL },
	{ SUBTITLE, "s", "TEXT", NULL },
	{ NOTES, "no", "TEXT", NULL },
	{ BGCOLORS, "b", "COLOR", NULL },
	{ COLOR, "col", "PALETTE", NULL },
	{ COLOR, "colo", "PALETTE", NULL },
	{ TITLES, "titles", "all", "titles of all frames, however narrow" },
	{ TRUNCATE_TEXT_RIGHT, "truncate-text-right", NULL,
	    "shorten labels at the end, not in the middle" },
	{ NO_JAVASCRIPT, "no-javascript", NULL, "no script in the file" },
	{ PRETTY_XML, "pretty-xml", NULL, "indented" },
	{ UNFOLD, "unfold", NULL,
	    "print the stacks that an SVG was drawn from" },
	{ 'j', "jobs", "N", "threads (default: one a processor)" },
	{ 'n', "nthreads", "N", NULL },
	{ 'q', "quiet", NULL, "no warnings" },
	{ STRICT, "strict", NULL, "exit 1 if a line can't be used" },
	{ 'v', "verbose", NULL, "say what was drawn" },
	{ 0, NULL, NULL, NULL },
};

/* ---- Arguments ---- */

/* An argument made clean; it lives as long as the program. */
static struct str
clean_arg(const char *arg)
{
	struct buf b = { 0 };

	buf_room(&b, 1);
	xml_clean(&b, str_from(arg));
	return buf_view(&b);
}

static struct count
decimal(const char *option, const char *arg)
{
	struct count c;
	const char *why = count_parse(str_from(arg), &c);

	if (why)
		usage("--%s: '%s': %s", option, arg, why);
	return c;
}

static double
size_arg(const char *option, const char *arg, double min, double max)
{
	double v = count_double(decimal(option, arg));

	if (v < min || v > max)
		usage("--%s: '%s' is not from %g to %g", option, arg,
		    min, max);
	return v;
}

static void
minwidth_arg(struct look *look, const char *arg)
{
	struct str s = str_from(arg);
	struct count c;

	look->minwidth_percent = s.n && s.p[s.n - 1] == '%';
	if (look->minwidth_percent)
		s.n--;
	if (count_parse(s, &c))
		usage("--minwidth: '%s' is neither px nor a percentage", arg);
	if (c.whole > (look->minwidth_percent ? 100 : (uint64_t)SIDE_MAX))
		usage("--minwidth: '%s' is wider than any picture", arg);
	look->minwidth = count_double(c);
}

static uint64_t
factor_arg(const char *arg)
{
	struct count c = decimal("factor", arg);

	if (count_is_zero(c) || c.whole > UINT64_MAX / FACTOR_ONE - 1)
		usage("--factor: '%s' is out of range", arg);
	return c.whole * FACTOR_ONE + c.nano;
}

static uint32_t
color_arg(const char *option, const char *arg)
{
	uint32_t rgb = 0;

	if (!color_parse(str_from(arg), &rgb))
		usage("--%s: '%s' is not a colour like #ff8800", option,
		    arg);
	return rgb;
}

static void
stroke_arg(struct look *look, const char *arg)
{
	look->stroke = !str_eq(str_from(arg), STR("none"));
	if (look->stroke)
		look->strokecolor = color_arg("stroke-color", arg);
}

static bool
choice_arg(const char *option, const char *arg, const char *no,
    const char *yes)
{
	if (str_eq(str_from(arg), str_from(yes)))
		return true;
	if (!no || !str_eq(str_from(arg), str_from(no)))
		usage("--%s: '%s' is not %s%s%s", option, arg,
		    no ? no : "", no ? " or " : "", yes);
	return false;
}

/* A family of a CSS list: generic names and plain words stay, others are
 * strings. */
static void
family(struct buf *b, struct str name)
{
	bool plain = name.n && is_alpha(name.p[0]);

	for (size_t i = 0; i < name.n; i++)
		if (!is_alpha(name.p[i]) && !is_digit(name.p[i]) &&
		    name.p[i] != '-')
			plain = false;
	if (plain) {
		buf_str(b, name);
		return;
	}
	buf_char(b, '"');
	for (size_t i = 0; i < name.n; i++) {
		if (name.p[i] == '"' || name.p[i] == '\\')
			buf_char(b, '\\');
		buf_char(b, name.p[i]);
	}
	buf_char(b, '"');
}

static struct str
unquoted(struct str name)
{
	if (name.n >= 2 && (name.p[0] == '"' || name.p[0] == '\'') &&
	    name.p[name.n - 1] == name.p[0])
		name = (struct str){ name.p + 1, name.n - 2 };
	return name;
}

/* "Courier New, monospace" as a CSS list of font families. */
static struct str
families(const char *arg)
{
	struct str left = clean_arg(arg);
	struct buf b = { 0 };

	while (left.n) {
		size_t comma = str_find(left, ',');
		struct str name = unquoted(str_trim(str_head(left, comma)));

		left = str_skip(left, comma < left.n ? comma + 1 : comma);
		if (name.n == 0)
			continue;
		if (b.n)
			buf_text(&b, ", ");
		family(&b, name);
	}
	if (b.n == 0)
		usage("--fonttype: '%s' names no font", arg);
	return buf_view(&b);
}

static void
palette_arg(struct options *o, const char *option, const char *arg)
{
	o->palette.kind = palette_kind(str_from(arg));
	if (!o->palette.kind)
		usage("--%s: no palette '%s'; there are %s", option,
		    arg, palette_names());
}

static void
encoding_arg(struct options *o, const char *arg)
{
	o->other_encoding = !str_eq(str_from(arg), STR("UTF-8")) &&
	    !str_eq(str_from(arg), STR("utf-8"));
}

static void
base_arg(struct options *o, const char *arg)
{
	size_t n = o->shape.nbases;

	o->bases = mem_resize(o->bases, n + 1, sizeof(*o->bases));
	o->bases[n] = str_from(arg);
	o->shape.bases = o->bases;
	o->shape.nbases = n + 1;
}

/* ---- Options ---- */

static bool
text_option(struct look *look, int key, const char *arg)
{
	switch (key) {
	case TITLE:
		look->title = clean_arg(arg);
		return true;
	case SUBTITLE:
		look->subtitle = clean_arg(arg);
		return true;
	case NOTES:
		look->notes = clean_arg(arg);
		return true;
	case COUNTNAME:
		look->countname = clean_arg(arg);
		return true;
	case NAMETYPE:
		look->nametype = clean_arg(arg);
		return true;
	case FONTTYPE:
		look->fonttype = families(arg);
		return true;
	default:
		return false;
	}
}

static bool
size_option(struct look *look, int key, const char *arg)
{
	switch (key) {
	case WIDTH:
		look->width = size_arg("width", arg, 100, SIDE_MAX);
		look->fluid = false;
		return true;
	case HEIGHT:
		look->height = size_arg("height", arg, 1, 1000);
		return true;
	case FONTSIZE:
		look->fontsize = size_arg("fontsize", arg, 1, 200);
		return true;
	case FONTWIDTH:
		look->fontwidth = size_arg("fontwidth", arg, 0.1, 10);
		return true;
	case MINWIDTH:
		minwidth_arg(look, arg);
		return true;
	case TOTAL:
		look->total = decimal("total", arg);
		return true;
	case FACTOR:
		look->factor = factor_arg(arg);
		return true;
	default:
		return false;
	}
}

static bool
color_option(struct options *o, int key, const char *arg)
{
	struct look *look = &o->look;

	switch (key) {
	case 'c':
		palette_arg(o, "colors", arg);
		return true;
	case COLOR:
		palette_arg(o, "color", arg);
		return true;
	case BGCOLORS:
		if (!background_parse(str_from(arg), look->bg))
			usage("--bgcolors: '%s' is none of yellow blue green "
			    "grey #rrggbb", arg);
		look->bg_given = true;
		return true;
	case HASH:
		o->palette.hash = HASH_START;
		return true;
	case DETERMINISTIC:
		o->palette.hash = HASH_SPREAD;
		return true;
	case RANDOM:
		o->palette.hash = HASH_RANDOM;
		return true;
	case CP:
		o->cp = true;
		return true;
	case SEARCH_COLOR:
		look->searchcolor = color_arg("search-color", arg);
		return true;
	case UICOLOR:
		look->uicolor = color_arg("uicolor", arg);
		return true;
	case STROKE_COLOR:
		stroke_arg(look, arg);
		return true;
	case COLORDIFFUSION:
		look->diffusion = true;
		return true;
	default:
		return false;
	}
}

static bool
shape_option(struct options *o, int key, const char *arg)
{
	struct look *look = &o->look;

	switch (key) {
	case REVERSE:
		o->shape.reverse = look->reversed = true;
		return true;
	case 'i':
		look->inverted = true;
		return true;
	case FLAMECHART:
		o->shape.chart = look->chart = true;
		return true;
	case NO_SORT:
		o->shape.unsorted = true;
		return true;
	case BASE:
		base_arg(o, arg);
		return true;
	case COLUMNS:
		o->columns = (int)opts_number("columns", arg, 1, 2);
		return true;
	case NEGATE:
		look->negate = true;
		return true;
	case DELTA:
		look->delta_self = choice_arg("delta", arg, "subtree", "self");
		return true;
	default:
		return false;
	}
}

static void
other_option(struct options *o, int key, const char *arg)
{
	struct look *look = &o->look;

	switch (key) {
	case NAMEATTR:
		o->nameattr = arg;
		break;
	case ENCODING:
		encoding_arg(o, arg);
		break;
	case TITLES:
		look->all_titles = choice_arg("titles", arg, NULL, "all");
		break;
	case TRUNCATE_TEXT_RIGHT:
		look->truncate_right = true;
		break;
	case NO_JAVASCRIPT:
		look->javascript = false;
		break;
	case PRETTY_XML:
		look->pretty = true;
		break;
	case UNFOLD:
		o->unfold = true;
		break;
	case 'j':
	case 'n':
		o->workers = (unsigned)opts_number("jobs", arg, 1, 1024);
		break;
	case 'q':
		o->warn.quiet = true;
		break;
	case STRICT:
		o->strict = true;
		break;
	case 'v':
		o->verbose = true;
		break;
	default:
		break;
	}
}

/* What depends on several options. */
static void
settle(struct options *o)
{
	struct look *look = &o->look;

	if (!look->bg_given)
		palette_background(o->palette.kind, look->bg);
	o->shape.chain = o->palette.kind == palette_kind(STR("chain"));
	if (o->palette.hash == HASH_RANDOM)
		o->palette.seed = hash_bytes(STR("--random"));
	if (o->other_encoding)
		warn_say(&o->warn, "the file is UTF-8, whatever --encoding "
		    "says");
	if (o->shape.chart && o->shape.unsorted)
		warn_say(&o->warn, "--flamechart sorts nothing: --no-sort "
		    "adds nothing to it");
}

static void
default_title(struct look *look, int columns)
{
	if (look->chart)
		look->title = STR("Flame Chart");
	else if (columns == 2)
		look->title = look->negate ?
		    STR("Differential Flame Graph (red: less in AFTER)") :
		    STR("Differential Flame Graph (red: more in AFTER)");
	else if (look->inverted)
		look->title = STR("Icicle Graph");
	else
		look->title = STR("Flame Graph");
}

void
options_settle(struct look *look, int columns)
{
	if (!look->title.p)
		default_title(look, columns);
	/* Red and blue want a neutral ground. */
	if (!look->bg_given && columns == 2)
		background_parse(STR("grey"), look->bg);
}

void
options_read(struct options *o, int argc, char **argv)
{
	struct opts opts = {
		.tool = "flamesvg", .usage = "[OPTION]... [FILE]...",
		.about = "Draws folded stacks as a flame graph in SVG.",
		.table = table, .argc = argc, .argv = argv,
		.single_dash = true,
	};
	const char *arg;
	int key;

	*o = (struct options){
		.look = {
			.countname = STR("samples"),
			.nametype = STR("Function:"),
			.fonttype = STR(FONTS),
			.width = 1200, .fluid = true, .height = 16,
			.fontsize = 12, .fontwidth = 0.602, .minwidth = 0.1,
			.factor = FACTOR_ONE, .searchcolor = 0xe600e6,
			.uicolor = 0, .javascript = true,
		},
		.palette.kind = palette_kind(STR("hot")),
		.workers = workers_default(),
	};
	while ((key = opts_next(&opts, &arg)) != -1)
		if (!text_option(&o->look, key, arg) &&
		    !size_option(&o->look, key, arg) &&
		    !color_option(o, key, arg) && !shape_option(o, key, arg))
			other_option(o, key, arg);
	o->files = opts_operands(&opts, &o->nfiles);
	settle(o);
}
