/*
 * Lines between the samples that are no mistake: perf's records, its word
 * about lost events, and its messages on stderr, which users send to the same
 * file.
 */
#ifndef NOISE_H
#define NOISE_H

#include "str.h"

enum noise {
	NOISE_NONE,
	NOISE_RECORD,           /* PERF_RECORD_MMAP and its kin */
	NOISE_LOST,             /* LOST 24 events! */
	NOISE_DECODER,          /* instruction trace error ... */
	NOISE_MESSAGE,          /* Failed to open ... */
	NOISE_KINDS,
};

/* What a line that is no header and no frame is. */
enum noise noise_kind(struct str line);

/* What a line is that header_read took for a record. */
enum noise noise_record_kind(struct str line);

#endif
