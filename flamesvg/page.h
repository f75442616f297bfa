/*
 * The page's script and style, made from share/js and share/css at build time.
 * Each is an array of lines, newline included, ended by NULL.
 */
#ifndef PAGE_H
#define PAGE_H

extern const char *const page_boot[];   /* runs before the frames: hides them */
extern const char *const page_style[];
extern const char *const page_script[];

#endif
