#include "opts.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "mem.h"
#include "warn.h"

static size_t
table_size(const struct opt *table)
{
	size_t n = 0;

	while (table[n].key)
		n++;
	return n;
}

static bool
has_key(const struct opts *o, int key)
{
	for (const struct opt *t = o->table; t->key; t++)
		if (t->key == key)
			return true;
	return false;
}

static int
arg_kind(const char *arg)
{
	if (!arg)
		return no_argument;
	return arg[0] == '[' ? optional_argument : required_argument;
}

/* getopt's string of short options. */
static char *
shorts(const struct opts *o)
{
	struct buf b = { 0 };

	for (const struct opt *t = o->table; t->key; t++) {
		if (t->key >= OPT_LONG)
			continue;
		buf_char(&b, (char)t->key);
		for (int i = arg_kind(t->arg); i > 0; i--)
			buf_char(&b, ':');
	}
	if (!has_key(o, 'h'))
		buf_char(&b, 'h');
	if (!has_key(o, 'V'))
		buf_char(&b, 'V');
	buf_char(&b, '\0');
	return b.p;
}

static struct option *
longs(const struct opts *o)
{
	size_t n = table_size(o->table), used = 0;
	struct option *v = mem_zero((n + 3) * sizeof(*v));

	for (size_t i = 0; i < n; i++)
		if (o->table[i].name)
			v[used++] = (struct option){ o->table[i].name,
			    arg_kind(o->table[i].arg), NULL, o->table[i].key };
	v[used++] = (struct option){ "help", no_argument, NULL, OPT_HELP };
	v[used] = (struct option){ "version", no_argument, NULL, OPT_VERSION };
	return v;
}

static void
help_line(const char *left, const char *help)
{
	if (strlen(left) < 26)
		printf("%-26s%s\n", left, help);
	else
		printf("%s\n%26s%s\n", left, "", help);
}

static _Noreturn void
end_stdout(void)
{
	if (fflush(stdout) == EOF || ferror(stdout))
		fatal("cannot write to standard output");
	exit(0);
}

/* "  -n, --nthreads=N" */
static void
option_left(struct buf *b, const struct opt *t)
{
	b->n = 0;
	if (t->key < OPT_LONG) {
		buf_text(b, "  -");
		buf_char(b, (char)t->key);
		if (t->name)
			buf_text(b, ", ");
	} else {
		buf_text(b, "      ");
	}
	if (t->name) {
		buf_text(b, "--");
		buf_text(b, t->name);
	}
	if (t->arg && t->arg[0] == '[') {
		buf_text(b, "[=");
		buf_text(b, t->arg + 1);
	} else if (t->arg) {
		buf_char(b, t->name ? '=' : ' ');
		buf_text(b, t->arg);
	}
	buf_char(b, '\0');
}

static _Noreturn void
help(const struct opts *o)
{
	struct buf left = { 0 };

	printf("usage: %s %s\n%s\n\n", o->tool, o->usage, o->about);
	for (const struct opt *t = o->table; t->key; t++) {
		if (!t->help)
			continue;
		option_left(&left, t);
		help_line(left.p, t->help);
	}
	help_line("      --help", "show this");
	help_line("      --version", "show the version");
	end_stdout();
}

static _Noreturn void
version(const struct opts *o)
{
	printf("%s %s\n", o->tool, VERSION);
	end_stdout();
}

int
opts_next(struct opts *o, const char **arg)
{
	char *letters = shorts(o);
	struct option *names = longs(o);
	int key = o->single_dash ?
	    getopt_long_only(o->argc, o->argv, letters, names, NULL) :
	    getopt_long(o->argc, o->argv, letters, names, NULL);

	free(letters);
	free(names);
	if (key == OPT_HELP || (key == 'h' && !has_key(o, 'h')))
		help(o);
	if (key == OPT_VERSION || (key == 'V' && !has_key(o, 'V')))
		version(o);
	if (key == '?')
		usage("wrong option");
	*arg = optarg;
	return key;
}

char **
opts_operands(const struct opts *o, size_t *n)
{
	*n = (size_t)(o->argc - optind);
	return o->argv + optind;
}

unsigned long long
opts_number(const char *option, const char *arg, unsigned long long min,
    unsigned long long max)
{
	uint64_t value;

	if (!str_u64(str_from(arg), &value) || value < min || value > max)
		usage("--%s: '%s' is not a whole number from %llu to %llu",
		    option, arg, min, max);
	return value;
}
