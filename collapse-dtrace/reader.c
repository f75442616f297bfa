#include "reader.h"

#include "guess.h"
#include "mem.h"

void
maps_count(struct maps *m, struct str name, uint64_t records)
{
	size_t known = m->names.n;
	uint32_t id = intern_id(&m->names, name);

	m->records = mem_grow(m->records, &m->cap, m->names.n,
	    sizeof(*m->records));
	if (id == known)
		m->records[id] = 0;
	if (m->records[id] == 0) {
		m->touched = mem_grow(m->touched, &m->touched_cap,
		    m->ntouched + 1, sizeof(*m->touched));
		m->touched[m->ntouched++] = id;
	}
	m->records[id] += records;
}

void
maps_add(struct maps *m, struct maps *from)
{
	for (size_t i = 0; i < from->ntouched; i++) {
		uint32_t id = from->touched[i];

		maps_count(m, from->names.names[id], from->records[id]);
		from->records[id] = 0;
	}
	from->ntouched = 0;
}

bool
reader_line(struct reader *r, struct str *line)
{
	if (r->text.n == 0)
		return false;
	*line = str_head(r->text, r->text.p[0] == '\n' ? 1 :
	    str_find(r->text, '\n') + 1);
	r->text = str_skip(r->text, line->n);
	r->line++;
	return true;
}

void
reader_keep(struct reader *r, struct str line)
{
	if (r->record.lines++)
		return;
	r->record.line = r->line;
	r->record.head = line;
}

/* Keeps in mind what the record's first two lines look like. */
static void
guess(struct reader *r)
{
	struct str next = { 0 };

	if (r->record.n > 1 && r->record.v[1].frame)
		next = r->record.v[1].frame->line;
	r->others |= guess_other(r->record.head, next);
}

void
reader_reject(struct reader *r, const char *why, struct str line)
{
	r->others |= guess_other(line, STR(""));
	bad_note(&r->bad, r->line, why, line_text(line));
	r->bad.count += r->record.lines;
	record_clear(&r->record);
}

void
reader_drop(struct reader *r)
{
	bool indented = false;

	if (r->record.lines == 0)
		return;
	guess(r);
	for (size_t i = 0; i < r->record.n; i++)
		indented = indented || (r->record.v[i].frame &&
		    r->record.v[i].frame->indent > 0);
	bad_note(&r->bad, r->record.line, indented || r->record.map.n ?
	    "a stack without a count" : "no part of a stack",
	    line_text(r->record.head));
	r->bad.count += r->record.lines - 1;
	record_clear(&r->record);
}

void
reader_restart(struct reader *r)
{
	reader_drop(r);
	r->first = false;
}

/* The record's last line shows that it is of no use. */
static void
refuse(struct reader *r, const char *why, struct str last)
{
	r->record.lines--;
	reader_reject(r, why, last);
}

/* Is the record's map one that is to be read? */
static bool
is_wanted(const struct reader *r)
{
	struct str map = r->record.map, name = r->rules->map;

	if (!name.p)
		return true;
	return map.n && (str_eq(map, name) || str_eq(str_skip(map, 1), name));
}

/* The record is of a map that is not to be read, and so are the rows of a
 * distribution that may follow. */
static void
leave_out(struct reader *r)
{
	maps_count(&r->maps, r->record.map, 1);
	r->left_out = r->record.map.n > 0;
	record_clear(&r->record);
}

void
reader_sample(struct reader *r, struct str value, struct str line)
{
	uint64_t count;

	r->first = false;
	if (!is_wanted(r)) {
		leave_out(r);
	} else if (!str_u64(value, &count)) {
		refuse(r, value.n ? "not a count of at most 64 bits" :
		    "a distribution, not a count", line);
	} else if (r->record.n == 0) {
		refuse(r, "a count without a stack", line);
	} else {
		if (r->record.map.n)
			maps_count(&r->maps, r->record.map, 1);
		fold_record(&r->fold, &r->frames, &r->record,
		    r->rules->map_root, count);
		r->samples++;
		record_clear(&r->record);
	}
}

void
reader_read(struct reader *r, struct str text, bool first)
{
	struct str line;

	r->text = text;
	r->line = 0;
	r->first = first;
	r->blank = false;
	r->left_out = false;
	r->samples = 0;
	r->others = OTHER_NONE;
	fold_clear(&r->fold);
	while (reader_line(r, &line)) {
		if (r->record.lines == 0)
			frames_trim(&r->frames);
		if (line.p[0] == '@' && line_opens_map(line))
			bpftrace_map(r, line);
		else
			dtrace_line(r, line);
	}
	reader_drop(r);
}
