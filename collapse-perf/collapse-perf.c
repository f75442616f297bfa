/*
 * collapse-perf: the text of perf script -> folded stacks.
 *
 *	files -> input -> perf (lines -> samples) -> fold -> out
 */
#include <inttypes.h>
#include <unistd.h>

#include "fold.h"
#include "inline.h"
#include "mem.h"
#include "opts.h"
#include "out.h"
#include "report.h"
#include "workers.h"

_Static_assert(SLAB_SLACK >= SCAN_SLACK, "perf_read reads so far");

enum {
	ALL = OPT_LONG, KERNEL, JIT, INLINED, ADDRS, PID, TID, ROOT, WEIGHT,
	FILTER, SKIP_AFTER, SRCLINE, INLINE, CONTEXT, NO_TIDY, STRICT,
};

static const struct opt table[] = {
	{ FILTER, "event-filter", "NAME",
	    "keep this event's samples: cycles, cycles:u, all" },
	{ WEIGHT, "weight", "WHAT", "a sample counts its period, or 1: sample" },
	{ ROOT, "root-frame", "WHAT",
	    "root: comm, pid, tid, class (digits merged), none" },
	{ PID, "pid", NULL, "root: comm-PID" },
	{ TID, "tid", NULL, "root: comm-PID/TID" },
	{ KERNEL, "kernel", NULL, "mark kernel functions _[k]" },
	{ JIT, "jit", NULL, "mark generated code _[j]" },
	{ INLINED, "inlined", NULL, "mark perf's inlined functions _[i]" },
	{ ALL, "all", NULL, "the three marks" },
	{ ADDRS, "addrs", NULL, "show the addresses of unresolved frames" },
	{ SRCLINE, "srcline", NULL, "append file:line where the input has it" },
	{ INLINE, "inline", NULL, "show what was inlined, by addr2line" },
	{ CONTEXT, "context", NULL, "the same, with file:line" },
	{ SKIP_AFTER, "skip-after", "NAME",
	    "make this function the root of its stacks" },
	{ NO_TIDY, "no-tidy", NULL, "leave symbols as they are" },
	{ 'j', "jobs", "N", "run N threads" },
	{ 'n', "nthreads", "N", "the same" },
	{ 'v', "verbose", NULL, "always say how many samples were read" },
	{ 'q', "quiet", NULL, "no warnings" },
	{ STRICT, "strict", NULL, "exit 1 if a line could not be used" },
	{ 0 },
};

/* All that the options say, and what the input turns out to be. */
struct tool {
	struct frame_rules names;
	struct fold_rules fold;
	struct event_filter filter;
	struct warn warn;
	bool strict;
	unsigned jobs;
	struct out out;
	struct open_line open;
	struct report report;
};

/* One thread's share of the work. */
struct worker {
	struct tool *tool;
	struct perf perf;
	struct fold fold;
};

static enum root
read_root(const char *arg)
{
	static const struct {
		const char *name;
		enum root root;
	} roots[] = {
		{ "comm", ROOT_COMM }, { "pid", ROOT_PID },
		{ "tid", ROOT_TID }, { "class", ROOT_CLASS },
		{ "none", ROOT_NONE },
	};

	for (size_t i = 0; i < sizeof(roots) / sizeof(roots[0]); i++)
		if (str_eq(str_from(arg), str_from(roots[i].name)))
			return roots[i].root;
	usage("--root-frame: '%s' is not comm, pid, tid, class or none", arg);
}

static bool
read_weight(const char *arg)
{
	bool sample = str_eq(str_from(arg), STR("sample"));

	if (!sample && !str_eq(str_from(arg), STR("period")))
		usage("--weight: '%s' is not period or sample", arg);
	return sample;
}

static void
read_filter(struct event_filter *f, const char *arg)
{
	f->all = str_eq(str_from(arg), STR("all"));
	f->name = str_from(arg);
	if (f->name.n == 0)
		usage("--event-filter needs a name");
}

static void
add_skip_after(struct frame_rules *r, const char *name)
{
	struct str *v = mem_zero((r->nskip + 1) * sizeof(*v));

	for (size_t i = 0; i < r->nskip; i++)
		v[i] = r->skip_after[i];
	v[r->nskip++] = str_from(name);
	r->skip_after = v;
}

static void
read_option(struct tool *t, int key, const char *arg)
{
	switch (key) {
	case ALL:
		t->names.kernel = t->names.jit = t->names.inlined = true;
		break;
	case KERNEL:
		t->names.kernel = true;
		break;
	case JIT:
		t->names.jit = true;
		break;
	case INLINED:
		t->names.inlined = true;
		break;
	case ADDRS:
		t->names.addrs = true;
		break;
	case SRCLINE:
		t->names.srcline = true;
		break;
	case CONTEXT:
		t->names.context = true;
		/* fallthrough */
	case INLINE:
		if (!t->names.inliner)
			t->names.inliner = inliner_open(INLINE_PATIENCE);
		break;
	case NO_TIDY:
		t->names.no_tidy = true;
		break;
	case SKIP_AFTER:
		add_skip_after(&t->names, arg);
		t->fold.skip_after = true;
		break;
	case PID:
		t->fold.root = ROOT_PID;
		break;
	case TID:
		t->fold.root = ROOT_TID;
		break;
	case ROOT:
		t->fold.root = read_root(arg);
		break;
	case WEIGHT:
		t->fold.by_sample = read_weight(arg);
		break;
	case FILTER:
		read_filter(&t->filter, arg);
		break;
	case 'j':
	case 'n':
		t->jobs = (unsigned)opts_number("jobs", arg, 1, 1024);
		break;
	case 'v':
		t->report.verbose = true;
		break;
	case 'q':
		t->warn.quiet = true;
		break;
	case STRICT:
		t->strict = true;
		break;
	}
}

static struct opts
read_options(struct tool *t, int argc, char **argv)
{
	struct opts o = {
		.tool = "collapse-perf",
		.usage = "[OPTION]... [FILE]...",
		.about = "Folds the text of perf script into stacks, "
		    "a line per sample.",
		.table = table, .argc = argc, .argv = argv,
	};
	const char *arg;
	int key;

	while ((key = opts_next(&o, &arg)) != -1)
		read_option(t, key, arg);
	return o;
}

static void *
worker_start(void *tool)
{
	struct worker *w = mem_zero(sizeof(*w));
	struct tool *t = tool;

	w->tool = t;
	w->perf.rules = &t->names;
	w->perf.sample = fold_sample;
	w->perf.arg = &w->fold;
	w->fold.rules = &t->fold;
	w->fold.filter = &t->filter;
	return w;
}

static void
worker_read(void *state, const struct slab *slab)
{
	struct worker *w = state;

	perf_read(&w->perf, buf_view(&slab->text));
}

static uint64_t
worker_write(void *state, const struct slab *slab, uint64_t lines)
{
	struct worker *w = state;
	struct tool *t = w->tool;

	lines_write(&w->fold.lines, &t->open, &t->out);
	report_start(&t->report, buf_view(&slab->text));
	report_add(&t->report, &w->perf, &w->fold, slab->file, lines);
	return w->perf.lines;
}

static bool
filter_settled(void *tool)
{
	return event_filter_settled(&((struct tool *)tool)->filter);
}

/* Reads the input and writes the folded lines; all but the summary. */
static bool
collapse(struct tool *t, char **files, size_t n)
{
	static const struct work work = {
		worker_start, worker_read, worker_write, filter_settled,
	};
	struct input *in = input_open(files, n, perf_record_end);

	workers_run(in, t->jobs, &work, t);
	line_close(&t->open, &t->out);
	out_close(&t->out);
	return !input_failed(in);
}

int
main(int argc, char **argv)
{
	struct tool t = { .out.fd = STDOUT_FILENO, .jobs = workers_default() };
	struct opts o = read_options(&t, argc, argv);
	size_t n;
	char **files = opts_operands(&o, &n);
	bool ok = collapse(&t, files, n);

	if (t.names.inliner)
		inliner_close(t.names.inliner, &t.warn);
	report_say(&t.report, &t.warn);
	/* That a file can't be read has been said. */
	if (ok || t.report.start.n)
		report_nothing(&t.report);
	if (t.report.tally.kept == 0 || (t.strict && t.report.bad.count))
		ok = false;
	return ok ? 0 : 1;
}
