/*
 * JSON members, a line's worth: appends "key":value with a comma before it
 * unless it is an object's first.
 */
#ifndef JSON_H
#define JSON_H

#include "buf.h"

/* A string that may stand in any markup or script: '<', '>', '&' and
 * U+2028/9 are written as \u escapes.  The text is clean (svg.h). */
void json_string(struct buf *b, struct str text);

void json_key(struct buf *b, const char *key);
void json_text(struct buf *b, const char *key, struct str text);
/* null where the text's p is NULL. */
void json_text_or_null(struct buf *b, const char *key, struct str text);
/* v >= 0, to nine places. */
void json_number(struct buf *b, const char *key, double v);
void json_u64(struct buf *b, const char *key, uint64_t v);
void json_bool(struct buf *b, const char *key, bool v);
void json_color(struct buf *b, const char *key, uint32_t rgb);

#endif
