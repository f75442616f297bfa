/*
 * What the driver's tests record: work [STEP]...
 *
 *	spin MS      works for that long, in functions that keep their names
 *	exit N       ends with that status
 *	kill N       dies by that signal
 *	fork MS      a child works, then the parent
 *	linger MS    a child outlives the parent
 *	close        closes its standard output
 *	read         counts the bytes of its standard input
 *	args ...     prints the arguments behind it
 *	say TEXT     prints it on both streams
 *	ignore       ignores INT and TERM
 *	nap MS       waits
 *	dive N MS    works at the bottom of N calls
 *	jit MS       works in memory that no file stands behind
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static volatile double sink;

static double
seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

__attribute__((noinline)) void
churn(int n)
{
	for (int i = 0; i < n; i++)
		sink += i * 0.5;
}

__attribute__((noinline)) void
mill(int n)
{
	churn(n);
	churn(n);
	sink += 1;
}

__attribute__((noinline)) void
spin(double ms)
{
	double end = seconds() + ms / 1000;

	while (seconds() < end) {
		mill(50000);
		churn(20000);
	}
}

__attribute__((noinline)) void
dive(int depth, double ms)
{
	if (depth > 0)
		dive(depth - 1, ms);
	else
		spin(ms);
	sink += depth;
}

__attribute__((noinline)) long
turn(long n)
{
	volatile long sum = 0;

	while (n-- > 0)
		sum += n;
	return sum;
}

/* A function that calls none works wherever it is copied to. */
static void
run_generated(double ms)
{
	enum { SIZE = 4096 };
	void *code = mmap(NULL, SIZE, PROT_READ | PROT_WRITE | PROT_EXEC,
	    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	double end = seconds() + ms / 1000;
	long (*copy)(long);

	memcpy(code, (const void *)turn, 256);
	__builtin___clear_cache(code, (char *)code + SIZE);
	memcpy(&copy, &code, sizeof(copy));
	while (seconds() < end)
		copy(100000);
}

static void
split(const char *ms, int linger)
{
	pid_t pid = fork();

	if (pid == 0 || !linger)
		spin(atof(ms));
	if (pid == 0)
		_exit(0);
	if (!linger)
		waitpid(pid, NULL, 0);
}

static void
count(void)
{
	char buf[4096];
	ssize_t n, sum = 0;

	while ((n = read(STDIN_FILENO, buf, sizeof(buf))) > 0)
		sum += n;
	printf("read %zd\n", sum);
}

int
main(int argc, char **argv)
{
	setvbuf(stdout, NULL, _IOLBF, 0);
	for (int i = 1; i < argc; i++) {
		const char *arg = i + 1 < argc ? argv[i + 1] : "0";

		if (strcmp(argv[i], "spin") == 0)
			spin(atof(arg));
		else if (strcmp(argv[i], "exit") == 0)
			return atoi(arg);
		else if (strcmp(argv[i], "kill") == 0)
			kill(getpid(), atoi(arg));
		else if (strcmp(argv[i], "fork") == 0)
			split(arg, 0);
		else if (strcmp(argv[i], "linger") == 0)
			split(arg, 1);
		else if (strcmp(argv[i], "close") == 0)
			close(STDOUT_FILENO);
		else if (strcmp(argv[i], "read") == 0)
			count();
		else if (strcmp(argv[i], "say") == 0) {
			printf("out %s\n", arg);
			fprintf(stderr, "err %s\n", arg);
		} else if (strcmp(argv[i], "ignore") == 0) {
			signal(SIGINT, SIG_IGN);
			signal(SIGTERM, SIG_IGN);
		} else if (strcmp(argv[i], "nap") == 0)
			usleep((unsigned)(atof(arg) * 1000));
		else if (strcmp(argv[i], "dive") == 0 && i + 2 < argc)
			dive(atoi(arg), atof(argv[i + 2]));
		else if (strcmp(argv[i], "jit") == 0)
			run_generated(atof(arg));
		else if (strcmp(argv[i], "args") == 0) {
			while (++i < argc)
				printf("<%s>\n", argv[i]);
		}
	}
	return 0;
}
