#include "hot.h"

#include <stdlib.h>

#include "mem.h"
#include "print.h"

#define BAR_WIDTH 20

struct function {
	struct str name;
	uint32_t id;
	bool seen;
	uint32_t last;          /* the last row that counted, + 1 */
	struct count self[2];
	struct count total[2];
	int64_t points;         /* in 0.01: after's share - before's */
};

struct table {
	const struct hot *hot;
	int columns;
	struct count whole[2];
	bool overflow;
	struct function *v;
	size_t n;
};

/* What a column of the table shows. */
enum cell { SELF, SELF_SHARE, TOTAL, TOTAL_SHARE, BEFORE, BEFORE_SHARE, AFTER,
	AFTER_SHARE, POINTS, NCELLS };

static const struct {
	const char *title;
	const char *tsv_title;
} cells[] = {
	[SELF] = { "self", "self" },
	[SELF_SHARE] = { "self%", "self_percent" },
	[TOTAL] = { "total", "total" },
	[TOTAL_SHARE] = { "total%", "total_percent" },
	[BEFORE] = { "before", "before" },
	[BEFORE_SHARE] = { "before%", "before_percent" },
	[AFTER] = { "after", "after" },
	[AFTER_SHARE] = { "after%", "after_percent" },
	[POINTS] = { "points", "points" },
};

static void
sum(struct table *t, struct count *into, const struct count *c)
{
	for (int i = 0; i < t->columns; i++)
		t->overflow |= !count_add(&into[i], c[i]);
}

static void
count_row(struct table *t, const struct stack *s, uint32_t row)
{
	for (uint32_t i = 0; i < s->depth; i++) {
		struct function *f = &t->v[s->frames[i]];

		/* Recursion counts once. */
		if (f->last != row + 1)
			sum(t, f->total, s->count);
		f->last = row + 1;
		f->seen = true;
	}
	sum(t, t->v[s->frames[s->depth - 1]].self, s->count);
	sum(t, t->whole, s->count);
}

static bool
excluded(const struct table *t, const struct intern *names, uint32_t id)
{
	for (size_t i = 0; i < t->hot->nexclude; i++)
		if (pattern_test(t->hot->exclude[i], names, id))
			return true;
	return false;
}

static bool
shown(const struct table *t, const struct intern *names,
    const struct function *f)
{
	if (!f->seen || excluded(t, names, f->id))
		return false;
	/* A difference is one of self counts. */
	return t->columns == 1 || !count_is_zero(f->self[0]) ||
	    !count_is_zero(f->self[1]);
}

static uint64_t
self_share(const struct table *t, const struct function *f, int column)
{
	return count_share(f->self[column], t->whole[column], 2);
}

/* After's share - before's, in units of 10^-digits points. */
static int64_t
change(const struct table *t, const struct function *f, unsigned digits)
{
	return (int64_t)count_share(f->self[1], t->whole[1], digits) -
	    (int64_t)count_share(f->self[0], t->whole[0], digits);
}

static void
take_shown(struct table *t, const struct intern *names)
{
	size_t n = 0;

	for (size_t i = 0; i < t->n; i++) {
		struct function *f = &t->v[i];

		if (!shown(t, names, f))
			continue;
		f->points = change(t, f, 2);
		t->v[n++] = *f;
	}
	t->n = n;
}

static int
by_self(const void *a, const void *b)
{
	const struct function *x = a, *y = b;
	int order = count_cmp(y->self[0], x->self[0]);

	if (order == 0)
		order = count_cmp(y->total[0], x->total[0]);
	return order ? order : str_cmp(x->name, y->name);
}

static int
by_change(const void *a, const void *b)
{
	const struct function *x = a, *y = b;
	int64_t dx = x->points < 0 ? -x->points : x->points;
	int64_t dy = y->points < 0 ? -y->points : y->points;
	int order = (dx < dy) - (dx > dy);

	if (order == 0)
		order = count_cmp(y->self[1], x->self[1]);
	if (order == 0)
		order = count_cmp(y->self[0], x->self[0]);
	return order ? order : str_cmp(x->name, y->name);
}

static struct table
tabulate(const struct rows *rows, const struct hot *hot)
{
	const struct intern *names = &rows->s->names;
	struct table t = { .hot = hot, .columns = rows->columns,
		.n = names->n };

	t.v = mem_zero(t.n * sizeof(*t.v));
	for (size_t i = 0; i < t.n; i++) {
		t.v[i].name = names->names[i];
		t.v[i].id = (uint32_t)i;
	}
	for (size_t i = 0; i < rows->n; i++)
		count_row(&t, rows_at(rows, i), (uint32_t)i);
	take_shown(&t, names);
	qsort(t.v, t.n, sizeof(*t.v), t.columns == 2 ? by_change : by_self);
	return t;
}

/* With commas, where no decimals would be lost. */
static void
print_count(struct buf *b, const struct table *t, struct count c)
{
	if (t->hot->tsv || c.nano)
		count_print(b, c);
	else
		count_commas(b, c);
}

static void
print_share(struct buf *b, const struct table *t, struct count part,
    struct count whole)
{
	share_print(b, count_share(part, whole, 2), 2);
	if (!t->hot->tsv)
		buf_char(b, '%');
}

static void
print_points(struct buf *b, int64_t points)
{
	if (points)
		buf_char(b, points < 0 ? '-' : '+');
	share_print(b, (uint64_t)(points < 0 ? -points : points), 2);
}

static void
print_cell(struct buf *b, const struct table *t, const struct function *f,
    enum cell cell)
{
	switch (cell) {
	case SELF:
	case BEFORE:
		print_count(b, t, f->self[0]);
		break;
	case AFTER:
		print_count(b, t, f->self[1]);
		break;
	case TOTAL:
		print_count(b, t, f->total[0]);
		break;
	case SELF_SHARE:
	case BEFORE_SHARE:
		print_share(b, t, f->self[0], t->whole[0]);
		break;
	case AFTER_SHARE:
		print_share(b, t, f->self[1], t->whole[1]);
		break;
	case TOTAL_SHARE:
		print_share(b, t, f->total[0], t->whole[0]);
		break;
	case POINTS:
		print_points(b, f->points);
		break;
	case NCELLS:
		break;
	}
}

static void
pad(struct buf *b, char c, size_t n)
{
	while (n--)
		buf_char(b, c);
}

static void
print_bar(struct buf *b, const struct table *t, const struct function *f)
{
	uint64_t share = self_share(t, f, t->columns - 1);
	size_t n = (size_t)(share * BAR_WIDTH + 5000) / 10000;

	pad(b, '#', n);
	pad(b, ' ', BAR_WIDTH - n);
	buf_text(b, "  ");
}

/* The columns before the function, first and one behind the last. */
static enum cell
first_cell(const struct table *t)
{
	return t->columns == 2 ? BEFORE : SELF;
}

static enum cell
end_cell(const struct table *t)
{
	return t->columns == 2 ? NCELLS : BEFORE;
}

static void
print_functions(struct out *o, const struct table *t, size_t n)
{
	struct buf *b = &o->buf;

	for (enum cell c = first_cell(t); c < end_cell(t); c++) {
		buf_text(b, cells[c].tsv_title);
		buf_char(b, '\t');
	}
	buf_text(b, "function\n");
	for (size_t i = 0; i < n; i++) {
		for (enum cell c = first_cell(t); c < end_cell(t); c++) {
			print_cell(b, t, &t->v[i], c);
			buf_char(b, '\t');
		}
		print_cell_text(b, t->v[i].name);
		buf_char(b, '\n');
		out_drain(o);
	}
}

/* Right-aligned, two blanks behind it. */
static void
print_right(struct buf *b, struct str text, size_t width)
{
	pad(b, ' ', width - text.n);
	buf_str(b, text);
	buf_text(b, "  ");
}

static void
print_aligned(struct out *o, const struct table *t, size_t n)
{
	size_t width[NCELLS];
	struct buf text = { 0 }, *b = &o->buf;

	for (enum cell c = first_cell(t); c < end_cell(t); c++) {
		width[c] = str_from(cells[c].title).n;
		for (size_t i = 0; i < n; i++) {
			text.n = 0;
			print_cell(&text, t, &t->v[i], c);
			if (width[c] < text.n)
				width[c] = text.n;
		}
		print_right(b, str_from(cells[c].title), width[c]);
	}
	if (t->hot->bars)
		pad(b, ' ', BAR_WIDTH + 2);
	buf_text(b, "function\n");
	for (size_t i = 0; i < n; i++) {
		for (enum cell c = first_cell(t); c < end_cell(t); c++) {
			text.n = 0;
			print_cell(&text, t, &t->v[i], c);
			print_right(b, buf_view(&text), width[c]);
		}
		if (t->hot->bars)
			print_bar(b, t, &t->v[i]);
		buf_visible(b, t->v[i].name);
		buf_char(b, '\n');
		out_drain(o);
	}
	buf_free(&text);
}

/* Says each function that gained more points than the gate lets through: the
 * two places of the table would hide what lies between them. */
static bool
grew(const struct table *t)
{
	struct buf points = { 0 }, name = { 0 };
	bool any = false;

	for (size_t i = 0; i < t->n; i++) {
		int64_t points7 = change(t, &t->v[i], 7);
		struct count gain = { (uint64_t)points7 / 10000000,
			(uint32_t)((uint64_t)points7 % 10000000) * 100 };

		if (points7 <= 0 ||
		    count_cmp(gain, t->hot->fail_above) <= 0)
			continue;
		points.n = 0;
		count_print(&points, gain);
		buf_char(&points, '\0');
		error_say("+%s points: %s", points.p,
		    mask(&name, t->v[i].name));
		any = true;
	}
	buf_free(&points);
	buf_free(&name);
	return any;
}

enum hot_end
hot_print(struct out *o, const struct rows *rows, const struct hot *hot)
{
	struct table t = tabulate(rows, hot);
	size_t n = hot->limit && hot->limit < t.n ? hot->limit : t.n;
	enum hot_end end = HOT_FINE;

	if (hot->tsv)
		print_functions(o, &t, n);
	else
		print_aligned(o, &t, n);
	if (hot->gate && grew(&t))
		end = HOT_GREW;
	if (t.overflow) {
		error_say("the sum of all counts does not fit 64 bits: "
		    "percentages are wrong");
		end = HOT_OVERFLOW;
	}
	free(t.v);
	return end;
}
