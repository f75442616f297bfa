#include "stacks.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "folded.h"
#include "mem.h"
#include "word.h"
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

struct memo_slot {
	uint32_t hash;
	uint32_t row;           /* + 1; 0 is a free slot */
};

/* The text of a row in the memo: where it is kept, comparing it is quickest;
 * beyond this much of it, for all workers together, names are compared frame
 * by frame. */
#ifndef TEXTS_MAX
#define TEXTS_MAX ((size_t)16 << 20)
#endif

struct memo {
	struct memo_slot *slots;
	size_t nslots;
	size_t n;
	struct arena arena;
	struct str *texts;      /* of the first rows */
	size_t ntexts, texts_cap;
};

struct reader {
	const struct stacks_input *input;
	struct stacks *all;
	struct stacks_read result;
	bool one_count;         /* a usable line has no second count */
	struct stack *lines;    /* input->separate: a row a line */
	size_t nlines, lines_cap;
	struct bad overflow;
	struct worker *workers;         /* the newest; links to older ones */
};

/* The last new stack of a slab: the next one often begins alike. */
struct last {
	struct str text;
	uint32_t *ids;          /* of its frames */
	size_t cap;
};

struct worker {
	struct worker *older;
	struct reader *reader;
	struct stacks *rows;    /* the reader's, or own */
	struct stacks own;
	struct memo memo;
	struct last last;
	uint32_t *scratch;      /* ids */
	size_t scratch_cap;
	uint32_t *row_map;      /* own row -> the reader's */
	size_t nrow_map, row_map_cap;
	uint32_t *name_map;     /* own name -> the reader's */
	size_t nname_map, name_map_cap;
	uint32_t root_hash;
	size_t file;            /* where slab->file stands in input->files */
	const char *file_name;
	struct hit *hits;       /* of the slab */
	size_t nhits, hits_cap;
	struct bad bad;         /* of the slab */
	struct bad overflow;    /* of the slab */
	uint32_t lines;         /* of the slab */
	bool one_count;
};

static void
memo_grow(struct memo *m)
{
	size_t n = m->nslots ? m->nslots * 4 : 1024;
	struct memo_slot *slots = mem_zero(n * sizeof(*slots));

	for (size_t i = 0; i < m->nslots; i++) {
		size_t at = m->slots[i].hash & (n - 1);

		if (m->slots[i].row == 0)
			continue;
		while (slots[at].row)
			at = (at + 1) & (n - 1);
		slots[at] = m->slots[i];
	}
	free(m->slots);
	m->slots = slots;
	m->nslots = n;
}

/* Are the names of these frames, joined by ';', the text? */
static bool
is_text(const struct str *names, const uint32_t *frames, uint32_t depth,
    struct str text)
{
	for (uint32_t i = 0; i < depth; i++) {
		struct str name = names[frames[i]];

		if (i) {
			if (text.n == 0 || text.p[0] != ';')
				return false;
			text = str_skip(text, 1);
		}
		if (!str_starts(text, name))
			return false;
		text = str_skip(text, name.n);
	}
	return text.n == 0;
}

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

/*
 * How many frames of b stand in a too, at the same place and with a ';' behind
 * them; *n is how many bytes they take.
 */
static uint32_t
shared_frames(struct str a, struct str b, size_t *n)
{
	size_t least = a.n < b.n ? a.n : b.n, i = 0;
	uint32_t frames = 0;

	*n = 0;
	for (; i + 8 <= least; i += 8) {
		uint64_t word = word_load(b.p + i, 8);
		uint64_t ends = word_find(word, ';');

		if (word != word_load(a.p + i, 8))
			break;
		frames += word_count(ends);
		if (ends)
			*n = i + word_last(ends) + 1;
	}
	for (; i < least && a.p[i] == b.p[i]; i++) {
		if (b.p[i] != ';')
			continue;
		frames++;
		*n = i + 1;
	}
	return frames;
}

static uint32_t
row_new(struct worker *w, const struct str *root, struct str text)
{
	struct last *l = &w->last;
	struct intern *names = &w->rows->names;
	size_t n, depth = shared_frames(l->text, text, &n) + (root != NULL);

	l->ids = mem_grow(l->ids, &l->cap, text.n + 2, sizeof(*l->ids));
	if (root)
		l->ids[0] = intern_id(names, *root);
	depth += intern_split(names, str_skip(text, n), ';', l->ids + depth);
	l->text = text;
	return (uint32_t)stacks_push(w->rows, l->ids, (uint32_t)depth);
}

static bool
row_is(const struct worker *w, uint32_t row, const struct str *root,
    struct str text)
{
	const struct stack *s = &w->rows->v[row];
	const struct str *names = w->rows->names.names;

	if (row < w->memo.ntexts)
		return str_eq(w->memo.texts[row], text);
	if (!root)
		return is_text(names, s->frames, s->depth, text);
	return str_eq(names[s->frames[0]], *root) &&
	    is_text(names, s->frames + 1, s->depth - 1, text);
}

static void
text_keep(struct memo *m, uint32_t row, struct str text, size_t limit)
{
	if (row != m->ntexts || m->arena.total + text.n > limit)
		return;
	m->texts = mem_grow(m->texts, &m->texts_cap, m->ntexts + 1,
	    sizeof(*m->texts));
	m->texts[m->ntexts++] = arena_str(&m->arena, text);
}

static uint32_t
text_hash(const struct worker *w, struct str text)
{
	return (uint32_t)hash_bytes(text) + w->root_hash;
}

/* The row of a stack's text, a new one at first sight. */
static uint32_t
row_find(struct worker *w, const struct str *root, struct str text,
    uint32_t hash)
{
	struct memo *m = &w->memo;
	uint32_t row;
	size_t at;

	if (m->n * 2 >= m->nslots)
		memo_grow(m);
	at = hash & (m->nslots - 1);
	for (; m->slots[at].row; at = (at + 1) & (m->nslots - 1))
		if (m->slots[at].hash == hash &&
		    row_is(w, m->slots[at].row - 1, root, text))
			return m->slots[at].row - 1;
	row = row_new(w, root, text);
	m->slots[at] = (struct memo_slot){ hash, row + 1 };
	m->n++;
	/* The root of an option is no part of the text. */
	if (!root)
		text_keep(m, row, text,
		    TEXTS_MAX / w->reader->input->workers);
	return row;
}

static void
line_read(struct worker *w, struct str line)
{
	int columns = w->reader->input->columns;
	struct folded f, second;
	const char *why = folded_parse(line, columns == 2 ? 2 : 1, &f);

	if (why) {
		bad_note(&w->bad, w->lines, why, line);
		return;
	}
	if (!f.stack.p)
		return;
	if (columns == 0 && !w->one_count)
		w->one_count = folded_parse(line, 2, &second) != NULL;
	w->hits = mem_grow(w->hits, &w->hits_cap, w->nhits + 1,
	    sizeof(*w->hits));
	/* While the columns are open, count[1] counts the lines of a row. */
	w->hits[w->nhits++] = (struct hit){ .text = f.stack, .line = w->lines,
		.hash = text_hash(w, f.stack),
		.count = { f.count[0], columns ? f.count[1] : COUNT(1) } };
}

/* Makes the way to the row of a hit short: where it leads is known long before
 * it is gone, and each step is likely a miss of the cache. */
static void
prefetch(const struct worker *w, size_t i)
{
	const struct memo *m = &w->memo;
	const struct memo_slot *slot;

	if (i + 16 < w->nhits)
		__builtin_prefetch(&m->slots[w->hits[i + 16].hash &
		    (m->nslots - 1)]);
	if (i + 8 >= w->nhits)
		return;
	slot = &m->slots[w->hits[i + 8].hash & (m->nslots - 1)];
	if (slot->row - 1 < m->ntexts)
		__builtin_prefetch(m->texts[slot->row - 1].p);
}

static void
slab_read(void *worker, const struct slab *slab)
{
	struct worker *w = worker;
	struct str text = buf_view(&slab->text);
	const struct str *root = root_of(w, slab->file);

	w->root_hash = root ? (uint32_t)hash_bytes(*root) : 0;
	w->last.text = (struct str){ 0 };
	w->nhits = 0;
	w->lines = 0;
	while (text.n) {
		w->lines++;
		line_read(w, str_line(&text));
	}
	for (size_t i = 0; i < w->nhits; i++) {
		struct hit *hit = &w->hits[i];

		if (w->memo.n)
			prefetch(w, i);
		hit->row = row_find(w, root, hit->text, hit->hash);
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

	if (w->rows == w->reader->all)
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

/* False where a sum leaves 64 bits. */
static bool
hit_add(struct worker *w, const struct hit *hit)
{
	struct reader *r = w->reader;
	uint32_t at = w->rows == r->all ? hit->row : w->row_map[hit->row];
	struct stack *row = &r->all->v[at];
	bool first, second;

	if (r->input->separate) {
		r->lines = mem_grow(r->lines, &r->lines_cap, r->nlines + 1,
		    sizeof(*r->lines));
		r->lines[r->nlines] = *row;
		memcpy(r->lines[r->nlines++].count, hit->count,
		    sizeof(hit->count));
		return true;
	}
	first = count_add(&row->count[0], hit->count[0]);
	second = count_add(&row->count[1], hit->count[1]);
	return first && second;
}

static void
overflow_note(struct worker *w, const struct hit *hit)
{
	const struct stack *row = &w->rows->v[hit->row];
	struct buf text = { 0 };

	stack_text(&text, w->rows, row);
	bad_note(&w->overflow, hit->line, "the sum does not fit 64 bits",
	    buf_view(&text));
	buf_free(&text);
}

static uint64_t
slab_write(void *worker, const struct slab *slab, uint64_t lines)
{
	struct worker *w = worker;
	struct reader *r = w->reader;

	rows_translate(w);
	for (size_t i = 0; i < w->nhits; i++)
		if (!hit_add(w, &w->hits[i]))
			overflow_note(w, &w->hits[i]);
	bad_add(&r->result.bad, &w->bad, slab->file, lines);
	bad_add(&r->overflow, &w->overflow, slab->file, lines);
	r->result.lines += w->lines;
	r->result.used += w->nhits;
	r->one_count |= w->one_count;
	return w->lines;
}

static struct worker *
worker_new(struct reader *r, struct stacks *rows)
{
	struct worker *w = mem_zero(sizeof(*w));

	w->reader = r;
	w->rows = rows ? rows : &w->own;
	return w;
}

static void *
worker_start(void *reader)
{
	struct reader *r = reader;
	struct worker *w = worker_new(r, r->input->workers == 1 ? r->all :
	    NULL);

	w->older = r->workers;
	r->workers = w;
	return w;
}

static const struct work work = {
	.start = worker_start, .read = slab_read, .write = slab_write
};

/* c added up n times; false where that leaves 64 bits. */
static bool
times(struct count *c, uint64_t n)
{
	struct count sum = { 0 };
	bool fits = true;

	for (; n; n >>= 1) {
		if (n & 1)
			fits &= count_add(&sum, *c);
		if (n > 1)
			fits &= count_add(c, *c);
	}
	*c = sum;
	return fits;
}

static void
worker_free(struct worker *w)
{
	stacks_free(&w->own);
	free(w->memo.slots);
	arena_reset(&w->memo.arena);
	free(w->memo.texts);
	free(w->last.ids);
	free(w->scratch);
	free(w->row_map);
	free(w->name_map);
	free(w->hits);
	buf_free(&w->bad.text);
	buf_free(&w->overflow.text);
	free(w);
}

/*
 * Read as one column, lines of two counts have the first one at the end of
 * their stack, and count[1] is how many lines had it: reads those stacks once
 * more.
 */
static void
split_columns(struct reader *r)
{
	struct worker *w = worker_new(r, r->all);
	struct stacks *s = r->all, old = *s;
	struct buf text = { 0 };

	*s = (struct stacks){ .overflow = old.overflow };
	for (size_t i = 0; i < old.n; i++) {
		struct count *c = old.v[i].count;
		struct folded f;
		struct stack *row;
		size_t at;

		text.n = 0;
		buf_char(&text, ' ');   /* "#x" is no comment here */
		stack_text(&text, &old, &old.v[i]);
		folded_parse(buf_view(&text), 1, &f);
		s->overflow |= !times(&f.count[0], c[1].whole);
		at = r->input->separate ? row_new(w, NULL, f.stack) :
		    row_find(w, NULL, f.stack, text_hash(w, f.stack));
		w->last.text = (struct str){ 0 };       /* it goes */
		row = &s->v[at];
		s->overflow |= !count_add(&row->count[0], f.count[0]);
		s->overflow |= !count_add(&row->count[1], c[0]);
	}
	buf_free(&text);
	stacks_free(&old);
	worker_free(w);
}

/* Makes the lines, in their order, the rows. */
static void
separate_rows(struct reader *r)
{
	struct stacks *s = r->all;

	free(s->v);
	free(s->slots);
	s->v = r->lines;
	s->n = r->nlines;
	s->cap = r->lines_cap;
	s->slots = NULL;
	s->nslots = s->indexed = 0;
}

/* Decides between one and two columns after the last line. */
static void
settle_columns(struct reader *r)
{
	r->result.columns = r->one_count || r->result.used == 0 ? 1 : 2;
	if (r->result.columns == 2)
		split_columns(r);
	else
		for (size_t i = 0; i < r->all->n; i++)
			r->all->v[i].count[1] = COUNT(0);
}

static void
overflow_say(const struct reader *r)
{
	const struct bad *b = &r->overflow;
	struct buf file = { 0 };

	if (b->count)
		error_say("%s:%" PRIu64 ": %s: %s", mask(&file,
		    str_from(b->file)), b->line, b->why, b->text.p);
	buf_free(&file);
}

struct stacks_read
stacks_read(struct stacks *s, const struct stacks_input *input)
{
	struct reader r = { .input = input, .all = s };
	struct input *in = input_open(input->files, input->nfiles,
	    record_end_line);
	struct worker *older;

	r.result.columns = input->columns;
	workers_run(in, input->workers, &work, &r);
	for (struct worker *w = r.workers; w; w = older) {
		older = w->older;
		worker_free(w);
	}
	if (input->separate)
		separate_rows(&r);
	if (input->columns == 0)
		settle_columns(&r);
	overflow_say(&r);
	s->overflow |= r.overflow.count > 0;
	r.result.failed = input_failed(in) || s->overflow;
	return r.result;
}
