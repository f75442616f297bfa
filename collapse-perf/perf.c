#include "perf.h"

#include <string.h>

#include "mem.h"

enum state {
	OUTSIDE,        /* no sample is open */
	INSIDE,         /* one is */
	REJECTED,       /* below a line that could not be used */
};

/* What perf says on stderr, which users send to the same file. */
static const struct {
	struct str start;
	enum perf_noise kind;
} noises[] = {
	{ { "LOST ", 5 }, NOISE_LOST },
	{ { "Processed ", 10 }, NOISE_LOST },
	{ { "Check IO/CPU overload!", 22 }, NOISE_LOST },
	{ { "instruction trace error ", 24 }, NOISE_DECODER },
	{ { "Warning:", 8 }, NOISE_MESSAGE },
	{ { "WARNING:", 8 }, NOISE_MESSAGE },
	{ { "Was the 'perf record' command properly terminated?", 50 },
	    NOISE_MESSAGE },
	{ { "Failed to open ", 15 }, NOISE_MESSAGE },
	{ { "[ perf record: ", 15 }, NOISE_MESSAGE },
	{ { "addr2line: ", 11 }, NOISE_MESSAGE },
	{ { "cmd__addr2line ", 15 }, NOISE_MESSAGE },
	{ { "BFD: ", 5 }, NOISE_MESSAGE },
};

static bool
find_noise(struct str line, enum perf_noise *kind)
{
	struct str s = str_trim(line);

	for (size_t i = 0; i < sizeof(noises) / sizeof(noises[0]); i++) {
		if (str_starts(s, noises[i].start)) {
			*kind = noises[i].kind;
			return true;
		}
	}
	return false;
}

static void
reject(struct perf *p, const char *why, struct str line)
{
	bad_note(&p->bad, p->lines, why, line);
	if (p->state != INSIDE)
		p->state = REJECTED;
}

static void
push_frame(struct perf *p, const struct known *k)
{
	if (p->now.nframes == p->frames_cap)
		p->now.frames = mem_grow(p->now.frames, &p->frames_cap,
		    p->now.nframes + 1, sizeof(struct known *));
	p->now.frames[p->now.nframes++] = k;
	p->now.bytes += k->names_n;
}

/* Remembers what a frame became: a line, the end of a header, or either with
 * the line below it that tells its place. */
static const struct known *
learn(struct perf *p, struct str text, uint32_t hash)
{
	struct str source = text, line = str_line(&source);
	struct frame f;
	bool skipped;

	frame_split(line, &f);
	p->names.n = 0;
	skipped = frame_names(&p->names, p->rules, &f, source, p->java);
	buf_char(&p->names, ';');
	return memo_add(&p->memo, text, p->java, hash, buf_view(&p->names),
	    skipped);
}

/* Adds the frame that text is. */
static void
add_frame(struct perf *p, struct str text)
{
	uint32_t hash = memo_hash(text);
	const struct known *k = memo_find(&p->memo, text, p->java, hash);

	push_frame(p, k ? k : learn(p, text, hash));
}

/* Adds the lines at s that are known, from the first on, and returns where
 * they end. */
static const char *
add_known(struct perf *p, const char *s, const char *end)
{
	while (s < end && is_blank(*s)) {
		const char *newline = memchr(s, '\n', (size_t)(end - s));
		struct str line = { s, (size_t)(newline - s) };
		const struct known *k = memo_find(&p->memo, line, p->java,
		    memo_hash(line));

		if (!k)
			break;
		push_frame(p, k);
		p->last = line;
		p->lines++;
		s = newline + 1;
	}
	return s;
}

static void
end_sample(struct perf *p)
{
	if (p->state == INSIDE) {
		if (p->now.nframes == 0 && p->now.header &&
		    p->header.has_frame)
			add_frame(p, p->header.rest);
		p->sample(p->arg, &p->now);
	}
	p->now.nframes = 0;
	p->now.bytes = 0;
	p->now.header = NULL;
	p->last = (struct str){ 0 };
	p->state = OUTSIDE;
	p->java = false;
	memo_trim(&p->memo);
}

static bool
is_java(struct str comm)
{
	return str_eq(comm, STR("java")) || str_starts(comm, STR("java-"));
}

static void
begin_sample(struct perf *p, const struct header *h)
{
	end_sample(p);
	p->state = INSIDE;
	p->header = *h;
	p->now.header = &p->header;
	p->java = is_java(h->comm);
	if (h->has_frame)
		p->last = p->header.rest;
}

/* Is the next line a frame? */
static bool
frame_follows(struct str rest)
{
	struct frame f;
	struct str line = str_line(&rest);

	return line.n && frame_is(line, &f);
}

/* A line that may be a header.  False: it is none. */
static bool
read_header(struct perf *p, struct str line, struct str rest)
{
	struct header h;

	switch (header_read(line, &h)) {
	case HEADER_LOOSE:
		if (p->state != OUTSIDE || !frame_follows(rest))
			return false;
		/* fallthrough */
	case HEADER_FIRM:
		begin_sample(p, &h);
		return true;
	case HEADER_RECORD:
		end_sample(p);
		p->noise[NOISE_RECORD]++;
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
		bad_note(&p->bad, p->lines,
		    "a frame below a line that is not used", line);
		return true;
	}
	add_frame(p, line);
	p->last = line;
	p->state = INSIDE;
	return true;
}

/* The line below a frame that tells its place in the source: the two together
 * are the frame then. */
static bool
read_source(struct perf *p, struct str line)
{
	struct str both = { p->last.p,
	    (size_t)(line.p + line.n - p->last.p) };

	if (p->last.n == 0 || !frame_is_source(line))
		return false;
	p->last = (struct str){ 0 };
	if (!p->rules->srcline && !p->rules->inlined)
		return true;
	if (p->now.nframes) {
		p->now.bytes -= p->now.frames[--p->now.nframes]->names_n;
		add_frame(p, both);
	} else {
		p->header.rest = both;
	}
	return true;
}

static void
read_line(struct perf *p, struct str line, struct str rest)
{
	enum perf_noise noise;

	if (line.n && line.p[0] == '#')
		return;
	if (str_trim(line).n == 0) {
		end_sample(p);
		return;
	}
	if (read_header(p, line, rest) || read_frame(p, line) ||
	    read_source(p, line))
		return;
	if (find_noise(line, &noise))
		p->noise[noise]++;
	else
		reject(p, "not a header and not a frame", line);
}

void
perf_read(struct perf *p, struct str text)
{
	const char *end = text.p + text.n, *s;
	struct str line;

	p->lines = 0;
	memset(p->noise, 0, sizeof(p->noise));
	while (text.n) {
		line = str_line(&text);
		p->lines++;
		read_line(p, line, text);
		if (p->state == INSIDE) {
			s = add_known(p, text.p, end);
			text = (struct str){ s, (size_t)(end - s) };
		}
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
	if (str_trim(line).n == 0)
		return true;
	*cut = start;
	if (start == 0 || line.p[0] == '#')
		return false;
	kind = header_read(line, &h);
	return kind != HEADER_NONE && kind != HEADER_LOOSE;
}

/* Where the line that i is in starts, or from where it starts before that. */
static size_t
line_start(struct str text, size_t i, size_t from)
{
	const char *newline = memrchr(text.p + from, '\n', i - from);

	return newline ? (size_t)(newline - text.p) + 1 : from;
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
