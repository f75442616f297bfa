#include "line.h"

#include <string.h>

#include "count.h"

/* What lines of maps begin with that are no frames. */
#define MAP_SIGNS "@,)]"

bool
all_digits(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (!is_digit(s.p[i]))
			return false;
	return s.n > 0;
}

struct str
line_text(struct str line)
{
	if (str_ends(line, STR("\n")))
		line.n--;
	return str_trim(line);
}

size_t
line_indent(struct str line)
{
	size_t i = 0;

	/* DTrace indents its frames by 14 blanks. */
	while (line.n - i >= 8 && memcmp(line.p + i, "        ", 8) == 0)
		i += 8;
	while (i < line.n && is_blank(line.p[i]))
		i++;
	return i;
}

/* Does a gap between columns begin at i? */
static bool
is_gap(struct str s, size_t i)
{
	return s.p[i] == '\t' ||
	    (s.p[i] == ' ' && i + 1 < s.n && is_blank(s.p[i + 1]));
}

bool
line_column(struct str *line, struct str *column)
{
	struct str rest = str_trim(*line);
	size_t i = 0;

	while (i < rest.n && !is_gap(rest, i))
		i++;
	*column = str_head(rest, i);
	*line = str_skip(rest, i);
	return i > 0;
}

struct str
line_last_column(struct str line)
{
	size_t i = line.n;

	while (i > 0 && line.p[i - 1] != '\t' &&
	    !(i > 1 && is_blank(line.p[i - 1]) && is_blank(line.p[i - 2])))
		i--;
	return str_skip(line, i);
}

bool
line_opens_map(struct str line)
{
	size_t i = 1;

	if (line.n < 2 || line.p[0] != '@')
		return false;
	while (i < line.n && (is_alpha(line.p[i]) || is_digit(line.p[i]) ||
	    line.p[i] == '_'))
		i++;
	return i < line.n && (line.p[i] == '[' || line.p[i] == ':');
}

bool
line_ends_stack(struct str line)
{
	return line.p[0] == ',' || line.p[0] == ')' || line.p[0] == ']';
}

/* [+-]digits[.digits][e[+-]digits]: a number of some kind. */
static bool
is_number(struct str s)
{
	bool digit = false;

	for (size_t i = 0; i < s.n; i++) {
		char c = s.p[i];

		if (is_digit(c))
			digit = true;
		else if (c == '-' || c == '+')
			if (i > 0 && (s.p[i - 1] | 0x20) != 'e')
				return false;
			else
				continue;
		else if (c != '.' && !(digit && (c | 0x20) == 'e'))
			return false;
	}
	return digit;
}

/*
 * The rows and the head of a distribution:
 *   value  ------------- Distribution ------------- count
 *    < 0 |                                         0
 *     16 |@@@@@@@@@@                               7
 *   [16, 32)    7 |@@@@@@@@@@                      |
 */
static bool
is_row(struct str s)
{
	size_t bar = str_find(s, '|');
	struct str value = str_trim(str_head(s, bar));

	if (bar == s.n)
		return str_search(s, STR("- Distribution -")) < s.n;
	if (value.n && (value.p[0] == '[' || value.p[0] == '('))
		return value.n > 1 && is_digit(value.p[value.n - 1]) &&
		    str_ends(s, STR("|"));
	if (str_starts(value, STR("<")))
		value = str_trim(str_skip(value, 1));
	else if (str_starts(value, STR(">=")))
		value = str_trim(str_skip(value, 2));
	return is_number(value);
}

/* "CPU     ID                    FUNCTION:NAME", "CPU FUNCTION" */
static bool
is_head(struct str s)
{
	struct str next;

	if (!str_starts(s, STR("CPU ")))
		return false;
	next = str_trim(str_skip(s, 4));
	return str_starts(next, STR("ID")) || str_starts(next, STR("FUNCTION"));
}

/* "0  64091                        :tick-60s" and what a script printed */
static bool
is_probe(struct str s)
{
	struct str cpu, id, probe;

	return line_column(&s, &cpu) && line_column(&s, &id) &&
	    line_column(&s, &probe) && all_digits(cpu) && all_digits(id) &&
	    str_find(probe, ':') < probe.n;
}

/* "Attaching 2 probes...", "Attached 1 probe", "Lost 12 events", and the
 * terminal's echo of what ends bpftrace */
static bool
is_bpftrace_notice(struct str s)
{
	if (str_eq(s, STR("^C")))
		return true;
	if (str_starts(s, STR("Attach")))
		return str_search(s, STR(" probe")) < s.n;
	return str_starts(s, STR("Lost ")) && str_ends(s, STR(" events"));
}

static bool
is_header(struct str s)
{
	return is_head(s) || is_probe(s) || is_bpftrace_notice(s);
}

/* "a;b 5", "a;b 0.5", but not ", nginx]: 5" of bpftrace */
static bool
is_folded(struct str s)
{
	size_t blank = str_rfind(s, ' ');
	struct count count;

	return !memchr(MAP_SIGNS, s.p[0], 4) && blank < s.n &&
	    str_find(s, ';') < blank &&
	    !count_parse(str_skip(s, blank + 1), &count);
}

/* The kind of a line that is no decoration, by its last column. */
static enum line_kind
kind_of_column(struct str text, bool module)
{
	struct str last = line_last_column(text);

	if (all_digits(last))
		return LINE_COUNT;
	if (is_number(last))
		return LINE_NO_COUNT;
	return module || str_starts(text, STR("0x")) ? LINE_FRAME : LINE_TEXT;
}

enum line_kind
line_kind(struct str line)
{
	struct str text = line_text(line);
	bool module = str_find(text, '`') < text.n;

	if (line.p[0] == '#' || str_starts(text, STR("dtrace: ")))
		return LINE_HEADER;
	if (line_ends_stack(line))
		return LINE_END;
	if (line_indent(line) == 0 && is_folded(text))
		return LINE_FOLDED;
	if (!module && is_header(text))
		return LINE_HEADER;
	if (!module && is_row(text))
		return LINE_ROW;
	return kind_of_column(text, module);
}

/* Does it end in blanks, but for the line's end? */
static bool
is_padded(struct str line)
{
	while (line.n && (line.p[line.n - 1] == '\n' ||
	    line.p[line.n - 1] == '\r'))
		line.n--;
	return str_ends(line, STR("  "));
}

bool
line_may_be_key(struct str line)
{
	struct str text = line_text(line);

	if (str_eq(text, STR("-")) || str_eq(text, STR("--")))
		return false;
	return (str_find(text, '`') == text.n &&
	    !str_starts(text, STR("0x")) &&
	    str_search(text, STR("+0x")) == text.n) || is_padded(line);
}

bool
line_has_module(struct str line)
{
	return str_find(line, '`') < line.n &&
	    !memchr(MAP_SIGNS, line.p[0], 4) && line_kind(line) == LINE_FRAME;
}

bool
line_opens_record(struct str line, bool behind_blank)
{
	if (is_blank(line.p[0]))
		return false;
	if (line.p[0] == '@' && line_opens_map(line))
		return true;
	if (str_find(line, ';') < line.n && line_kind(line) == LINE_FOLDED)
		return true;
	return behind_blank && !is_digit(line.p[0]) && line.p[0] != '-' &&
	    line_kind(line) != LINE_HEADER;
}
