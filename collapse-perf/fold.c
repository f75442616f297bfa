#include "fold.h"

#include "names.h"

static void
close_line(struct buf *to, struct buf *stack, uint64_t count)
{
	buf_str(to, buf_view(stack));
	buf_char(to, ' ');
	buf_u64(to, count);
	buf_char(to, '\n');
	stack->n = 0;
}

void
lines_close(struct lines *l)
{
	if (l->n == 0)
		return;
	if (l->n == 1 && l->keep_first) {
		struct buf spare = l->first;

		l->first = l->open;
		l->open = spare;
		l->first_count = l->count;
	} else {
		close_line(&l->text, &l->open, l->count);
	}
	l->open.n = 0;
}

void
lines_add(struct lines *l, struct str stack, uint64_t count)
{
	if (l->n && str_eq(stack, buf_view(&l->open)) &&
	    l->count <= UINT64_MAX - count) {
		l->count += count;
		return;
	}
	lines_close(l);
	buf_str(&l->open, stack);
	l->count = count;
	l->n++;
}

void
lines_join(struct lines *l, struct lines *part)
{
	if (part->n == 1)
		lines_add(l, buf_view(&part->open), part->count);
	if (part->n > 1) {
		lines_add(l, buf_view(&part->first), part->first_count);
		lines_close(l);
		buf_str(&l->text, buf_view(&part->text));
		buf_str(&l->open, buf_view(&part->open));
		l->count = part->count;
	}
	part->text.n = 0;
	part->open.n = 0;
	part->first.n = 0;
	part->n = 0;
}

/* "comm-pid", "comm-pid/tid"; the pid is "?" where it is not known. */
static void
add_ids(struct buf *out, const struct header *h, bool tid)
{
	if (h->tid.n == 0)
		return;
	if (h->comm.n)
		buf_char(out, '-');
	if (h->pid.n)
		buf_str(out, h->pid);
	else
		buf_char(out, '?');
	if (tid) {
		buf_char(out, '/');
		buf_str(out, h->tid);
	}
}

/* Blanks become '_' and, in a class, runs of digits '*'. */
static void
add_comm(struct buf *out, struct str comm, bool class)
{
	size_t start = out->n, to = start;

	name_sanitise(out, comm, STR("_"));
	for (size_t i = start; i < out->n; i++) {
		char c = out->p[i];

		if (c == ' ')
			c = '_';
		if (class && is_digit(c)) {
			if (to > start && out->p[to - 1] == '*')
				continue;
			c = '*';
		}
		out->p[to++] = c;
	}
	out->n = to;
}

static void
add_root(struct buf *out, enum root root, const struct header *h)
{
	if (root == ROOT_NONE)
		return;
	add_comm(out, h->comm, root == ROOT_CLASS);
	if (root == ROOT_PID || root == ROOT_TID)
		add_ids(out, h, root == ROOT_TID);
}

/* How many of the frames stand below the root that --skip-after makes. */
static size_t
find_root(const struct perf_sample *s)
{
	size_t n = 0;

	while (n < s->nframes && !s->frames[n]->skipped)
		n++;
	return n;
}

/* Appends the n frames at the root side, root first. */
static void
add_frames(struct buf *out, const struct perf_sample *s, size_t n)
{
	for (; n > 0; n--) {
		buf_str(out, s->frames[n - 1]->names);
		buf_char(out, ';');
	}
}

static void
tally(struct fold_tally *t, const struct perf_sample *s)
{
	t->kept++;
	t->frameless += s->nframes == 0;
	t->capped += s->nframes == FRAMES_CAP;
}

/* The frames above the sample's own, each with a ';' behind it. */
static void
add_roots(struct fold *f, const struct header *h)
{
	size_t start;

	if (f->filter->all && h->event.n) {
		name_sanitise(&f->stack, h->event, STR("_"));
		buf_char(&f->stack, ';');
	}
	start = f->stack.n;
	add_root(&f->stack, f->rules->root, h);
	if (f->stack.n > start)
		buf_char(&f->stack, ';');
}

/* Takes the last ';' off; no stack is empty. */
static struct str
finish(struct buf *stack)
{
	if (stack->n == 0)
		buf_text(stack, "[unknown];");
	return str_head(buf_view(stack), stack->n - 1);
}

void
fold_sample(void *fold, const struct perf_sample *s)
{
	struct fold *f = fold;
	const struct header *h = s->header;
	size_t n = find_root(s);
	uint64_t count = f->rules->by_sample || !h ? 1 : h->period;

	f->tally.samples++;
	if (h && h->event.n && !events_count(&f->events, f->filter, h->event))
		return;
	tally(&f->tally, s);
	f->stack.n = 0;
	if (n < s->nframes)
		n++;
	else if (h)
		add_roots(f, h);
	add_frames(&f->stack, s, n);
	lines_add(&f->lines, finish(&f->stack), count);
}
