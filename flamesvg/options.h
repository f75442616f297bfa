/*
 * The command line of flamesvg.
 */
#ifndef OPTIONS_H
#define OPTIONS_H

#include "look.h"
#include "palette.h"
#include "shape.h"
#include "warn.h"

struct options {
	struct look look;
	struct shape shape;
	struct palette palette;
	struct warn warn;
	struct str *bases;      /* what shape.bases points to */
	const char *nameattr;   /* a file, or NULL */
	char **files;
	size_t nfiles;
	int columns;            /* 1, 2, or 0: by the input */
	unsigned workers;
	bool other_encoding;    /* --encoding is not UTF-8 */
	bool cp;
	bool strict;
	bool verbose;
	bool unfold;
};

/* Reads the command line; a wrong one ends the program, status 2. */
void options_read(struct options *o, int argc, char **argv);

/* What was not given and depends on how many counts a line has. */
void options_settle(struct look *look, int columns);

#endif
