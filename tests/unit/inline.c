/* addr2line that dies, hangs, talks nonsense: the frame stays as it is. */
#include "../../collapse-perf/inline.c"
#include "../../collapse-perf/symtab.c"

#include <inttypes.h>
#include <stdio.h>
#include <sys/stat.h>

#include "check.h"

/* Its symbol is in this program's own file. */
int function_asked_about(int x);
__attribute__((noinline, used)) int
function_asked_about(int x)
{
	return x * 7 + 1;
}

/* A good answer to one question, and its end. */
#define ADDRESS "read a; read b; printf '%s\\n' \"$a\"; "
#define FUNCTIONS "printf 'inner\\na.c:1 (discriminator 2)\\n??\\n??:0\\n" \
	"outer\\nb.c:2\\n'; "
#define THE_END "printf '%s\\n??\\n??:0\\n' \"$b\"; "

/* Makes "addr2line" a script in a folder that is all of the PATH; the tools
 * that scripts need are built into the shell. */
static void
install(const char *folder, const char *script)
{
	struct buf path = { 0 };
	FILE *f;

	buf_text(&path, folder);
	buf_text(&path, "/addr2line");
	buf_char(&path, '\0');
	f = fopen(path.p, "w");
	fprintf(f, "#!/bin/sh\n%s\n", script);
	fchmod(fileno(f), 0755);
	fclose(f);
	buf_free(&path);
}

/* Asks about the function, offset bytes behind its start. */
static bool
ask_at(struct inliner *in, const char *module, unsigned offset,
    struct buf *out)
{
	char addr[32], symbol[64];
	struct frame f = { .ip = IP_EXACT };

	snprintf(addr, sizeof(addr), "%" PRIxPTR,
	    (uintptr_t)&function_asked_about + offset);
	snprintf(symbol, sizeof(symbol), "function_asked_about+0x%x", offset);
	f.addr = str_from(addr);
	f.symbol = str_from(symbol);
	f.module = str_from(module);
	out->n = 0;
	return inliner_ask(in, &f, out);
}

static size_t
count_trouble(const struct inliner *in)
{
	size_t n = 0;

	for (size_t i = 0; i < in->paths.n; i++)
		n += in->programs[i]->trouble != NULL;
	return n;
}

static const struct warn quiet = { .quiet = true };

static void
close_quietly(struct inliner *in)
{
	inliner_close(in, &quiet);
	CHECK(waitpid(-1, NULL, WNOHANG) == -1 && errno == ECHILD);
}

static void
test_answers(const char *folder, const char *self)
{
	struct inliner *in = inliner_open(INLINE_PATIENCE);
	struct buf out = { 0 };

	install(folder, "while :; do " ADDRESS FUNCTIONS THE_END "done");
	CHECK(ask_at(in, self, 1, &out));
	CHECK_STR(buf_view(&out), "outer\nb.c:2\ninner\na.c:1\n");
	CHECK(ask_at(in, self, 2, &out));
	CHECK(!ask_at(in, self, 5000, &out));
	CHECK(in->running == 1);

	/* The same question is not asked again. */
	stop(in, in->programs[0]);
	CHECK(ask_at(in, self, 1, &out));
	CHECK_STR(buf_view(&out), "outer\nb.c:2\ninner\na.c:1\n");
	CHECK(in->running == 0);
	CHECK(count_trouble(in) == 0);
	close_quietly(in);
}

static void
test_files(const char *self)
{
	struct inliner *in = inliner_open(INLINE_PATIENCE);
	struct buf out = { 0 }, deleted = { 0 };

	buf_text(&deleted, self);
	buf_text(&deleted, " (deleted)");
	buf_char(&deleted, '\0');
	CHECK(!ask_at(in, "/no/such/file", 1, &out));
	CHECK(!ask_at(in, "/", 1, &out));
	CHECK(!ask_at(in, "/dev/null", 1, &out));
	CHECK(!ask_at(in, "/etc/passwd", 1, &out));
	CHECK(!ask_at(in, deleted.p, 1, &out));
	CHECK(in->running == 0 && count_trouble(in) == 5);
	close_quietly(in);
}

/* One question to a script that fails, and a second. */
static void
test_failure(const char *folder, const char *self, const char *script,
    const char *why, bool second)
{
	struct inliner *in = inliner_open(300);
	struct buf out = { 0 };

	install(folder, script);
	CHECK(!ask_at(in, self, 1, &out));
	CHECK(out.n == 0);
	CHECK_STR(str_from(in->programs[0]->trouble), why);
	CHECK(ask_at(in, self, 2, &out) == second);
	close_quietly(in);
}

static void
test_failures(const char *folder, const char *self)
{
	static const char died[] = "addr2line died";
	static const char nonsense[] = "addr2line gave no sensible answer";
	static const char silent[] = "addr2line does not answer";
	struct buf once = { 0 };

	test_failure(folder, self, "exit 1", died, false);
	test_failure(folder, self, ADDRESS "printf 'half'", died, false);
	test_failure(folder, self, ADDRESS FUNCTIONS "kill -9 $$", died, false);
	test_failure(folder, self, "while :; do :; done", silent, false);
	test_failure(folder, self, ADDRESS FUNCTIONS "read c", silent, false);
	test_failure(folder, self,
	    "while :; do read a; read b; echo x; echo y:0; "
	    THE_END "done", nonsense, false);
	test_failure(folder, self, "while :; do " ADDRESS "echo x; "
	    THE_END "done", nonsense, false);
	test_failure(folder, self, "x=0123456789abcdef; "
	    "for i in 1 2 3 4 5 6 7 8 9 10 11 12; do x=$x$x; done; "
	    "while :; do echo $x; done", nonsense, false);

	/* It dies at one address only. */
	buf_text(&once, ADDRESS "if ! [ -e ");
	buf_text(&once, folder);
	buf_text(&once, "/once ]; then : >");
	buf_text(&once, folder);
	buf_text(&once, "/once; exit; fi; " FUNCTIONS THE_END "read c");
	buf_char(&once, '\0');
	test_failure(folder, self, once.p, died, true);
}

static void
test_deaths(const char *folder, const char *self)
{
	struct inliner *in = inliner_open(INLINE_PATIENCE);
	struct buf out = { 0 };

	install(folder, "exit 1");
	for (unsigned i = 1; i <= DEATHS_MAX + 1; i++)
		CHECK(!ask_at(in, self, i, &out));
	CHECK(in->programs[0]->deaths == DEATHS_MAX);
	close_quietly(in);
}

/* Beyond the limit those that are known are asked as before. */
static void
test_limit(const char *folder, const char *self)
{
	struct inliner *in = inliner_open(INLINE_PATIENCE);
	struct buf out = { 0 };

	install(folder, "while :; do " ADDRESS FUNCTIONS THE_END "done");
	for (unsigned i = 1; i <= PROGRAMS_MAX; i++) {
		char path[64];

		CHECK(ask_at(in, self, 1, &out));
		snprintf(path, sizeof(path), "/no/such/file/%u", i);
		CHECK(!ask_at(in, path, 1, &out));
	}
	CHECK(in->paths.n == PROGRAMS_MAX && in->refused);
	CHECK(ask_at(in, self, 2, &out));
	close_quietly(in);
}

static void
test_missing(const char *self)
{
	struct inliner *in = inliner_open(INLINE_PATIENCE);
	struct buf out = { 0 };

	setenv("PATH", "/no/such/folder", 1);
	CHECK(!ask_at(in, self, 1, &out));
	CHECK_STR(str_from(in->programs[0]->trouble),
	    "addr2line could not be started");
	close_quietly(in);
}

int
main(void)
{
	char folder[] = "/tmp/inline.XXXXXX", self[4096];
	ssize_t n = readlink("/proc/self/exe", self, sizeof(self) - 1);
	int low = dup(0), high;

	if (n < 0 || !mkdtemp(folder))
		return 1;
	close(low);
	self[n] = '\0';
	setenv("PATH", folder, 1);
	test_answers(folder, self);
	test_files(self);
	test_failures(folder, self);
	test_deaths(folder, self);
	test_limit(folder, self);
	test_missing(self);
	high = dup(0);
	CHECK(low == high);
	if (chdir(folder) == 0) {
		unlink("addr2line");
		unlink("once");
		rmdir(folder);
	}
	return CHECK_END();
}
