#include "report.h"

#include <inttypes.h>
#include <unistd.h>

void
report_add(struct report *r, struct perf *perf, struct fold *fold,
    const char *file, uint64_t lines)
{
	bad_add(&r->bad, &perf->bad, file, lines);
	for (int i = 0; i < NOISE_KINDS; i++)
		r->noise[i] += perf->noise[i];
	r->tally.samples += fold->tally.samples;
	r->tally.kept += fold->tally.kept;
	r->tally.frameless += fold->tally.frameless;
	r->tally.capped += fold->tally.capped;
	fold->tally = (struct fold_tally){ 0 };
	events_add(&r->events, &fold->events);
}

/* "1 sample", "2 samples" */
static const char *
plural(uint64_t n)
{
	return n == 1 ? "" : "s";
}

/* Nothing was kept: why, and what to do. */
static bool
fail(const struct report *r, const struct warn *w)
{
	struct buf list = { 0 }, text = { 0 };

	bad_say(&r->bad, w);
	events_print(&list, &r->events, false);
	if (r->tally.samples)
		error_say("no sample is of the event asked for; the input "
		    "has %s", mask(&text, buf_view(&list)));
	else
		error_say("no samples in the input: it should be the text "
		    "that perf script prints");
	buf_free(&list);
	buf_free(&text);
	return false;
}

static void
say_events(const struct report *r, const struct warn *w)
{
	uint64_t out = events_left_out(&r->events);
	struct buf list = { 0 }, text = { 0 };

	if (out == 0)
		return;
	events_print(&list, &r->events, false);
	warn_say(w, "%" PRIu64 " sample%s of other events left out: %s; "
	    "--event-filter=NAME or all chooses", out, plural(out),
	    mask(&text, buf_view(&list)));
	buf_free(&list);
	buf_free(&text);
}

static void
say_noise(const struct report *r, const struct warn *w)
{
	const uint64_t *n = r->noise;

	if (n[NOISE_LOST])
		warn_say(w, "%" PRIu64 " line%s about lost events: the "
		    "recording is not complete", n[NOISE_LOST],
		    plural(n[NOISE_LOST]));
	if (n[NOISE_DECODER])
		warn_say(w, "%" PRIu64 " line%s of decoder errors skipped",
		    n[NOISE_DECODER], plural(n[NOISE_DECODER]));
	if (n[NOISE_MESSAGE])
		warn_say(w, "%" PRIu64 " of perf's own messages skipped",
		    n[NOISE_MESSAGE]);
}

static void
say_stacks(const struct report *r, const struct warn *w)
{
	const struct fold_tally *t = &r->tally;

	if (t->frameless == t->kept)
		warn_say(w, "no sample has a call chain: record with -g or "
		    "--call-graph");
	else if (t->frameless)
		warn_say(w, "%" PRIu64 " sample%s without a frame",
		    t->frameless, plural(t->frameless));
	if (t->capped)
		warn_say(w, "%" PRIu64 " sample%s with exactly %d frames: "
		    "their callers may be cut off; see perf script "
		    "--max-stack", t->capped, plural(t->capped), FRAMES_CAP);
}

bool
report_say(const struct report *r, const struct warn *w, bool strict)
{
	if (r->tally.kept == 0)
		return fail(r, w);
	bad_say(&r->bad, w);
	say_events(r, w);
	say_noise(r, w);
	say_stacks(r, w);
	if (r->verbose || isatty(STDERR_FILENO))
		warn_say(w, "%" PRIu64 " samples read, %" PRIu64 " kept",
		    r->tally.samples, r->tally.kept);
	return !strict || r->bad.count == 0;
}
