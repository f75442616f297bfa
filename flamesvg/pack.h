/*
 * The data tier: the whole tree as text, which the page draws from and which
 * --unfold reads back.  It is the text content of <metadata id="data">: the
 * header and the names as escaped text, the tree as CDATA, in pieces of less
 * than 8 MB with empty comments between them.  (Names are no CDATA: nobody who
 * searches the file for text shall find a tag in a name.)  The content is
 * this, lines ended by "\n":
 *
 * line 0: a JSON object on one line.
 *   v           1
 *   frames      nodes of the tree, the root not counted
 *   names       M, the number of names
 *   columns     1, or 2: a differential (BEFORE, AFTER)
 *   places      k: counts below are whole numbers in units of 10^-k
 *   gaps        1: nodes say what gap is before them; there if some is
 *   total       what counts as 100 %, in these units, as a string of digits
 *               (--total); null: the sum of the counts (of AFTER's)
 *   title subtitle countname nametype notes    strings; notes may be null
 *   factor      number that counts are multiplied by when shown
 *   inverted flamechart reversed negate diffusion      booleans
 *   delta       "subtree" or "self": what a frame's change is of
 *   searchcolor uicolor        "#rrggbb"; strokecolor likewise or null
 *   bg          [top, bottom] of the background
 *   truncate    "middle" or "right": where a label is shortened
 *   fontsize fonttype fontwidth rowheight      px; a CSS list; em; px
 *   minwidth    px; narrower frames are not in the static tiers
 *   width       px, or null: as wide as there is room
 *   colors      ["#rrggbb", ...]; the first one is the root's
 *   attrs       {name: {id, class, title, href, target, g_extra: {...},
 *               a_extra: {...}}}, only what --nameattr gave; there if it gave
 *               any.  href and the extra attributes are safe to use
 *   "<", ">", "&", U+2028 and U+2029 are \u escapes in its strings.
 *
 * lines 1 ... M: the names by id: VARINT(shared) VARINT(colour) rest.
 *   shared is how many code points the name has in common with the beginning
 *   of the name before it; colour is an index into colors.  Names are valid
 *   UTF-8 without control bytes and characters that XML forbids; marks (_[k],
 *   _[j], _[i], _[w]) are part of them.  The most frequent names have the
 *   ids of one digit, the next ones those of two, and so on; ids of equal
 *   length are in byte order of the names.
 *
 * line M+1: the tree in pre-order, siblings in drawing order; a node is
 *   columns 1: VARINT(name) VARINT(children * 2 + s) [VARINT(self) if s]
 *   columns 2: VARINT(name) VARINT(children * 4 + b + 2 * a)
 *              [VARINT(before) if b] [VARINT(after) if a]     (self counts)
 *   The first node is the root, "all"; it has no VARINT(name).  The bits say
 *   that a count follows; the count may be zero (a stack that ends here with
 *   a count of 0).
 *
 *   With gaps, in a flame chart, VARINT(gap), or two of columns 2, follows
 *   VARINT(name): which of the parent's self counts come between the sibling
 *   before and this node.  What is left of them follows the last child.
 *
 * A VARINT is base 45 with digits from the 90 characters 0x21 ... 0x7e
 * without < > & ], valued 0 ... 89 in ASCII order; digits from 45 on say that
 * another one follows:
 *   v = 0; while ((d = digit()) >= 45) v = v * 45 + d - 45; v = v * 45 + d;
 *
 * How the static tiers draw what is not in the data, so that the page can do
 * the same:
 *   weight      of a stack: its count; of a differential: AFTER, or BEFORE
 *               where AFTER is 0.  A frame is as wide as the sum over its
 *               subtree.
 *   delta       after - before of the subtree (of the frame itself for
 *               "self"), with the opposite sign for negate.
 *   its colour  level = ceil(16 * sqrt(|delta| / max)), max being the largest
 *               |delta| of all frames, the root included; the channel that
 *               is 255 is red for delta > 0, blue for < 0, and the other two
 *               are 245 - 9 * level; level 0 is #f5f5f5.
 *   diffusion   level = ceil(16 * sqrt(weight / root's weight)), red as above.
 *   label       black or white, whichever has more contrast with the box.
 */
#ifndef PACK_H
#define PACK_H

#include "draw.h"

/* Writes the <metadata id="data"> element. */
void pack_write(struct out *o, const struct picture *p);

#define PACK_BASE 45
/* The digit characters by value. */
extern const char pack_digits[91];

#endif
