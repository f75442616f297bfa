#include "symtab.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "mem.h"
#include "names.h"

#define PAGE_MASK 0xfffu

#if __has_include(<elf.h>)
#include <elf.h>

/* Larger tables are not read; the largest programs have a tenth of it. */
#define TABLE_MAX ((uint64_t)1 << 30)

/* A file that is being read. */
struct image {
	int fd;
	uint64_t size;
	bool wide;              /* 64 bits */
	bool big;               /* big-endian */
	struct buf header;
	struct buf sections;
	uint64_t section_size;
	uint64_t nsections;
};

static uint64_t
get(const struct image *im, const char *p, size_t n)
{
	uint64_t v = 0;

	for (size_t i = 0; i < n; i++)
		v = v << 8 | (unsigned char)p[im->big ? i : n - 1 - i];
	return v;
}

/* A field of a structure that is at p. */
#define FIELD(im, p, type, field) \
	((im)->wide ? get(im, (p) + offsetof(Elf64_##type, field), \
	    sizeof(((Elf64_##type *)0)->field)) : \
	    get(im, (p) + offsetof(Elf32_##type, field), \
	    sizeof(((Elf32_##type *)0)->field)))

#define SIZE(im, type) \
	((im)->wide ? sizeof(Elf64_##type) : sizeof(Elf32_##type))

/* Appends n bytes of the file. */
static bool
read_at(const struct image *im, uint64_t at, uint64_t n, struct buf *b)
{
	if (at > im->size || n > im->size - at || n > TABLE_MAX)
		return false;
	buf_room(b, n);
	while (n > 0) {
		ssize_t got = pread(im->fd, b->p + b->n, n, (off_t)at);

		if (got <= 0)
			return false;
		b->n += (size_t)got;
		at += (uint64_t)got;
		n -= (uint64_t)got;
	}
	return true;
}

static const char *
section_at(const struct image *im, uint64_t i)
{
	return im->sections.p + i * im->section_size;
}

/* Appends what a section holds. */
static bool
read_section(const struct image *im, const char *section, struct buf *b)
{
	return read_at(im, FIELD(im, section, Shdr, sh_offset),
	    FIELD(im, section, Shdr, sh_size), b);
}

/* Adds a symbol if it is a function or may be one.  Its name is one of those
 * from `names` on. */
static void
add_symbol(struct symtab *t, const struct image *im, const char *p,
    size_t names)
{
	uint64_t type = FIELD(im, p, Sym, st_info) & 0xf;
	uint64_t name = names + FIELD(im, p, Sym, st_name);
	uint64_t value = FIELD(im, p, Sym, st_value);

	if ((type != STT_FUNC && type != STT_GNU_IFUNC &&
	    type != STT_NOTYPE) || name >= t->names.n ||
	    t->names.p[name] == '\0' ||
	    FIELD(im, p, Sym, st_shndx) == SHN_UNDEF)
		return;
	/* The last bit says that it is Thumb code. */
	if (FIELD(im, im->header.p, Ehdr, e_machine) == EM_ARM)
		value &= ~(uint64_t)1;
	t->symbols = mem_grow(t->symbols, &t->symbols_cap, t->nsymbols + 1,
	    sizeof(*t->symbols));
	t->symbols[t->nsymbols++] = (struct symbol){ value,
	    FIELD(im, p, Sym, st_size), (size_t)name };
}

/* Reads a section of symbols and the one of their names. */
static void
read_symbols(struct symtab *t, const struct image *im, const char *section)
{
	uint64_t link = FIELD(im, section, Shdr, sh_link);
	size_t size = SIZE(im, Sym), names = t->names.n;
	struct buf rows = { 0 };

	if (link < im->nsections &&
	    FIELD(im, section, Shdr, sh_entsize) == size &&
	    read_section(im, section, &rows) &&
	    read_section(im, section_at(im, link), &t->names)) {
		buf_char(&t->names, '\0');
		for (size_t i = 0; i + size <= rows.n; i += size)
			add_symbol(t, im, rows.p + i, names);
	}
	buf_free(&rows);
}

static void
read_sections(struct symtab *t, struct image *im)
{
	const char *header = im->header.p;

	im->section_size = FIELD(im, header, Ehdr, e_shentsize);
	im->nsections = FIELD(im, header, Ehdr, e_shnum);
	if (im->section_size < SIZE(im, Shdr) ||
	    !read_at(im, FIELD(im, header, Ehdr, e_shoff),
	    im->nsections * im->section_size, &im->sections))
		return;
	for (uint64_t i = 0; i < im->nsections; i++) {
		const char *section = section_at(im, i);
		uint64_t type = FIELD(im, section, Shdr, sh_type);

		if (type == SHT_SYMTAB)
			t->stripped = false;
		if (type == SHT_SYMTAB || type == SHT_DYNSYM)
			read_symbols(t, im, section);
	}
}

static void
add_segment(struct symtab *t, const struct image *im, const char *p)
{
	if (FIELD(im, p, Phdr, p_type) != PT_LOAD ||
	    !(FIELD(im, p, Phdr, p_flags) & PF_X))
		return;
	t->code = mem_grow(t->code, &t->code_cap, t->ncode + 1,
	    sizeof(*t->code));
	t->code[t->ncode++] = (struct segment){
		FIELD(im, p, Phdr, p_offset), FIELD(im, p, Phdr, p_vaddr),
		FIELD(im, p, Phdr, p_filesz),
	};
}

static void
read_segments(struct symtab *t, const struct image *im)
{
	const char *header = im->header.p;
	uint64_t size = FIELD(im, header, Ehdr, e_phentsize);
	struct buf rows = { 0 };

	if (size >= SIZE(im, Phdr) &&
	    read_at(im, FIELD(im, header, Ehdr, e_phoff),
	    FIELD(im, header, Ehdr, e_phnum) * size, &rows))
		for (uint64_t i = 0; i + size <= rows.n; i += size)
			add_segment(t, im, rows.p + i);
	buf_free(&rows);
}

/* Reads the header: is it an ELF file? */
static bool
read_header(struct image *im)
{
	struct buf *b = &im->header;

	if (!read_at(im, 0, sizeof(Elf32_Ehdr), b) ||
	    memcmp(b->p, ELFMAG, SELFMAG) != 0)
		return false;
	im->wide = b->p[EI_CLASS] == ELFCLASS64;
	im->big = b->p[EI_DATA] == ELFDATA2MSB;
	return read_at(im, b->n, SIZE(im, Ehdr) - b->n, b);
}

static int
compare(const void *a, const void *b)
{
	const struct symbol *x = a, *y = b;
	uint64_t px = x->value & PAGE_MASK, py = y->value & PAGE_MASK;

	if (px != py)
		return px < py ? -1 : 1;
	return x->value < y->value ? -1 : x->value > y->value;
}

const char *
symtab_read(struct symtab *t, int fd)
{
	struct stat st;
	struct image im = { .fd = fd };
	bool ok;

	if (fstat(fd, &st) < 0 || !S_ISREG(st.st_mode))
		return "not a file";
	im.size = (uint64_t)st.st_size;
	t->stripped = true;
	ok = read_header(&im);
	if (ok) {
		read_segments(t, &im);
		read_sections(t, &im);
	}
	if (t->nsymbols)
		qsort(t->symbols, t->nsymbols, sizeof(*t->symbols), compare);
	buf_free(&im.header);
	buf_free(&im.sections);
	return ok ? NULL : "not an ELF file";
}

#else

const char *
symtab_read(struct symtab *t, int fd)
{
	(void)t;
	(void)fd;
	return "this system has no ELF files";
}

#endif

void
symtab_free(struct symtab *t)
{
	buf_free(&t->names);
	free(t->symbols);
	free(t->code);
	*t = (struct symtab){ 0 };
}

static bool
is_word(char c)
{
	return is_alpha(c) || is_digit(c) || c == '_';
}

/* "push_back" of "std::vector<int>::push_back(int&&)"; empty where the name
 * ends in something else. */
static struct str
last_word(struct str name)
{
	size_t start;

	name = str_head(name, name_arguments(name));
	start = name.n;
	while (start > 0 && is_word(name.p[start - 1]))
		start--;
	return str_skip(name, start);
}

/* Is this what the linker calls the function?  Names of C++, Rust and D hold
 * each word with its length before it. */
static bool
is_mangled(struct str linked, struct str name)
{
	struct str word = last_word(name);
	struct buf part = { 0 };
	bool found;

	if (!str_starts(linked, STR("_Z")) &&
	    !str_starts(linked, STR("_R")) && !str_starts(linked, STR("_D")))
		return false;
	if (word.n == 0 || str_search(name, STR("operator")) < name.n)
		return true;
	buf_u64(&part, word.n);
	buf_str(&part, word);
	found = str_search(linked, buf_view(&part)) < linked.n;
	buf_free(&part);
	return found;
}

enum fit {
	NONE,
	MANGLED,
	EXACT,
};

/* The linker may add a version: "memcpy@@GLIBC_2.14". */
static enum fit
fit(struct str linked, struct str name)
{
	if (str_eq(linked, name) ||
	    str_eq(str_head(linked, str_find(linked, '@')), name))
		return EXACT;
	return is_mangled(linked, name) ? MANGLED : NONE;
}

/* The first symbol at `page` or behind it. */
static size_t
lower_bound(const struct symtab *t, uint64_t page)
{
	size_t low = 0, high = t->nsymbols;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if ((t->symbols[mid].value & PAGE_MASK) < page)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

/* The value of the symbol that fits best, if it is one. */
static bool
find_symbol(const struct symtab *t, struct str name, uint64_t offset,
    uint64_t page, uint64_t *value)
{
	enum fit best = NONE;
	bool one = false;

	for (size_t i = lower_bound(t, page); i < t->nsymbols; i++) {
		const struct symbol *s = &t->symbols[i];
		enum fit f;

		if ((s->value & PAGE_MASK) != page)
			break;
		if (s->size && offset >= s->size)
			continue;
		f = fit(str_from(t->names.p + s->name), name);
		if (f > best) {
			best = f;
			*value = s->value;
			one = true;
		} else if (f && f == best && s->value != *value) {
			one = false;
		}
	}
	return one;
}

bool
symtab_find(const struct symtab *t, struct str name, uint64_t offset,
    uint64_t ip, uint64_t *address)
{
	if (find_symbol(t, name, offset, (ip - offset) & PAGE_MASK,
	    address)) {
		*address += offset;
		return true;
	}
	for (size_t i = 0; i < t->ncode && t->stripped; i++) {
		const struct segment *s = &t->code[i];

		if (ip >= s->offset && ip - s->offset < s->size) {
			*address = ip - s->offset + s->address;
			return true;
		}
	}
	return false;
}
