#include "reader.h"

static bool
all_digits(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (!is_digit(s.p[i]))
			return false;
	return s.n > 0;
}

static bool
next_is_blank(const struct reader *r)
{
	struct str rest = r->text;

	return rest.n && str_trim(str_line(&rest)).n == 0;
}

/* Does text follow that is indented deeper than that? */
static bool
next_is_deeper(const struct reader *r, size_t indent)
{
	struct str rest = r->text, line = { 0 };

	while (rest.n && str_trim(line).n == 0)
		line = str_rtrim(str_line(&rest));
	return line_indent(line) > indent && !all_digits(str_trim(line));
}

/*
 * Is the record's last line a frame?  Text keys stand before the stack and
 * are indented less than its frames.
 */
static bool
has_stack(const struct reader *r)
{
	const struct record_line *last = &r->record.v[r->record.n - 1];

	if (r->record.n == 0 || !last->frame)
		return false;
	return last->frame->kind == LINE_FRAME ||
	    !next_is_deeper(r, last->indent);
}

/* Text that is neither indented nor looks like a frame is no stack. */
static bool
is_stack(const struct reader *r)
{
	const struct record_line *root = &r->record.v[r->record.n - 1];

	return root->indent > 0 || root->frame->kind == LINE_FRAME;
}

static void
key(struct reader *r, struct str line, struct str text, size_t indent)
{
	reader_keep(r, line);
	record_keys(&r->record);
	record_add(&r->record, text, NULL, indent);
}

/*
 * DTrace prints the count of an empty stack 16 columns wide, with the empty
 * line of the stack before it and that of the next record behind it.
 */
static bool
is_count_of_nothing(const struct reader *r, struct str text, size_t indent)
{
	return r->record.lines == 0 && r->blank && all_digits(text) &&
	    indent + text.n > 16 && (next_is_blank(r) || r->text.n == 0);
}

/*
 * "  nginx       1234", "    17": behind a stack the last column is its count
 * and those before it are keys; before one all are keys.
 */
static void
number(struct reader *r, struct str line, struct str text, size_t indent)
{
	struct str value = line_last_column(text);
	struct str keys = str_head(text, text.n - value.n);

	if (is_count_of_nothing(r, text, indent)) {
		reader_reject(r, "a count without a stack", line);
	} else if (!has_stack(r)) {
		key(r, line, text, indent);
	} else if (!is_stack(r)) {
		reader_reject(r, "a count without a stack", line);
	} else {
		if (keys.n)
			record_add(&r->record, keys, NULL, indent);
		reader_keep(r, line);
		reader_sample(r, value, line);
	}
}

/*
 * Is the line the first frame behind keys?  Frames are indented deeper; a
 * frame that looks like one can still be a key ("a.out`main" of ufunc()).
 * "[ text ]" is what jstack() helpers say about the frame above it.
 */
static bool
steps_in(const struct record *r, struct str text, size_t indent)
{
	const struct record_line *last = &r->v[r->n - 1];

	if (r->n == 0 || !last->frame || indent <= last->indent ||
	    str_starts(text, STR("[ ")))
		return false;
	return last->frame->kind == LINE_TEXT || indent >= last->indent + 4;
}

static void
text_line(struct reader *r, struct str line, const struct frame *frame,
    struct str text, size_t indent)
{
	if (steps_in(&r->record, text, indent))
		record_keys(&r->record);
	reader_keep(r, line);
	record_add(&r->record, text, frame, indent);
}

/* Blank lines join the parts of a key.  Text in column 0 that has one behind
 * it is a header that DTrace itself does not print. */
static void
blank(struct reader *r)
{
	for (size_t i = 0; i < r->record.n; i++)
		if (!r->first || r->record.v[i].indent ||
		    !r->record.v[i].frame ||
		    r->record.v[i].frame->kind != LINE_TEXT)
			return;
	reader_drop(r, "not a header of DTrace");
}

static void
other(struct reader *r, struct str line, struct str text, size_t indent)
{
	const struct frame *frame = frames_find(&r->frames, text, DTRACE,
	    false);

	switch (frame->kind) {
	case LINE_TEXT:
	case LINE_FRAME:
		text_line(r, line, frame, text, indent);
		break;
	case LINE_COUNT:
	case LINE_NO_COUNT:
		number(r, line, text, indent);
		break;
	case LINE_ROW:
		reader_reject(r, "a row of a distribution", line);
		break;
	case LINE_HEADER:
		break;
	}
}

void
dtrace_line(struct reader *r, struct str line)
{
	size_t indent = line_indent(line);
	struct str text = str_skip(line, indent);

	if (text.n == 0)
		blank(r);
	else if (all_digits(text))
		number(r, line, text, indent);
	else
		other(r, line, text, indent);
	r->blank = text.n == 0;
}
