#include "reader.h"

/* Where "]: value" begins in a line, or line.n.  Keys may hold "]:" too: the
 * last one counts, and none does where a stack follows. */
static size_t
value_start(struct str line)
{
	if (str_ends(line, STR(",")))
		return line.n;
	for (size_t i = line.n; i > 1; i--)
		if (line.p[i - 1] == ':' && line.p[i - 2] == ']' &&
		    (i == line.n || is_blank(line.p[i])))
			return i - 2;
	return line.n;
}

static size_t
count_of(struct str s, char c)
{
	size_t n = 0;

	for (size_t i = 0; i < s.n; i++)
		n += s.p[i] == c;
	return n;
}

/* Brackets of a tuple, "(nginx" and "1234)", off; those of a key that has
 * both, "(sd-pam)", are its own. */
static struct str
tuple_off(struct reader *r, struct str key)
{
	size_t opened = count_of(key, '('), closed = count_of(key, ')');

	for (; opened > closed && str_starts(key, STR("(")); opened--) {
		key = str_skip(key, 1);
		r->record.tuples++;
	}
	for (; closed > opened && r->record.tuples && key.n &&
	    key.p[key.n - 1] == ')'; closed--) {
		key.n--;
		r->record.tuples--;
	}
	return key;
}

/* "nginx, 1234, ": an empty piece is a stack that stands on lines of its own
 * or has no frame. */
static void
add_keys(struct reader *r, struct str text)
{
	struct str key;

	while (text.n) {
		size_t n = str_search(text, STR(", "));

		key = tuple_off(r, str_trim(str_head(text, n)));
		if (key.n && !str_eq(key, STR(",")))
			record_key(&r->record, key);
		text = str_skip(text, n < text.n ? n + 2 : n);
	}
}

/*
 * Reads what stands behind "@name[" or behind a stack: "nginx, 1234, " or
 * ", nginx]: 7".  True where the map's value was there.
 */
static bool
key_line(struct reader *r, struct str rest, struct str line)
{
	size_t n = value_start(rest);
	struct str keys = str_head(rest, n);

	if (str_starts(keys, STR(",")))
		keys = str_skip(keys, 1);
	if (str_ends(keys, STR(",")))
		keys.n--;
	add_keys(r, keys);
	reader_keep(r, line);
	if (n == rest.n)
		return false;
	reader_sample(r, str_trim(str_skip(rest, n + 2)), line);
	return true;
}

/* Is the map that is being read left open?  No blank line, no frame of DTrace
 * and no other record stands in a map. */
static bool
is_left_open(const struct reader *r)
{
	struct str rest = r->text, line;

	if (rest.n == 0)
		return true;
	if (line_ends_stack(rest))
		return false;
	line = str_line(&rest);
	return line_text(line).n == 0 || line_has_module(line) ||
	    line_opens_record(line, false);
}

static void
frame_lines(struct reader *r, struct str line)
{
	struct frame *frame = frames_find(&r->frames, line, BPFTRACE, false);

	reader_keep(r, line);
	for (; frame; frame = reader_next(r, frame))
		record_frame(&r->record, frame);
}

/* A line of a stack or the one that ends it.  True where the map's value was
 * in it. */
static bool
map_line(struct reader *r, struct str line)
{
	if (line_ends_stack(line))
		return key_line(r, line_text(line), line);
	frame_lines(r, line);
	return false;
}

void
bpftrace_map(struct reader *r, struct str line)
{
	size_t bracket = str_find(line, '['), colon = str_find(line, ':');
	struct str value;

	reader_restart(r);
	r->blank = false;
	r->left_out = false;
	r->record.map = str_head(line, bracket < colon ? bracket : colon);
	if (colon < bracket) {
		reader_keep(r, line);
		value = str_trim(str_skip(line_text(line), colon + 1));
		reader_sample(r, value, line);
		return;
	}
	if (key_line(r, str_skip(line_text(line), bracket + 1), line))
		return;
	while (!is_left_open(r) && reader_line(r, &line))
		if (map_line(r, line))
			return;
	reader_drop(r);
}
