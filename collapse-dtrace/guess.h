/*
 * Text that is meant for another tool, told by what was of no use here.
 */
#ifndef GUESS_H
#define GUESS_H

#include "str.h"

enum other {
	OTHER_NONE = 0,
	OTHER_RECORDING = 1,    /* perf.data */
	OTHER_PERF = 2,         /* text of perf script */
	OTHER_FOLDED = 4,       /* folded stacks */
};

/* What two lines that follow each other are; the second may be empty. */
enum other guess_other(struct str line, struct str next);

/* Which tool reads what the guesses, or'ed, have in common; NULL: unknown. */
const char *guess_advice(unsigned others);

#endif
