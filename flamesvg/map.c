#include "map.h"

#include <stdlib.h>

#include "mem.h"
#include "stacks.h"
#include "svg.h"

/* Cuts "NNN" and what follows it off *text; false if it isn't there. */
static bool
channel(struct str *text, char end, uint32_t *rgb)
{
	size_t n = str_find(*text, end);
	uint64_t v;

	if (n == text->n || !str_u64(str_head(*text, n), &v) || v > 255)
		return false;
	*rgb = *rgb << 8 | (uint32_t)v;
	*text = str_skip(*text, n + 1);
	return true;
}

/* Where the last "->rgb(" stands; names may hold others. */
static size_t
find_arrow(struct str line)
{
	struct str arrow = STR("->rgb(");
	size_t i = line.n;

	while (i-- > 0)
		if (str_starts(str_skip(line, i), arrow))
			return i;
	return line.n;
}

static bool
map_line(struct map *m, struct str line)
{
	size_t at = find_arrow(line);
	struct str color = str_skip(line, at < line.n ? at + 6 : at);
	uint32_t rgb = 0;
	struct buf name = { 0 };

	if (!channel(&color, ',', &rgb) || !channel(&color, ',', &rgb) ||
	    !channel(&color, ')', &rgb) || color.n)
		return false;
	xml_clean(&name, str_head(line, at));
	map_add(m, buf_view(&name), rgb);
	buf_free(&name);
	return true;
}

void
map_parse(struct map *m, struct str text, struct bad *bad)
{
	for (uint64_t n = 1; text.n; n++) {
		struct str line = str_rtrim(str_line(&text));

		if (line.n && !map_line(m, line))
			bad_note(bad, n, "not NAME->rgb(R,G,B)", line);
	}
}

bool
map_find(const struct map *m, struct str name, uint32_t *rgb)
{
	uint32_t id;

	if (!intern_find(&m->names, name, &id))
		return false;
	*rgb = m->rgb[id];
	return true;
}

void
map_add(struct map *m, struct str name, uint32_t rgb)
{
	uint32_t id = intern_id(&m->names, name);

	m->rgb = mem_grow(m->rgb, &m->cap, m->names.n, sizeof(*m->rgb));
	m->rgb[id] = rgb;
}

static void
print_line(struct buf *b, struct str name, uint32_t rgb)
{
	buf_str(b, name);
	buf_text(b, "->rgb(");
	buf_u64(b, rgb >> 16 & 255);
	buf_char(b, ',');
	buf_u64(b, rgb >> 8 & 255);
	buf_char(b, ',');
	buf_u64(b, rgb & 255);
	buf_text(b, ")\n");
}

void
map_print(struct buf *b, const struct map *m)
{
	size_t n = m->names.n;
	uint32_t *rank = names_ranks(&m->names);
	uint32_t *order = mem_resize(NULL, n, sizeof(*order));

	for (size_t i = 0; i < n; i++)
		order[rank[i]] = (uint32_t)i;
	for (size_t i = 0; i < n; i++)
		print_line(b, m->names.names[order[i]], m->rgb[order[i]]);
	free(rank);
	free(order);
}
