#include "workers.h"

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#include "mem.h"

/* Slabs that are worked on alone first: less is done before a thread runs. */
#define ALONE 8

struct crew {
	struct input *in;
	const struct work *work;
	pthread_mutex_t lock;
	pthread_cond_t turn;
	uint64_t next;          /* the slab to be written next */
	uint64_t lines;         /* of its file, before it */
};

struct worker {
	struct crew *crew;
	void *state;
	struct slab slab;
	pthread_t thread;
};

static void
write_slab(struct crew *c, struct worker *w)
{
	if (w->slab.first)
		c->lines = 0;
	c->lines += c->work->write(w->state, &w->slab, c->lines);
	c->next++;
}

/* Reads and writes one slab.  False at the end of the input. */
static bool
step(struct worker *w)
{
	struct crew *c = w->crew;

	if (!input_next(c->in, &w->slab))
		return false;
	c->work->read(w->state, &w->slab);
	pthread_mutex_lock(&c->lock);
	while (c->next != w->slab.seq)
		pthread_cond_wait(&c->turn, &c->lock);
	write_slab(c, w);
	pthread_cond_broadcast(&c->turn);
	pthread_mutex_unlock(&c->lock);
	return true;
}

static void *
run(void *worker)
{
	while (step(worker))
		;
	return NULL;
}

/* Must the first worker go on alone? */
static bool
alone(const struct crew *c, unsigned n, void *tool)
{
	return n == 1 || c->next < ALONE ||
	    (c->work->settled && !c->work->settled(tool));
}

/* Starts workers 1 ... n - 1 and returns how many there are with worker 0:
 * fewer where the system gives no more threads. */
static unsigned
start(struct crew *c, struct worker *v, unsigned n, void *tool)
{
	unsigned i;

	for (i = 1; i < n; i++) {
		v[i] = (struct worker){ .crew = c,
		    .state = c->work->start(tool) };
		if (pthread_create(&v[i].thread, NULL, run, &v[i]) != 0)
			break;
	}
	return i;
}

void
workers_run(struct input *in, unsigned n, const struct work *work, void *tool)
{
	struct crew crew = { .in = in, .work = work };
	struct worker *v = mem_zero(n * sizeof(*v));
	unsigned running = 1;
	bool more = true;

	pthread_mutex_init(&crew.lock, NULL);
	pthread_cond_init(&crew.turn, NULL);
	v[0] = (struct worker){ .crew = &crew, .state = work->start(tool) };
	while (more && alone(&crew, n, tool))
		more = step(&v[0]);
	if (more) {
		running = start(&crew, v, n, tool);
		run(&v[0]);
	}
	for (unsigned i = 1; i < running; i++)
		pthread_join(v[i].thread, NULL);
	for (unsigned i = 0; i < running; i++)
		buf_free(&v[i].slab.text);
	free(v);
}

unsigned
workers_default(void)
{
	long n = sysconf(_SC_NPROCESSORS_ONLN);

	return n < 1 ? 1 : n > 64 ? 64 : (unsigned)n;
}
