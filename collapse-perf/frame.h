/*
 * A frame line of perf script, "addr symbol+0xoffset (module)", and the names
 * it becomes.  These rules run once per distinct line (see memo.h), so they
 * are written for the reader.
 */
#ifndef FRAME_H
#define FRAME_H

#include "buf.h"

/* Which instruction an address is. */
enum frame_ip {
	IP_TOLD,        /* perf has told what was inlined there */
	IP_EXACT,       /* the one that ran */
	IP_RETURN,      /* the one behind a call */
};

struct frame {
	enum frame_ip ip;       /* the caller's to set */
	struct str addr;
	struct str symbol;      /* with its offset; empty where missing */
	struct str module;      /* p is NULL where it is missing */
};

/* Which rules apply. */
struct frame_rules {
	bool no_tidy;           /* symbols as they are */
	bool kernel;            /* mark kernel, generated and inlined code */
	bool jit;
	bool inlined;
	bool addrs;             /* unresolved frames show their address */
	bool srcline;           /* file:line behind the name */
	bool context;           /* the same, from debug information */
	struct inliner *inliner;        /* tells what was inlined, or NULL */
	const struct str *skip_after;   /* frames that become the root */
	size_t nskip;
};

/* Reads "[blanks] addr [symbol] [(module)] [anything]".  False: it is not
 * that.  Slices of *f point into the line. */
bool frame_split(struct str line, struct frame *f);

/* Is a whole line a frame?  Text in column 0 must look the part. */
bool frame_is(struct str line, struct frame *f);

/* Is it a function that the compiler inlined, as perf says?  source is the
 * line below it that tells its place, or empty. */
bool frame_is_inlined(const struct frame *f, struct str source);

/* Is a line below a frame its source: "  file:line", "  module[addr]" or
 * "  file:line (inlined)"? */
bool frame_is_source(struct str line);

/*
 * Is a line below the frames of a sample what perf script prints behind them,
 * such as registers (-F iregs), branches (brstack), the instruction (insn) or a
 * physical address (phys_addr)?  If so, it is the last of the sample.
 */
bool frame_is_data(struct str line);

/* A symbol or a place without such data behind it. */
struct str frame_before_data(struct str s);

/* Is it a line of source code (-F srccode)? */
bool frame_is_code(struct str line);

/*
 * Appends the frame's names, root side first, with ';' between them.  source
 * is the line below it that tells its place, or empty; java: the comm is a
 * Java machine's.  Returns whether the first name appended is one that
 * --skip-after asks for.
 */
bool frame_names(struct buf *out, const struct frame_rules *rules,
    const struct frame *f, struct str source, bool java);

#endif
