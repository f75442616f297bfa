#include "fold.h"

#include <string.h>

#include "names.h"

/* " count" and a newline */
#define COUNT_WIDTH 22

_Static_assert(LINES_SLACK >= KNOWN_SLACK, "put_frames writes so far");

/* Writes " count\n" at p and returns its end.  20 digits are copied, as that
 * many take one instruction or two. */
static char *
put_count(char *p, uint64_t count)
{
	static const char pairs[] =
	    "00010203040506070809101112131415161718192021222324"
	    "25262728293031323334353637383940414243444546474849"
	    "50515253545556575859606162636465666768697071727374"
	    "75767778798081828384858687888990919293949596979899";
	char digits[40];
	size_t i = 20;

	for (; count >= 10; count /= 100) {
		i -= 2;
		memcpy(digits + i, pairs + count % 100 * 2, 2);
	}
	if (count || i == 20)
		digits[--i] = (char)('0' + count);
	*p++ = ' ';
	memcpy(p, digits + i, 20);
	p += 20 - i;
	*p++ = '\n';
	return p;
}

/* The open line is given its count: if the next stack turns out to be another
 * one, that stands where it belongs already. */
char *
lines_room(struct lines *l, size_t n)
{
	char *end = buf_room(&l->text, COUNT_WIDTH + n + LINES_SLACK);

	if (l->n)
		end = put_count(end, l->count);
	l->next = (size_t)(end - l->text.p);
	return end;
}

void
lines_add(struct lines *l, size_t n, uint64_t count)
{
	const char *stack = l->text.p + l->next;

	if (l->n && l->text.n - l->open == n &&
	    memcmp(l->text.p + l->open, stack, n) == 0 &&
	    l->count <= UINT64_MAX - count) {
		l->count += count;
		return;
	}
	if (l->n == 1) {
		l->first_stack = l->text.n;
		l->first_line = l->next;
		l->first_count = l->count;
	}
	l->open = l->next;
	l->text.n = l->next + n;
	l->count = count;
	l->n++;
}

void
line_close(struct open_line *open, struct out *out)
{
	struct buf *b = &open->stack;

	if (b->n == 0)
		return;
	b->n = (size_t)(put_count(buf_room(b, COUNT_WIDTH), open->count) -
	    b->p);
	out_str(out, buf_view(b));
	b->n = 0;
}

/* Adds the first line to the open one if it is the same. */
static bool
join(struct lines *l, struct open_line *open)
{
	size_t n = l->n > 1 ? l->first_stack : l->text.n;
	uint64_t count = l->n > 1 ? l->first_count : l->count;

	if (!str_eq(buf_view(&open->stack), str_head(buf_view(&l->text), n)) ||
	    open->count > UINT64_MAX - count)
		return false;
	open->count += count;
	return true;
}

void
lines_write(struct lines *l, struct open_line *open, struct out *out)
{
	bool joined = join(l, open);
	size_t start = joined ? l->first_line : 0;

	if (l->n > 1 || (l->n && !joined)) {
		line_close(open, out);
		out_str(out, (struct str){ l->text.p + start,
		    l->open - start });
		buf_str(&open->stack, str_skip(buf_view(&l->text), l->open));
		open->count = l->count;
	}
	l->text.n = 0;
	l->open = 0;
	l->n = 0;
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

/*
 * Puts the n frames at the root side, root first, and returns their end.
 * Names are short: KNOWN_SLACK bytes are copied at once and those too many
 * written over by the next.
 */
static char *
put_frames(char *p, const struct perf_sample *s, size_t n)
{
	while (n > 0) {
		const struct known *k = s->frames[--n];

		memcpy(p, k->text, KNOWN_SLACK);
		if (k->names_n > KNOWN_SLACK)
			memcpy(p + KNOWN_SLACK, k->text + KNOWN_SLACK,
			    k->names_n - KNOWN_SLACK);
		p += k->names_n;
	}
	return p;
}

static void
tally(struct fold_tally *t, const struct perf_sample *s)
{
	t->kept++;
	t->frameless += s->nframes == 0;
	t->chains += s->chain;
	t->capped += s->nframes == FRAMES_CAP;
}

/* Makes the frames above the sample's own. */
static struct str
make_roots(struct fold *f, const struct header *h)
{
	size_t event = 0;

	f->root.n = 0;
	if (f->filter->all && h->event.n) {
		name_sanitise(&f->root, h->event, STR("_"));
		event = f->root.n;
		buf_char(&f->root, ';');
	}
	add_root(&f->root, f->rules->root, h);
	if (event && f->root.n == event + 1)
		f->root.n = event;
	return buf_view(&f->root);
}

/* The same where it takes no work: the comm alone, as it is. */
static struct str
find_roots(struct fold *f, const struct header *h)
{
	if (f->rules->root == ROOT_COMM && !f->filter->all &&
	    h->comm.n <= 16 && scan_clean(h->comm.p, h->comm.n))
		return h->comm;
	return make_roots(f, h);
}

/* Adds the stack of the roots and the n frames next to them. */
static void
add_stack(struct fold *f, struct str roots, const struct perf_sample *s,
    size_t n, uint64_t count)
{
	char *start, *end;

	if (roots.n + n == 0)
		roots = STR("[unknown]");       /* no stack is empty */
	start = lines_room(&f->lines, roots.n + 2 + s->bytes);
	end = start;
	if (roots.n) {
		memcpy(start, roots.p, roots.n);
		end += roots.n;
		*end++ = ';';
	}
	end = put_frames(end, s, n);
	if (*start == '#') {            /* that would be a comment */
		memmove(start + 1, start, (size_t)(end++ - start));
		*start = ' ';
	}
	lines_add(&f->lines, (size_t)(end - start) - 1, count);
}

void
fold_sample(void *fold, const struct perf_sample *s)
{
	struct fold *f = fold;
	const struct header *h = s->header;
	size_t n = f->rules->skip_after ? find_root(s) : s->nframes;
	uint64_t count = f->rules->by_sample || !h ? 1 : h->period;
	struct str roots = { 0 };

	f->tally.samples++;
	if (h && h->event.n && !events_count(&f->events, f->filter, h->event))
		return;
	tally(&f->tally, s);
	if (n < s->nframes)
		n++;
	else if (h)
		roots = find_roots(f, h);
	add_stack(f, roots, s, n, count);
}
