/*
 * Small files, whole: what options name, not what is drawn.
 */
#ifndef FILE_H
#define FILE_H

#include "buf.h"

/* Appends a file's content.  0, or an errno. */
int file_read(struct buf *b, const char *path);
/* Puts text in place of a file's content, all of it or, on an error, nothing.
 * Its mode stays, and so do links to it.  0, or an errno. */
int file_write(const char *path, struct str text);

#endif
