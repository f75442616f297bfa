#include "reader.h"

/* How far to look back for the line before a count: borders are searched in
 * new text alone, or a record of any length would cost squared time. */
#define LOOK_BACK 4096

/* Where the line begins that ends in the newline before `end`. */
static size_t
line_start(struct str text, size_t end)
{
	size_t i = end - 1;

	while (i > 0 && text.p[i - 1] != '\n')
		i--;
	return i;
}

static struct str
line_at(struct str text, size_t start)
{
	struct str rest = str_skip(text, start);

	return str_rtrim(str_line(&rest));
}

/* The last line before i that is not blank; empty: none near. */
static struct str
line_before(struct str text, size_t i)
{
	size_t limit = i > LOOK_BACK ? i - LOOK_BACK : 0;
	struct str line = { 0 };

	while (i > limit && line.n == 0) {
		i = line_start(text, i);
		line = line_at(text, i);
	}
	return line;
}

/* The first line from i on that is not blank; empty: none. */
static struct str
line_behind(struct str text, size_t i)
{
	struct str rest = str_skip(text, i), line = { 0 };

	while (rest.n && line.n == 0)
		line = str_rtrim(str_line(&rest));
	return line;
}

static enum line_kind
kind_of(struct str line)
{
	return line.n ? line_kind(line) : LINE_HEADER;
}

/*
 * Is the line from start to end the count of a stack?  A number before the
 * stack is a key, so a frame must stand before it: one with a module, or text
 * right before it when a blank line and no deeper text follow.  (Frames of
 * bpftrace have no module, and no blank line stands in its stacks.)
 */
static bool
is_count(struct str text, size_t start, size_t end)
{
	struct str before, behind;

	if (start == 0 || kind_of(line_at(text, start)) != LINE_COUNT)
		return false;
	if (line_has_module(line_before(text, start)))
		return true;
	before = line_at(text, line_start(text, start));
	if (kind_of(before) != LINE_TEXT && kind_of(before) != LINE_FRAME)
		return false;
	behind = line_behind(text, end);
	return line_indent(before) > 0 && line_at(text, end).n == 0 &&
	    behind.n && line_indent(behind) <= line_indent(before);
}

static bool
opens_record(struct str text, size_t start)
{
	struct str line = line_at(text, start);

	return start > 0 && line.n && line_opens_record(line,
	    line_at(text, line_start(text, start)).n == 0);
}

size_t
record_border(struct str text, size_t from)
{
	size_t limit = from > LOOK_BACK ? from - LOOK_BACK : 0;
	size_t start, end = text.n;

	while (end > limit && text.p[end - 1] != '\n')
		end--;
	for (; end > limit; end = start) {
		start = line_start(text, end);
		if (opens_record(text, start))
			return start;
		if (is_count(text, start, end))
			return end;
	}
	return 0;
}
