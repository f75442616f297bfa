#include "folded.h"

/* The stack's last word is its count: cuts it off. */
static const char *
cut_count(struct str *text, struct count *c)
{
	size_t at = text->n;
	const char *why;

	if (text->n == 0 || (!is_digit(text->p[at - 1]) &&
	    text->p[at - 1] != '.'))
		return "does not end in a count";
	while (at && !is_blank(text->p[at - 1]))
		at--;
	why = count_parse(str_skip(*text, at), c);
	*text = str_rtrim(str_head(*text, at));
	return why;
}

/* Is this dropped at an end of a stack? */
static bool
ends(char c)
{
	return is_blank(c) || c == '\r' || c == ';';
}

/* Without empty frames at the end. */
static struct str
cut_empty(struct str stack)
{
	while (stack.n && stack.p[stack.n - 1] == ';')
		stack = str_rtrim(str_head(stack, stack.n - 1));
	return stack;
}

/*
 * The usual line, "frame;frame digits" with nothing to be trimmed, which is
 * nearly all lines of nearly all files.  False for any other.
 */
static bool
parse_usual(struct str line, struct folded *f)
{
	uint64_t value = 0, scale = 1;
	size_t at = line.n;

	while (at && is_digit(line.p[at - 1]) && line.n - at < 18) {
		value += scale * (uint64_t)(line.p[--at] - '0');
		scale *= 10;
	}
	if (at < 2 || at == line.n || line.p[at - 1] != ' ')
		return false;
	f->stack = str_head(line, at - 1);
	f->count[0] = COUNT(value);
	f->count[1] = COUNT(0);
	return !ends(line.p[0]) && !ends(line.p[at - 2]) && line.p[0] != '#';
}

const char *
folded_parse(struct str line, int columns, struct folded *f)
{
	const char *why = NULL;

	if (columns == 1 && parse_usual(line, f))
		return NULL;
	*f = (struct folded){ 0 };
	if (line.n && line.p[0] == '#')
		return NULL;
	line = str_trim(line);
	if (line.n == 0)
		return NULL;
	for (int i = columns - 1; i >= 0 && !why; i--)
		why = cut_count(&line, &f->count[i]);
	f->stack = cut_empty(line);
	if (!why && f->stack.n == 0)
		why = "a count without a stack";
	return why;
}

bool
folded_frame(struct str *stack, struct str *frame)
{
	size_t n;

	if (!stack->p)
		return false;
	n = str_find(*stack, ';');
	*frame = str_head(*stack, n);
	*stack = n < stack->n ? str_skip(*stack, n + 1) : (struct str){ 0 };
	return true;
}
