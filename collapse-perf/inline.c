#include "inline.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "intern.h"
#include "mem.h"
#include "names.h"
#include "port.h"
#include "symtab.h"

/* At most so many programs are looked at, and so many processes run at once:
 * each may hold hundreds of megabytes. */
#define PROGRAMS_MAX 4096
#define RUNNING_MAX 16
/* A process that ends so often is not started again. */
#define DEATHS_MAX 8
/* No answer is longer, and all that are remembered are not. */
#define ANSWER_MAX ((size_t)1 << 20)
#define ANSWERS_MAX ((size_t)16 << 20)

/* The question behind each question: its answer ends the one before.  No
 * program has code there. */
#define LAST "0xfffffffffffffff0"
/* Its answer, "??" twice, is shorter than this. */
#define END 4096

struct program {
	struct str path;
	const char *trouble;    /* or NULL */
	bool given_up;          /* it is not asked any more */
	struct symtab symtab;
	pid_t pid;              /* 0: no process */
	int fd;
	unsigned deaths;
	uint64_t asked;         /* when it was last, by inliner.clock */
};

struct inliner {
	pthread_mutex_t lock;
	int patience;           /* ms */
	struct intern paths;
	struct program **programs;      /* by id */
	size_t cap;
	bool refused;           /* one beyond PROGRAMS_MAX */
	size_t running;
	uint64_t clock;
	uint64_t unknown;       /* addresses without an answer */
	uint64_t known;
	struct intern questions;
	struct str *answers;    /* by id; empty: none */
	size_t answers_cap;
	struct arena texts;
};

struct inliner *
inliner_open(int patience)
{
	struct inliner *in = mem_zero(sizeof(*in));

	/* Where it is ignored, ended processes would vanish and their
	 * numbers be used again. */
	signal(SIGCHLD, SIG_DFL);
	pthread_mutex_init(&in->lock, NULL);
	in->patience = patience;
	return in;
}

/* Starts addr2line with its input and output at fd.  False: it can't be. */
static bool
spawn(struct program *p, int fd)
{
	static char tool[] = "addr2line", options[] = "-afiC", exe[] = "-e";
	char *argv[] = { tool, options, exe, (char *)(uintptr_t)p->path.p,
		NULL };
	posix_spawn_file_actions_t actions;
	bool ok;

	if (posix_spawn_file_actions_init(&actions) != 0)
		return false;
	ok = posix_spawn_file_actions_adddup2(&actions, fd, 0) == 0 &&
	    posix_spawn_file_actions_adddup2(&actions, fd, 1) == 0 &&
	    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null",
	    O_WRONLY, 0) == 0 &&
	    posix_spawnp(&p->pid, tool, &actions, NULL, argv, environ) == 0;
	posix_spawn_file_actions_destroy(&actions);
	if (!ok)
		p->pid = 0;
	return ok;
}

static void
stop(struct inliner *in, struct program *p)
{
	if (p->pid == 0)
		return;
	close(p->fd);
	kill(p->pid, SIGKILL);
	while (waitpid(p->pid, NULL, 0) < 0 && errno == EINTR)
		;
	p->pid = 0;
	in->running--;
}

static void
give_up(struct inliner *in, struct program *p, const char *why)
{
	stop(in, p);
	p->trouble = why;
	p->given_up = true;
	symtab_free(&p->symtab);
}

/* Stops the process that has not been asked for the longest time. */
static void
stop_oldest(struct inliner *in)
{
	struct program *oldest = NULL;

	for (size_t i = 0; i < in->paths.n; i++) {
		struct program *p = in->programs[i];

		if (p->pid && (!oldest || p->asked < oldest->asked))
			oldest = p;
	}
	if (oldest)
		stop(in, oldest);
}

/* Starts a program's process.  It talks over a socket, since a write to a
 * pipe that has lost its reader is a signal. */
static bool
start(struct inliner *in, struct program *p)
{
	int fd[2];
	bool ok;

	if (in->running == RUNNING_MAX)
		stop_oldest(in);
	if (!socket_pair(fd)) {
		give_up(in, p, "addr2line could not be started");
		return false;
	}
	ok = spawn(p, fd[1]);
	close(fd[1]);
	if (!ok) {
		close(fd[0]);
		give_up(in, p, "addr2line could not be started");
		return false;
	}
	p->fd = fd[0];
	in->running++;
	return true;
}

static int64_t
now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

enum got {
	ANSWER,
	DEATH,
	SILENCE,
	NONSENSE,
};

/* Is the answer complete?  Nothing of its end stands before `from`.  What
 * stands before the answer to LAST has *n bytes. */
static bool
is_complete(const struct buf *b, size_t from, size_t *n)
{
	static const struct str last = { "\n" LAST "\n", sizeof(LAST) + 1 };
	struct str text = buf_view(b), end;

	if (text.n == 0)
		return false;
	*n = from + str_search(str_skip(text, from), last) + 1;
	if (*n > text.n)
		return false;
	end = str_skip(text, *n + last.n - 1);
	str_line(&end);
	return str_find(end, '\n') < end.n;
}

/* Receives an answer into *b, as long as there is patience. */
static enum got
receive(const struct inliner *in, const struct program *p, struct buf *b)
{
	int64_t end = now() + in->patience, left;
	size_t n;

	while (!is_complete(b, b->n - (b->n < END ? b->n : END), &n)) {
		struct pollfd ready = { .fd = p->fd, .events = POLLIN };
		ssize_t got;

		left = end - now();
		if (b->n > ANSWER_MAX)
			return NONSENSE;
		if (left <= 0)
			return SILENCE;
		if (poll(&ready, 1, (int)left) <= 0)
			continue;
		got = recv(p->fd, buf_room(b, 4096), 4096, 0);
		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			return DEATH;
		b->n += (size_t)got;
	}
	b->n = n;
	return ANSWER;
}

static enum got
converse(const struct inliner *in, const struct program *p, struct str question,
    struct buf *answer)
{
	while (question.n) {
		ssize_t n = send(p->fd, question.p, question.n, MSG_NOSIGNAL);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return DEATH;
		question = str_skip(question, (size_t)n);
	}
	return receive(in, p, answer);
}

static bool
read_hex(struct str s, uint64_t *value)
{
	*value = 0;
	for (size_t i = 0; i < s.n; i++) {
		if (!is_hex(s.p[i]) || *value >> 60)
			return false;
		*value = *value << 4 | hex_value(s.p[i]);
	}
	return s.n > 0;
}

static void
put_hex(struct buf *b, uint64_t value)
{
	int shift = 60;

	while (shift > 0 && value >> shift == 0)
		shift -= 4;
	buf_text(b, "0x");
	for (; shift >= 0; shift -= 4)
		buf_char(b, "0123456789abcdef"[value >> shift & 0xf]);
}

/* Cuts the last line off *text. */
static struct str
cut_last(struct str *text)
{
	struct str line = str_head(*text, text->n ? text->n - 1 : 0);
	size_t newline = str_rfind(line, '\n');

	line = str_skip(line, newline < line.n ? newline + 1 : 0);
	text->n -= line.n + (text->n > 0);
	return line;
}

/* "file:line" of "file:line (discriminator 3)" */
static struct str
plain_place(struct str place)
{
	return str_head(place, str_search(place, STR(" (discriminator ")));
}

/*
 * Turns an answer, "address, function, place, function, place ...", innermost
 * first, into lines of functions and places, outermost first.  One without a
 * name is left out; if it is the outermost, or that has no place, nothing is
 * known.  False: it is not the answer to the question.
 */
static bool
turn(struct str answer, uint64_t address, struct buf *out)
{
	struct str first = str_line(&answer), place, function;
	uint64_t value;

	if (!str_starts(first, STR("0x")) ||
	    !read_hex(str_skip(first, 2), &value) || value != address)
		return false;
	while (answer.n) {
		place = cut_last(&answer);
		if (answer.n == 0)
			return false;
		function = cut_last(&answer);
		if (out->n == 0 && str_starts(place, STR("??:")))
			return true;
		if (str_trim(function).n && !str_eq(function, STR("??"))) {
			buf_str(out, function);
			buf_char(out, '\n');
			buf_str(out, plain_place(place));
			buf_char(out, '\n');
		} else if (out->n == 0) {
			return true;
		}
	}
	return true;
}

/* Counts a death.  The next question finds a new process. */
static void
bury(struct inliner *in, struct program *p)
{
	static const char why[] = "addr2line died";

	if (++p->deaths == DEATHS_MAX)
		give_up(in, p, why);
	stop(in, p);
	p->trouble = why;
}

/* Asks a program's process about an address. */
static void
ask(struct inliner *in, struct program *p, uint64_t address, struct buf *out)
{
	struct buf question = { 0 }, answer = { 0 };
	enum got got;

	p->asked = in->clock++;
	if (p->pid == 0 && !start(in, p))
		return;
	put_hex(&question, address);
	buf_text(&question, "\n" LAST "\n");
	got = converse(in, p, buf_view(&question), &answer);
	if (got == ANSWER && !turn(buf_view(&answer), address, out)) {
		out->n = 0;
		got = NONSENSE;
	}
	if (got == DEATH)
		bury(in, p);
	else if (got == SILENCE)
		give_up(in, p, "addr2line does not answer");
	else if (got == NONSENSE)
		give_up(in, p, "addr2line gave no sensible answer");
	buf_free(&question);
	buf_free(&answer);
}

/* Why the program can't be asked, or NULL. */
static const char *
read_program(struct program *p)
{
	const char *why;
	struct stat st;
	int fd;

	if (str_ends(p->path, STR(" (deleted)")))
		return "deleted, what is there now is another file";
	if (memchr(p->path.p, '\0', p->path.n))
		return "no such file";
	/* To open a FIFO waits, and a device may do anything. */
	if (stat(p->path.p, &st) == 0 && !S_ISREG(st.st_mode))
		return "not a file";
	fd = open(p->path.p, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return errno == ENOENT ? "no such file" :
		    "the file can't be opened";
	why = symtab_read(&p->symtab, fd);
	close(fd);
	return why;
}

/* The program of that path, NULL if it is new and there are too many. */
static struct program *
find_program(struct inliner *in, struct str path)
{
	uint32_t id;
	struct program *p;
	char *copy;

	if (intern_find(&in->paths, path, &id))
		return in->programs[id];
	if (in->paths.n == PROGRAMS_MAX) {
		in->refused = true;
		return NULL;
	}
	id = intern_id(&in->paths, path);
	in->programs = mem_grow(in->programs, &in->cap, in->paths.n,
	    sizeof(struct program *));
	p = in->programs[id] = mem_zero(sizeof(*p));
	copy = mem_zero(path.n + 1);
	memcpy(copy, path.p, path.n);
	p->path = (struct str){ copy, path.n };
	p->trouble = read_program(p);
	p->given_up = p->trouble;
	return p;
}

/* Where the debug information has the frame.  False: it is not known. */
static bool
locate(const struct program *p, const struct frame *f, uint64_t *address)
{
	struct str name = name_offset_off(f->symbol), digits = f->addr;
	struct str rest = str_skip(f->symbol, name.n);
	uint64_t ip, offset;

	if (str_starts(digits, STR("0x")))
		digits = str_skip(digits, 2);
	if (rest.n < 4 || !read_hex(str_skip(rest, 3), &offset) ||
	    !read_hex(digits, &ip) ||
	    !symtab_find(&p->symtab, name, offset, ip, address))
		return false;
	/* What follows a call may belong to another function. */
	*address -= f->ip == IP_RETURN;
	return true;
}

/* Forgets the answers if there are too many. */
static void
trim(struct inliner *in)
{
	if (in->texts.total + in->questions.arena.total < ANSWERS_MAX)
		return;
	arena_reset(&in->texts);
	intern_free(&in->questions);
}

/* The answer to a question that was asked before, or is asked now. */
static struct str
recall(struct inliner *in, struct program *p, uint64_t address)
{
	size_t known;
	uint32_t id;
	char key[sizeof(p) + sizeof(address)];
	struct buf answer = { 0 };

	trim(in);
	known = in->questions.n;
	memcpy(key, &p, sizeof(p));
	memcpy(key + sizeof(p), &address, sizeof(address));
	id = intern_id(&in->questions, (struct str){ key, sizeof(key) });
	if (id < known)
		return in->answers[id];
	in->answers = mem_grow(in->answers, &in->answers_cap, known + 1,
	    sizeof(*in->answers));
	ask(in, p, address, &answer);
	in->answers[id] = arena_str(&in->texts, buf_view(&answer));
	if (answer.n)
		in->known++;
	else
		in->unknown++;
	buf_free(&answer);
	return in->answers[id];
}

bool
inliner_ask(struct inliner *in, const struct frame *f, struct buf *out)
{
	struct str answer = { 0 };
	struct program *p;
	uint64_t address;

	pthread_mutex_lock(&in->lock);
	p = find_program(in, f->module);
	if (p && !p->given_up) {
		if (locate(p, f, &address))
			answer = recall(in, p, address);
		else
			in->unknown++;
	}
	buf_str(out, answer);
	pthread_mutex_unlock(&in->lock);
	return answer.n > 0;
}

/* Says which programs were trouble: the first by name, so that threads make no
 * difference. */
static bool
say_trouble(const struct inliner *in, const struct warn *w)
{
	const struct program *first = NULL;
	struct buf name = { 0 };
	size_t n = 0;

	for (size_t i = 0; i < in->paths.n; i++) {
		const struct program *p = in->programs[i];

		if (!p->trouble)
			continue;
		n++;
		if (!first || str_cmp(p->path, first->path) < 0)
			first = p;
	}
	if (n == 0)
		return false;
	mask(&name, first->path);
	if (n == 1)
		warn_say(w, "inlined functions are not shown: %s: %s",
		    name.p, first->trouble);
	else
		warn_say(w, "inlined functions are not shown: %s: %s (the "
		    "first of %zu files)", name.p, first->trouble, n);
	buf_free(&name);
	return true;
}

void
inliner_close(struct inliner *in, const struct warn *w)
{
	for (size_t i = 0; i < in->paths.n; i++)
		stop(in, in->programs[i]);
	if (in->refused)
		warn_say(w, "inlined functions are shown for %d files only",
		    PROGRAMS_MAX);
	if (!say_trouble(in, w) && in->known == 0 && in->unknown)
		warn_say(w, "no inlined functions: none of the programs has "
		    "debug information (gcc -g)");
}
