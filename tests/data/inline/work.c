/* Spends its time in functions that are inlined into others. */
#include <stdint.h>

static volatile uint64_t sink;

static inline __attribute__((always_inline)) void
inner(uint64_t n)
{
	for (uint64_t i = 0; i < n; i++)
		sink += i * i;
}

static inline __attribute__((always_inline)) void
middle(uint64_t n)
{
	inner(n);
}

__attribute__((noinline)) void
rest(void)
{
	sink = 0;
}

/* Compilers give a frame to what calls something. */
__attribute__((noinline)) void
outer(uint64_t n)
{
	middle(n);
	rest();
	sink++;
}

/* The call is the last of what is inlined: the address behind it is in
 * caller() again, at a loop that is inlined as well. */
static inline __attribute__((always_inline)) void
calls(uint64_t n)
{
	outer(n);
}

static inline __attribute__((always_inline)) void
counts(void)
{
	sink++;
}

__attribute__((noinline)) void
caller(uint64_t n)
{
	calls(n);
	counts();
}

int
main(void)
{
	for (int i = 0; i < 200; i++)
		caller(1000000);
	return 0;
}
