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
	r->tally.chains += fold->tally.chains;
	r->tally.capped += fold->tally.capped;
	fold->tally = (struct fold_tally){ 0 };
	events_add(&r->events, &fold->events);
}

/* Bytes of the input's start that tell what it is. */
#define START 512

void
report_start(struct report *r, struct str text)
{
	size_t left = START - r->start.n;

	buf_str(&r->start, str_head(text, text.n < left ? text.n : left));
}

/* A line of folded text: "a;b 12". */
static bool
is_folded(struct str line)
{
	size_t blank = str_rfind(line, ' ');
	uint64_t count;

	return blank < line.n && str_find(line, ';') < blank &&
	    str_u64(str_skip(line, blank + 1), &count);
}

/* What to do about an input that is no text of perf script. */
static const char *
advice(struct str start)
{
	struct str line = str_line(&start);

	if (str_starts(line, STR("PERFILE2")))
		return "this is perf.data itself: "
		    "run perf script -i FILE | collapse-perf";
	if (str_starts(line, STR("<?xml")) || str_starts(line, STR("<svg")))
		return "this is a picture";
	if (is_folded(line))
		return "this is folded text: give it to stackagg or flamesvg";
	if (str_find(start, '`') < start.n)
		return "this looks like DTrace text: use collapse-dtrace";
	return "give it what perf script prints";
}

/* "page-faults 3, cycles 2", masked, in *text. */
static const char *
list_events(const struct report *r, struct buf *text)
{
	struct buf list = { 0 };
	const char *masked;

	events_print(&list, &r->events, false);
	masked = mask(text, buf_view(&list));
	buf_free(&list);
	return masked;
}

void
report_nothing(const struct report *r)
{
	struct buf text = { 0 };

	if (r->tally.kept)
		return;
	if (r->tally.samples)
		error_say("no sample is of the event asked for; there are: %s",
		    list_events(r, &text));
	else
		error_say("no samples in the input; %s",
		    advice(buf_view(&r->start)));
	buf_free(&text);
}

static const char *
plural(uint64_t n)
{
	return n == 1 ? "" : "s";
}

static void
say_events(const struct report *r, const struct warn *w)
{
	uint64_t n = events_left_out(&r->events);
	struct buf text = { 0 };

	if (n == 0 || r->tally.kept == 0)
		return;
	warn_say(w, "%" PRIu64 " sample%s of other events left out: %s; "
	    "choose with --event-filter=NAME, or all", n, plural(n),
	    list_events(r, &text));
	buf_free(&text);
}

static void
say_lost(const struct report *r, const struct warn *w)
{
	uint64_t lost = r->noise[NOISE_LOST], errors = r->noise[NOISE_DECODER];

	if (lost)
		warn_say(w, "perf lost events, says %" PRIu64 " line%s: the "
		    "recording is not complete", lost, plural(lost));
	if (errors)
		warn_say(w, "%" PRIu64 " line%s of decoder errors: the "
		    "recording is not complete", errors, plural(errors));
}

static void
say_stacks(const struct report *r, const struct warn *w)
{
	const struct fold_tally *t = &r->tally;

	if (t->kept && t->chains == 0)
		warn_say(w, "no sample has a call chain: record with -g or "
		    "--call-graph");
	if (t->capped)
		warn_say(w, "%" PRIu64 " sample%s with exactly %d frames: "
		    "callers may be missing; see perf script --max-stack",
		    t->capped, plural(t->capped), FRAMES_CAP);
}

/* A macro's value as a string. */
#define TEXT(macro) TEXT_OF(macro)
#define TEXT_OF(value) #value

/* "12 what, " if there are any. */
static void
add_figure(struct buf *b, uint64_t n, const char *what)
{
	if (n == 0)
		return;
	if (b->n)
		buf_text(b, ", ");
	buf_u64(b, n);
	buf_char(b, ' ');
	buf_text(b, what);
}

/* Scripts read the first line: it has no more than these two numbers. */
static void
say_figures(const struct report *r, const struct warn *w)
{
	struct buf b = { 0 };

	warn_say(w, "%" PRIu64 " sample%s read, %" PRIu64 " kept",
	    r->tally.samples, plural(r->tally.samples), r->tally.kept);
	add_figure(&b, events_left_out(&r->events), "left out by event");
	add_figure(&b, r->tally.frameless, "without frames");
	add_figure(&b, r->tally.capped, "with " TEXT(FRAMES_CAP) " frames");
	add_figure(&b, r->bad.count, "lines not used");
	add_figure(&b, r->noise[NOISE_RECORD], "perf records");
	add_figure(&b, r->noise[NOISE_MESSAGE], "messages of perf");
	add_figure(&b, r->noise[NOISE_LOST], "lines about lost events");
	add_figure(&b, r->noise[NOISE_DECODER], "decoder errors");
	buf_char(&b, '\0');
	if (b.n > 1)
		warn_say(w, "%s", b.p);
	buf_free(&b);
}

void
report_say(const struct report *r, const struct warn *w)
{
	bad_say(&r->bad, w);
	say_events(r, w);
	say_lost(r, w);
	say_stacks(r, w);
	if (r->verbose || isatty(STDERR_FILENO))
		say_figures(r, w);
}
