/*
 * Where the functions of a program stand, read from its ELF file: 32 or 64
 * bits, either byte order.
 *
 * perf script prints an address as it was at run time or as an offset in the
 * file, as its version has it; neither is the one that debug information is
 * about.  What it prints behind that, symbol+offset, has a fixed place.  So
 * the address is the symbol's plus the offset, and the printed one is a check:
 * programs are loaded by whole pages, so the two agree in the last 12 bits.
 *
 * Limits: a symbol must be in .symtab or .dynsym, except in a stripped file,
 * whose printed address is taken for an offset; of functions that share a name
 * and these 12 bits none is chosen; function descriptors (PowerPC64 ELFv1) are
 * not followed.
 */
#ifndef SYMTAB_H
#define SYMTAB_H

#include "buf.h"

struct symbol {
	uint64_t value;
	uint64_t size;          /* 0: not known */
	size_t name;            /* where it starts in names */
};

/* Code of a file. */
struct segment {
	uint64_t offset;        /* in the file */
	uint64_t address;
	uint64_t size;          /* in the file */
};

/* Starts as { 0 }. */
struct symtab {
	bool stripped;          /* there is no .symtab */
	struct buf names;       /* each ends in a NUL */
	struct symbol *symbols; /* by value within a page, then by value */
	size_t nsymbols;
	size_t symbols_cap;
	struct segment *code;
	size_t ncode;
	size_t code_cap;
};

/* Reads a file.  NULL, or why it can't be used. */
const char *symtab_read(struct symtab *t, int fd);

void symtab_free(struct symtab *t);

/*
 * The address in debug information of what perf script prints as `ip` and
 * name+offset; the name may be demangled.  False: it is not known.
 */
bool symtab_find(const struct symtab *t, struct str name, uint64_t offset,
    uint64_t ip, uint64_t *address);

#endif
