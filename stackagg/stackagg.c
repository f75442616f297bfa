/*
 * stackagg: folded stacks -> each distinct one once, or what is made of them.
 *
 *	files -> stacks_read (stacks) -> filters -> rows -> print, hot, export
 */
#include <stdlib.h>
#include <unistd.h>

#include "diff.h"
#include "export.h"
#include "filter.h"
#include "hot.h"
#include "mem.h"
#include "names.h"
#include "opts.h"
#include "print.h"
#include "rows.h"
#include "stacks.h"
#include "workers.h"

enum format { FORMAT_FOLDED, FORMAT_TSV, FORMAT_D3, FORMAT_SPEEDSCOPE,
	FORMAT_PPROF };

enum status { STATUS_FINE = 0, STATUS_FAILED = 1, STATUS_GREW = 3 };

enum {
	KEY_HOT = OPT_LONG, KEY_TSV, KEY_EXCLUDE, KEY_FAIL_ABOVE, KEY_FORMAT,
	KEY_ORDER, KEY_TOP, KEY_DIFF, KEY_COLUMNS, KEY_PREFIX, KEY_CHECK,
	KEY_STRICT, KEY_FILTER
};

static const struct opt options[] = {
	{ KEY_FILTER + FILTER_KEEP, "keep", "REGEX",
	  "only stacks with a frame that matches" },
	{ KEY_FILTER + FILTER_DROP, "drop", "REGEX",
	  "only stacks without one" },
	{ KEY_FILTER + FILTER_SKIP, "skip", "REGEX",
	  "take matching frames out of stacks" },
	{ KEY_FILTER + FILTER_FOCUS, "focus", "REGEX",
	  "stacks from their first matching frame on" },
	{ KEY_FILTER + FILTER_BASE, "base", "NAME",
	  "stacks from the last frame NAME on" },
	{ KEY_FILTER + FILTER_SKIP_AFTER, "skip-after", "NAME",
	  "the same, but keep stacks without NAME" },
	{ KEY_FILTER + FILTER_RECURSIVE, "recursive", NULL,
	  "a run of equal frames becomes one" },
	{ KEY_FILTER + FILTER_DEPTH, "depth", "N",
	  "only the first N frames from the root" },
	{ KEY_FILTER + FILTER_REVERSE, "reverse", NULL, "leaf first" },
	{ KEY_FILTER + FILTER_MIN, "min", "COUNT|P%",
	  "fold what is smaller into its parent" },
	{ KEY_DIFF, "diff", NULL, "two files: BEFORE AFTER, two counts" },
	{ 'n', "normalize", NULL, "scale BEFORE to the total of AFTER" },
	{ 's', "strip-hex", NULL, "0x1f in names becomes 0x..." },
	{ KEY_PREFIX, "prefix", NULL,
	  "operands are [NAME=]FILE; NAME becomes the root frame" },
	{ KEY_COLUMNS, "columns", "1|2", "counts in a line of input" },
	{ KEY_ORDER, "order", "ORDER", "stack, count or input" },
	{ KEY_TOP, "top", "N", "only the N largest stacks" },
	{ KEY_FORMAT, "format", "FORMAT",
	  "folded, tsv, d3, speedscope or pprof" },
	{ KEY_TSV, "tsv", NULL, "the same as --format=tsv" },
	{ KEY_HOT, "hot", "[N]", "a table of (the N hottest) functions" },
	{ KEY_EXCLUDE, "exclude", "REGEX",
	  "leave functions out of that table" },
	{ KEY_FAIL_ABOVE, "fail-above", "POINTS",
	  "exit 3 if a function's share grew by more" },
	{ KEY_CHECK, "check", NULL, "only check the input and measure it" },
	{ 'j', "jobs", "N", "run N threads" },
	{ 'q', "quiet", NULL, "no warnings" },
	{ KEY_STRICT, "strict", NULL, "exit 1 if a line can't be used" },
	{ 0 }
};

struct settings {
	struct filters filters;
	struct hot hot;
	struct warn warn;
	enum rows_order order;
	enum format format;
	size_t top;             /* 0: all */
	int columns;
	unsigned workers;
	bool is_hot, is_check, is_diff, prefix, normalize, strict;
	char **files;
	size_t nfiles;
};

/* The index of a word in a list that ends in NULL, or exit status 2. */
static int
word(const char *option, const char *arg, const char *const *list)
{
	for (int i = 0; list[i]; i++)
		if (str_eq(str_from(arg), str_from(list[i])))
			return i;
	usage("--%s: '%s' is not known", option, arg);
}

static void
exclude(struct hot *hot, const char *regex)
{
	hot->exclude = mem_resize(hot->exclude, hot->nexclude + 1,
	    sizeof(*hot->exclude));
	hot->exclude[hot->nexclude++] = pattern_regex("exclude", regex);
}

static void
fail_above(struct hot *hot, const char *arg)
{
	const char *why = count_parse(str_from(arg), &hot->fail_above);

	if (why)
		usage("--fail-above: '%s': %s", arg, why);
	hot->gate = true;
}

static void
option(struct settings *s, int key, const char *arg)
{
	static const char *const formats[] = { "folded", "tsv", "d3",
		"speedscope", "pprof", NULL };
	static const char *const orders[] = { "stack", "count", "input", NULL };

	switch (key) {
	case KEY_HOT:
		s->is_hot = true;
		s->hot.limit = arg ? opts_number("hot", arg, 1, UINT32_MAX) : 0;
		break;
	case KEY_TSV:
		s->format = FORMAT_TSV;
		break;
	case KEY_EXCLUDE:
		exclude(&s->hot, arg);
		break;
	case KEY_FAIL_ABOVE:
		fail_above(&s->hot, arg);
		break;
	case KEY_FORMAT:
		s->format = (enum format)word("format", arg, formats);
		break;
	case KEY_ORDER:
		s->order = (enum rows_order)word("order", arg, orders);
		break;
	case KEY_TOP:
		s->top = opts_number("top", arg, 1, UINT32_MAX);
		break;
	case KEY_DIFF:
		s->is_diff = true;
		break;
	case 'n':
		s->normalize = true;
		break;
	case 's':
		filters_add(&s->filters, FILTER_STRIP_HEX, NULL);
		break;
	case KEY_COLUMNS:
		s->columns = (int)opts_number("columns", arg, 1, 2);
		break;
	case KEY_PREFIX:
		s->prefix = true;
		break;
	case KEY_CHECK:
		s->is_check = true;
		break;
	case 'j':
		s->workers = (unsigned)opts_number("jobs", arg, 1, 1024);
		break;
	case 'q':
		s->warn.quiet = true;
		break;
	case KEY_STRICT:
		s->strict = true;
		break;
	default:
		filters_add(&s->filters, (enum filter_kind)(key - KEY_FILTER),
		    arg);
	}
}

/* How many counts a stack has in the output. */
static int
columns_of(const struct settings *s)
{
	return s->is_diff || s->columns == 2 ? 2 : 1;
}

/* Options that say nothing together are a mistake to be told. */
static void
check_settings(struct settings *s)
{
	if (s->is_diff && (s->nfiles != 2 || s->columns == 2 || s->prefix))
		usage("--diff takes two files of one count, BEFORE and AFTER");
	if (s->normalize && columns_of(s) == 1)
		usage("--normalize goes with --diff");
	if (s->is_hot && (s->format > FORMAT_TSV || s->is_check))
		usage("--hot goes with no other kind of output");
	if (s->is_check && s->format)
		usage("--check goes with no other kind of output");
	if ((s->is_hot || s->is_check) && (s->top || s->order))
		usage("--top and --order go with stacks");
	if (!s->is_hot && s->hot.nexclude)
		usage("--exclude goes with --hot");
	if (s->hot.gate && !(s->is_hot && columns_of(s) == 2))
		usage("--fail-above goes with --hot --diff");
	if (s->format == FORMAT_D3 && s->order != ORDER_STACK)
		usage("--format=d3 has no other order than that of stacks");
}

static struct settings
settings_read(int argc, char **argv)
{
	struct settings s = { 0 };
	struct opts o = { .tool = "stackagg",
		.usage = "[OPTION]... [FILE]...",
		.about = "Adds up folded stacks, filters and compares them.",
		.table = options, .argc = argc, .argv = argv };
	const char *arg;
	int key;

	/* More would wait for the one that reads. */
	s.workers = workers_default() < 4 ? workers_default() : 4;
	while ((key = opts_next(&o, &arg)) != -1)
		option(&s, key, arg);
	s.files = opts_operands(&o, &s.nfiles);
	check_settings(&s);
	s.hot.tsv = s.format == FORMAT_TSV;
	s.hot.bars = isatty(STDOUT_FILENO);
	return s;
}

/* "NAME=FILE" or a path, whose base name is the name. */
static struct str
root_of(char **operand)
{
	struct str path = str_from(*operand), name;
	struct buf safe = { 0 };
	size_t equal = str_find(path, '=');

	if (equal < path.n && str_find(path, '/') > equal) {
		name = str_head(path, equal);
		*operand += equal + 1;
	} else {
		name = str_base(path);
	}
	name_sanitise(&safe, str_trim(name), STR("_"));
	return buf_view(&safe);
}

static struct str *
roots_of(struct settings *s)
{
	static char *stdin_alone[] = { "-" };
	struct str *roots;

	if (s->nfiles == 0) {
		s->files = stdin_alone;
		s->nfiles = 1;
	}
	roots = mem_resize(NULL, s->nfiles, sizeof(*roots));
	for (size_t i = 0; i < s->nfiles; i++)
		roots[i] = root_of(&s->files[i]);
	return roots;
}

/* Nothing usable is a failure with a cause and a next step. */
static _Noreturn void
nothing(const struct stacks_read *r, const char *file)
{
	if (r->lines == 0 && r->failed)
		exit(STATUS_FAILED);
	if (r->lines == 0)
		error_say("%s is empty", file);
	else
		error_say("%s holds no folded stacks (\"frame;frame count\");"
		    " collapse-perf and collapse-dtrace make them",
		    file);
	exit(STATUS_FAILED);
}

static struct stacks_read
read_files(struct stacks *stacks, struct settings *s, char **files, size_t n,
    const struct str *roots)
{
	struct stacks_input in = {
		.files = files, .nfiles = n, .roots = roots,
		.columns = s->columns ? s->columns : 1, .workers = s->workers
	};
	struct stacks_read r = stacks_read(stacks, &in);

	bad_say(&r.bad, &s->warn);
	if (r.used == 0)
		nothing(&r, n == 1 ? files[0] : n ? "the input" : "-");
	r.failed |= s->strict && r.bad.count;
	return r;
}

/* Reads all there is into *stacks and says whether it was fine. */
static struct stacks_read
read_input(struct stacks *stacks, struct settings *s)
{
	struct stacks after = { 0 };
	struct stacks_read r, second;
	size_t apart;

	if (!s->is_diff)
		return read_files(stacks, s, s->files, s->nfiles,
		    s->prefix ? roots_of(s) : NULL);
	r = read_files(stacks, s, s->files, 1, NULL);
	second = read_files(&after, s, s->files + 1, 1, NULL);
	apart = stacks->n + after.n;
	diff_join(stacks, &after);
	if (stacks->n == apart)
		warn_say(&s->warn, "--diff: no stack is in both files; do they "
		    "begin with different programs' names?");
	r.lines += second.lines;
	r.bad.count += second.bad.count;
	r.failed |= second.failed;
	return r;
}

static void
print_figure(struct buf *b, const char *name, uint64_t value)
{
	buf_text(b, name);
	buf_char(b, ' ');
	buf_u64(b, value);
	buf_char(b, '\n');
}

/* False where the total leaves 64 bits. */
static bool
print_check(struct out *o, const struct rows *rows, uint64_t lines)
{
	struct numbers k = numbers_new(rows);
	struct count total;
	uint32_t depth = 0;
	bool fits = true;

	for (size_t i = 0; i < rows->n; i++)
		if (depth < rows_at(rows, i)->depth)
			depth = rows_at(rows, i)->depth;
	print_figure(&o->buf, "lines", lines);
	print_figure(&o->buf, "stacks", rows->n);
	print_figure(&o->buf, "frames", k.n);
	print_figure(&o->buf, "depth", depth);
	buf_text(&o->buf, "total");
	for (int i = 0; i < rows->columns; i++) {
		fits &= rows_total(rows, i, &total);
		buf_char(&o->buf, ' ');
		count_print(&o->buf, total);
	}
	buf_char(&o->buf, '\n');
	numbers_free(&k);
	if (!fits)
		error_say("the total does not fit 64 bits");
	return fits;
}

/* Leaves the rows of --top, and says what goes. */
static void
top(struct rows *rows, const struct settings *s)
{
	struct count all, kept;
	struct buf text = { 0 };
	size_t n = rows->n;
	int last = rows->columns - 1;
	bool fits;

	if (s->top == 0 || s->top >= n)
		return;
	fits = rows_total(rows, last, &all);
	rows_top(rows, s->top);
	rows_total(rows, last, &kept);
	if (fits) {
		buf_text(&text, ", count ");
		count_print(&text, count_sub(all, kept));
	}
	buf_char(&text, '\0');
	warn_say(&s->warn, "--top: left out %zu stacks%s", n - rows->n,
	    text.p);
	buf_free(&text);
}

static enum status
print(struct out *o, const struct rows *rows, const struct settings *s,
    uint64_t lines)
{
	static const enum status hot_status[] = {
		[HOT_FINE] = STATUS_FINE, [HOT_GREW] = STATUS_GREW,
		[HOT_OVERFLOW] = STATUS_FAILED,
	};
	bool fine = true;

	if (s->is_hot)
		return hot_status[hot_print(o, rows, &s->hot)];
	if (s->is_check)
		return print_check(o, rows, lines) ? STATUS_FINE :
		    STATUS_FAILED;
	switch (s->format) {
	case FORMAT_FOLDED:
		print_folded(o, rows);
		break;
	case FORMAT_TSV:
		print_tsv(o, rows);
		break;
	case FORMAT_D3:
		fine = export_d3(o, rows);
		break;
	case FORMAT_SPEEDSCOPE:
		fine = export_speedscope(o, rows);
		break;
	case FORMAT_PPROF:
		fine = export_pprof(o, rows, &s->warn);
		break;
	}
	return fine ? STATUS_FINE : STATUS_FAILED;
}

int
main(int argc, char **argv)
{
	struct settings s = settings_read(argc, argv);
	struct stacks stacks = { 0 };
	struct stacks_read r = read_input(&stacks, &s);
	struct out out = { .fd = STDOUT_FILENO };
	struct rows rows;
	enum status status;

	filters_apply(&s.filters, &stacks, columns_of(&s));
	if (stacks.n == 0)
		fatal("the filters leave no stack");
	if (s.normalize && !diff_normalize(&stacks)) {
		error_say("--normalize: a total does not fit 64 bits");
		r.failed = true;
	}
	rows = rows_new(&stacks, columns_of(&s), s.order);
	top(&rows, &s);
	status = print(&out, &rows, &s, r.lines);
	out_close(&out);
	if (r.failed || stacks.overflow || (s.is_check && r.bad.count))
		status = STATUS_FAILED;
	return (int)status;
}
