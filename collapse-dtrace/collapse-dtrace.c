/*
 * collapse-dtrace: aggregations of DTrace and bpftrace -> folded stacks.
 *
 *	files -> input -> reader (lines -> records) -> fold -> seam -> out
 */
#include <string.h>

#include "guess.h"
#include "mem.h"
#include "opts.h"
#include "out.h"
#include "reader.h"
#include "workers.h"

enum {
	OPT_INCLUDEOFFSET = OPT_LONG,
	OPT_MAP,
	OPT_MAP_ROOT,
	OPT_SKIP_AFTER,
	OPT_STRICT,
};

static const struct opt options[] = {
	{ OPT_INCLUDEOFFSET, "includeoffset", NULL,
	    "keep the offsets of all frames but the leaf" },
	{ OPT_MAP, "map", "NAME", "read this map of bpftrace alone" },
	{ OPT_MAP_ROOT, "map-root", NULL,
	    "put the name of the map in front as the root frame" },
	{ OPT_SKIP_AFTER, "skip-after", "NAME",
	    "make this function the root: its callers go (repeatable)" },
	{ 'j', "jobs", "N", "use N threads (default: one a processor)" },
	{ 'n', "nthreads", "N", NULL },
	{ 'q', "quiet", NULL, "no warnings" },
	{ OPT_STRICT, "strict", NULL,
	    "exit 1 when any line could not be used" },
	{ 0 },
};

struct tool {
	struct reader_rules rules;
	struct str *skip;       /* rules.frame.skip, which is const */
	size_t skip_cap;
	unsigned workers;
	struct warn warn;
	bool strict;

	struct out out;
	struct seam seam;
	struct bad bad;
	struct maps maps;
	uint64_t samples;
	unsigned others;        /* what unusable text looked like */
};

static void
add_skip(struct tool *t, const char *name)
{
	size_t n = t->rules.frame.nskip++;

	t->skip = mem_grow(t->skip, &t->skip_cap, n + 1, sizeof(*t->skip));
	t->skip[n] = str_from(name);
	t->rules.frame.skip = t->skip;
}

static void
set_option(struct tool *t, int key, const char *arg)
{
	switch (key) {
	case OPT_INCLUDEOFFSET:
		t->rules.frame.offsets = true;
		break;
	case OPT_MAP:
		t->rules.map = str_from(arg);
		break;
	case OPT_MAP_ROOT:
		t->rules.map_root = true;
		break;
	case OPT_SKIP_AFTER:
		add_skip(t, arg);
		break;
	case 'j':
	case 'n':
		t->workers = (unsigned)opts_number("jobs", arg, 1, 1024);
		break;
	case 'q':
		t->warn.quiet = true;
		break;
	case OPT_STRICT:
		t->strict = true;
		break;
	}
}

static char **
read_options(struct tool *t, int argc, char **argv, size_t *nfiles)
{
	struct opts o = { .tool = "collapse-dtrace",
	    .usage = "[OPTION]... [FILE]...",
	    .about = "Makes folded stacks of the text of DTrace and bpftrace.",
	    .table = options, .argc = argc, .argv = argv };
	const char *arg;
	int key;

	t->workers = workers_default();
	while ((key = opts_next(&o, &arg)) != -1)
		set_option(t, key, arg);
	return opts_operands(&o, nfiles);
}

struct worker {
	struct tool *tool;
	struct reader reader;
};

static void *
start(void *tool)
{
	struct worker *w = mem_zero(sizeof(*w));

	w->tool = tool;
	w->reader.rules = &w->tool->rules;
	w->reader.frames.rules = &w->tool->rules.frame;
	return w;
}

static void
read_slab(void *worker, const struct slab *slab)
{
	struct worker *w = worker;

	reader_read(&w->reader, buf_view(&slab->text), slab->first);
}

static uint64_t
write_slab(void *worker, const struct slab *slab, uint64_t lines)
{
	struct worker *w = worker;
	struct tool *t = w->tool;

	seam_add(&t->seam, &t->out, &w->reader.fold);
	bad_add(&t->bad, &w->reader.bad, slab->file, lines);
	maps_add(&t->maps, &w->reader.maps);
	t->samples += w->reader.samples;
	t->others |= w->reader.others;
	return w->reader.line;
}

/* Reads the files and writes their stacks.  False where one can't be read. */
static bool
fold_files(struct tool *t, char *const *files, size_t n)
{
	static const struct work work = {
		.start = start, .read = read_slab, .write = write_slab,
	};
	struct input *in = input_open(files, n, record_border);

	t->out.fd = 1;
	workers_run(in, t->workers, &work, t);
	seam_finish(&t->seam, &t->out);
	out_close(&t->out);
	return !input_failed(in);
}

/* "@a 3, @b 5" */
static const char *
list_maps(struct buf *b, const struct maps *maps)
{
	for (size_t i = 0; i < maps->names.n; i++) {
		if (i)
			buf_text(b, ", ");
		if (maps->names.names[i].n)
			buf_str(b, maps->names.names[i]);
		else
			buf_text(b, "none");
		buf_char(b, ' ');
		buf_u64(b, maps->records[i]);
	}
	buf_char(b, '\0');
	return b->p;
}

static void
say_maps(const struct tool *t)
{
	struct buf list = { 0 };

	if (t->maps.names.n > 1 && t->samples &&
	    (t->rules.map.p || !t->rules.map_root))
		warn_say(&t->warn, t->rules.map.p ?
		    "stacks of the maps there are: %s" :
		    "all maps are added up, --map=NAME chooses one; "
		    "stacks of each: %s",
		    list_maps(&list, &t->maps));
	buf_free(&list);
}

/* Says why there is nothing to show, unless that a file can't be read says it.
 * True where there is something. */
static bool
say_nothing(const struct tool *t, bool ok)
{
	struct buf list = { 0 };

	if (t->samples)
		return true;
	if (t->maps.names.n)
		error_say("no stack in map %s; stacks of the others: %s",
		    t->rules.map.p, list_maps(&list, &t->maps));
	else if (guess_advice(t->others))
		error_say("this is %s", guess_advice(t->others));
	else if (ok || t->bad.count)
		error_say("no stack found; the input is to be what a script "
		    "like 'profile-99 { @[ustack()] = count(); }' prints");
	buf_free(&list);
	return false;
}

int
main(int argc, char **argv)
{
	struct tool tool = { 0 };
	size_t nfiles;
	char **files = read_options(&tool, argc, argv, &nfiles);
	bool ok = fold_files(&tool, files, nfiles);

	bad_say(&tool.bad, &tool.warn);
	say_maps(&tool);
	ok = say_nothing(&tool, ok) && ok;
	return !ok || (tool.strict && tool.bad.count);
}
