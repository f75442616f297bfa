/*
 * Which events' samples are kept, and how many there were of each.
 *
 * Without a filter they are those of the first event seen, under whatever PMU
 * and with whatever modifiers.
 */
#ifndef EVENTS_H
#define EVENTS_H

#include "buf.h"
#include "intern.h"

struct event_filter {
	bool all;
	struct str name;        /* what the user asks for, or empty */
	struct str first;       /* the first event's plain name, or empty */
};

/* "cycles" of "cpu_core/cycles/P", "cycles:u": without PMU and modifiers. */
struct str event_plain(struct str event);

/* True once no event that comes can change the filter. */
bool event_filter_settled(const struct event_filter *f);

/* Is the event's sample kept?  The first event settles a filter that has no
 * name. */
bool event_filter_keeps(struct event_filter *f, struct str event);

/* Samples by event. */
struct events {
	struct intern names;
	struct event_count {
		uint64_t samples;
		bool kept;
	} *v;                   /* by id */
	size_t cap;
	uint32_t last;          /* the id seen last */
	uint32_t *touched;      /* ids that have samples */
	size_t ntouched;
	size_t touched_cap;
};

/* Counts a sample of the event and tells whether it is kept. */
bool events_count(struct events *e, struct event_filter *f,
    struct str event);

/* Adds *part to *total and sets its counts to zero. */
void events_add(struct events *total, struct events *part);

/* Samples of events that were left out. */
uint64_t events_left_out(const struct events *e);

/* "cycles:u 12, page-faults 3" of those kept or of those left out, the most
 * frequent first. */
void events_print(struct buf *out, const struct events *e, bool kept);

#endif
