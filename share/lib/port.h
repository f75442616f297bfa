/*
 * What some systems lack or call otherwise.
 */
#ifndef PORT_H
#define PORT_H

#include <fcntl.h>
#include <stdbool.h>
#include <sys/socket.h>

#ifdef __APPLE__
extern char **environ;
#endif

#ifndef SOCK_CLOEXEC
#define SOCK_CLOEXEC 0
#endif
#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0
#endif

/* Two ends that talk both ways, closed in programs that are started.  Writing
 * to one that has lost its reader, with MSG_NOSIGNAL, is no signal. */
static inline bool
socket_pair(int fd[2])
{
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fd) < 0)
		return false;
	for (int i = 0; i < 2; i++) {
		fcntl(fd[i], F_SETFD, FD_CLOEXEC);
#ifdef SO_NOSIGPIPE
		setsockopt(fd[i], SOL_SOCKET, SO_NOSIGPIPE, &(int){ 1 },
		    sizeof(int));
#endif
	}
	return true;
}

/* Makes a pipe hold up to n bytes; of files and where there is no such thing,
 * nothing happens. */
static inline void
pipe_widen(int fd, int n)
{
#ifdef F_SETPIPE_SZ
	fcntl(fd, F_SETPIPE_SZ, n);
#else
	(void)fd;
	(void)n;
#endif
}

#endif
