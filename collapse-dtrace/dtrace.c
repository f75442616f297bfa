#include "reader.h"

/* Does text follow that is indented deeper than that? */
static bool
next_is_deeper(const struct reader *r, size_t indent)
{
	struct str rest = r->text, line = { 0 };

	while (rest.n && str_trim(line).n == 0)
		line = str_rtrim(str_line(&rest));
	return line_indent(line) > indent && !all_digits(str_trim(line));
}

/* The frame of the record's last line; NULL: it is a key, or there is none. */
static struct frame *
last_frame(const struct record *r)
{
	return r->n ? r->v[r->n - 1].frame : NULL;
}

/*
 * Is the record's last line a frame?  Text keys stand before the stack and
 * are indented less than its frames.
 */
static bool
has_stack(const struct reader *r)
{
	const struct frame *last = last_frame(&r->record);

	return last && (last->kind == LINE_FRAME ||
	    !line_may_be_key(last->line) || !next_is_deeper(r, last->indent));
}

/* Text that is neither indented nor looks like a frame is no stack. */
static bool
is_stack(const struct reader *r)
{
	const struct frame *root = last_frame(&r->record);

	return !root || root->indent > 0 || root->kind == LINE_FRAME ||
	    !line_may_be_key(root->line);
}

static void
key(struct reader *r, struct str line, struct str text)
{
	reader_keep(r, line);
	record_keys(&r->record);
	record_key(&r->record, text);
}

/* What the next line is; a header where none follows at once. */
static enum line_kind
next_kind(const struct reader *r)
{
	struct str rest = r->text, line = { 0 };

	if (rest.n)
		line = str_rtrim(str_line(&rest));
	return line.n == 0 || line_opens_record(line, false) ? LINE_HEADER :
	    line_kind(line);
}

/* Is a number as wide as DTrace prints values, with the text before it padded
 * to 50 columns?  Only keys of 64 bits are, too. */
static bool
is_wide(struct str line, struct str keys, struct str value)
{
	struct str last = line_last_column(str_rtrim(keys));
	size_t from = 0, end = (size_t)(value.p - line.p) + value.n;

	if (keys.n)
		from = (size_t)(last.p - line.p) +
		    (all_digits(last) || last.n > 50 ? last.n : 50);
	return end > from + 16;
}

/* Is a number before the frames of a stack a key?  A value stands there where
 * the stack is empty or there is none: no frame follows at once. */
static bool
is_key(const struct reader *r, struct str line, struct str keys,
    struct str value)
{
	enum line_kind next = next_kind(r);
	bool alone = r->record.lines == 0 && keys.n == 0;

	return !is_wide(line, keys, value) || next == LINE_FRAME ||
	    (alone && next == LINE_TEXT);
}

/*
 * "  nginx       1234", "    17": behind a stack the last column is its count
 * and those before it are keys; before one all are keys.  Keys with a count
 * in their line have no stack, unless it stood before them.
 */
static void
number(struct reader *r, struct str line, struct str keys, struct str value)
{
	bool stack = has_stack(r);

	if (!stack && is_key(r, line, keys, value)) {
		key(r, line, line_text(line));
	} else if ((!stack && keys.n) || !is_stack(r)) {
		reader_reject(r, "a count without a stack", line);
		reader_restart(r);
	} else {
		if (keys.n)
			record_key(&r->record, keys);
		reader_keep(r, line);
		reader_sample(r, value, line);
	}
}

/*
 * Is the line the first frame behind keys?  Frames are indented deeper.
 * "[ text ]" is what jstack() helpers say about the frame above it.
 */
static bool
steps_in(const struct record *r, const struct frame *frame)
{
	const struct frame *last = last_frame(r);

	if (!last || frame->indent <= last->indent ||
	    str_starts(line_text(frame->line), STR("[ ")) ||
	    !line_may_be_key(last->line))
		return false;
	return last->kind == LINE_TEXT || frame->indent >= last->indent + 4;
}

/* Frames, or text keys before them. */
static void
stack_lines(struct reader *r, struct str line, struct frame *frame)
{
	reader_keep(r, line);
	for (; frame; frame = reader_next(r, frame)) {
		if (steps_in(&r->record, frame))
			record_keys(&r->record);
		record_frame(&r->record, frame);
	}
}

/* Blank lines join the parts of a key.  Text in column 0 that has one behind
 * it is a header that DTrace itself does not print. */
static void
blank(struct reader *r)
{
	if (!r->first)
		return;
	for (size_t i = 0; i < r->record.n; i++) {
		const struct frame *frame = r->record.v[i].frame;

		if (!frame || frame->indent || frame->kind != LINE_TEXT)
			return;
	}
	reader_drop(r);
}

static enum line_kind
other(struct reader *r, struct str line)
{
	struct frame *frame = frames_find(&r->frames, line, DTRACE, false);
	struct str keys, value;

	if (frame->indent == 0 && line_opens_record(line, r->blank))
		reader_restart(r);
	switch (frame->kind) {
	case LINE_TEXT:
	case LINE_FRAME:
		stack_lines(r, line, frame);
		break;
	case LINE_COUNT:
	case LINE_NO_COUNT:
		value = line_last_column(line_text(line));
		keys = line_text(line);
		keys.n -= value.n;
		number(r, line, keys, value);
		break;
	case LINE_FOLDED:
		reader_reject(r, "folded text", line);
		break;
	case LINE_ROW:
		if (!r->left_out)
			reader_reject(r, "a row of a distribution", line);
		break;
	case LINE_END:
		reader_reject(r, "the end of a map that did not begin", line);
		break;
	case LINE_HEADER:
		break;
	}
	return frame->kind;
}

void
dtrace_line(struct reader *r, struct str line)
{
	size_t indent = line_indent(line), digits = 0;
	struct str text = str_skip(line, indent);
	enum line_kind kind = LINE_COUNT;
	bool empty = false;

	while (is_digit(text.p[digits]))
		digits++;
	if (digits && text.p[digits] == '\n')
		number(r, line, STR(""), str_head(text, digits));
	else if (text.p[0] == '\n' || line_text(text).n == 0)
		empty = true;
	else
		kind = other(r, line);
	if (empty)
		blank(r);
	r->blank = empty;
	r->left_out = r->left_out && kind == LINE_ROW;
}
