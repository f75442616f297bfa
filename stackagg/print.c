#include "print.h"

#include <stdlib.h>

#include "mem.h"

/* The stack of the last line: in the usual order most of it is the beginning
 * of the next one. */
struct line {
	struct buf text;
	const struct stack *stack;
	size_t *ends;           /* where its frames end in text */
	size_t ends_cap;
};

static void
next_stack(struct line *l, const struct str *names, const struct stack *s)
{
	uint32_t i = l->stack ? stack_shared(l->stack, s) : 0;

	l->ends = mem_grow(l->ends, &l->ends_cap, s->depth, sizeof(*l->ends));
	l->text.n = i ? l->ends[i - 1] : 0;
	for (; i < s->depth; i++) {
		if (i)
			buf_char(&l->text, ';');
		buf_str(&l->text, names[s->frames[i]]);
		l->ends[i] = l->text.n;
	}
	l->stack = s;
}

/* Stacks in order lie anywhere in memory: half the time went on waiting for
 * them. */
static void
prefetch(const struct rows *rows, size_t i)
{
	if (i + 16 < rows->n)
		__builtin_prefetch(rows_at(rows, i + 16));
	if (i + 8 >= rows->n)
		return;
	__builtin_prefetch(rows_at(rows, i + 8)->frames);
	__builtin_prefetch(rows_at(rows, i + 8)->frames + 16);
}

void
print_cell_text(struct buf *b, struct str text)
{
	while (text.n) {
		size_t tab = str_find(text, '\t');

		buf_str(b, str_head(text, tab));
		if (tab == text.n)
			return;
		buf_char(b, ' ');
		text = str_skip(text, tab + 1);
	}
}

static void
print(struct out *o, const struct rows *rows, bool tsv)
{
	struct line line = { 0 };

	for (size_t i = 0; i < rows->n; i++) {
		const struct stack *s = rows_at(rows, i);

		prefetch(rows, i);
		next_stack(&line, rows->s->names.names, s);
		for (int c = 0; tsv && c < rows->columns; c++) {
			count_print(&o->buf, s->count[c]);
			buf_char(&o->buf, '\t');
		}
		if (!tsv && str_starts(buf_view(&line.text), STR("#")))
			buf_char(&o->buf, ' ');
		if (tsv)
			print_cell_text(&o->buf, buf_view(&line.text));
		else
			buf_str(&o->buf, buf_view(&line.text));
		for (int c = 0; !tsv && c < rows->columns; c++) {
			buf_char(&o->buf, ' ');
			count_print(&o->buf, s->count[c]);
		}
		buf_char(&o->buf, '\n');
		out_drain(o);
	}
	buf_free(&line.text);
	free(line.ends);
}

void
print_folded(struct out *o, const struct rows *rows)
{
	print(o, rows, false);
}

void
print_tsv(struct out *o, const struct rows *rows)
{
	print(o, rows, true);
}
