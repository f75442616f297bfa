#include "header.h"

#include <string.h>

#include "memo.h"

/* Linux keeps 15 bytes of a comm, perf script pads it to 16. */
#define COMM_WIDTH 16
/* perf script pads an address to 16, with two blanks before it. */
#define ADDR_WIDTH 18
/* Numbers that may stand before it are padded to 16 as well, and the first of
 * them has one blank before it. */
#define NUMBER_WIDTH 17
/* perf script pads the letters of -F misc. */
#define MISC_WIDTH 6
/* /proc/sys/kernel/pid_max has at most 7 digits. */
#define TID_WIDTH 7
/* To which it is padded behind a process's; newer ones pad to 7. */
#define TID_PADDED 5
/* A comm without a time and an event behind it is looked for in this many
 * bytes: kernel threads' may be longer than 15, no other's is. */
#define WEAK_COMM_MAX 64

static struct str
skip_blanks(struct str s)
{
	while (s.n && is_blank(s.p[0]))
		s = str_skip(s, 1);
	return s;
}

/* Cuts the first word off *s, which starts with it. */
static struct str
cut_word(struct str *s)
{
	size_t n = 0;
	struct str word;

	while (n < s->n && !is_blank(s->p[n]))
		n++;
	word = str_head(*s, n);
	*s = skip_blanks(str_skip(*s, n));
	return word;
}

static size_t
digits(struct str s)
{
	size_t n = 0;

	while (n < s.n && is_digit(s.p[n]))
		n++;
	return n;
}

/* "-12" */
static bool
is_number(struct str s)
{
	if (s.n && s.p[0] == '-')
		s = str_skip(s, 1);
	return s.n && digits(s) == s.n;
}

/* "12", "12/34" */
static bool
is_ids(struct str word)
{
	size_t slash = str_find(word, '/');

	if (slash == word.n)
		return is_number(word);
	return is_number(str_head(word, slash)) &&
	    is_number(str_skip(word, slash + 1));
}

/* "[003]" */
static bool
is_cpu(struct str word)
{
	return word.n > 2 && word.p[0] == '[' &&
	    digits(str_skip(word, 1)) == word.n - 2 && word.p[word.n - 1] == ']';
}

/* "1234.567890:" */
static bool
is_time(struct str word)
{
	size_t n = digits(word);

	if (n == 0 || n == word.n || word.p[n] != '.')
		return false;
	word = str_skip(word, n + 1);
	n = digits(word);
	return n && n + 1 == word.n && word.p[n] == ':';
}

/* "250000", "12,345" */
static bool
is_period(struct str word)
{
	size_t n = digits(word);

	while (n && n < word.n && word.p[n] == ',' &&
	    digits(str_skip(word, n + 1)) >= 3)
		n += 4;
	return n && n == word.n;
}

/* "cycles:u:", and as one word where a PMU's term holds a blank:
 * "cpu/event=0x3c,name=my event/:". */
static bool
cut_event(struct str *s, struct str *event)
{
	struct str start = *s, word = cut_word(s);
	size_t open = str_find(word, '/');

	if (open < word.n && !is_ids(word) &&
	    str_find(str_skip(word, open + 1), '/') == word.n - open - 1) {
		size_t from = (size_t)(word.p - start.p) + word.n;
		size_t close = str_find(str_skip(start, from), '/');

		if (from + close == start.n)
			return false;
		*s = str_skip(start, from + close);
		word = cut_word(s);
		word = (struct str){ start.p,
		    (size_t)(word.p - start.p) + word.n };
	}
	if (word.n < 2 || word.p[word.n - 1] != ':')
		return false;
	*event = str_head(word, word.n - 1);
	return true;
}

/* Reads digits and the commas between them.  False: more than 64 bits. */
static bool
read_period(struct str word, uint64_t *period)
{
	uint64_t v = 0;

	for (size_t i = 0; i < word.n; i++) {
		unsigned d = (unsigned char)word.p[i] - (unsigned)'0';

		if (word.p[i] == ',')
			continue;
		/* Only the twentieth digit can be too much. */
		if (i >= 19 && v > (UINT64_MAX - d) / 10)
			return false;
		v = v * 10 + d;
	}
	*period = v ? v : 1;
	return true;
}

/* What a line has of a header, from the best form to none. */
enum form {
	TIME_AND_EVENT,
	TIME_ALONE,
	EVENT_ALONE,
	NEITHER,
	NO_FORM,
	RECORD,
};

/* A header that is tried at some word of the line. */
struct attempt {
	struct str line;
	size_t at;              /* where ids, or the tail, are to begin */
	bool ids;               /* must there be ids? */
	struct header h;
	struct str period;
	bool sure;              /* the ids are no period */
	bool padded;            /* the rest is a frame, and where perf script
				 * puts it */
};

static bool
is_record(struct str s)
{
	return str_starts(s, STR("PERF_RECORD_"));
}

/* A word of hex digits that ends n bytes behind a place. */
static bool
is_number_at(struct str word, const char *place, size_t n)
{
	size_t i = 0;

	while (i < word.n && is_hex(word.p[i]))
		i++;
	return i == word.n && word.p + word.n == place + n;
}

/*
 * Skips the numbers that -F addr,data_src,weight,ins_lat prints before the
 * frame, and the data's symbol.  *field, where the word before ended, goes
 * with them.  False: there are none.
 */
static bool
skip_numbers(struct str *rest, const char **field)
{
	struct str s = *rest, word = cut_word(&s);
	const char *end;

	if (!is_number_at(word, *field, NUMBER_WIDTH))
		return false;
	for (end = word.p + word.n; s.n; end = word.p + word.n) {
		struct str from = s;

		word = cut_word(&s);
		if (is_number_at(word, end, NUMBER_WIDTH)) {
			*rest = from;
			*field = end - 1;
			break;
		}
	}
	return true;
}

/*
 * Is the rest a frame?  It is if it has a module or, as modules may not have
 * been asked for, stands where perf script puts it.  A bare comm before it is
 * no proof that the line is a header, so it must stand there then.  Returns
 * whether the rest stands where perf script puts it.
 */
static bool
judge_rest(struct header *h, const char *field, bool proven)
{
	struct frame *f = &h->frame;
	bool numbers = proven && skip_numbers(&h->rest, &field), padded;

	h->has_frame = false;
	if (!frame_split(h->rest, f) || f->symbol.n == 0)
		return numbers;
	padded = f->addr.p + f->addr.n >= field + ADDR_WIDTH;
	h->has_frame = padded || (proven && f->module.p);
	if (padded && !f->module.p)
		f->symbol = frame_before_data(f->symbol);
	return padded || numbers;
}

/* What form this is, and whether its rest may be what it is. */
static enum form
judge(struct attempt *a, bool time, const char *field)
{
	struct header *h = &a->h;

	if (time && h->event.n) {
		a->padded = judge_rest(h, field, true);
		return TIME_AND_EVENT;
	}
	if (a->at > WEAK_COMM_MAX)
		return NO_FORM;
	a->padded = judge_rest(h, field, a->ids || time);
	/* A tracepoint's name holds a colon, and text follows it. */
	if (h->rest.n && !h->has_frame && !a->padded &&
	    str_find(h->event, ':') == h->event.n)
		return NO_FORM;
	return time ? TIME_ALONE : h->event.n ? EVENT_ALONE : NEITHER;
}

/* Cuts "[flags] time:" off *s; *field is where the word before ended.  Flags
 * are at most two words and never ids. */
static bool
cut_time(struct str *s, bool flags, const char **field)
{
	struct str rest = *s;

	for (int words = flags ? 3 : 1; words && rest.n; words--) {
		struct str word = cut_word(&rest);

		if (is_time(word)) {
			*field = word.p + word.n;
			*s = rest;
			return true;
		}
		if (is_ids(word))
			break;
	}
	return false;
}

/* Cuts what -F misc prints, "K     ", off *s. */
static void
cut_misc(struct str *s, const char **field)
{
	struct str rest = *s, word = cut_word(&rest);

	for (size_t i = 0; i < word.n; i++)
		if (!memchr("KUHGg", word.p[i], 5))
			return;
	if (word.n == 0 || rest.p < word.p + MISC_WIDTH)
		return;
	*field = word.p + MISC_WIDTH - 1;
	*s = rest;
}

/* Cuts "[period] [event:]" off *s; *field is where the word before ended. */
static void
cut_period_and_event(struct attempt *a, struct str *s, const char **field)
{
	struct str rest = *s, word = cut_word(&rest), event;

	if (is_period(word) && (rest.n == 0 ||
	    !is_number_at(word, *field, NUMBER_WIDTH) ||
	    cut_event(&(struct str){ rest.p, rest.n }, &event))) {
		a->period = word;
		*field = word.p + word.n;
		*s = rest;
	}
	rest = *s;
	if (cut_event(&rest, &a->h.event)) {
		*field = a->h.event.p + a->h.event.n + 1;
		*s = rest;
	}
}

/* [cpu] [flags] [time:] [period] [event:] rest, from s on; field is where the
 * word before s ended.  Without an event, an address that has no letter looks
 * like a period. */
static enum form
match_tail(struct attempt *a, struct str s, const char *field)
{
	struct str rest = s, word = cut_word(&rest);
	const char *before;
	bool flags = a->ids, time;
	enum form form;

	if (is_cpu(word)) {
		flags = true;
		field = word.p + word.n;
		s = rest;
	}
	time = cut_time(&s, flags, &field);
	a->sure = time || is_cpu(word) || a->h.pid.n;
	if (!time)
		cut_misc(&s, &field);
	if (is_record(s))
		return RECORD;
	a->h.rest = s;
	before = field;
	cut_period_and_event(a, &a->h.rest, &field);
	form = judge(a, time, field);
	if (form != NO_FORM || a->h.event.n || a->period.n == 0)
		return form;
	a->period = (struct str){ 0 };
	a->h.rest = s;
	return judge(a, time, before);
}

/* Where the ids end: perf script pads the second of two. */
static const char *
ids_end(struct str word, size_t slash, struct str rest)
{
	const char *padded = word.p + slash + 1 + TID_PADDED;

	return slash < word.n && rest.p > padded ? padded : word.p + word.n;
}

/* Reads what stands at a->at. */
static enum form
match(struct attempt *a)
{
	struct str s = str_skip(a->line, a->at), word;
	size_t slash;

	a->h = (struct header){ .comm = str_trim(str_head(a->line, a->at)) };
	a->period = (struct str){ 0 };
	if (!a->ids)
		return match_tail(a, s, a->h.comm.p + a->h.comm.n);
	word = cut_word(&s);
	if (!is_ids(word))
		return NO_FORM;
	slash = str_find(word, '/');
	if (slash < word.n) {
		a->h.pid = str_head(word, slash);
		a->h.tid = str_skip(word, slash + 1);
	} else {
		a->h.tid = word;
	}
	return match_tail(a, s, ids_end(word, slash, s));
}

/* The best form in the line into *best; of equals, the first whose frame stands
 * where perf script puts it, or the first.  A number behind a CPU or a time is
 * no id but a period, unless a CPU or a time follows it. */
static enum form
search(struct str line, bool ids, struct attempt *best)
{
	enum form found = NO_FORM, form;
	struct attempt a = { .line = line, .ids = ids };
	struct str s = skip_blanks(line), word = { 0 };

	for (;;) {
		a.at = line.n - s.n;
		form = match(&a);
		if (ids && form < NO_FORM && !a.sure &&
		    (is_cpu(word) || is_time(word)))
			form = NO_FORM;
		if (form < found || form == RECORD || (form == found &&
		    form < NO_FORM && a.padded && !best->padded)) {
			found = form;
			*best = a;
		}
		if (s.n == 0 || found == TIME_AND_EVENT || found == RECORD)
			return found;
		word = cut_word(&s);
	}
}

/* Might the line be a frame as well?  Then it is one, unless its own frame
 * stands where perf script puts it. */
static bool
is_rather_frame(const struct attempt *a)
{
	struct frame f;

	if (a->line.p[0] == '\t')
		return true;
	return !a->padded && frame_is(a->line, &f);
}

/* How sure is a header with ids? */
static enum header_kind
kind_with_ids(enum form form, const struct attempt *a)
{
	const struct header *h = &a->h;
	bool whole = h->rest.n == 0, trimmed;

	if (form == TIME_AND_EVENT)
		return HEADER_FIRM;
	if (a->line.p[0] == '\t')
		return HEADER_NONE;
	if (form == TIME_ALONE || (form == EVENT_ALONE && whole))
		return HEADER_FIRM;
	/* A tid alone looks like an address, and so does a comm. */
	if (!(whole && (h->comm.n ? a->sure : h->tid.n <= TID_WIDTH)) &&
	    is_rather_frame(a))
		return HEADER_NONE;
	trimmed = !is_blank(a->line.p[a->line.n - 1]);
	return form == NEITHER && whole && trimmed ?
	    HEADER_LOOSE : HEADER_FIRM;
}

static enum header_kind
kind_without_ids(enum form form, const struct attempt *a)
{
	if (form == TIME_AND_EVENT)
		return HEADER_FIRM;
	if (is_rather_frame(a))
		return HEADER_NONE;
	if (a->h.has_frame)
		return HEADER_FIRM;
	if (form == NEITHER && (a->h.comm.n > COMM_WIDTH ||
	    !is_blank(a->line.p[a->line.n - 1])))
		return HEADER_NONE;
	return HEADER_LOOSE;
}

/*
 * A place in a line that knows where the next 64 bytes have digits and blanks:
 * to go byte by byte costs more, as no two words are of one length.  What lies
 * further on is neither, which ends every run, as a newline does.
 */
struct place {
	const char *p;
	uint64_t digits;
	uint64_t blanks;
};

static struct place
place_at(const char *p)
{
	struct scan_words w = scan_words(p);

	return (struct place){ p, w.digits, w.blanks };
}

/* How many bits are set before the first that is not: at most 62. */
static unsigned
run(uint64_t bits)
{
	return (unsigned)__builtin_ctzll(~bits | UINT64_C(1) << 62);
}

static void
pass(struct place *at, unsigned n)
{
	at->p += n;
	at->digits >>= n;
	at->blanks >>= n;
}

static void
pass_blanks(struct place *at)
{
	pass(at, run(at->blanks));
}

/* Passes digits and the byte c behind them. */
static bool
pass_number(struct place *at, char c)
{
	unsigned n = run(at->digits);

	if (n == 0 || at->p[n] != c)
		return false;
	pass(at, n + 1);
	return true;
}

/* Passes "12/34 " or "34 ". */
static bool
pass_ids(struct place *at, struct header *h)
{
	const char *start = at->p;

	h->pid = (struct str){ 0 };
	if (pass_number(at, '/')) {
		h->pid = (struct str){ start, (size_t)(at->p - 1 - start) };
		start = at->p;
	}
	if (!pass_number(at, ' '))
		return false;
	h->tid = (struct str){ start, (size_t)(at->p - 1 - start) };
	pass_blanks(at);
	return true;
}

/* Passes "[003] 1234.567890:     250000 ". */
static bool
pass_time_and_period(struct place *at, struct str *period)
{
	if (*at->p == '[') {
		pass(at, 1);
		if (!pass_number(at, ']') || *at->p != ' ')
			return false;
		pass_blanks(at);
	}
	if (!pass_number(at, '.') || !pass_number(at, ':') || *at->p != ' ')
		return false;
	pass_blanks(at);
	period->p = at->p;
	if (!pass_number(at, ' '))
		return false;
	period->n = (size_t)(at->p - 1 - period->p);
	pass_blanks(at);
	return true;
}

/* The length of the word at a place. */
static size_t
word_length(const struct place *at, const char *end)
{
	size_t left = (size_t)(end - at->p), n;

	n = at->blanks ? (size_t)__builtin_ctzll(at->blanks) :
	    str_find((struct str){ at->p, left }, ' ');
	return n < left ? n : left;
}

/* Passes "cycles:u: ".  A word with one slash may be a PMU's event that holds
 * a blank. */
static bool
pass_event(struct place *at, const char *end, struct str *event)
{
	size_t n = word_length(at, end), slash;

	if (n < 2 || n > 62 || at->p[n - 1] != ':' || *at->p == 'P')
		return false;
	*event = (struct str){ at->p, n - 1 };
	slash = str_find(*event, '/');
	if (slash < event->n &&
	    str_find(str_skip(*event, slash + 1), '/') ==
	    event->n - slash - 1)
		return false;
	pass(at, (unsigned)n);
	pass_blanks(at);
	return true;
}

/* Passes the ids and what follows them up to the event.  A number that other
 * ids follow is the comm's. */
static bool
pass_to_event(struct place *at, struct header *h, struct str *period,
    const char **ids)
{
	struct place tail;

	do {
		*ids = at->p;
		if (!pass_ids(at, h))
			return false;
		tail = *at;
		if (pass_time_and_period(&tail, period)) {
			*at = tail;
			return true;
		}
	} while (is_digit(*at->p));
	return false;
}

/*
 * Most headers are "comm pid/tid [cpu] time: period event: rest": one pass
 * reads them.  False: the line is not so, and may be anything.
 */
static bool
read_common(struct str line, struct header *h, struct str *period)
{
	const char *end = line.p + line.n, *comm, *ids;
	struct place at = place_at(line.p);
	uint64_t numbers;

	pass_blanks(&at);
	comm = at.p;
	numbers = at.digits & at.blanks << 1;
	ids = numbers ? comm + __builtin_ctzll(numbers) : end;
	if ((unsigned char)*comm <= ' ' || is_digit(*comm) || ids >= end ||
	    str_find(line, '\t') < line.n)
		return false;
	at = place_at(ids);
	if (!pass_to_event(&at, h, period, &ids) ||
	    !pass_event(&at, end, &h->event))
		return false;
	h->comm = str_rtrim((struct str){ comm, (size_t)(ids - comm) });
	h->rest = (struct str){ at.p, (size_t)(end - at.p) };
	h->has_frame = false;
	if (h->rest.n)
		judge_rest(h, h->event.p + h->event.n + 1, true);
	return true;
}

/* Is it a frame as perf script prints it?  No header begins so. */
static bool
is_perf_frame(struct str line)
{
	return line.n > FRAME_SYMBOL && line.p[0] == '\t' &&
	    line.p[FRAME_SYMBOL - 1] == ' ' &&
	    scan_address(line.p + FRAME_ADDR);
}

/* "0 0x1f8 [0x8]: PERF_RECORD_FINISHED_ROUND" and, where other numbers behind
 * it look like ids, "x PERF_RECORD_BPF_EVENT type 1, flags 0, id 607". */
static bool
holds_record(struct str line)
{
	return line.p[0] != '\t' &&
	    str_search(line, STR(" PERF_RECORD_")) < line.n;
}

/* The same for all other lines. */
static enum header_kind
read_other(struct str line, struct header *h, struct str *period)
{
	struct attempt a;
	enum header_kind kind = HEADER_NONE;
	enum form form = search(line, true, &a);

	if (form < NO_FORM) {
		kind = kind_with_ids(form, &a);
	} else if (form == NO_FORM) {
		form = search(line, false, &a);
		if (form < NO_FORM)
			kind = kind_without_ids(form, &a);
	}
	if (form == RECORD || (kind != HEADER_FIRM && holds_record(line)))
		return HEADER_RECORD;
	if (kind != HEADER_NONE) {
		*h = a.h;
		*period = a.period;
	}
	return kind;
}

enum header_kind
header_read(struct str line, struct header *h)
{
	struct str period;
	enum header_kind kind = HEADER_FIRM;

	while (line.n && line.p[line.n - 1] == '\r')
		line.n--;
	if (line.n == 0 || is_perf_frame(line))
		return HEADER_NONE;
	if (!read_common(line, h, &period))
		kind = read_other(line, h, &period);
	if (kind != HEADER_FIRM && kind != HEADER_LOOSE)
		return kind;
	h->rest = str_rtrim(h->rest);
	h->period = 1;
	if (period.n && !read_period(period, &h->period))
		return HEADER_BAD_PERIOD;
	return kind;
}
