#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#define STEP 65536

int
file_read(struct buf *b, const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC), error = 0;
	ssize_t n = 1;

	if (fd < 0)
		return errno;
	while (n > 0) {
		n = read(fd, buf_room(b, STEP), STEP);
		if (n > 0)
			b->n += (size_t)n;
		else if (n < 0 && errno == EINTR)
			n = 1;
		else if (n < 0)
			error = errno;
	}
	close(fd);
	return error;
}

static int
write_text(int fd, struct str text)
{
	while (text.n) {
		ssize_t n = write(fd, text.p, text.n);

		if (n < 0 && errno != EINTR)
			return errno;
		if (n > 0)
			text = str_skip(text, (size_t)n);
	}
	return 0;
}

int
file_write(const char *path, struct str text)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	int error;

	if (fd < 0)
		return errno;
	error = write_text(fd, text);
	if (close(fd) < 0 && !error)
		error = errno;
	return error;
}
