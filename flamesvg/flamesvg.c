#include <unistd.h>

#include "draw.h"
#include "input.h"
#include "options.h"
#include "unfold.h"
#include "warn.h"

/* What the first unusable line looks like, where that says what to do. */
static const char *
advice(const struct bad *bad)
{
	struct str text = buf_view(&bad->text);

	if (bad->count == 0)
		return "the input is empty";
	if (str_starts(text, STR("PERFILE2")))
		return "this is a perf.data file: run perf script on it, then "
		    "collapse-perf";
	if (str_starts(text, STR("<?xml")) || str_starts(text, STR("<svg")))
		return "this is a picture already: --unfold gets the stacks "
		    "of one that flamesvg drew";
	if (str_ends(text, STR(":")) || str_search(text, STR(": ")) < text.n)
		return "this looks like perf script text: collapse-perf makes "
		    "folded stacks of it";
	return "folded stacks are lines like 'main;run;read 42'";
}

static int
nothing_to_draw(const struct options *o, const struct stacks_read *read,
    size_t stacks)
{
	struct out out = { .fd = STDOUT_FILENO };

	if (stacks && read->bad.count == 0)
		error_say("nothing to draw: the counts add up to 0");
	else if (o->shape.nbases && read->used)
		error_say("nothing to draw: no stack has a frame that --base "
		    "names");
	else
		error_say("no stacks found: %s", advice(&read->bad));
	draw_error(&out, &o->look);
	out_close(&out);
	return 1;
}

static void
say_columns(const struct options *o, const struct stacks_read *read)
{
	if (o->columns == 0 && read->columns == 2)
		warn_say(&o->warn, "every line has two counts: drawn as a "
		    "differential (--columns=1 takes the first one for a "
		    "part of the name)");
}

static void
say_tree(const struct options *o, const struct tree *t)
{
	struct count off = t->off_base[t->columns - 1];
	struct buf b = { 0 };

	if (t->overflow)
		error_say("counts add up to more than 64 bits hold; sums "
		    "stand at the limit");
	if (!count_is_zero(off)) {
		count_commas(&b, off);
		buf_char(&b, '\0');
		warn_say(&o->warn, "stacks without a --base frame are not "
		    "drawn: %s %.*s", b.p, (int)o->look.countname.n,
		    o->look.countname.p);
	}
	if (count_cmp(o->look.total, tree_total(t, 0)) < 0 &&
	    !count_is_zero(o->look.total))
		warn_say(&o->warn, "--total is less than the counts add up "
		    "to: ignored");
	if (t->places && o->look.factor == FACTOR_ONE)
		warn_say(&o->warn, "counts have decimal places: titles show "
		    "whole numbers (--factor multiplies them)");
	buf_free(&b);
}

static void
say_account(const struct options *o, const struct picture *p)
{
	struct buf b = { 0 };

	if (p->layout->narrow + p->layout->cut == 0 && !o->verbose)
		return;
	draw_account(&b, p);
	buf_char(&b, '\0');
	warn_say(&o->warn, "%s", b.p);
	buf_free(&b);
}

static int
draw_tree(const struct options *o, struct stacks *s,
    const struct stacks_read *read)
{
	struct tree tree;
	struct layout layout;
	struct colors colors;
	struct picture picture = { &tree, &o->look, &layout, &colors };
	struct out out = { .fd = STDOUT_FILENO };

	tree_build(&tree, s, read->columns, &o->shape);
	if (count_is_zero(tree.weight[0]))
		return nothing_to_draw(o, read, tree.stacks);
	say_tree(o, &tree);
	layout_make(&layout, &tree, &o->look);
	colors_make(&colors, &tree, &o->palette);
	say_account(o, &picture);
	draw(&out, &picture);
	out_close(&out);
	return read->failed || tree.overflow;
}

/* ---- --unfold ---- */

/* All of a file is one record. */
static size_t
no_record_end(struct str text, size_t from)
{
	(void)text;
	(void)from;
	return 0;
}

static int
unfold_files(const struct options *o)
{
	struct input *in = input_open(o->files, o->nfiles, no_record_end);
	struct out out = { .fd = STDOUT_FILENO };
	struct slab slab = { 0 };
	bool failed = false;

	while (input_next(in, &slab)) {
		const char *why = unfold(&out, buf_view(&slab.text));

		if (why) {
			error_say("%s: cannot unfold: %s", slab.file, why);
			failed = true;
		}
	}
	out_close(&out);
	return failed || input_failed(in);
}

int
main(int argc, char **argv)
{
	struct options o;
	struct stacks stacks = { 0 };
	struct stacks_read read;
	int status;

	options_read(&o, argc, argv);
	if (o.unfold)
		return unfold_files(&o);
	read = stacks_read(&stacks, &(struct stacks_input){
		.files = o.files, .nfiles = o.nfiles, .columns = o.columns,
		.separate = o.shape.chart, .workers = o.workers,
	});
	bad_say(&read.bad, &o.warn);
	say_columns(&o, &read);
	status = draw_tree(&o, &stacks, &read);
	return status || (o.strict && read.bad.count) ? 1 : 0;
}
