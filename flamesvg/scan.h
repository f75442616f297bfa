/*
 * Stacks as text, and their nodes in a trie.
 *
 * A stack's longest known beginning is looked for from its leaf on, so that a
 * name is looked at only where it is new: of a profile's frames that is a
 * small part.  This is done in two steps: text is scanned, then nodes are
 * found, in the same order.  What lies between is time in which memory is
 * sent for; most of the cost would be waiting else.
 */
#ifndef SCAN_H
#define SCAN_H

#include "trie.h"

#define SCAN_SLACK 16

struct scan {
	struct scan_stack *stacks;
	size_t n, cap;
	struct scan_frame *frames;      /* of all, without those that a stack
					 * shares with the one before it */
	size_t nframes, frames_cap;
	struct scan_end *ends;          /* of the stack added last, by depth */
	size_t ends_cap;
	struct scan_frame *path;        /* of the stack found last */
	size_t path_cap;
};

/* Forgets all stacks; their text may go then. */
void scan_empty(struct scan *s);
void scan_free(struct scan *s);

/* Adds a stack, frames with ';' between, of less than 4 GB.  SCAN_SLACK bytes
 * behind it may be read. */
void scan_add(struct scan *s, const struct trie *t, struct str stack);

/* The node of the i-th stack; new ones are made.  To be asked for 0, 1, 2 ...
 */
uint32_t scan_node(struct scan *s, struct trie *t, size_t i);

#endif
