#include "pattern.h"

#include <regex.h>

#include "buf.h"
#include "mem.h"
#include "warn.h"

enum { UNKNOWN, NO, YES };

struct pattern {
	bool has_regex;
	regex_t regex;
	struct str *list;
	size_t nlist, list_cap;
	unsigned char *known;   /* by id: UNKNOWN, NO or YES */
	size_t nknown, known_cap;
	struct buf text;        /* a name with a NUL behind it */
};

struct pattern *
pattern_regex(const char *option, const char *regex)
{
	struct pattern *p = mem_zero(sizeof(*p));
	int error = regcomp(&p->regex, regex, REG_EXTENDED | REG_NOSUB);
	char why[200];

	if (error) {
		regerror(error, &p->regex, why, sizeof(why));
		usage("--%s: '%s': %s", option, regex, why);
	}
	p->has_regex = true;
	return p;
}

struct pattern *
pattern_names(void)
{
	return mem_zero(sizeof(struct pattern));
}

void
pattern_name_add(struct pattern *p, const char *name)
{
	p->list = mem_grow(p->list, &p->list_cap, p->nlist + 1,
	    sizeof(*p->list));
	p->list[p->nlist++] = str_from(name);
}

static bool
match(struct pattern *p, struct str name)
{
	for (size_t i = 0; i < p->nlist; i++)
		if (str_eq(p->list[i], name))
			return true;
	if (!p->has_regex)
		return false;
	/* regexec sees a name with a NUL in it up to there. */
	p->text.n = 0;
	buf_str(&p->text, name);
	buf_char(&p->text, '\0');
	return regexec(&p->regex, p->text.p, 0, NULL, 0) == 0;
}

bool
pattern_test(struct pattern *p, const struct intern *names, uint32_t id)
{
	if (id >= p->nknown) {
		p->known = mem_grow(p->known, &p->known_cap, names->n, 1);
		while (p->nknown < names->n)
			p->known[p->nknown++] = UNKNOWN;
	}
	if (p->known[id] == UNKNOWN)
		p->known[id] = match(p, names->names[id]) ? YES : NO;
	return p->known[id] == YES;
}
