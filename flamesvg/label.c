#include "label.h"

#include "cells.h"
#include "utf8.h"

#define ELLIPSIS "\xe2\x80\xa6"
/* With less room than this the end of a name says nothing. */
#define MIDDLE_MIN 9
/* No script puts more marks on a character; renderers take minutes for a
 * name of many. */
#define MARKS_MAX 8

struct str
name_unmarked(struct str name)
{
	const char *mark;

	if (name.n < 4)
		return name;
	mark = name.p + name.n - 4;
	if (mark[0] != '_' || mark[1] != '[' || mark[3] != ']')
		return name;
	if (mark[2] != 'k' && mark[2] != 'j' && mark[2] != 'i' &&
	    mark[2] != 'w')
		return name;
	return str_head(name, name.n - 4);
}

/* The longest head of at most `cells` cells, with what combines with its last
 * character. */
static struct str
head_cells(struct str name, size_t cells)
{
	size_t i = 0;
	unsigned marks = 0;

	while (i < name.n) {
		struct rune r = utf8_next(str_skip(name, i));
		unsigned width = rune_cells(r.code);

		marks = width ? 0 : marks + 1;
		if (width > cells || marks > MARKS_MAX)
			break;
		cells -= width;
		i += r.n;
	}
	return str_head(name, i);
}

/* The longest tail of at most `cells` cells that begins with a character that
 * stands on its own. */
static struct str
tail_cells(struct str name, size_t cells)
{
	size_t start = name.n, i = name.n;
	unsigned marks = 0;

	while (i > 0) {
		unsigned width;

		while (--i > 0 && ((unsigned char)name.p[i] & 0xc0) == 0x80)
			;
		width = rune_cells(utf8_next(str_skip(name, i)).code);
		marks = width ? 0 : marks + 1;
		if (width > cells || marks > MARKS_MAX)
			break;
		cells -= width;
		if (width)
			start = i;
	}
	return str_skip(name, start);
}

/* Whether it fits is known after `cells` characters: a name may have 1 MB. */
static bool
fits(struct str name, size_t cells)
{
	return head_cells(name, cells).n == name.n;
}

void
label_fit(struct buf *b, struct str name, size_t cells, bool right)
{
	size_t tail = right || cells < MIDDLE_MIN ? 0 : (cells - 1) / 2;

	if (fits(name, cells)) {
		buf_str(b, name);
		return;
	}
	if (cells < 3)
		return;
	buf_str(b, head_cells(name, cells - 1 - tail));
	buf_text(b, ELLIPSIS);
	buf_str(b, tail_cells(name, tail));
}
