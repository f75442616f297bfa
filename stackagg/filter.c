#include "filter.h"

#include <stdlib.h>
#include <string.h>

#include "mem.h"
#include "pattern.h"
#include "proportion.h"
#include "tree.h"

struct filter {
	enum filter_kind kind;
	struct pattern *pattern;
	uint32_t depth;
	struct count min;
	bool percent;           /* min is percent of the total */
	uint32_t *renamed;      /* by id: the new id + 1, or 0: not known yet */
	size_t nrenamed, renamed_cap;
};

/* The frames of a stack under way. */
struct path {
	uint32_t *v;
	size_t n;
	size_t cap;
	struct intern *names;
};

/* "5", "0.5" or "1%". */
static void
parse_min(struct filter *f, const char *arg)
{
	struct str text = str_from(arg);

	f->percent = str_ends(text, STR("%"));
	text.n -= f->percent;
	if (count_parse(text, &f->min) || (f->percent &&
	    count_cmp(f->min, COUNT(100)) > 0))
		usage("--min: '%s' is no count and no percentage", arg);
}

static void
parse_depth(struct filter *f, const char *arg)
{
	uint64_t depth;

	if (!str_u64(str_from(arg), &depth) || depth == 0)
		usage("--depth: '%s' is not a whole number above 0", arg);
	f->depth = depth < UINT32_MAX ? (uint32_t)depth : UINT32_MAX;
}

static struct filter *
add(struct filters *f, enum filter_kind kind)
{
	f->v = mem_grow(f->v, &f->cap, f->n + 1, sizeof(*f->v));
	f->v[f->n] = (struct filter){ .kind = kind };
	return &f->v[f->n++];
}

static void
add_name(struct filters *f, enum filter_kind kind, const char *name)
{
	if (f->n == 0 || f->v[f->n - 1].kind != kind)
		add(f, kind)->pattern = pattern_names();
	pattern_name_add(f->v[f->n - 1].pattern, name);
}

void
filters_add(struct filters *f, enum filter_kind kind, const char *arg)
{
	static const char *const regex_options[] = {
		[FILTER_KEEP] = "keep", [FILTER_DROP] = "drop",
		[FILTER_SKIP] = "skip", [FILTER_FOCUS] = "focus",
	};

	switch (kind) {
	case FILTER_KEEP:
	case FILTER_DROP:
	case FILTER_SKIP:
	case FILTER_FOCUS:
		add(f, kind)->pattern =
		    pattern_regex(regex_options[kind], arg);
		break;
	case FILTER_BASE:
	case FILTER_SKIP_AFTER:
		add_name(f, kind, arg);
		break;
	case FILTER_DEPTH:
		parse_depth(add(f, kind), arg);
		break;
	case FILTER_MIN:
		parse_min(add(f, kind), arg);
		break;
	case FILTER_RECURSIVE:
	case FILTER_REVERSE:
	case FILTER_STRIP_HEX:
		add(f, kind);
		break;
	}
}

/* The index of the first (last) frame that matches, or n. */
static size_t
find_first(const struct filter *f, const struct path *p)
{
	size_t i = 0;

	while (i < p->n && !pattern_test(f->pattern, p->names, p->v[i]))
		i++;
	return i;
}

static size_t
find_last(const struct filter *f, const struct path *p)
{
	for (size_t i = p->n; i-- > 0; )
		if (pattern_test(f->pattern, p->names, p->v[i]))
			return i;
	return p->n;
}

static bool
begin_at(struct path *p, size_t at)
{
	if (at == p->n)
		return false;
	p->n -= at;
	memmove(p->v, p->v + at, p->n * sizeof(*p->v));
	return true;
}

static bool
is_blank_name(const struct path *p, size_t at)
{
	return str_trim(p->names->names[p->v[at]]).n == 0;
}

/* The length of the shortest beginning of the stack that has a name: what a
 * filter leaves where nothing else would be left to carry the count. */
static size_t
least(const struct path *p)
{
	size_t i = 0;

	while (i < p->n && is_blank_name(p, i))
		i++;
	return i < p->n ? i + 1 : i;
}

static void
skip(const struct filter *f, struct path *p)
{
	size_t n = 0, named = 0;

	for (size_t i = 0; i < p->n; i++)
		named += !pattern_test(f->pattern, p->names, p->v[i]) &&
		    !is_blank_name(p, i);
	if (named == 0) {
		p->n = least(p);
		return;
	}
	for (size_t i = 0; i < p->n; i++)
		if (!pattern_test(f->pattern, p->names, p->v[i]))
			p->v[n++] = p->v[i];
	p->n = n;
}

static void
cut(struct path *p, size_t depth)
{
	size_t n = least(p);

	if (n < depth)
		n = depth;
	if (n < p->n)
		p->n = n;
}

static void
unrecurse(struct path *p)
{
	size_t n = 0;

	for (size_t i = 0; i < p->n; i++)
		if (n == 0 || p->v[n - 1] != p->v[i])
			p->v[n++] = p->v[i];
	p->n = n;
}

static void
reverse(struct path *p)
{
	for (size_t i = 0, j = p->n; i + 1 < j; i++) {
		uint32_t id = p->v[--j];

		p->v[j] = p->v[i];
		p->v[i] = id;
	}
}

/* 0x and hex digits become "0x...", so that addresses don't tell names
 * apart. */
static void
strip_name(struct buf *b, struct str name)
{
	while (name.n) {
		size_t at = str_search(name, STR("0x"));
		size_t digits = at + 2;

		while (digits < name.n && is_hex(name.p[digits]))
			digits++;
		if (at == name.n || digits == at + 2) {
			digits = digits < name.n ? digits : name.n;
			buf_str(b, str_head(name, digits));
		} else {
			buf_str(b, str_head(name, at));
			buf_text(b, "0x...");
		}
		name = str_skip(name, digits);
	}
}

static uint32_t
stripped(struct filter *f, struct intern *names, uint32_t id)
{
	struct buf b = { 0 };

	if (id >= f->nrenamed) {
		f->renamed = mem_grow(f->renamed, &f->renamed_cap, id + 1u,
		    sizeof(*f->renamed));
		while (f->nrenamed <= id)
			f->renamed[f->nrenamed++] = 0;
	}
	if (f->renamed[id] == 0) {
		strip_name(&b, names->names[id]);
		f->renamed[id] = intern_id(names, buf_view(&b)) + 1;
		buf_free(&b);
	}
	return f->renamed[id] - 1;
}

/* False where the stack is to go. */
static bool
apply(struct filter *f, struct path *p)
{
	size_t at;

	switch (f->kind) {
	case FILTER_KEEP:
		return find_first(f, p) < p->n;
	case FILTER_DROP:
		return find_first(f, p) == p->n;
	case FILTER_SKIP:
		skip(f, p);
		return true;
	case FILTER_FOCUS:
		return begin_at(p, find_first(f, p));
	case FILTER_BASE:
		return begin_at(p, find_last(f, p));
	case FILTER_SKIP_AFTER:
		begin_at(p, find_last(f, p));
		return true;
	case FILTER_RECURSIVE:
		unrecurse(p);
		return true;
	case FILTER_DEPTH:
		cut(p, f->depth);
		return true;
	case FILTER_REVERSE:
		reverse(p);
		return true;
	case FILTER_STRIP_HEX:
		for (at = 0; at < p->n; at++)
			p->v[at] = stripped(f, p->names, p->v[at]);
		return true;
	case FILTER_MIN:
		break;
	}
	return true;
}

/* The ends of a stack as the reader leaves them. */
static void
tidy(struct path *p)
{
	struct str name, trimmed;

	while (p->n && is_blank_name(p, p->n - 1))
		p->n--;
	if (p->n == 0)
		return;
	name = p->names->names[p->v[p->n - 1]];
	trimmed = str_rtrim(name);
	if (trimmed.n < name.n)
		p->v[p->n - 1] = intern_id(p->names, trimmed);
	name = p->names->names[p->v[0]];
	trimmed = str_skip(name, (size_t)(str_trim(name).p - name.p));
	if (trimmed.n < name.n)
		p->v[0] = intern_id(p->names, trimmed);
}

static bool
apply_all(struct filter *v, size_t n, struct path *p)
{
	for (size_t i = 0; i < n; i++) {
		if (!apply(&v[i], p))
			return false;
		tidy(p);
	}
	return true;
}

/* Adds a stack that a filter made. */
static void
add_row(struct stacks *s, const struct path *p, const struct count *count)
{
	bool before = s->overflow;
	struct buf text = { 0 }, masked = { 0 };
	size_t row = stacks_add(s, p->v, (uint32_t)p->n, count);

	if (before || !s->overflow)
		return;
	stack_text(&text, s, &s->v[row]);
	error_say("the sum does not fit 64 bits: %s",
	    mask(&masked, buf_view(&text)));
	buf_free(&text);
	buf_free(&masked);
}

static void
path_set(struct path *p, const struct stack *row)
{
	p->v = mem_grow(p->v, &p->cap, row->depth, sizeof(*p->v));
	p->n = row->depth;
	memcpy(p->v, row->frames, p->n * sizeof(*p->v));
}

/* The stacks of s, which keeps its names, to be put back one by one. */
static struct stacks
take_rows(struct stacks *s)
{
	struct stacks old = *s;

	*s = (struct stacks){ .names = s->names, .overflow = s->overflow };
	old.names = (struct intern){ 0 };
	return old;
}

static void
apply_rows(struct filter *v, size_t n, struct stacks *s)
{
	struct stacks old = take_rows(s);
	struct path path = { .names = &s->names };

	for (size_t i = 0; i < old.n; i++) {
		path_set(&path, &old.v[i]);
		if (apply_all(v, n, &path))
			add_row(s, &path, old.v[i].count);
	}
	free(path.v);
	stacks_free(&old);
}

/* The depth to which a stack is cut back: that of its nearest node that is
 * not below the limits. */
static uint32_t
depth_kept(const struct tree *t, uint32_t node, const struct count limit[2])
{
	const struct node *n = &t->v[node];

	while (n->parent != TREE_ROOT &&
	    count_cmp(n->total[0], limit[0]) < 0 &&
	    count_cmp(n->total[1], limit[1]) < 0)
		n = &t->v[n->parent];
	return n->depth;
}

static void
limits(const struct filter *f, const struct tree *t, int columns,
    struct count limit[2])
{
	for (int i = 0; i < 2; i++) {
		limit[i] = f->percent ?
		    count_percent(f->min, t->total[i]) : f->min;
		/* Nothing is enough in a column that has nothing. */
		if (i == columns || count_is_zero(t->total[i]))
			limit[i] = COUNT_MAX;
	}
}

static void
apply_min(const struct filter *f, struct stacks *s, int columns)
{
	uint32_t *order = stacks_order(s);
	struct tree t = tree_new(s, order, s->n);
	uint32_t *depth = mem_resize(NULL, s->n, sizeof(*depth));
	struct stacks old = take_rows(s);
	struct path path = { .names = &s->names };
	struct count limit[2];

	limits(f, &t, columns, limit);
	if (f->percent && t.overflow) {
		error_say("--min: the total does not fit 64 bits");
		s->overflow = true;
	}
	for (size_t i = 0; i < old.n; i++)
		depth[order[i]] = depth_kept(&t, t.leaf[i], limit);
	for (size_t i = 0; i < old.n; i++) {
		path_set(&path, &old.v[i]);
		cut(&path, depth[i]);
		tidy(&path);
		add_row(s, &path, old.v[i].count);
	}
	free(path.v);
	free(order);
	free(depth);
	tree_free(&t);
	stacks_free(&old);
}

void
filters_apply(struct filters *f, struct stacks *s, int columns)
{
	for (size_t i = 0, n; i < f->n; i += n) {
		n = 1;
		if (f->v[i].kind == FILTER_MIN) {
			apply_min(&f->v[i], s, columns);
			continue;
		}
		while (i + n < f->n && f->v[i + n].kind != FILTER_MIN)
			n++;
		apply_rows(f->v + i, n, s);
	}
}
