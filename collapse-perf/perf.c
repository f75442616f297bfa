#include "perf.h"

#include <string.h>

#include "mem.h"
#include "names.h"

enum state {
	OUTSIDE,        /* no sample is open */
	INSIDE,         /* one is */
	REJECTED,       /* below a line that could not be used */
};

static void
reject(struct perf *p, const char *why, struct str line)
{
	bad_note(&p->bad, p->line, why, line);
	if (p->state != INSIDE)
		p->state = REJECTED;
}

/* There is room: see read_lines. */
static inline void
push_frame(struct perf *p, const struct known *k)
{
	p->now.frames[p->now.nframes++] = k;
	p->now.bytes += k->names_n;
}

/* Names a frame, as the comm is java's or not, into p->names. */
static bool
name(struct perf *p, const struct frame *f, struct str source, bool java)
{
	bool skipped;

	p->names.n = 0;
	skipped = frame_names(&p->names, p->rules, f, source, java);
	buf_char(&p->names, ';');
	return skipped;
}

/* For whom are the names right that were made for this sample's comm? */
static enum known_for
names_for(struct perf *p, const struct frame *f, struct str source)
{
	struct buf names = p->names;
	enum known_for who = p->who;

	/* Java's rule is about a leading 'L'. */
	if (str_find(f->symbol, 'L') == f->symbol.n)
		return FOR_ALL;
	p->names = (struct buf){ 0 };
	name(p, f, source, p->who != FOR_JAVA);
	if (str_eq(buf_view(&names), buf_view(&p->names)))
		who = FOR_ALL;
	buf_free(&p->names);
	p->names = names;
	return who;
}

/* What the key became; it is named at first sight. */
static const struct known *
know(struct perf *p, struct str key, uint32_t symbol_n, const struct frame *f,
    struct str source)
{
	const struct known *k = memo_find(&p->memo, key, symbol_n, p->who);
	bool skipped;

	if (k)
		return k;
	skipped = name(p, f, source, p->who == FOR_JAVA);
	return memo_add(&p->memo, key, symbol_n, names_for(p, f, source),
	    buf_view(&p->names), skipped);
}

/* Does the name depend on more than symbol and module? */
static bool
needs_address(const struct frame_rules *rules)
{
	return rules->addrs || rules->inliner;
}

/* Which instruction is at the frame's address?  What was inlined there stands
 * above it, under the same address, if perf knows. */
static enum frame_ip
find_ip(const struct perf *p, const struct frame *f)
{
	if (p->told.n && str_eq(p->told, f->addr))
		return IP_TOLD;
	return p->called ? IP_RETURN : IP_EXACT;
}

/* Is it the kernel's?  Its half of the addresses has the first bit set. */
static bool
is_kernel_address(struct str addr)
{
	return addr.n == 16 && addr.p[0] >= '8';
}

/* Adds the frame under a key that holds its address. */
static void
add_placed(struct perf *p, struct str key, struct frame *f, struct str source)
{
	push_frame(p, know(p, key, UINT32_MAX - (uint32_t)f->ip, f, source));
}

/* May the line be told by its text alone when it comes again?  The symbol must
 * stand where perf script puts it, and not end in what looks like an offset:
 * "f+0x1" could be f as well. */
static bool
is_recallable(struct str line, const struct frame *f, struct str symbol)
{
	return line.p[0] == '\t' && f->symbol.p == line.p + FRAME_SYMBOL &&
	    symbol.n && name_offset_off(symbol).n == symbol.n;
}

/*
 * Adds the frame f that text is: a line or the end of a header.  Names depend
 * on what follows the address, less the offset.
 */
static void
add_frame(struct perf *p, struct str text, struct frame *f)
{
	struct str symbol = name_offset_off(f->symbol), tail;
	const char *end = f->symbol.p + f->symbol.n;
	const struct known *k;

	f->ip = p->ip = find_ip(p, f);
	if (needs_address(p->rules)) {
		add_placed(p, text, f, (struct str){ 0 });
		p->called |= !is_kernel_address(f->addr);
		if (frame_is_inlined(f, (struct str){ 0 }))
			p->told = f->addr;
		return;
	}
	tail = (struct str){ end, (size_t)(text.p + text.n - end) };
	p->key.n = 0;
	buf_str(&p->key, symbol);
	buf_str(&p->key, tail);
	k = know(p, buf_view(&p->key), (uint32_t)symbol.n, f,
	    (struct str){ 0 });
	if (is_recallable(text, f, symbol)) {
		memo_remember(&p->memo, memo_hash(text.p, k->who), k);
		memo_remember(&p->memo, memo_hash_name(text), k);
	}
	push_frame(p, k);
}

/* Adds a frame with the line below it that tells its place. */
static void
add_frame_with_source(struct perf *p, struct str both)
{
	struct str line = str_head(both, str_find(both, '\n'));
	struct str source = str_skip(both, str_rfind(both, '\n') + 1);
	struct frame f;

	frame_split(line, &f);
	f.ip = p->ip;
	if (frame_is_inlined(&f, source))
		p->told = f.addr;
	add_placed(p, both, &f, source);
}

/* Adds the frame that the header ends in. */
static void
add_rest(struct perf *p)
{
	struct str rest = p->header->rest;

	if (str_find(rest, '\n') < rest.n)
		add_frame_with_source(p, rest);
	else
		add_frame(p, rest, &p->header->frame);
}

static void
end_sample(struct perf *p)
{
	if (p->state == INSIDE) {
		p->now.chain = p->now.nframes > 0;
		if (p->now.nframes == 0 && p->now.header &&
		    p->header->has_frame)
			add_rest(p);
		p->sample(p->arg, &p->now);
	}
	p->now.nframes = 0;
	p->now.bytes = 0;
	p->now.header = NULL;
	p->last = NULL;
	p->called = false;
	p->told.n = 0;
	p->state = OUTSIDE;
	p->who = FOR_OTHERS;
}

static bool
is_java(struct str comm)
{
	if (comm.n < 4 || comm.p[0] != 'j')
		return false;
	return str_eq(comm, STR("java")) || str_starts(comm, STR("java-"));
}

static void
begin_sample(struct perf *p, struct header *h)
{
	end_sample(p);
	p->state = INSIDE;
	p->header = h;
	p->now.header = h;
	p->who = is_java(h->comm) ? FOR_JAVA : FOR_OTHERS;
	if (h->has_frame)
		p->last = p->header->rest.p;
}

/* Is the next line a frame? */
static bool
frame_follows(struct str rest)
{
	struct frame f;
	struct header h;
	struct str line = str_line(&rest);

	return line.n && frame_is(line, &f) &&
	    header_read(line, &h) == HEADER_NONE;
}

/* A line that may be a header.  False: it is none. */
static bool
read_header(struct perf *p, struct str line, struct str rest)
{
	struct header *h = &p->headers[p->header == p->headers];

	switch (header_read(line, h)) {
	case HEADER_LOOSE:
		if (p->state != OUTSIDE || !frame_follows(rest))
			return false;
		/* fallthrough */
	case HEADER_FIRM:
		begin_sample(p, h);
		return true;
	case HEADER_RECORD:
		p->noise[noise_record_kind(line)]++;
		return true;
	case HEADER_BAD_PERIOD:
		end_sample(p);
		reject(p, "the period does not fit 64 bits", line);
		return true;
	default:
		return false;
	}
}

static bool
read_frame(struct perf *p, struct str line)
{
	struct frame f;

	if (!frame_is(line, &f))
		return false;
	if (p->state == REJECTED) {
		bad_note(&p->bad, p->line,
		    "a frame below a line that is not used", line);
		return true;
	}
	add_frame(p, line, &f);
	p->last = line.p;
	p->state = INSIDE;
	return true;
}

/* The line below a frame that tells its place in the source: the two together
 * are the frame then. */
static bool
read_source(struct perf *p, struct str line)
{
	struct str both;

	line = frame_before_data(line);
	if (!p->last || !frame_is_source(line))
		return false;
	both = (struct str){ p->last, (size_t)(line.p + line.n - p->last) };
	p->last = NULL;
	if (!p->rules->srcline && !p->rules->inlined && !p->rules->inliner)
		return true;
	if (p->now.nframes) {
		p->now.bytes -= p->now.frames[--p->now.nframes]->names_n;
		add_frame_with_source(p, both);
	} else {
		p->header->rest = both;
	}
	return true;
}

/* What perf script prints below the frames; perf itself begins these with a
 * tab.  No blank line follows. */
static bool
read_data(struct perf *p, struct str line)
{
	if (p->now.nframes == 0 || (p->last && p->last[0] != '\t') ||
	    !frame_is_data(line))
		return false;
	end_sample(p);
	return true;
}

static bool
is_blank_line(struct str line)
{
	size_t i = 0;

	while (i < line.n && (is_blank(line.p[i]) || line.p[i] == '\r'))
		i++;
	return i == line.n;
}

static void
read_line(struct perf *p, struct str line, struct str rest)
{
	enum noise noise;

	if (line.n && line.p[0] == '#')
		return;
	if (is_blank_line(line)) {
		end_sample(p);
		return;
	}
	if (read_data(p, line) || read_header(p, line, rest) ||
	    read_frame(p, line) || read_source(p, line) ||
	    frame_is_code(line))
		return;
	noise = noise_kind(line);
	if (noise != NOISE_NONE)
		p->noise[noise]++;
	else
		reject(p, "not a header and not a frame", line);
}

/* Lines that are looked up together, so that waits for memory overlap. */
#define TOGETHER 16

/* Lines, by where in the text they start. */
struct view {
	const char *text;
	const uint32_t *start;
};

static struct str
line_at(const struct view *v, uint32_t i)
{
	return (struct str){ v->text + v->start[i],
	    v->start[i + 1] - v->start[i] - 1 };
}

/* Guesses what n lines are. */
static void
guess(const struct memo *m, const struct view *v, uint32_t n,
    const struct known **k)
{
	uint32_t hashes[TOGETHER];

	for (uint32_t j = 0; j < n; j++) {
		hashes[j] = memo_hash(v->text + v->start[j], FOR_ALL);
		__builtin_prefetch(memo_ways(m, hashes[j]));
	}
	for (uint32_t j = 0; j < n; j++) {
		k[j] = memo_guess(m, hashes[j]);
		__builtin_prefetch(k[j]);
		__builtin_prefetch((const char *)k[j] + 64);
	}
}

/* Is the line a frame that was seen before at another address, or at this one
 * under java? */
static __attribute__((noinline)) const struct known *
recall_otherwise(struct memo *m, struct str line, enum known_for who)
{
	const struct known *k;

	if (who == FOR_JAVA) {
		k = memo_guess(m, memo_hash(line.p, who));
		if (memo_is(k, line, who))
			return k;
	}
	k = memo_guess(m, memo_hash_name(line));
	if (!memo_is(k, line, who))
		return NULL;
	memo_remember(m, memo_hash(line.p, k->who), k);
	return k;
}

/* Adds the lines from j to n that were seen before, as k says, and returns
 * where they end. */
static uint32_t
recall(struct perf *p, const struct view *v, uint32_t j, uint32_t n,
    const struct known *const *k)
{
	const struct known **to = p->now.frames + p->now.nframes;
	enum known_for who = p->who;
	size_t bytes = 0;
	const struct known *known;
	struct str line;

	for (; j < n; j++) {
		known = k[j];
		line = line_at(v, j);
		if (!memo_is(known, line, who) &&
		    (line.p[0] != '\t' || line.n <= FRAME_SYMBOL ||
		    !(known = recall_otherwise(&p->memo, line, who))))
			break;
		bytes += known->names_n;
		*to++ = known;
		p->last = line.p;
	}
	p->now.nframes = (size_t)(to - p->now.frames);
	p->now.bytes += bytes;
	return j;
}

/* Reads n lines, the first at *v; the text ends at end. */
static void
read_lines(struct perf *p, const struct view *v, uint32_t n, const char *end)
{
	const struct known *k[TOGETHER];
	const char *next;

	guess(&p->memo, v, n, k);
	p->now.frames = mem_grow(p->now.frames, &p->frames_cap,
	    p->now.nframes + n + 1, sizeof(struct known *));
	for (uint32_t j = 0; j < n; j++) {
		if (p->state == INSIDE)
			j = recall(p, v, j, n, k);
		if (j == n)
			break;
		p->line = p->lines + j + 1;
		next = v->text + v->start[j + 1];
		read_line(p, line_at(v, j), (struct str){ next,
		    (size_t)(end - next) });
	}
	p->lines += n;
}

/* Passes over a line that is longer than scan_lines looks. */
static struct str
skip_line(struct perf *p, struct str text)
{
	struct str line = str_line(&text);

	p->line = ++p->lines;
	reject(p, "longer than 1 GiB", line);
	return text;
}

void
perf_read(struct perf *p, struct str text)
{
	struct scan_lines found;
	const char *end = text.p + text.n;

	memo_trim(&p->memo);
	memo_begin(&p->memo);
	p->lines = 0;
	p->who = FOR_OTHERS;
	memset(p->noise, 0, sizeof(p->noise));
	while (text.n) {
		scan_lines(&found, text);
		if (found.n == 0) {
			text = skip_line(p, text);
			continue;
		}
		for (uint32_t i = 0; i < found.n; i += TOGETHER) {
			struct view v = { text.p, found.start + i };

			read_lines(p, &v, found.n - i < TOGETHER ?
			    found.n - i : TOGETHER, end);
		}
		text = str_skip(text, found.start[found.n]);
	}
	end_sample(p);
}

/* Does a sample end behind this line, or before it? */
static bool
is_border(struct str line, size_t start, size_t end, size_t *cut)
{
	struct header h;
	enum header_kind kind;

	*cut = end;
	if (is_blank_line(line))
		return true;
	*cut = start;
	if (start == 0 || line.p[0] == '#' || line.p[0] == '\t')
		return false;
	kind = header_read(line, &h);
	return kind == HEADER_FIRM || kind == HEADER_BAD_PERIOD;
}

/* Where the line that i is in starts, or from where it starts before that. */
static size_t
line_start(struct str text, size_t i, size_t from)
{
	struct str before = { text.p + from, i - from };
	size_t newline = str_rfind(before, '\n');

	return newline < before.n ? from + newline + 1 : from;
}

/* Goes back line by line: a border is seldom more than a sample away. */
size_t
perf_record_end(struct str text, size_t from)
{
	size_t end = text.n, cut;

	end = line_start(text, end, from);
	while (end > from) {
		size_t start = line_start(text, end - 1, 0);

		if (is_border((struct str){ text.p + start, end - 1 - start },
		    start, end, &cut))
			return cut;
		end = start;
	}
	return 0;
}
