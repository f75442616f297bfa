/*
 * Symbols made readable: the rules that collapse-perf and collapse-dtrace
 * share.  Each function appends to *out and reads nothing but its argument.
 * They run once per distinct frame line, so they are written for the reader.
 */
#ifndef NAMES_H
#define NAMES_H

#include "buf.h"

/* One trailing "+0xHEX" (digits of either case) off. */
struct str name_offset_off(struct str name);

/*
 * Makes a name safe for the folded format: ';' becomes ':', bytes 0x00-0x1f
 * and 0x7f and each maximal broken UTF-8 sequence become U+FFFD.  tab is what
 * a TAB becomes ("_" in a comm), or empty for U+FFFD.  Trailing blanks go.
 */
void name_sanitise(struct buf *out, struct str name, struct str tab);

/*
 * Cuts the next part off a perf-map-agent chain "a->b->c", caller first.
 * '->' counts only outside brackets, between two parts, with no blank beside
 * it, and not in operator-> or operator->*.  False when *chain is used up.
 */
bool name_chain(struct str *chain, struct str *part);

/*
 * How many bytes of the name stand before its argument list: the first '('
 * outside all brackets.  operator names (operator<, <<, ->, (), ...),
 * "(anonymous namespace)", Go receivers ".(*T).", "{lambda(int)#1}",
 * "<lambda(int)>", "'lambda'(int)", "decltype(auto)", declarators
 * ("operator void (*)(int)") and an opening group at the start of the name
 * stay whole.  A bracket that is never closed encloses all that follows.
 * name.n where nothing is to be cut.
 */
size_t name_arguments(struct str name);

/*
 * A leading 'L' of a Java class descriptor off: "La/B;::c", and "La/B::c"
 * where jit says that the module holds generated code; a class without a
 * package keeps it.  The name is the raw one (';' still in it).
 */
struct str name_java(struct str name, bool jit);

#endif
