/*
 * wordindex: the program behind demo.perf.  It makes up documents, indexes
 * their words, sorts the index and lets two threads look for pairs of words.
 *
 *	cc -g -O1 -fno-omit-frame-pointer -fno-inline -pthread \
 *	    -o wordindex wordindex.c
 *	perf record -F 1999 --call-graph dwarf ./wordindex
 *	perf script >demo.perf
 */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DOCUMENTS = 1500, WORDS = 400, VOCABULARY = 6000, TABLE = 1 << 14 };

struct posting {
	char word[16];
	unsigned *documents;
	size_t n, room;
};

static struct posting index_of[TABLE];
static struct posting *sorted[TABLE];
static size_t nsorted;

static uint64_t
next_random(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state;
}

/* Few words are frequent and many are rare, as in a language. */
static unsigned
pick_word(uint64_t *state)
{
	uint64_t a = next_random(state) % VOCABULARY;
	uint64_t b = next_random(state) % VOCABULARY;

	return (unsigned)(a * b / VOCABULARY);
}

static char *
write_document(uint64_t *state)
{
	char *text = malloc(WORDS * 12), *end = text;

	for (int i = 0; i < WORDS; i++)
		end += sprintf(end, "Word%u ", pick_word(state));
	return text;
}

static void
lower_case(char *word)
{
	for (; *word; word++)
		if (*word >= 'A' && *word <= 'Z')
			*word += 'a' - 'A';
}

static unsigned
hash_word(const char *word)
{
	unsigned hash = 2166136261u;

	for (; *word; word++)
		hash = (hash ^ (unsigned char)*word) * 16777619u;
	return hash;
}

static struct posting *
find_posting(const char *word)
{
	unsigned i = hash_word(word) % TABLE;

	while (index_of[i].n && strcmp(index_of[i].word, word) != 0)
		i = (i + 1) % TABLE;
	return &index_of[i];
}

static void
add_posting(const char *word, unsigned document)
{
	struct posting *p = find_posting(word);

	if (p->n == 0)
		strncpy(p->word, word, sizeof(p->word) - 1);
	if (p->n && p->documents[p->n - 1] == document)
		return;
	if (p->n == p->room) {
		p->room = p->room ? p->room * 2 : 4;
		p->documents = realloc(p->documents,
		    p->room * sizeof(*p->documents));
	}
	p->documents[p->n++] = document;
}

static void
index_document(char *text, unsigned document)
{
	char *rest, *word = strtok_r(text, " ", &rest);

	for (; word; word = strtok_r(NULL, " ", &rest)) {
		lower_case(word);
		add_posting(word, document);
	}
}

static void
build_index(void)
{
	uint64_t state = 88172645463325252u;

	for (unsigned i = 0; i < DOCUMENTS; i++) {
		char *text = write_document(&state);

		index_document(text, i);
		free(text);
	}
}

static int
compare_words(const void *a, const void *b)
{
	struct posting *const *x = a, *const *y = b;

	return strcmp((*x)->word, (*y)->word);
}

static void
sort_index(void)
{
	for (size_t i = 0; i < TABLE; i++)
		if (index_of[i].n)
			sorted[nsorted++] = &index_of[i];
	qsort(sorted, nsorted, sizeof(*sorted), compare_words);
}

static size_t
intersect(const struct posting *a, const struct posting *b)
{
	size_t i = 0, j = 0, common = 0;

	while (i < a->n && j < b->n)
		if (a->documents[i] == b->documents[j])
			common++, i++, j++;
		else if (a->documents[i] < b->documents[j])
			i++;
		else
			j++;
	return common;
}

static const struct posting *
look_up(unsigned number)
{
	char name[16], *key = name;
	struct posting wanted, *p = &wanted, **found;

	sprintf(key, "word%u", number);
	strncpy(wanted.word, name, sizeof(wanted.word));
	found = bsearch(&p, sorted, nsorted, sizeof(*sorted), compare_words);
	return found ? *found : NULL;
}

static void *
answer_queries(void *seed)
{
	uint64_t state = (uint64_t)(uintptr_t)seed;
	size_t *sum = calloc(1, sizeof(*sum));

	for (int i = 0; i < 60000; i++) {
		const struct posting *a = look_up(pick_word(&state));
		const struct posting *b = look_up(pick_word(&state));

		if (a && b)
			*sum += intersect(a, b);
	}
	return sum;
}

static size_t
search(void)
{
	pthread_t threads[2];
	size_t sum = 0;

	for (size_t i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, answer_queries,
		    (void *)(uintptr_t)(1234567 + i));
	for (size_t i = 0; i < 2; i++) {
		void *found;

		pthread_join(threads[i], &found);
		sum += *(size_t *)found;
	}
	return sum;
}

int
main(void)
{
	build_index();
	sort_index();
	printf("%zu words, %zu pairs found\n", nsorted, search());
	return 0;
}
