#include "warn.h"

#include <err.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#define MASK_MAX 200

static void
format(struct buf *b, const char *fmt, va_list args)
{
	va_list again;
	int n;

	va_copy(again, args);
	n = vsnprintf(NULL, 0, fmt, again);
	va_end(again);
	*buf_room(b, 1) = '\0';
	if (n > 0) {
		vsnprintf(buf_room(b, (size_t)n + 1), (size_t)n + 1, fmt,
		    args);
		b->n += (size_t)n;
	}
}

/* Arguments and file names are masked here: a message is one line. */
static void
say(const char *fmt, va_list args)
{
	struct buf text = { 0 }, visible = { 0 };

	format(&text, fmt, args);
	buf_visible(&visible, buf_view(&text));
	buf_char(&visible, '\0');
	warnx("%s", visible.p);
	buf_free(&text);
	buf_free(&visible);
}

void
warn_say(const struct warn *w, const char *fmt, ...)
{
	va_list args;

	if (w->quiet)
		return;
	va_start(args, fmt);
	say(fmt, args);
	va_end(args);
}

void
warn_at(const struct warn *w, const char *file, uint64_t line,
    const char *fmt, ...)
{
	struct buf text = { 0 };
	va_list args;

	va_start(args, fmt);
	format(&text, fmt, args);
	va_end(args);
	warn_say(w, "%s:%" PRIu64 ": %s", file, line, text.p);
	buf_free(&text);
}

void
error_say(const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	say(fmt, args);
	va_end(args);
}

void
fatal(const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	say(fmt, args);
	va_end(args);
	/* exit() is no call for two threads at once. */
	_exit(1);
}

void
usage(const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	say(fmt, args);
	va_end(args);
	errx(2, "--help shows how it is called");
}

const char *
mask(struct buf *b, struct str text)
{
	b->n = 0;
	buf_visible(b, str_head(text, text.n < MASK_MAX ? text.n : MASK_MAX));
	if (text.n > MASK_MAX)
		buf_text(b, "...");
	*buf_room(b, 1) = '\0';
	return b->p;
}

void
bad_note(struct bad *b, uint64_t line, const char *why, struct str text)
{
	if (b->count++)
		return;
	b->line = line;
	b->why = why;
	mask(&b->text, text);
}

void
bad_add(struct bad *total, struct bad *slab, const char *file, uint64_t base)
{
	if (total->count == 0 && slab->count) {
		struct buf spare = total->text;

		*total = *slab;
		total->file = file;
		total->line += base;
		slab->text = spare;
	} else {
		total->count += slab->count;
	}
	slab->count = 0;
}

void
bad_say(const struct bad *b, const struct warn *w)
{
	if (b->count == 0)
		return;
	if (b->count == 1)
		warn_at(w, b->file, b->line, "%s: %s", b->why, b->text.p);
	else
		warn_at(w, b->file, b->line,
		    "%s: %s (the first of %" PRIu64 " lines not used)",
		    b->why, b->text.p, b->count);
}

void
bad_error(const struct bad *b)
{
	if (b->count)
		error_say("%s:%" PRIu64 ": %s: %s", b->file, b->line, b->why,
		    b->text.p);
}
