/*
 * perf-exec PROGRAM [ARG]...: the last step before a recorded program, for
 * flamegraph.sh, which has a slower one where this can't be built.
 *
 * perf's messages go to a file, the program's to where ours go: descriptor 9.
 * That the program starts, and when, or that it doesn't, is said by files
 * beside the link by which this was called.
 *
 * Linked statically: perf takes the lowest address at which a library was ever
 * mapped in a process for the library's place, so a libc of ours, which has
 * random addresses, would cut half of the recordings' stacks at the program's.
 */
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* The file beside us, opened to be written; -1 if that fails. */
static int
create(const char *dir, const char *name)
{
	char path[4096];

	if (snprintf(path, sizeof(path), "%s/%s", dir, name) >=
	    (int)sizeof(path))
		return -1;
	return open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
}

/* "PID UPTIME", in seconds; no uptime where the system doesn't tell. */
static void
tell_start(const char *dir)
{
	char uptime[64] = "";
	int fd = open("/proc/uptime", O_RDONLY | O_CLOEXEC);
	ssize_t n = fd < 0 ? -1 : read(fd, uptime, sizeof(uptime) - 1);

	uptime[n < 0 ? 0 : n] = '\0';
	uptime[strcspn(uptime, " ")] = '\0';
	fd = create(dir, "started");
	dprintf(fd, "%ld %s\n", (long)getpid(), uptime);
	close(fd);
}

int
main(int argc, char **argv)
{
	const char *dir;
	int err;

	if (argc < 2)
		return 2;
	dir = dirname(argv[0]);
	tell_start(dir);
	err = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 10);
	if (dup2(9, STDERR_FILENO) >= 0) {
		close(9);
		execvp(argv[1], argv + 1);
		dup2(err, STDERR_FILENO);
	}
	perror(argv[1]);
	close(create(dir, "failed"));
	return 127;
}
