#include "out.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include "warn.h"

#define DRAIN_SIZE ((size_t)128 << 10)
/* A piece of this size costs more to copy than to write on its own. */
#define COPY_MAX ((size_t)16 << 10)

/* The reader went away: end as a filter does, without a word. */
static _Noreturn void
end_of_pipe(void)
{
	signal(SIGPIPE, SIG_DFL);
	raise(SIGPIPE);
	_exit(1);
}

/* Writes the buffer and behind it s. */
static void
write_all(struct out *o, struct str s)
{
	struct iovec v[2] = {
		{ o->buf.p, o->buf.n },
		{ (void *)(uintptr_t)s.p, s.n },
	};

	while (v[0].iov_len + v[1].iov_len) {
		ssize_t n = writev(o->fd, v, 2);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0 && errno == EPIPE)
			end_of_pipe();
		if (n < 0)
			fatal("cannot write: %s", strerror(errno));
		for (int i = 0; i < 2; i++) {
			size_t done = (size_t)n < v[i].iov_len ?
			    (size_t)n : v[i].iov_len;

			if (done == 0)
				continue;
			v[i].iov_base = (char *)v[i].iov_base + done;
			v[i].iov_len -= done;
			n -= (ssize_t)done;
		}
	}
	o->buf.n = 0;
}

void
out_str(struct out *o, struct str s)
{
	if (s.n >= COPY_MAX) {
		write_all(o, s);
	} else {
		buf_str(&o->buf, s);
		out_drain(o);
	}
}

void
out_drain(struct out *o)
{
	if (o->buf.n >= DRAIN_SIZE)
		write_all(o, (struct str){ 0 });
}

void
out_close(struct out *o)
{
	write_all(o, (struct str){ 0 });
	/* Network file systems report a full disk here. */
	if (close(o->fd) < 0)
		fatal("cannot write: %s", strerror(errno));
}
