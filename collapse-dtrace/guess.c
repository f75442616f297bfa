#include "guess.h"

#include "line.h"

/* How many lines are looked at. */
#define LINES 100

/* A line of perf's header: "... 5.0: 7 cycles:" */
static bool
is_perf_header(struct str line)
{
	size_t colon = str_search(line, STR(": "));
	bool digit = false;

	if (line.n == 0 || line.p[0] == '@' || line.p[0] == '#')
		return false;
	if (colon == line.n)
		colon = line.n - 1;
	for (size_t i = 0; i < colon; i++)
		digit = digit || is_digit(line.p[i]);
	return line.p[colon] == ':' && digit;
}

/* A frame of perf: an address without 0x, then a symbol */
static bool
is_perf_frame(struct str line)
{
	struct str text = str_trim(line);
	size_t n = 0;

	while (n < text.n && is_hex(text.p[n]))
		n++;
	return text.n && is_blank(line.p[0]) && n >= 3 && n + 1 < text.n &&
	    text.p[n] == ' ' && !is_blank(text.p[n + 1]);
}

/* "a;b;c 5" in column 0 */
static bool
is_folded(struct str line)
{
	size_t blank = str_rfind(line, ' ');
	uint64_t count;

	return line.n && !is_blank(line.p[0]) && str_find(line, ';') < blank &&
	    blank < line.n && str_u64(str_skip(line, blank + 1), &count);
}

const char *
guess_other(struct str text)
{
	struct str line, before = { 0 };
	unsigned folded = 0, lines = 0;

	if (str_starts(text, STR("PERFILE2")))
		return "a recording of perf: "
		    "`perf script -i FILE | collapse-perf` reads it";
	while (text.n && lines < LINES) {
		line = str_rtrim(str_line(&text));
		if (line.n == 0 || line.p[0] == '#')
			continue;
		if (is_perf_header(before) && is_perf_frame(line))
			return "text of `perf script`: collapse-perf reads it";
		folded += is_folded(line);
		lines++;
		before = line;
	}
	if (lines && folded == lines)
		return "folded text already: stackagg and flamesvg read it";
	return NULL;
}
