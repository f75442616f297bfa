/* Two threads and a main thread that work and sleep: `threads MILLISECONDS`. */
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

static volatile unsigned long sink;
static double seconds;

static double
now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

__attribute__((noinline)) static void
hash_block(void)
{
	for (unsigned long i = 0; i < 200000; i++)
		sink = sink * 31 + i;
}

__attribute__((noinline)) static void
copy_block(void)
{
	for (unsigned long i = 0; i < 50000; i++)
		sink ^= i;
}

static void *
serve(void *unused)
{
	double end = now() + seconds;

	while (now() < end) {
		hash_block();
		copy_block();
	}
	return unused;
}

int
main(int argc, char **argv)
{
	pthread_t threads[2];

	seconds = argc > 1 ? atof(argv[1]) / 1e3 : 1;
	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, serve, NULL);
	serve(NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
