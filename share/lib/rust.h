/*
 * Rust symbol names as rustc's own demangler shows them, hashes left out.
 *
 * Legacy mangling: https://doc.rust-lang.org/rustc/symbol-mangling/index.html
 * v0: https://doc.rust-lang.org/rustc/symbol-mangling/v0.html (RFC 2603)
 */
#ifndef RUST_H
#define RUST_H

#include "buf.h"

/*
 * Appends the readable form of a Rust name and returns true; returns false
 * and leaves *out as it was when the name is none.  Known are:
 *   whole legacy names      _ZN4core3fmt5write17h0123456789abcdefE
 *   whole v0 names          _RNvCs1234_7mycrate4main
 *   half-demangled legacy   core::fmt::write::h0123456789abcdef,
 *                           escapes ($LT$, $u7b$, ..) and hash undone
 * ".llvm.N" goes; other suffixes (".cold") stay.  The readable form may hold
 * ';' ("[u8; 4]"): name_sanitise() comes after.  Time and output are bounded
 * by the length of the name.
 */
bool rust_demangle(struct buf *out, struct str name);

#endif
