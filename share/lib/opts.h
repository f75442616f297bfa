/*
 * Command lines from one table: parsing and the text of --help.
 * Long options may be abbreviated and may follow operands.
 */
#ifndef OPTS_H
#define OPTS_H

#include <stdbool.h>
#include <stddef.h>

enum {
	OPT_LONG = 256,         /* keys of options without a short form */
	OPT_HELP = -2,          /* handled here, as OPT_VERSION is */
	OPT_VERSION = -3,
};

struct opt {
	int key;                /* the short option's letter, or >= OPT_LONG */
	const char *name;       /* long name, NULL if there is none */
	const char *arg;        /* name of its argument, "[N]" if it may be
				 * missing, NULL if it takes none */
	const char *help;       /* one line; NULL: accepted, not shown */
};

struct opts {
	const char *tool;       /* "stackagg" */
	const char *usage;      /* "[OPTION]... [FILE]..." */
	const char *about;      /* one sentence */
	const struct opt *table;        /* ended by one of key 0 */
	int argc;
	char **argv;
	bool single_dash;       /* -title is --title */
};

/*
 * The next option's key, its argument in *arg (NULL where there is none), or
 * -1 at the end.  --help and --version print and exit 0; a wrong option
 * says so and exits 2.  -h is --help, -V --version unless the table has them.
 */
int opts_next(struct opts *o, const char **arg);

/* The operands, valid after opts_next returned -1; *n is their number. */
char **opts_operands(const struct opts *o, size_t *n);

/* The argument as a number from min to max, or exit status 2. */
unsigned long long opts_number(const char *option, const char *arg,
    unsigned long long min, unsigned long long max);

#endif
