#include "read.h"

#include <stdlib.h>
#include <string.h>

#include "folded.h"
#include "mem.h"
#include "scan.h"
#include "workers.h"

_Static_assert(SLAB_SLACK >= SCAN_SLACK, "scan_add reads so far");

/*
 * A worker finds the nodes of a slab's lines in a trie of its own; in input
 * order, one at a time, workers then bring the nodes that are new into the
 * common trie and add their lines' counts up there.  So the order of first
 * appearance, and the line where a sum leaves 64 bits, are the same for any
 * number of workers.  A worker that is alone uses the common trie, and so does
 * the first one until the others join it.
 */
struct hit {
	uint32_t node;
	uint32_t line;          /* within the slab, from 1 */
	struct count count[2];
};

struct reader {
	const struct read_input *input;
	struct trie *all;
	struct lines *lines;
	struct read_result result;
	struct bad overflow;
	struct worker *workers; /* the newest; links to older ones */
	bool one_count;         /* a usable line has no second count */
	uint64_t slabs;         /* read so far */
};

/* Nodes have to be found twice where there are several workers: what takes
 * few hundredths of a second is for one alone.  32 MB. */
#define SLABS_ALONE 256

struct worker {
	struct worker *older;
	struct reader *reader;
	struct trie *trie;      /* the reader's, or own */
	struct trie own;
	struct scan scan;       /* of the slab */
	uint32_t *map;          /* own node -> the reader's */
	size_t nmap, map_cap;
	struct hit *hits;       /* of the slab */
	size_t nhits, hits_cap;
	struct bad bad;         /* of the slab */
	struct bad overflow;    /* of the slab */
	uint32_t nlines;        /* of the slab */
	bool one_count;
};

/* ---- In any order ---- */

static void
read_line(struct worker *w, struct str line)
{
	int columns = w->reader->input->columns;
	struct folded f, second;
	const char *why = folded_parse(line, columns == 2 ? 2 : 1, &f);

	if (why) {
		bad_note(&w->bad, w->nlines, why, line);
		return;
	}
	if (!f.stack.p)
		return;
	if (f.stack.n > UINT32_MAX) {
		bad_note(&w->bad, w->nlines, "longer than 4 GB", line);
		return;
	}
	if (columns == 0 && !w->one_count)
		w->one_count = folded_parse(line, 2, &second) != NULL;
	w->hits = mem_grow(w->hits, &w->hits_cap, w->nhits + 1,
	    sizeof(*w->hits));
	/* While the columns are open, count[1] counts the lines of a node. */
	w->hits[w->nhits++] = (struct hit){ 0, w->nlines,
	    { f.count[0], columns ? f.count[1] : COUNT(1) } };
	scan_add(&w->scan, w->trie, f.stack);
}

static void
read_slab(void *worker, const struct slab *slab)
{
	struct worker *w = worker;
	struct str text = buf_view(&slab->text);

	w->nhits = 0;
	w->nlines = 0;
	scan_empty(&w->scan);
	while (text.n) {
		w->nlines++;
		read_line(w, str_line(&text));
	}
	for (size_t i = 0; i < w->nhits; i++)
		w->hits[i].node = scan_node(&w->scan, w->trie, i);
}

/* ---- In input order ---- */

/* The common trie's node for one of the worker's, whose parent is mapped. */
static uint32_t
translate_node(const struct worker *w, const struct trie_node *node)
{
	struct trie *all = w->reader->all;
	struct str name = w->own.names.names[node->name];
	uint32_t found = trie_find(all, node->path, name);

	return found ? found : trie_child(all, w->map[node->parent], name);
}

/* Gives the nodes that are new in this worker their place in the common
 * trie. */
static void
translate(struct worker *w)
{
	if (w->trie == w->reader->all)
		return;
	w->map = mem_grow(w->map, &w->map_cap, w->own.n, sizeof(*w->map));
	for (; w->nmap < w->own.n; w->nmap++) {
		uint32_t node = (uint32_t)w->nmap;

		w->map[node] = node == 0 ? 0 : translate_node(w,
		    &w->own.node[node]);
	}
}

static void
keep_line(struct lines *lines, struct line line)
{
	lines->v = mem_grow(lines->v, &lines->cap, lines->n + 1,
	    sizeof(*lines->v));
	lines->v[lines->n++] = line;
}

/* "a;b", the path to a node. */
static void
path_text(struct buf *b, const struct trie *t, uint32_t node)
{
	uint32_t *path = NULL;
	size_t cap = 0;
	uint32_t depth = trie_path(t, node, &path, &cap);

	for (uint32_t i = 0; i < depth; i++) {
		if (i)
			buf_char(b, ';');
		buf_str(b, t->names.names[path[i]]);
	}
	free(path);
}

static void
add_hit(struct worker *w, const struct hit *hit)
{
	struct reader *r = w->reader;
	uint32_t node = w->trie == r->all ? hit->node : w->map[hit->node];
	struct buf text = { 0 };

	if (r->input->chart)
		keep_line(r->lines, (struct line){ node,
		    { hit->count[0], hit->count[1] } });
	if (trie_add(r->all, node, hit->count))
		return;
	path_text(&text, r->all, node);
	bad_note(&w->overflow, hit->line, "the sum does not fit 64 bits",
	    buf_view(&text));
	buf_free(&text);
}

static uint64_t
write_slab(void *worker, const struct slab *slab, uint64_t lines)
{
	struct worker *w = worker;
	struct reader *r = w->reader;

	translate(w);
	for (size_t i = 0; i < w->nhits; i++)
		add_hit(w, &w->hits[i]);
	bad_add(&r->result.bad, &w->bad, slab->file, lines);
	bad_add(&r->overflow, &w->overflow, slab->file, lines);
	r->result.used += w->nhits;
	r->one_count |= w->one_count;
	r->slabs++;
	return w->nlines;
}

static void *
start_worker(void *reader)
{
	struct reader *r = reader;
	struct worker *w = mem_zero(sizeof(*w));

	w->reader = r;
	w->trie = r->workers ? &w->own : r->all;
	trie_init(&w->own, r->all->columns);
	w->older = r->workers;
	r->workers = w;
	return w;
}

static void
free_workers(struct reader *r)
{
	struct worker *older;

	for (struct worker *w = r->workers; w; w = older) {
		older = w->older;
		trie_free(&w->own);
		scan_free(&w->scan);
		free(w->map);
		free(w->hits);
		buf_free(&w->bad.text);
		buf_free(&w->overflow.text);
		free(w);
	}
}

/* Called by the first worker while it is alone. */
static bool
is_settled(void *reader)
{
	struct reader *r = reader;

	if (r->slabs < SLABS_ALONE)
		return false;
	r->workers->trie = &r->workers->own;
	return true;
}

static const struct work work = {
	.start = start_worker, .read = read_slab, .write = write_slab,
	.settled = is_settled,
};

/* ---- One column or two ---- */

/* A stack that was read as one column: its text ends in the first count,
 * count[0] is the second one and count[1] says how many lines there were. */
static uint32_t
split_stack(struct trie *to, const struct trie *from, uint32_t node,
    struct count count[2], bool *fits)
{
	struct buf text = { 0 };
	struct scan scan = { 0 };
	struct folded f;
	uint32_t found;

	buf_char(&text, ' ');   /* "#x" is no comment here */
	path_text(&text, from, node);
	buf_room(&text, SCAN_SLACK);
	folded_parse(buf_view(&text), 1, &f);
	*fits &= count_times(&f.count[0], count[1].whole);
	count[1] = count[0];
	count[0] = f.count[0];
	scan_add(&scan, to, f.stack);
	found = scan_node(&scan, to, 0);
	scan_free(&scan);
	buf_free(&text);
	return found;
}

static bool
split_columns(struct reader *r)
{
	struct trie old = *r->all;
	bool fits = true;

	trie_init(r->all, 2);
	for (size_t i = 0; i < old.nleaves; i++) {
		struct trie_leaf *leaf = &old.leaves[i];
		uint32_t at = split_stack(r->all, &old, leaf->node,
		    leaf->count, &fits);

		fits &= trie_add(r->all, at, leaf->count);
	}
	for (size_t i = 0; i < r->lines->n; i++) {
		struct line *line = &r->lines->v[i];

		line->node = split_stack(r->all, &old, line->node,
		    line->count, &fits);
	}
	trie_free(&old);
	return fits;
}

/* False where a sum leaves 64 bits. */
static bool
settle_columns(struct reader *r)
{
	if (!r->one_count && r->result.used)
		return split_columns(r);
	r->all->columns = 1;
	for (size_t i = 0; i < r->all->nleaves; i++)
		r->all->leaves[i].count[1] = COUNT(0);
	return true;
}

struct read_result
read_folded(struct trie *t, struct lines *lines,
    const struct read_input *input)
{
	struct reader r = { .input = input, .all = t, .lines = lines };
	struct input *in = input_open(input->files, input->nfiles,
	    record_end_line);
	bool fits = true;

	trie_init(t, input->columns == 1 ? 1 : 2);
	workers_run(in, input->workers, &work, &r);
	free_workers(&r);
	if (input->columns == 0)
		fits = settle_columns(&r);
	if (!fits)
		error_say("sums do not fit 64 bits");
	bad_error(&r.overflow);
	r.result.failed = input_failed(in) || r.overflow.count || !fits;
	return r.result;
}
