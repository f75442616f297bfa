#include "stacks.h"

#include <stdlib.h>
#include <string.h>

#include "folded.h"
#include "mem.h"
#include "texts.h"
#include "workers.h"

/*
 * A worker turns the lines of a slab into hits: the number of a stack and
 * counts.  The number is found by the hash of the line's text, so frames are
 * looked at once per distinct stack.  Hits are added up in input order, by
 * one worker at a time: order of first appearance and the line where a sum
 * leaves 64 bits are the same for any number of workers.
 *
 * A worker has names and stacks of its own and translates them; one that is
 * alone uses those of the result.
 */
struct hit {
	struct str text;        /* the stack */
	uint32_t hash;          /* of the text */
	uint32_t row;
	uint32_t line;          /* within the slab, from 1 */
	struct count count[2];
};

/* Text of stacks that is kept to be compared, by all workers together. */
#ifndef TEXTS_MAX
#define TEXTS_MAX ((size_t)16 << 20)
#endif

struct reader {
	const struct stacks_input *input;
	struct stacks *all;
	struct stacks_read result;
	struct bad overflow;
	struct worker *workers;         /* the newest; links to older ones */
};

struct worker {
	struct worker *older;
	struct reader *reader;
	struct texts texts;     /* their rows are the reader's, or own */
	struct stacks own;
	uint32_t *scratch;      /* ids */
	size_t scratch_cap;
	uint32_t *row_map;      /* own row -> the reader's */
	size_t nrow_map, row_map_cap;
	uint32_t *name_map;     /* own name -> the reader's */
	size_t nname_map, name_map_cap;
	size_t file;            /* where slab->file stands in input->files */
	const char *file_name;
	struct hit *hits;       /* of the slab */
	size_t nhits, hits_cap;
	struct bad bad;         /* of the slab */
	struct bad overflow;    /* of the slab */
	uint32_t lines;         /* of the slab */
};

/* The root frame that the options put before a slab's stacks, or NULL. */
static const struct str *
root_of(struct worker *w, const char *file)
{
	const struct stacks_input *in = w->reader->input;

	if (!in->roots)
		return NULL;
	if (file != w->file_name)
		while (in->nfiles && in->files[w->file] != file)
			w->file++;
	w->file_name = file;
	return &in->roots[w->file];
}

static void
line_read(struct worker *w, struct str line)
{
	struct folded f;
	const char *why = folded_parse(line, w->reader->input->columns, &f);

	if (why) {
		bad_note(&w->bad, w->lines, why, line);
		return;
	}
	if (!f.stack.p)
		return;
	if (f.stack.n > UINT32_MAX) {
		bad_note(&w->bad, w->lines, "longer than 4 GB", line);
		return;
	}
	w->hits = mem_grow(w->hits, &w->hits_cap, w->nhits + 1,
	    sizeof(*w->hits));
	w->hits[w->nhits++] = (struct hit){ .text = f.stack, .line = w->lines,
		.hash = texts_hash(&w->texts, f.stack),
		.count = { f.count[0], f.count[1] } };
}

static void
slab_read(void *worker, const struct slab *slab)
{
	struct worker *w = worker;
	struct str text = buf_view(&slab->text);

	texts_root(&w->texts, root_of(w, slab->file));
	w->nhits = 0;
	w->lines = 0;
	while (text.n) {
		w->lines++;
		line_read(w, str_line(&text));
	}
	for (size_t i = 0; i < w->nhits; i++) {
		struct hit *hit = &w->hits[i];

		if (i + 16 < w->nhits)
			texts_fetch(&w->texts, hit[16].hash);
		if (i + 8 < w->nhits)
			texts_fetch_more(&w->texts, hit[8].hash);
		hit->row = texts_row(&w->texts, hit->text, hit->hash);
	}
}

static uint32_t
name_translate(struct worker *w, uint32_t id)
{
	while (w->nname_map <= id) {
		w->name_map = mem_grow(w->name_map, &w->name_map_cap,
		    w->nname_map + 1, sizeof(*w->name_map));
		w->name_map[w->nname_map] =
		    intern_id(&w->reader->all->names,
		    w->own.names.names[w->nname_map]);
		w->nname_map++;
	}
	return w->name_map[id];
}

/* Gives the rows that are new in this worker their place in the result. */
static void
rows_translate(struct worker *w)
{
	static const struct count none[2];

	if (w->texts.rows == w->reader->all)
		return;
	while (w->nrow_map < w->own.n) {
		const struct stack *row = &w->own.v[w->nrow_map];

		w->scratch = mem_grow(w->scratch, &w->scratch_cap, row->depth,
		    sizeof(*w->scratch));
		for (uint32_t i = 0; i < row->depth; i++)
			w->scratch[i] = name_translate(w, row->frames[i]);
		w->row_map = mem_grow(w->row_map, &w->row_map_cap,
		    w->nrow_map + 1, sizeof(*w->row_map));
		w->row_map[w->nrow_map++] = (uint32_t)stacks_add(
		    w->reader->all, w->scratch, row->depth, none);
	}
}

/* The result's row of a hit. */
static uint32_t
hit_row(const struct worker *w, const struct hit *hit)
{
	return w->row_map ? w->row_map[hit->row] : hit->row;
}

static void
overflow_note(struct worker *w, const struct hit *hit)
{
	const struct stacks *rows = w->texts.rows;
	struct buf text = { 0 };

	stack_text(&text, rows, &rows->v[hit->row]);
	bad_note(&w->overflow, hit->line, "the sum does not fit 64 bits",
	    buf_view(&text));
	buf_free(&text);
}

/* Adds a hit to its row, and fetches the row of the one eight later. */
static void
hit_write(struct worker *w, const struct hit *hit, bool more)
{
	struct reader *r = w->reader;
	struct stack *row = &r->all->v[hit_row(w, hit)];
	bool fits;

	if (more)
		__builtin_prefetch(r->all->v[hit_row(w, hit + 8)].count);
	fits = count_add(&row->count[0], hit->count[0]);
	fits &= count_add(&row->count[1], hit->count[1]);
	if (!fits)
		overflow_note(w, hit);
}

static uint64_t
slab_write(void *worker, const struct slab *slab, uint64_t lines)
{
	struct worker *w = worker;
	struct reader *r = w->reader;

	rows_translate(w);
	for (size_t i = 0; i < w->nhits; i++)
		hit_write(w, &w->hits[i], i + 8 < w->nhits);
	bad_add(&r->result.bad, &w->bad, slab->file, lines);
	bad_add(&r->overflow, &w->overflow, slab->file, lines);
	r->result.lines += w->lines;
	r->result.used += w->nhits;
	return w->lines;
}

static void *
worker_start(void *reader)
{
	struct reader *r = reader;
	struct worker *w = mem_zero(sizeof(*w));

	w->reader = r;
	w->texts.rows = r->input->workers == 1 ? r->all : &w->own;
	w->texts.keep_max = TEXTS_MAX / r->input->workers;
	w->older = r->workers;
	r->workers = w;
	return w;
}

static const struct work work = {
	.start = worker_start, .read = slab_read, .write = slab_write
};

static void
worker_free(struct worker *w)
{
	stacks_free(&w->own);
	texts_free(&w->texts);
	free(w->scratch);
	free(w->row_map);
	free(w->name_map);
	free(w->hits);
	buf_free(&w->bad.text);
	buf_free(&w->overflow.text);
	free(w);
}

struct stacks_read
stacks_read(struct stacks *s, const struct stacks_input *input)
{
	struct reader r = { .input = input, .all = s };
	struct input *in = input_open(input->files, input->nfiles,
	    record_end_line);
	struct worker *older;

	workers_run(in, input->workers, &work, &r);
	for (struct worker *w = r.workers; w; w = older) {
		older = w->older;
		worker_free(w);
	}
	bad_error(&r.overflow);
	s->overflow |= r.overflow.count > 0;
	r.result.failed = input_failed(in) || s->overflow;
	return r.result;
}
