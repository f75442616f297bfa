/*
 * Text that is meant for another tool.
 */
#ifndef GUESS_H
#define GUESS_H

#include "str.h"

/* What the text at the start of a file is and which tool reads it, or NULL
 * where it is none that is known. */
const char *guess_other(struct str text);

#endif
