/*
 * How wide characters are.
 */
#ifndef CELLS_H
#define CELLS_H

#include <stdint.h>

/* Cells that a character takes in a fixed-width font: 0 (it combines with
 * what stands before it), 1 or 2 (CJK, emoji). */
unsigned rune_cells(uint32_t code);

#endif
