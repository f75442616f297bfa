#include "export.h"

#include "names.h"

/* Protocol buffers: a field is its number and type, then its value. */
enum wire { VARINT = 0, BYTES = 2 };

/* Fields of profile.proto. */
enum {
	PROFILE_SAMPLE_TYPE = 1,
	PROFILE_SAMPLE = 2,
	PROFILE_LOCATION = 4,
	PROFILE_FUNCTION = 5,
	PROFILE_STRING = 6,
	VALUE_TYPE = 1,
	VALUE_UNIT = 2,
	SAMPLE_LOCATION = 1,
	SAMPLE_VALUE = 2,
	LOCATION_ID = 1,
	LOCATION_LINE = 4,
	LINE_FUNCTION = 1,
	FUNCTION_ID = 1,
	FUNCTION_NAME = 2,
};

static void
put_varint(struct buf *b, uint64_t v)
{
	for (; v >= 0x80; v >>= 7)
		buf_char(b, (char)(v | 0x80));
	buf_char(b, (char)v);
}

static void
put_number(struct buf *b, unsigned field, uint64_t v)
{
	put_varint(b, field << 3 | VARINT);
	put_varint(b, v);
}

static void
put_bytes(struct buf *b, unsigned field, struct str bytes)
{
	put_varint(b, field << 3 | BYTES);
	put_varint(b, bytes.n);
	buf_str(b, bytes);
}

/* Strings: 0 is "", 1 "count", then the columns, then the names. */
static uint64_t
column_string(int column)
{
	return 2 + (uint64_t)column;
}

static uint64_t
name_string(const struct rows *rows, uint64_t number)
{
	return 2 + (uint64_t)rows->columns + number;
}

static void
put_types(struct buf *b, const struct rows *rows)
{
	struct buf type = { 0 };

	for (int i = 0; i < rows->columns; i++) {
		type.n = 0;
		put_number(&type, VALUE_TYPE, column_string(i));
		put_number(&type, VALUE_UNIT, 1);
		put_bytes(b, PROFILE_SAMPLE_TYPE, buf_view(&type));
	}
	buf_free(&type);
}

struct rounding {
	bool decimals;          /* some were rounded */
	bool limit;             /* some count did not fit */
};

static uint64_t
rounded(struct count c, struct rounding *r)
{
	uint64_t up = c.nano >= 500000000;

	r->decimals |= c.nano > 0;
	if (c.whole > (uint64_t)INT64_MAX - up) {
		r->limit = true;
		return INT64_MAX;
	}
	return c.whole + up;
}

static void
put_samples(struct out *o, const struct rows *rows, const struct numbers *k,
    struct rounding *r)
{
	struct buf sample = { 0 }, packed = { 0 };

	for (size_t i = 0; i < rows->n; i++) {
		const struct stack *s = rows_at(rows, i);

		sample.n = packed.n = 0;
		for (uint32_t j = s->depth; j-- > 0; )
			put_varint(&packed, k->by_id[s->frames[j]]);
		put_bytes(&sample, SAMPLE_LOCATION, buf_view(&packed));
		packed.n = 0;
		for (int c = 0; c < rows->columns; c++)
			put_varint(&packed, rounded(s->count[c], r));
		put_bytes(&sample, SAMPLE_VALUE, buf_view(&packed));
		put_bytes(&o->buf, PROFILE_SAMPLE, buf_view(&sample));
		out_drain(o);
	}
	buf_free(&sample);
	buf_free(&packed);
}

/* A location and a function a name, of the same id. */
static void
put_functions(struct out *o, const struct rows *rows, const struct numbers *k)
{
	struct buf line = { 0 }, m = { 0 };

	for (size_t i = 0; i < k->n; i++) {
		line.n = m.n = 0;
		put_number(&line, LINE_FUNCTION, i + 1);
		put_number(&m, LOCATION_ID, i + 1);
		put_bytes(&m, LOCATION_LINE, buf_view(&line));
		put_bytes(&o->buf, PROFILE_LOCATION, buf_view(&m));
		m.n = 0;
		put_number(&m, FUNCTION_ID, i + 1);
		put_number(&m, FUNCTION_NAME, name_string(rows, i));
		put_bytes(&o->buf, PROFILE_FUNCTION, buf_view(&m));
		out_drain(o);
	}
	buf_free(&line);
	buf_free(&m);
}

static void
put_strings(struct out *o, const struct rows *rows, const struct numbers *k)
{
	struct buf safe = { 0 };

	put_bytes(&o->buf, PROFILE_STRING, STR(""));
	put_bytes(&o->buf, PROFILE_STRING, STR("count"));
	for (int i = 0; i < rows->columns; i++)
		put_bytes(&o->buf, PROFILE_STRING,
		    str_from(column_name(rows->columns, i)));
	for (size_t i = 0; i < k->n; i++) {
		safe.n = 0;
		name_sanitise(&safe, rows->s->names.names[k->ids[i]],
		    (struct str){ 0 });
		put_bytes(&o->buf, PROFILE_STRING, buf_view(&safe));
		out_drain(o);
	}
	buf_free(&safe);
}

bool
export_pprof(struct out *o, const struct rows *rows, const struct warn *warn)
{
	struct numbers k = numbers_new(rows);
	struct rounding r = { 0 };

	put_types(&o->buf, rows);
	put_samples(o, rows, &k, &r);
	put_functions(o, rows, &k);
	put_strings(o, rows, &k);
	numbers_free(&k);
	if (r.decimals)
		warn_say(warn, "pprof holds whole numbers: counts are rounded");
	if (r.limit)
		error_say("a count does not fit the 63 bits of pprof");
	return !r.limit;
}
