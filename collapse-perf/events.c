#include "events.h"

#include <stdlib.h>
#include <string.h>

#include "mem.h"

/* No recording has more.  What is beyond is counted under one name. */
#define EVENTS_MAX 4096

static const struct str others = { "other events", 12 };

/* perf's event modifiers, as in cycles:ppp and cpu-clock:pppH. */
static bool
is_modifier(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (!s.p[i] || !strchr("ukhGHIpPSDWebR", s.p[i]))
			return false;
	return true;
}

static struct str
drop_modifiers(struct str event)
{
	size_t colon = str_rfind(event, ':');

	if (colon < event.n && colon > 0 &&
	    is_modifier(str_skip(event, colon + 1)))
		return str_head(event, colon);
	return event;
}

/* "cpu_core/cycles/" of "cpu_core/cycles/P" */
static struct str
drop_pmu_modifiers(struct str event)
{
	size_t slash = str_rfind(event, '/');

	if (slash < event.n && is_modifier(str_skip(event, slash + 1)))
		return str_head(event, slash + 1);
	return drop_modifiers(event);
}

struct str
event_plain(struct str event)
{
	size_t open = str_find(event, '/'), close = str_rfind(event, '/');
	struct str terms;

	event = drop_pmu_modifiers(event);
	if (open >= close || close >= event.n)
		return event;
	terms = (struct str){ event.p + open + 1, close - open - 1 };
	return terms.n ? drop_modifiers(terms) : event;
}

bool
event_filter_settled(const struct event_filter *f)
{
	return f->all || f->name.n || f->first.n;
}

bool
event_filter_keeps(struct event_filter *f, struct str event)
{
	struct str plain = event_plain(event);

	if (f->all)
		return true;
	if (f->name.n)
		return str_eq(f->name, event) || str_eq(f->name, plain) ||
		    str_eq(f->name, drop_pmu_modifiers(event));
	if (f->first.n == 0) {
		struct buf copy = { 0 };

		buf_str(&copy, plain);
		f->first = buf_view(&copy);
	}
	return str_eq(f->first, plain);
}

/* The event's id; events past the limit share one. */
static uint32_t
find(struct events *e, struct str event)
{
	if (e->names.n > e->last && str_eq(e->names.names[e->last], event))
		return e->last;
	if (!intern_find(&e->names, event, &e->last))
		e->last = intern_id(&e->names,
		    e->names.n < EVENTS_MAX ? event : others);
	return e->last;
}

static void
add(struct events *e, uint32_t id, uint64_t samples)
{
	if (samples && e->v[id].samples == 0) {
		e->touched = mem_grow(e->touched, &e->touched_cap,
		    e->ntouched + 1, sizeof(*e->touched));
		e->touched[e->ntouched++] = id;
	}
	e->v[id].samples += samples;
}

/* The event's id, its count made on first sight. */
static uint32_t
id_of(struct events *e, struct str event)
{
	size_t n = e->names.n;
	uint32_t id = find(e, event);

	if (e->names.n > n) {
		e->v = mem_grow(e->v, &e->cap, e->names.n, sizeof(*e->v));
		e->v[id] = (struct event_count){ 0 };
	}
	return id;
}

bool
events_count(struct events *e, struct event_filter *f, struct str event)
{
	size_t n = e->names.n;
	uint32_t id = e->last;

	/* Nearly always it is the one before. */
	if (id < n && e->v[id].samples && str_eq(e->names.names[id], event)) {
		e->v[id].samples++;
		return e->v[id].kept;
	}
	id = id_of(e, event);
	if (e->names.n > n || str_eq(e->names.names[id], others))
		e->v[id].kept = event_filter_keeps(f, event);
	add(e, id, 1);
	return e->v[id].kept;
}

void
events_add(struct events *total, struct events *part)
{
	for (size_t i = 0; i < part->ntouched; i++) {
		uint32_t from = part->touched[i];
		uint32_t to = id_of(total, part->names.names[from]);

		add(total, to, part->v[from].samples);
		total->v[to].kept = part->v[from].kept;
		part->v[from].samples = 0;
	}
	part->ntouched = 0;
}

uint64_t
events_left_out(const struct events *e)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < e->names.n; i++)
		if (!e->v[i].kept)
			sum += e->v[i].samples;
	return sum;
}

struct row {
	struct str event;
	uint64_t samples;
};

/* The most samples first, then by name. */
static int
compare(const void *a, const void *b)
{
	const struct row *x = a, *y = b;

	if (x->samples != y->samples)
		return x->samples < y->samples ? 1 : -1;
	return str_cmp(x->event, y->event);
}

void
events_print(struct buf *out, const struct events *e, bool kept)
{
	struct row *rows = mem_zero((e->names.n + 1) * sizeof(*rows));
	size_t n = 0;

	for (uint32_t i = 0; i < e->names.n; i++)
		if (e->v[i].kept == kept && e->v[i].samples)
			rows[n++] = (struct row){ e->names.names[i],
				e->v[i].samples };
	qsort(rows, n, sizeof(*rows), compare);
	for (size_t i = 0; i < n; i++) {
		if (i)
			buf_text(out, ", ");
		buf_str(out, rows[i].event);
		buf_char(out, ' ');
		buf_u64(out, rows[i].samples);
	}
	free(rows);
}
