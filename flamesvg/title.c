#include "title.h"

#include "label.h"
#include "svg.h"

void
title_count(struct buf *b, struct count c, uint64_t factor)
{
	wide n, half = FACTOR_ONE / 2;

	if (factor == FACTOR_ONE) {
		count_commas(b, c);
		return;
	}
	/* 64 bits times 64 bits; the rest is far less than one unit of it. */
	n = (wide)c.whole * factor;
	half += (wide)c.nano * factor / FACTOR_ONE;
	n = n > ~(wide)0 - half ? ~(wide)0 : n + half;
	buf_commas(b, n / FACTOR_ONE);
}

void
title_percent(struct buf *b, struct count part, struct count whole)
{
	uint64_t share;

	if (count_is_zero(whole)) {
		buf_text(b, "n/a");
		return;
	}
	share = count_share(part, whole, 2);
	/* It could be any greater one. */
	if (share == UINT64_MAX)
		buf_char(b, '>');
	share_print(b, share, 2);
	buf_char(b, '%');
}

void
title_name(struct buf *b, struct str name)
{
	size_t n = xml_head(name, TITLE_NAME_MAX);

	buf_str(b, str_head(name, n));
	if (n < name.n)
		buf_text(b, "\xe2\x80\xa6");
}

/* "; +1.23%" */
static void
change(struct buf *b, const struct tree *t, const struct look *look,
    struct count whole, uint32_t node)
{
	struct count *const *c = look->delta_self ? t->self : t->total;
	struct count before = c[0][node], after = c[1][node];
	bool more = count_cmp(after, before) > 0;
	struct count size = more ? count_sub(after, before) :
	    count_sub(before, after);

	buf_text(b, "; ");
	if (!count_is_zero(whole) && count_share(size, whole, 2))
		buf_char(b, more == look->negate ? '-' : '+');
	title_percent(b, size, whole);
}

void
title_frame(struct buf *b, const struct tree *t, const struct look *look,
    struct count whole, uint32_t node)
{
	struct count total = tree_total(t, node);

	if (node == 0 && count_cmp(whole, total) > 0)
		total = whole;
	title_name(b, node == 0 ? STR("all") :
	    name_unmarked(t->names[t->name[node]]));
	buf_text(b, " (");
	title_count(b, total, look->factor);
	buf_char(b, ' ');
	buf_str(b, look->countname);
	buf_text(b, ", ");
	if (node == 0)
		buf_text(b, "100%");
	else
		title_percent(b, total, whole);
	if (t->columns == 2)
		change(b, t, look, whole, node);
	buf_char(b, ')');
}
