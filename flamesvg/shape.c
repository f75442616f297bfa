#include "shape.h"

#include <stdlib.h>
#include <string.h>

#include "label.h"
#include "mem.h"
#include "svg.h"

/* A node on the path to a chart's last line. */
struct open {
	uint32_t node;
	struct count placed[2]; /* its own counts that children follow */
};

/* A trie being made out of another one. */
struct maker {
	const struct trie *from;
	const struct shape *shape;
	struct trie *to;
	struct str *names;      /* by id: clean */
	struct str *marked;     /* by id: with _[w]; p NULL: not made yet */
	bool *base;             /* by id: is it a base? */
	struct arena arena;     /* of names that were made */
	struct buf spare;
	uint32_t *path;         /* of the stack at hand */
	size_t path_cap;
	struct open *chart;     /* nodes from the root to the last line's */
	size_t chart_cap;
	uint32_t chart_depth;
	struct count *off_base;
	bool fits;
};

/* ---- Names ---- */

static bool
all_clean(const struct intern *names)
{
	for (size_t i = 0; i < names->n; i++)
		if (!xml_is_clean(names->names[i]))
			return false;
	return true;
}

static void
clean_names(struct maker *m)
{
	const struct intern *names = &m->from->names;

	m->names = mem_resize(NULL, names->n, sizeof(*m->names));
	for (size_t i = 0; i < names->n; i++) {
		m->names[i] = names->names[i];
		if (xml_is_clean(m->names[i]))
			continue;
		m->spare.n = 0;
		xml_clean(&m->spare, m->names[i]);
		m->names[i] = arena_str(&m->arena, buf_view(&m->spare));
	}
}

static void
find_bases(struct maker *m)
{
	const struct intern *names = &m->from->names;

	m->base = mem_zero(names->n);
	for (size_t i = 0; i < names->n; i++)
		for (size_t b = 0; b < m->shape->nbases; b++) {
			struct str base = m->shape->bases[b];

			m->base[i] |= str_eq(names->names[i], base) ||
			    str_eq(name_unmarked(names->names[i]), base);
		}
}

/* The name with the mark of a wakeup frame. */
static struct str
wakeup(struct maker *m, uint32_t id)
{
	if (!m->marked[id].p) {
		m->spare.n = 0;
		buf_str(&m->spare, m->names[id]);
		buf_text(&m->spare, "_[w]");
		m->marked[id] = arena_str(&m->arena, buf_view(&m->spare));
	}
	return m->marked[id];
}

/* ---- Stacks ---- */

static bool
is_border(const struct maker *m, uint32_t id)
{
	return str_eq(m->names[id], STR("--"));
}

/* What of the path is kept: it begins at the innermost base. */
static uint32_t
find_base(const struct maker *m, uint32_t depth)
{
	uint32_t at = depth;

	while (at > 0 && !m->base[m->path[at - 1]])
		at--;
	return at;
}

/* Where the waker's part of a path begins. */
static uint32_t
find_waker(const struct maker *m, uint32_t from, uint32_t depth)
{
	uint32_t at = from;

	if (!m->shape->chain)
		return depth;
	while (at < depth && !is_border(m, m->path[at]))
		at++;
	return at;
}

static struct str
frame_name(struct maker *m, uint32_t at, uint32_t waker)
{
	uint32_t id = m->path[at];
	struct str name = m->names[id];

	if (at <= waker || is_border(m, id) || str_ends(name, STR("_[w]")))
		return name;
	return wakeup(m, id);
}

/* A child stands where its time is: what its parent had for itself since the
 * sibling before it lies between them. */
static void
keep_gap(struct maker *m, uint32_t node, uint32_t depth)
{
	struct trie *t = m->to;
	struct trie_gap gap = { 0 };
	struct open *parent = depth ? &m->chart[depth - 1] : NULL;
	uint32_t leaf = parent ? t->leaf[parent->node] : 0;

	for (int c = 0; leaf && c < t->columns; c++) {
		struct count self = t->leaves[leaf - 1].count[c];

		/* At the limit of 64 bits a sum may shrink. */
		if (count_cmp(self, parent->placed[c]) < 0)
			continue;
		gap.count[c] = count_sub(self, parent->placed[c]);
		parent->placed[c] = self;
	}
	t->gap = mem_grow(t->gap, &t->gap_cap, t->n, sizeof(*t->gap));
	t->gap[node] = gap;
}

/* The next node of a chart: the one of the line before, while it is the
 * same. */
static uint32_t
chart_node(struct maker *m, uint32_t parent, uint32_t depth, struct str name)
{
	const struct trie *t = m->to;

	m->chart = mem_grow(m->chart, &m->chart_cap, (size_t)depth + 1,
	    sizeof(*m->chart));
	if (depth < m->chart_depth) {
		uint32_t old = m->chart[depth].node;

		if (str_eq(t->names.names[t->node[old].name], name))
			return old;
	}
	m->chart_depth = depth + 1;
	m->chart[depth] = (struct open){ trie_append(m->to, parent, name),
		{ { 0 }, { 0 } } };
	keep_gap(m, m->chart[depth].node, depth);
	return m->chart[depth].node;
}

static uint32_t
make_path(struct maker *m, uint32_t from, uint32_t depth)
{
	uint32_t waker = find_waker(m, from, depth), node = 0;

	for (uint32_t i = 0; i < depth - from; i++) {
		uint32_t at = m->shape->reverse ? depth - 1 - i : from + i;
		struct str name = frame_name(m, at, waker);

		node = m->shape->chart ? chart_node(m, node, i, name) :
		    trie_child(m->to, node, name);
	}
	if (m->shape->chart)
		m->chart_depth = depth - from;
	return node;
}

static void
make_stack(struct maker *m, uint32_t node, const struct count count[2])
{
	uint32_t depth = trie_path(m->from, node, &m->path, &m->path_cap);
	uint32_t base = 0;

	if (m->base) {
		base = find_base(m, depth);
		if (base == 0) {
			count_add(&m->off_base[0], count[0]);
			count_add(&m->off_base[1], count[1]);
			return;
		}
		base--;
	}
	m->fits &= trie_add(m->to, make_path(m, base, depth), count);
}

static void
make_all(struct maker *m, const struct lines *lines)
{
	const struct trie *t = m->from;

	if (m->shape->chart) {
		for (size_t i = 0; i < lines->n; i++)
			make_stack(m, lines->v[i].node, lines->v[i].count);
		return;
	}
	for (size_t i = 0; i < t->nleaves; i++)
		make_stack(m, t->leaves[i].node, t->leaves[i].count);
}

static bool
is_as_read(const struct trie *t, const struct shape *shape)
{
	return shape->nbases == 0 && !shape->reverse && !shape->chart &&
	    !shape->chain && all_clean(&t->names);
}

bool
shape_stacks(struct trie *t, const struct lines *lines,
    const struct shape *shape, struct count off_base[2])
{
	struct trie from = *t;
	struct maker m = {
		.from = &from, .shape = shape, .to = t, .off_base = off_base,
		.fits = true,
	};

	off_base[0] = off_base[1] = COUNT(0);
	if (is_as_read(t, shape))
		return true;
	trie_init(t, from.columns);
	clean_names(&m);
	m.marked = mem_zero(from.names.n * sizeof(*m.marked));
	if (shape->nbases)
		find_bases(&m);
	make_all(&m, lines);
	trie_free(&from);
	free(m.names);
	free(m.marked);
	free(m.base);
	free(m.path);
	free(m.chart);
	arena_reset(&m.arena);
	buf_free(&m.spare);
	return m.fits;
}
