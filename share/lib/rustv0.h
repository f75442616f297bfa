/*
 * The v0 mangling of Rust, and what it shares with the legacy one.
 *
 * https://doc.rust-lang.org/rustc/symbol-mangling/v0.html (RFC 2603)
 */
#ifndef RUSTV0_H
#define RUSTV0_H

#include "buf.h"

/*
 * Appends the readable form of a v0 symbol, given without its "_R", and
 * returns how many bytes of it were read; what follows them is a suffix of
 * whoever made it (".llvm.123").  Returns 0 and leaves *out as it was when
 * the symbol is none, nests too deep, or would grow beyond all measure.
 */
size_t rustv0_demangle(struct buf *out, struct str symbol);

/* Appends a code point as UTF-8; false for what is none. */
bool utf8_put(struct buf *out, uint64_t code);

#endif
