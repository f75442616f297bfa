#include "json.h"

#include "count.h"
#include "svg.h"

/* The \u escape of the character that text begins with, or NULL; *n is its
 * length in bytes. */
static const char *
escaped(struct str text, size_t *n)
{
	*n = 1;
	switch (text.p[0]) {
	case '<':
		return "\\u003c";
	case '>':
		return "\\u003e";
	case '&':
		return "\\u0026";
	case '"':
		return "\\\"";
	case '\\':
		return "\\\\";
	default:
		break;
	}
	*n = 3;
	if (str_starts(text, STR("\xe2\x80\xa8")))
		return "\\u2028";
	if (str_starts(text, STR("\xe2\x80\xa9")))
		return "\\u2029";
	return NULL;
}

void
json_string(struct buf *b, struct str text)
{
	buf_char(b, '"');
	while (text.n) {
		size_t n;
		const char *to = escaped(text, &n);

		if (to)
			buf_text(b, to);
		else
			buf_char(b, text.p[0]);
		text = str_skip(text, to ? n : 1);
	}
	buf_char(b, '"');
}

void
json_key(struct buf *b, const char *key)
{
	if (b->n && b->p[b->n - 1] != '{')
		buf_char(b, ',');
	json_string(b, str_from(key));
	buf_char(b, ':');
}

void
json_text(struct buf *b, const char *key, struct str text)
{
	json_key(b, key);
	json_string(b, text);
}

void
json_text_or_null(struct buf *b, const char *key, struct str text)
{
	if (text.p) {
		json_text(b, key, text);
	} else {
		json_key(b, key);
		buf_text(b, "null");
	}
}

void
json_number(struct buf *b, const char *key, double v)
{
	struct count c = { (uint64_t)v, 0 };
	uint64_t nano = (uint64_t)((v - (double)c.whole) * 1e9 + 0.5);

	c.nano = nano < 1000000000 ? (uint32_t)nano : 999999999;
	json_key(b, key);
	count_print(b, c);
}

void
json_u64(struct buf *b, const char *key, uint64_t v)
{
	json_key(b, key);
	buf_u64(b, v);
}

void
json_bool(struct buf *b, const char *key, bool v)
{
	json_key(b, key);
	buf_text(b, v ? "true" : "false");
}

void
json_color(struct buf *b, const char *key, uint32_t rgb)
{
	json_key(b, key);
	buf_char(b, '"');
	xml_color(b, rgb);
	buf_char(b, '"');
}
