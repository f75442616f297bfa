#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
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

static int
keep_mode(int fd, const struct stat *st)
{
	/* Only root can leave a file to its owner. */
	if (geteuid() == 0 && fchown(fd, st->st_uid, st->st_gid) < 0)
		return errno;
	return fchmod(fd, st->st_mode & 07777) < 0 ? errno : 0;
}

/* A new file, beside the old one until all of it is written. */
static int
replace(const char *path, const struct stat *st, struct str text)
{
	struct buf name = { 0 };
	int fd, error;

	buf_text(&name, path);
	buf_text(&name, ".XXXXXX");
	buf_char(&name, '\0');
	fd = mkostemp(name.p, O_CLOEXEC);
	error = fd < 0 ? errno : write_text(fd, text);
	if (!error)
		error = keep_mode(fd, st);
	if (fd >= 0 && close(fd) < 0 && !error)
		error = errno;
	if (!error && rename(name.p, path) < 0)
		error = errno;
	if (fd >= 0 && error)
		unlink(name.p);
	buf_free(&name);
	return error;
}

int
file_write(const char *path, struct str text)
{
	/* Made if it isn't there, so that a link has a target. */
	int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666), error = 0;
	char *target = fd < 0 ? NULL : realpath(path, NULL);
	struct stat st;

	if (!target || fstat(fd, &st) < 0)
		error = errno;
	else if (S_ISREG(st.st_mode))
		error = replace(target, &st, text);
	else
		error = write_text(fd, text);
	if (fd >= 0 && close(fd) < 0 && !error)
		error = errno;
	free(target);
	return error;
}
