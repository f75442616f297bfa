#include "export.h"

#include <stdlib.h>

#include "mem.h"
#include "names.h"
#include "tree.h"

const char *
column_name(int columns, int column)
{
	if (columns == 1)
		return "samples";
	return column == 0 ? "before" : "after";
}

/* A name as a JSON string. */
static void
json_string(struct buf *b, struct str name)
{
	struct buf safe = { 0 };

	name_sanitise(&safe, name, (struct str){ 0 });
	buf_char(b, '"');
	for (size_t i = 0; i < safe.n; i++) {
		if (safe.p[i] == '"' || safe.p[i] == '\\')
			buf_char(b, '\\');
		buf_char(b, safe.p[i]);
	}
	buf_char(b, '"');
	buf_free(&safe);
}

static bool
overflow_say(bool overflow)
{
	if (overflow)
		error_say("the sum of all counts does not fit 64 bits");
	return !overflow;
}

static void
d3_node(struct buf *b, struct str name, const struct count *total, int columns)
{
	buf_text(b, "{\"name\":");
	json_string(b, name);
	buf_text(b, ",\"value\":");
	count_print(b, total[columns - 1]);
	if (columns == 1)
		return;
	buf_text(b, ",\"delta\":");
	if (count_cmp(total[1], total[0]) < 0) {
		buf_char(b, '-');
		count_print(b, count_sub(total[0], total[1]));
	} else {
		count_print(b, count_sub(total[1], total[0]));
	}
}

/* What stands between a node and the next one, which may be its child; next
 * is that one's depth, 0 at the end. */
static void
d3_between(struct buf *b, uint32_t depth, uint32_t next)
{
	if (next > depth) {
		buf_text(b, ",\"children\":[");
		return;
	}
	buf_char(b, '}');
	for (uint32_t d = next ? next : 1; d < depth; d++)
		buf_text(b, "]}");
	if (next)
		buf_text(b, ",\n");
}

bool
export_d3(struct out *o, const struct rows *rows)
{
	struct tree t = tree_new(rows->s, rows->v, rows->n);
	bool overflow = t.overflow;

	d3_node(&o->buf, STR("all"), t.total, rows->columns);
	buf_text(&o->buf, ",\"children\":[");
	for (size_t i = 0; i < t.n; i++) {
		const struct node *n = &t.v[i];

		d3_node(&o->buf, rows->s->names.names[n->name], n->total,
		    rows->columns);
		d3_between(&o->buf, n->depth, i + 1 < t.n ? n[1].depth : 0);
		out_drain(o);
	}
	buf_text(&o->buf, "]}\n");
	tree_free(&t);
	return overflow_say(overflow);
}

struct numbers
numbers_new(const struct rows *rows)
{
	size_t n = rows->s->names.n;
	struct numbers k = {
		.by_id = mem_zero(n * sizeof(*k.by_id)),
		.ids = mem_resize(NULL, n, sizeof(*k.ids)),
	};

	for (size_t i = 0; i < rows->n; i++) {
		const struct stack *s = rows_at(rows, i);

		for (uint32_t j = 0; j < s->depth; j++) {
			if (k.by_id[s->frames[j]])
				continue;
			k.ids[k.n++] = s->frames[j];
			k.by_id[s->frames[j]] = (uint32_t)k.n;
		}
	}
	return k;
}

void
numbers_free(struct numbers *k)
{
	free(k->by_id);
	free(k->ids);
}

static void
speedscope_samples(struct out *o, const struct rows *rows,
    const struct numbers *k)
{
	struct buf *b = &o->buf;

	buf_text(b, "\"samples\":[");
	for (size_t i = 0; i < rows->n; i++) {
		const struct stack *s = rows_at(rows, i);

		buf_text(b, i ? ",\n[" : "\n[");
		for (uint32_t j = 0; j < s->depth; j++) {
			if (j)
				buf_char(b, ',');
			buf_u64(b, k->by_id[s->frames[j]] - 1);
		}
		buf_char(b, ']');
		out_drain(o);
	}
}

/* False where the sum leaves 64 bits. */
static bool
speedscope_profile(struct out *o, const struct rows *rows,
    const struct numbers *k, int column)
{
	struct buf *b = &o->buf;
	struct count total;
	bool fits = rows_total(rows, column, &total);

	buf_text(b, "{\"type\":\"sampled\",\"name\":\"");
	buf_text(b, column_name(rows->columns, column));
	buf_text(b, "\",\"unit\":\"none\",\"startValue\":0,\"endValue\":");
	count_print(b, total);
	buf_text(b, ",\n");
	speedscope_samples(o, rows, k);
	buf_text(b, "],\n\"weights\":[");
	for (size_t i = 0; i < rows->n; i++) {
		if (i)
			buf_char(b, ',');
		count_print(b, rows_at(rows, i)->count[column]);
	}
	buf_text(b, "]}");
	return fits;
}

bool
export_speedscope(struct out *o, const struct rows *rows)
{
	struct numbers k = numbers_new(rows);
	bool fits = true;

	buf_text(&o->buf, "{\"$schema\":\"https://www.speedscope.app/"
	    "file-format-schema.json\",\"exporter\":\"stackagg\",\n"
	    "\"shared\":{\"frames\":[");
	for (size_t i = 0; i < k.n; i++) {
		buf_text(&o->buf, i ? ",\n{\"name\":" : "\n{\"name\":");
		json_string(&o->buf, rows->s->names.names[k.ids[i]]);
		buf_char(&o->buf, '}');
		out_drain(o);
	}
	buf_text(&o->buf, "]},\n\"profiles\":[");
	for (int i = 0; i < rows->columns; i++) {
		if (i)
			buf_text(&o->buf, ",\n");
		fits &= speedscope_profile(o, rows, &k, i);
	}
	buf_text(&o->buf, "]}\n");
	numbers_free(&k);
	return overflow_say(!fits);
}
