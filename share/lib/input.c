#include "input.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

#include "mem.h"
#include "port.h"

/* Bytes read at a time. 64 to 128 KiB stay in the cache; 1 MiB is slower. */
#ifndef SLAB_SIZE
#define SLAB_SIZE ((size_t)128 << 10)
#endif
/* The default pipe of 64 KiB costs several times as much CPU. */
#define PIPE_SIZE (1 << 20)

struct input {
	pthread_mutex_t lock;
	char *const *files;
	size_t nfiles;
	size_t next;            /* the file to be opened next */
	record_end *end;
	int fd;                 /* -1: none is open */
	const char *file;
	bool first;             /* no slab of this file was handed out */
	struct buf carry;       /* the begun record behind the last slab */
	uint64_t seq;
	bool failed;
	bool broken;            /* the open file can't be read any further */
};

static char *const standard_input[] = { "-" };

size_t
record_end_line(struct str text, size_t from)
{
	for (size_t i = text.n; i > from; i--)
		if (text.p[i - 1] == '\n')
			return i;
	return 0;
}

struct input *
input_open(char *const *files, size_t n, record_end *end)
{
	struct input *in = mem_zero(sizeof(*in));

	pthread_mutex_init(&in->lock, NULL);
	in->files = n ? files : standard_input;
	in->nfiles = n ? n : 1;
	in->end = end;
	in->fd = -1;
	return in;
}

static void
fail(struct input *in)
{
	error_say("%s: %s", in->file, strerror(errno));
	in->failed = true;
}

/* Opens the next file that can be opened. */
static bool
open_next(struct input *in)
{
	while (in->fd < 0 && in->next < in->nfiles) {
		in->file = in->files[in->next++];
		if (strcmp(in->file, "-") == 0)
			in->fd = STDIN_FILENO;
		else
			in->fd = open(in->file, O_RDONLY | O_CLOEXEC);
		if (in->fd < 0)
			fail(in);
		else
			pipe_widen(in->fd, PIPE_SIZE);
	}
	in->first = true;
	in->broken = false;
	return in->fd >= 0;
}

static void
close_file(struct input *in)
{
	if (in->fd != STDIN_FILENO)
		close(in->fd);
	in->fd = -1;
}

/* Adds up to SLAB_SIZE bytes.  False at the end of the file. */
static bool
fill(struct input *in, struct buf *text)
{
	size_t got = 0;
	char *to = buf_room(text, SLAB_SIZE + 1 + SLAB_SLACK);

	while (got < SLAB_SIZE && !in->broken) {
		ssize_t n = read(in->fd, to + got, SLAB_SIZE - got);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0) {
			fail(in);
			in->broken = true;
		}
		if (n <= 0)
			break;
		got += (size_t)n;
	}
	text->n += got;
	return got > 0;
}

/* Compressed bytes would only be told to be no text.  True if it is so: an
 * error, and the file is passed over. */
static bool
is_compressed(struct input *in, struct str text)
{
	if (!str_starts(text, STR("\x1f\x8b")))
		return false;
	error_say("%s: compressed; give it by gzip -dc", in->file);
	in->failed = true;
	close_file(in);
	return true;
}

/* Reads until a record ends or the file does. */
static void
gather(struct input *in, struct buf *text)
{
	size_t from = in->carry.n, cut = 0;

	text->n = 0;
	buf_str(text, buf_view(&in->carry));
	in->carry.n = 0;
	while (cut == 0 && fill(in, text)) {
		if (in->first && from == 0 && is_compressed(in, buf_view(text))) {
			text->n = 0;
			return;
		}
		cut = in->end(buf_view(text), from);
		from = text->n;
	}
	if (cut) {
		buf_str(&in->carry, str_skip(buf_view(text), cut));
		text->n = cut;
		return;
	}
	close_file(in);
	if (text->n && text->p[text->n - 1] != '\n')
		buf_char(text, '\n');
}

bool
input_next(struct input *in, struct slab *slab)
{
	bool got = false;

	pthread_mutex_lock(&in->lock);
	while (!got && (in->fd >= 0 || open_next(in))) {
		gather(in, &slab->text);
		got = slab->text.n > 0;
	}
	if (got) {
		memset(buf_room(&slab->text, SLAB_SLACK), 0, SLAB_SLACK);
		slab->file = in->file;
		slab->seq = in->seq++;
		slab->first = in->first;
		in->first = false;
	}
	pthread_mutex_unlock(&in->lock);
	return got;
}

bool
input_failed(const struct input *in)
{
	return in->failed;
}
