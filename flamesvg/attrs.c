#include "attrs.h"

#include <inttypes.h>
#include <string.h>

#include "json.h"
#include "label.h"
#include "mem.h"
#include "svg.h"

/* Where a line of the file is, for what is said about it. */
struct place {
	const char *file;
	uint64_t line;
	const struct warn *warn;
};

static void
complain(const struct place *p, const char *what, struct str text)
{
	struct buf b = { 0 };

	warn_at(p->warn, p->file, p->line, "%s: %s", what, mask(&b, text));
	buf_free(&b);
}

static bool
one_of(struct str s, const char *const *v)
{
	for (; *v; v++)
		if (str_eq(s, str_from(*v)))
			return true;
	return false;
}

/* ---- What is allowed ---- */

/* Ids that the document or its page go by. */
static const char *const own_ids[] = {
	"flamegraph", "doc-title", "background", "background-fill", "title",
	"subtitle", "legend", "account", "static", "narrow", "narrow-titles",
	"data", "new", "gone", "app", "matched", "unzoom", NULL,
};

/* Attributes that describe or tint, but do nothing and load nothing. */
static const char *const harmless[] = {
	"role", "lang", "tabindex", "rel", "hreflang", "type", "download",
	"opacity", "fill-opacity", "stroke", "stroke-width",
	"stroke-opacity", "stroke-dasharray", NULL,
};

static const char *const schemes[] = {
	"http", "https", "mailto", "ftp", NULL,
};

static bool
is_name(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (!is_alpha(s.p[i]) && s.p[i] != '-' && s.p[i] != '_' &&
		    (i == 0 || (!is_digit(s.p[i]) && s.p[i] != '.')))
			return false;
	return s.n > 0;
}

/* A value that a painting attribute may have: url(...) would load. */
static bool
is_plain_value(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (s.p[i] == '(' || s.p[i] == '\\' || s.p[i] == ':')
			return false;
	return true;
}

static bool
extra_allowed(const struct extra *e)
{
	if (!is_name(e->name))
		return false;
	if (str_starts(e->name, STR("data-")) ||
	    str_starts(e->name, STR("aria-")))
		return e->name.n > 5;
	return one_of(e->name, harmless) && is_plain_value(e->value);
}

/* "http://x", "page.html#part"; not "javascript:x", in any spelling. */
static bool
href_allowed(struct str href)
{
	size_t colon = str_find(href, ':'), i = 0;
	char scheme[8];

	while (i < colon && href.p[i] != '/' && href.p[i] != '?' &&
	    href.p[i] != '#')
		i++;
	if (colon == href.n || i < colon)
		return xml_is_clean(href);
	if (colon >= sizeof(scheme))
		return false;
	for (i = 0; i < colon; i++)
		scheme[i] = (char)(href.p[i] | 0x20);
	return one_of((struct str){ scheme, colon }, schemes) &&
	    xml_is_clean(href);
}

/* ---- Parsing ---- */

static void
extra_add(struct arena *arena, struct extras *x, struct extra e)
{
	size_t i = 0;

	e.name = arena_str(arena, e.name);
	e.value = arena_str(arena, e.value);
	while (i < x->n && !str_eq(x->v[i].name, e.name))
		i++;
	if (i == x->n) {
		x->v = mem_grow(x->v, &x->cap, x->n + 1, sizeof(*x->v));
		x->n++;
	}
	x->v[i] = e;
}

/* Cuts a value, quoted or up to the next blank, off *text. */
static struct str
cut_value(struct str *text)
{
	struct str value;
	char end = ' ';
	size_t n;

	if (text->n && (text->p[0] == '"' || text->p[0] == '\'')) {
		end = text->p[0];
		*text = str_skip(*text, 1);
	}
	n = str_find(*text, end);
	value = str_head(*text, n);
	*text = str_skip(*text, n < text->n ? n + 1 : n);
	return value;
}

/* stroke="green" data-x='1' lang=en */
static void
parse_extras(struct arena *arena, struct extras *x, struct str text,
    const struct place *place)
{
	for (text = str_trim(text); text.n; text = str_trim(text)) {
		size_t n = str_find(text, '=');
		struct extra e = { .name = str_trim(str_head(text, n)) };

		text = str_skip(text, n < text.n ? n + 1 : n);
		e.value = cut_value(&text);
		if (extra_allowed(&e))
			extra_add(arena, x, e);
		else
			complain(place, "an attribute that is not allowed",
			    e.name);
	}
}

static void
set(struct arena *arena, struct str *to, struct str value,
    const struct place *place)
{
	if (to->p)
		complain(place, "given twice, the last one counts", value);
	*to = arena_str(arena, value);
}

static void
parse_attribute(struct attrs *a, struct frame_attrs *f, struct str field,
    const struct place *place)
{
	size_t n = str_find(field, '=');
	struct str key = str_head(field, n);
	struct str value = str_skip(field, n < field.n ? n + 1 : n);
	struct str text = value;

	if (str_eq(key, STR("g_extra"))) {
		parse_extras(&a->arena, &f->g, value, place);
		return;
	}
	if (str_eq(key, STR("a_extra"))) {
		parse_extras(&a->arena, &f->a, value, place);
		return;
	}
	if (value.n > 1 && (value.p[0] == '"' || value.p[0] == '\'') &&
	    value.p[value.n - 1] == value.p[0])
		value = cut_value(&text);
	if (str_eq(key, STR("class")))
		set(&a->arena, &f->class, value, place);
	else if (str_eq(key, STR("title")))
		set(&a->arena, &f->title, value, place);
	else if (str_eq(key, STR("target")))
		set(&a->arena, &f->target, value, place);
	else if (str_eq(key, STR("href")) && href_allowed(value))
		set(&a->arena, &f->href, value, place);
	else if (str_eq(key, STR("id")) && is_name(value) &&
	    !one_of(value, own_ids))
		set(&a->arena, &f->id, value, place);
	else
		complain(place, "an attribute that is not allowed", field);
}

static struct frame_attrs *
slot(struct attrs *a, struct str name)
{
	size_t known = a->names.n;
	uint32_t id = intern_id(&a->names, name);

	a->v = mem_grow(a->v, &a->cap, a->names.n, sizeof(*a->v));
	if (id == known)
		a->v[id] = (struct frame_attrs){ 0 };
	return &a->v[id];
}

static void
parse_line(struct attrs *a, struct str line, const struct place *place)
{
	size_t tab = str_find(line, '\t');
	struct buf name = { 0 }, field = { 0 };
	struct frame_attrs *f;

	if (tab == line.n) {
		complain(place, "no TAB after the name", line);
		return;
	}
	xml_clean(&name, str_head(line, tab));
	f = slot(a, buf_view(&name));
	while (tab < line.n) {
		line = str_skip(line, tab + 1);
		tab = str_find(line, '\t');
		field.n = 0;
		xml_clean(&field, str_trim(str_head(line, tab)));
		if (field.n)
			parse_attribute(a, f, buf_view(&field), place);
	}
	buf_free(&name);
	buf_free(&field);
}

void
attrs_parse(struct attrs *a, struct str text, const char *file,
    const struct warn *warn)
{
	struct place place = { file, 0, warn };

	while (text.n) {
		struct str line = str_line(&text);

		place.line++;
		if (str_trim(line).n)
			parse_line(a, line, &place);
	}
}

static bool
is_empty(const struct frame_attrs *f)
{
	return !f->id.p && !f->class.p && !f->title.p && !f->href.p &&
	    !f->target.p && f->g.n == 0 && f->a.n == 0;
}

struct frame_attrs *
attrs_find(struct attrs *a, struct str name)
{
	struct frame_attrs *f = slot(a, name);

	if (is_empty(f))
		f = slot(a, name_unmarked(name));
	return is_empty(f) ? NULL : f;
}

/* ---- Printing ---- */

static void
given(struct buf *b, const char *name, struct str value)
{
	if (value.p)
		xml_text_attr(b, name, value);
}

static void
print_extras(struct buf *b, const struct extras *x)
{
	for (size_t i = 0; i < x->n; i++) {
		buf_char(b, ' ');
		buf_str(b, x->v[i].name);
		buf_text(b, "=\"");
		xml_attr(b, x->v[i].value);
		buf_char(b, '"');
	}
}

void
attrs_open(struct buf *b, struct frame_attrs *f)
{
	if (f->href.p) {
		buf_text(b, "<a");
		xml_text_attr(b, "href", f->href);
		xml_text_attr(b, "target", f->target.p ? f->target :
		    STR("_top"));
		print_extras(b, &f->a);
		buf_char(b, '>');
	}
	buf_text(b, "<g");
	if (!f->id_used)
		given(b, "id", f->id);
	f->id_used = true;
	given(b, "class", f->class);
	print_extras(b, &f->g);
	buf_char(b, '>');
}

void
attrs_close(struct buf *b, const struct frame_attrs *f)
{
	buf_text(b, f->href.p ? "</g></a>" : "</g>");
}

static void
json_given(struct buf *b, const char *key, struct str text)
{
	if (text.p)
		json_text(b, key, text);
}

static void
json_extras(struct buf *b, const char *key, const struct extras *x)
{
	if (x->n == 0)
		return;
	json_key(b, key);
	buf_char(b, '{');
	for (size_t i = 0; i < x->n; i++) {
		if (i)
			buf_char(b, ',');
		json_string(b, x->v[i].name);
		buf_char(b, ':');
		json_string(b, x->v[i].value);
	}
	buf_char(b, '}');
}

void
attrs_json(struct buf *b, const struct frame_attrs *f)
{
	buf_char(b, '{');
	json_given(b, "id", f->id);
	json_given(b, "class", f->class);
	json_given(b, "title", f->title);
	json_given(b, "href", f->href);
	json_given(b, "target", f->target);
	json_extras(b, "g_extra", &f->g);
	json_extras(b, "a_extra", &f->a);
	buf_char(b, '}');
}
