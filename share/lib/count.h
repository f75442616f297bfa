/*
 * Exact counts of samples: a whole part of 64 bits and a decimal part of nine
 * places.  No count is ever a float.
 */
#ifndef COUNT_H
#define COUNT_H

#include "buf.h"

struct count {
	uint64_t whole;
	uint32_t nano;  /* 0 ... 999,999,999 */
};

#define COUNT(n) ((struct count){ (n), 0 })
#define COUNT_MAX ((struct count){ UINT64_MAX, 0 })
#define COUNT_NANO 1000000000u

/* A count in units of 10^-9: less than 2^94. */
static inline wide
count_nanos(struct count c)
{
	return (wide)c.whole * COUNT_NANO + c.nano;
}

static inline struct count
count_from_nanos(wide nanos)
{
	return (struct count){ (uint64_t)(nanos / COUNT_NANO),
	    (uint32_t)(nanos % COUNT_NANO) };
}

/*
 * Reads "10", "10.", ".5", "10.5".  Returns NULL, or why the text is no
 * count ("not a number", "more than 9 decimal places", "does not fit 64
 * bits").
 */
const char *count_parse(struct str text, struct count *c);

/* *sum += c.  False where that leaves 64 bits: *sum is then COUNT_MAX. */
bool count_add(struct count *sum, struct count c);

/* *c is added up n times.  False where that leaves 64 bits, as above. */
bool count_times(struct count *c, uint64_t n);

/* a - b for a >= b. */
struct count count_sub(struct count a, struct count b);

/* < 0, 0, > 0. */
int count_cmp(struct count a, struct count b);

static inline bool
count_is_zero(struct count c)
{
	return c.whole == 0 && c.nano == 0;
}

/* The shortest decimal form: "10", "0.5". */
void count_print(struct buf *b, struct count c);
/* Rounded to a whole number, halves up, with comma thousands: "1,234". */
void count_commas(struct buf *b, struct count c);

/*
 * The share of part in whole in units of 10^-digits percent, halves up, from
 * the exact counts: share(1/3, 2 digits) = 3333.  0 where whole is zero.
 * digits is at most 7.  part may be greater than whole.
 */
uint64_t count_share(struct count part, struct count whole, unsigned digits);
/* "33.33" from 3333 and 2 digits. */
void share_print(struct buf *b, uint64_t share, unsigned digits);

double count_double(struct count c);

#endif
