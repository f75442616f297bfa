/*
 * Attributes of frames by name, the file of --nameattr: lines of
 *   NAME TAB attribute=value [TAB attribute=value]...
 * The attributes are id, class (of the frame), title (instead of the one that
 * is made up), href, target (a link around the frame), and g_extra, a_extra:
 * more of them, as in a tag, for the frame and the link.
 *
 * Nothing of it becomes script, style or markup: values are escaped; href is
 * http, https, mailto or ftp or has no scheme; extra attributes are those
 * that only describe (attrs.c lists them); an id is none that the page uses.
 * What is left out is reported.
 */
#ifndef ATTRS_H
#define ATTRS_H

#include "intern.h"
#include "warn.h"

struct extra {
	struct str name, value;
};

struct extras {
	struct extra *v;
	size_t n, cap;
};

struct frame_attrs {
	struct str id, class, title, href, target;      /* p NULL: none */
	struct extras g, a;
	bool id_used;           /* a document has an id once */
};

struct attrs {
	struct arena arena;
	struct intern names;
	struct frame_attrs *v;  /* by id of the name */
	size_t cap;
};

/* Reads a file's text; file is its name, for warnings. */
void attrs_parse(struct attrs *a, struct str text, const char *file,
    const struct warn *warn);

/* What a name, with its mark or else without it, has; or NULL. */
struct frame_attrs *attrs_find(struct attrs *a, struct str name);

/* Appends the opening tags of link and frame, and the closing ones. */
void attrs_open(struct buf *b, struct frame_attrs *f);
void attrs_close(struct buf *b, const struct frame_attrs *f);

/* Appends the attributes as a JSON object. */
void attrs_json(struct buf *b, const struct frame_attrs *f);

#endif
