/*
 * flamesvg: folded stacks -> an SVG that is a picture and a page.
 *
 *	files -> read (trie) -> shape -> tree -> layout, palette -> draw
 */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "draw.h"
#include "file.h"
#include "input.h"
#include "mem.h"
#include "options.h"
#include "unfold.h"
#include "warn.h"

/* What to do about input that is something else from its first line on, or
 * NULL.  Scripts in it may look like stacks, but are none. */
static const char *
mistake(const struct bad *bad)
{
	struct str text = buf_view(&bad->text);

	if (bad->count == 0 || bad->line != 1)
		return NULL;
	if (str_starts(text, STR("PERFILE2")))
		return "this is a perf.data file: run perf script on it, then "
		    "collapse-perf";
	if (str_starts(text, STR("<?xml")) || str_starts(text, STR("<svg")))
		return "this is a picture already: --unfold gets the stacks "
		    "of one that flamesvg drew";
	return NULL;
}

static const char *
advice(const struct bad *bad)
{
	struct str text = buf_view(&bad->text);

	if (mistake(bad))
		return mistake(bad);
	if (bad->count == 0)
		return "the input is empty";
	if (str_ends(text, STR(":")) || str_search(text, STR(": ")) < text.n)
		return "this looks like perf script text: collapse-perf makes "
		    "folded stacks of it";
	return "folded stacks are lines like 'main;run;read 42'";
}

static int
nothing_to_draw(const struct options *o, const struct read_result *read,
    size_t stacks)
{
	struct out out = { .fd = STDOUT_FILENO };

	if (read->failed && read->used + read->bad.count == 0)
		;       /* that has been said */
	else if (stacks && read->bad.count == 0)
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
say_columns(const struct options *o, const struct trie *t)
{
	if (o->columns == 0 && t->columns == 2)
		warn_say(&o->warn, "every line has two counts: drawn as a "
		    "differential (--columns=1 takes the first one for a "
		    "part of the name)");
}

static void
say_tree(const struct options *o, const struct tree *t, struct count off)
{
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

	if (!draw_hides(p) && !o->verbose)
		return;
	draw_account(&b, p);
	buf_char(&b, '\0');
	warn_say(&o->warn, "%s", b.p);
	buf_free(&b);
}

#define MAP_FILE "palette.map"

/* The colours of palette.map in the working directory, if there is one. */
static void
read_map(struct map *map, const struct warn *warn)
{
	struct buf text = { 0 };
	struct bad bad = { 0 }, total = { 0 };
	int error = file_read(&text, MAP_FILE);

	if (error && error != ENOENT)
		fatal("%s: %s", MAP_FILE, strerror(error));
	map_parse(map, buf_view(&text), &bad);
	bad_add(&total, &bad, MAP_FILE, 0);
	bad_say(&total, warn);
	buf_free(&text);
}

static bool
write_map(const struct map *map)
{
	struct buf text = { 0 };
	int error;

	map_print(&text, map);
	error = file_write(MAP_FILE, buf_view(&text));
	if (error)
		error_say("%s: %s", MAP_FILE, strerror(error));
	buf_free(&text);
	return error == 0;
}

/* False: palette.map could not be written. */
static bool
make_colors(struct colors *colors, const struct tree *t,
    const struct options *o)
{
	struct map map = { 0 };

	/* Colours of changes are nothing to keep. */
	if (!o->cp || t->columns == 2) {
		colors_make(colors, t, &o->palette, NULL);
		return true;
	}
	read_map(&map, &o->warn);
	colors_make(colors, t, &o->palette, &map);
	return write_map(&map);
}

/* By name; NULL where no file of attributes is given. */
static struct frame_attrs **
read_attrs(const struct options *o, const struct tree *t)
{
	struct attrs *attrs = mem_zero(sizeof(*attrs));
	struct frame_attrs **of;
	struct buf text = { 0 };
	int error;

	if (!o->nameattr)
		return NULL;
	of = mem_zero(t->nnames * sizeof(*of));
	error = file_read(&text, o->nameattr);
	if (error)
		fatal("%s: %s", o->nameattr, strerror(error));
	attrs_parse(attrs, buf_view(&text), o->nameattr, &o->warn);
	/* The table may move while names are looked up. */
	for (size_t i = 0; i < t->nnames; i++)
		attrs_find(attrs, t->names[i]);
	for (size_t i = 0; i < t->nnames; i++)
		of[i] = attrs_find(attrs, t->names[i]);
	buf_free(&text);
	return of;
}

static int
draw_trie(const struct options *o, struct trie *trie,
    const struct lines *lines, const struct read_result *read)
{
	struct tree tree;
	struct count off_base[2];
	struct layout layout;
	struct colors colors;
	struct picture picture = {
		.tree = &tree, .look = &o->look, .layout = &layout,
		.colors = &colors,
	};
	struct out out = { .fd = STDOUT_FILENO };
	bool failed = read->failed;

	if (!shape_stacks(trie, lines, &o->shape, off_base))
		failed = true;
	tree_build(&tree, trie, !o->shape.chart && !o->shape.unsorted);
	trie_free_nodes(trie);
	if (count_is_zero(tree.weight[0]) || mistake(&read->bad))
		return nothing_to_draw(o, read, tree.stacks);
	failed |= tree.overflow;
	say_tree(o, &tree, off_base[tree.columns - 1]);
	layout_make(&layout, &tree, &o->look);
	if (!make_colors(&colors, &tree, o))
		failed = true;
	picture.attrs = read_attrs(o, &tree);
	say_account(o, &picture);
	draw(&out, &picture);
	out_close(&out);
	return failed;
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
	struct trie trie;
	struct lines lines = { 0 };
	struct read_result read;
	int status;

	options_read(&o, argc, argv);
	if (o.unfold)
		return unfold_files(&o);
	read = read_folded(&trie, &lines, &(struct read_input){
		.files = o.files, .nfiles = o.nfiles, .columns = o.columns,
		.chart = o.shape.chart, .workers = o.workers,
	});
	bad_say(&read.bad, &o.warn);
	say_columns(&o, &trie);
	options_settle(&o.look, trie.columns);
	status = draw_trie(&o, &trie, &lines, &read);
	return status || (o.strict && read.bad.count) ? 1 : 0;
}
