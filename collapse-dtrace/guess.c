#include "guess.h"

#include "line.h"

/* The time in a header of perf: "5.0:" */
static bool
is_time(struct str word)
{
	size_t point = str_find(word, '.');

	if (point == 0 || word.n < point + 3 || word.p[word.n - 1] != ':')
		return false;
	for (size_t i = 0; i < word.n - 1; i++)
		if (i != point && !is_digit(word.p[i]))
			return false;
	return true;
}

static bool
has_time(struct str text)
{
	while (text.n) {
		size_t n = str_find(text, ' ');

		if (is_time(str_head(text, n)))
			return true;
		text = str_skip(text, n < text.n ? n + 1 : n);
	}
	return false;
}

/* "7f00 f+0x1 (/bin/a)": an address without 0x and a symbol */
static bool
is_perf_frame(struct str text)
{
	size_t n = 0;

	while (n < text.n && is_hex(text.p[n]))
		n++;
	return n > 0 && n + 1 < text.n && text.p[n] == ' ' &&
	    !is_blank(text.p[n + 1]);
}

enum other
guess_other(struct str line, struct str next)
{
	struct str text = line_text(line);

	if (str_starts(text, STR("PERFILE2")))
		return OTHER_RECORDING;
	if (text.n && line_kind(line) == LINE_FOLDED)
		return OTHER_FOLDED;
	if (has_time(text) ||
	    (str_ends(text, STR(":")) && is_perf_frame(line_text(next))) ||
	    (str_ends(text, STR(")")) && is_perf_frame(text)))
		return OTHER_PERF;
	return OTHER_NONE;
}

const char *
guess_advice(unsigned others)
{
	if (others & OTHER_RECORDING)
		return "a recording of perf: "
		    "'perf script -i FILE | collapse-perf' reads it";
	if (others & OTHER_PERF)
		return "text of perf script: collapse-perf reads it";
	if (others & OTHER_FOLDED)
		return "folded already: stackagg and flamesvg read it";
	return NULL;
}
