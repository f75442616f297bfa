#include "mem.h"

#include <err.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

/* fatal() would ask for memory. */
static _Noreturn void
give_up(void)
{
	warnx("out of memory");
	_exit(1);
}

void *
mem_zero(size_t n)
{
	void *p = calloc(1, n ? n : 1);

	if (!p)
		give_up();
	return p;
}

void *
mem_resize(void *p, size_t count, size_t size)
{
	if (size && count > SIZE_MAX / size)
		give_up();
	p = realloc(p, count > 0 && size > 0 ? count * size : 1);
	if (!p)
		give_up();
	return p;
}

void *
mem_grow(void *p, size_t *cap, size_t need, size_t size)
{
	size_t n = *cap ? *cap : 16;

	if (need <= *cap)
		return p;
	while (n < need)
		n = n > SIZE_MAX / 2 ? need : n * 2;
	p = mem_resize(p, n, size);
	*cap = n;
	return p;
}
