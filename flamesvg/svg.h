/*
 * XML primitives.  They know no flames: text in, well-formed XML 1.0 out.
 */
#ifndef SVG_H
#define SVG_H

#include "out.h"

/*
 * Appends text that XML can hold on one line: valid UTF-8, where each control
 * byte (0x00-0x1f, 0x7f), each maximal broken UTF-8 sequence and each
 * character that XML 1.0 forbids (U+FFFE, U+FFFF) has become U+FFFD.
 */
void xml_clean(struct buf *b, struct str text);
/* Is it clean as it is? */
bool xml_is_clean(struct str text);

/*
 * Appends clean text escaped for where it lands: between tags (also safe in
 * CDATA, and never shows "]]>"); between double quotes; inside a comment.
 */
void xml_text(struct buf *b, struct str text);
void xml_attr(struct buf *b, struct str text);
void xml_comment(struct buf *b, struct str text);

/* Bytes of clean text that are at most max, in whole characters. */
size_t xml_head(struct str text, size_t max);

/* Appends a number, rounded to two places, as short as it goes: "12.5". */
void xml_number(struct buf *b, double v);

/* "#rrggbb" */
void xml_color(struct buf *b, uint32_t rgb);

/* Append an attribute: ' name="12.5"'. */
void xml_number_attr(struct buf *b, const char *name, double v);
void xml_color_attr(struct buf *b, const char *name, uint32_t rgb);
void xml_text_attr(struct buf *b, const char *name, struct str text);

/*
 * Text in pieces of less than 8 MB: parsers refuse text nodes of more than
 * 10 MB.  Begin, put lines, end.  As CDATA the lines are written as they are
 * and must not hold "]]>"; otherwise they are escaped.  Pieces are parted by
 * empty comments; parsers join sections that touch.
 */
struct pieces {
	struct out *out;
	size_t left;            /* bytes that this piece may still take */
	bool cdata;
};

void pieces_begin(struct pieces *p, struct out *o, bool cdata);
void pieces_put(struct pieces *p, struct str line);
void pieces_end(struct pieces *p);

#endif
