/*
 * What a frame is matched against: an extended regular expression or a list of
 * names.  A name is tested once, by its id.
 */
#ifndef PATTERN_H
#define PATTERN_H

#include "intern.h"

struct pattern;

/* An unanchored extended regular expression in the C locale.  One that does
 * not compile ends the program with status 2; option is for that message. */
struct pattern *pattern_regex(const char *option, const char *regex);

/* A list of names, each matched whole. */
struct pattern *pattern_names(void);
void pattern_name_add(struct pattern *p, const char *name);

bool pattern_test(struct pattern *p, const struct intern *names, uint32_t id);

#endif
