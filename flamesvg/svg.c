#include "svg.h"

#include "utf8.h"

#define PIECE_MAX ((size_t)7 << 20)

#define REPLACEMENT "\xef\xbf\xbd"

/* Bytes of the clean run that text begins with. */
static size_t
clean_run(struct str text)
{
	size_t i = 0;

	while (i < text.n) {
		unsigned char c = (unsigned char)text.p[i];
		struct rune r;

		if (c >= 0x20 && c < 0x7f) {
			i++;
			continue;
		}
		r = utf8_next(str_skip(text, i));
		if (!r.valid || r.code < 0x20 || r.code == 0x7f ||
		    r.code == 0xfffe || r.code == 0xffff)
			break;
		i += r.n;
	}
	return i;
}

bool
xml_is_clean(struct str text)
{
	return clean_run(text) == text.n;
}

void
xml_clean(struct buf *b, struct str text)
{
	while (text.n) {
		size_t n = clean_run(text);

		buf_str(b, str_head(text, n));
		text = str_skip(text, n);
		if (text.n == 0)
			break;
		buf_str(b, STR(REPLACEMENT));
		text = str_skip(text, utf8_next(text).n);
	}
}

/* Appends text with the bytes that have an entity, by byte, replaced. */
static void
escape(struct buf *b, struct str text, const char *const entities[256])
{
	size_t from = 0;

	for (size_t i = 0; i < text.n; i++) {
		const char *entity = entities[(unsigned char)text.p[i]];

		if (!entity)
			continue;
		buf_str(b, (struct str){ text.p + from, i - from });
		buf_text(b, entity);
		from = i + 1;
	}
	buf_str(b, str_skip(text, from));
}

void
xml_text(struct buf *b, struct str text)
{
	static const char *const entities[256] = {
		['&'] = "&amp;", ['<'] = "&lt;", ['>'] = "&gt;",
	};

	escape(b, text, entities);
}

void
xml_attr(struct buf *b, struct str text)
{
	static const char *const entities[256] = {
		['&'] = "&amp;", ['<'] = "&lt;", ['>'] = "&gt;",
		['"'] = "&quot;",
	};

	escape(b, text, entities);
}

/* A comment may neither hold "--" nor end in '-'.  Markup in it would be
 * harmless, but not to who searches the file for text. */
void
xml_comment(struct buf *b, struct str text)
{
	while (text.n) {
		size_t n = str_find(text, '-');

		xml_text(b, str_head(text, n));
		if (n < text.n)
			buf_text(b, "- ");
		text = str_skip(text, n < text.n ? n + 1 : n);
	}
}

size_t
xml_head(struct str text, size_t max)
{
	if (text.n <= max)
		return text.n;
	while (max > 0 && ((unsigned char)text.p[max] & 0xc0) == 0x80)
		max--;
	return max;
}

void
xml_number(struct buf *b, double v)
{
	int64_t hundredths;

	if (v < 0) {
		buf_char(b, '-');
		v = -v;
	}
	hundredths = (int64_t)(v * 100 + 0.5);
	if (hundredths >= 100 || hundredths == 0)
		buf_u64(b, (uint64_t)hundredths / 100);
	if (hundredths % 100 == 0)
		return;
	buf_char(b, '.');
	buf_char(b, (char)('0' + hundredths / 10 % 10));
	if (hundredths % 10)
		buf_char(b, (char)('0' + hundredths % 10));
}

void
xml_color(struct buf *b, uint32_t rgb)
{
	buf_char(b, '#');
	for (int shift = 20; shift >= 0; shift -= 4)
		buf_char(b, "0123456789abcdef"[rgb >> shift & 15]);
}

static void
open_attr(struct buf *b, const char *name)
{
	buf_char(b, ' ');
	buf_text(b, name);
	buf_text(b, "=\"");
}

void
xml_number_attr(struct buf *b, const char *name, double v)
{
	open_attr(b, name);
	xml_number(b, v);
	buf_char(b, '"');
}

void
xml_color_attr(struct buf *b, const char *name, uint32_t rgb)
{
	open_attr(b, name);
	xml_color(b, rgb);
	buf_char(b, '"');
}

void
xml_text_attr(struct buf *b, const char *name, struct str text)
{
	open_attr(b, name);
	xml_attr(b, text);
	buf_char(b, '"');
}

void
pieces_begin(struct pieces *p, struct out *o, bool cdata)
{
	*p = (struct pieces){ o, PIECE_MAX, cdata };
	if (cdata)
		buf_text(&o->buf, "<![CDATA[");
}

void
pieces_end(struct pieces *p)
{
	if (p->cdata)
		buf_text(&p->out->buf, "]]>");
	out_drain(p->out);
}

static void
part(struct pieces *p)
{
	pieces_end(p);
	buf_text(&p->out->buf, "<!---->");
	pieces_begin(p, p->out, p->cdata);
}

void
pieces_put(struct pieces *p, struct str line)
{
	/* A line shall not be torn apart if it need not be. */
	if (line.n > p->left && line.n <= PIECE_MAX)
		part(p);
	while (line.n) {
		size_t n = xml_head(line, p->left);
		struct str head = str_head(line, n);

		if (p->cdata)
			buf_str(&p->out->buf, head);
		else
			xml_text(&p->out->buf, head);
		out_drain(p->out);
		p->left -= n;
		line = str_skip(line, n);
		if (line.n)
			part(p);
	}
}
