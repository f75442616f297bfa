#include "out.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "warn.h"

#define DRAIN_SIZE ((size_t)128 << 10)

/* The reader went away: end as a filter does, without a word. */
static _Noreturn void
end_of_pipe(void)
{
	signal(SIGPIPE, SIG_DFL);
	raise(SIGPIPE);
	_exit(1);
}

static void
write_all(struct out *o)
{
	const char *p = o->buf.p;
	size_t left = o->buf.n;

	while (left) {
		ssize_t n = write(o->fd, p, left);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0 && errno == EPIPE)
			end_of_pipe();
		if (n < 0)
			fatal("cannot write: %s", strerror(errno));
		p += n;
		left -= (size_t)n;
	}
	o->buf.n = 0;
}

void
out_drain(struct out *o)
{
	if (o->buf.n >= DRAIN_SIZE)
		write_all(o);
}

void
out_close(struct out *o)
{
	write_all(o);
	/* Network file systems report a full disk here. */
	if (close(o->fd) < 0)
		fatal("cannot write: %s", strerror(errno));
}
