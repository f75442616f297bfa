/*
 * cost RUNS COMMAND...: runs a command and prints its CPU time (user and
 * system) in milliseconds, the least of RUNS runs, and its peak memory in
 * kB.  Its stdout is dropped; its stdin is ours, so RUNS is 1 for a pipe.
 */
#include <err.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static double
milliseconds(struct timeval t)
{
	return (double)t.tv_sec * 1e3 + (double)t.tv_usec / 1e3;
}

static _Noreturn void
become(char **command)
{
	int null = open("/dev/null", O_WRONLY);

	if (null < 0 || dup2(null, STDOUT_FILENO) < 0)
		err(1, "/dev/null");
	execvp(command[0], command);
	err(127, "%s", command[0]);
}

int
main(int argc, char **argv)
{
	double least = 0;
	long memory = 0;

	if (argc < 3)
		errx(2, "usage: cost RUNS COMMAND...");
	for (int run = 0; run < atoi(argv[1]); run++) {
		struct rusage r;
		int status;
		pid_t pid = fork();

		if (pid == 0)
			become(argv + 2);
		if (wait4(pid, &status, 0, &r) < 0 || status != 0)
			errx(1, "%s failed", argv[2]);
		double ms = milliseconds(r.ru_utime) +
		    milliseconds(r.ru_stime);

		if (run == 0 || ms < least)
			least = ms;
		if (r.ru_maxrss > memory)
			memory = r.ru_maxrss;
	}
	printf("%.1f %ld\n", least, memory);
	return 0;
}
