# make help lists the targets.

VERSION = 1.0.0
B = build
PREFIX = /usr/local
DESTDIR =

CC = cc
CFLAGS = -O2
HARDEN = -D_FORTIFY_SOURCE=2 -fstack-protector-strong -fPIE
WARN = -Wall -Wextra -Wshadow -Wpedantic -Wstrict-prototypes \
	-Wmissing-prototypes -Wconversion
CPPFLAGS =
ALL_CPPFLAGS = -D_GNU_SOURCE -DVERSION='"$(VERSION)"' -Ishare/lib $(CPPFLAGS)
ALL_CFLAGS = -std=c11 -ffp-contract=off -pthread $(WARN) $(HARDEN) $(CFLAGS)
LDFLAGS = $(if $(filter Darwin,$(shell uname)),,-pie -Wl,-z,relro,-z,now)

TOOLS = collapse-perf collapse-dtrace stackagg flamesvg
UNITS = $(patsubst tests/unit/%.c,%,$(sort $(wildcard tests/unit/*.c)))
FUZZERS = $(patsubst tests/fuzz/%.c,%,$(sort $(wildcard tests/fuzz/*.c)))

# The page's modules, joined in this order; boot.js runs on its own, before
# the frames.
JS = $(filter-out share/js/boot.js,$(sort $(wildcard share/js/*.js)))
CSS = $(sort $(wildcard share/css/*.css))

all: $(TOOLS:%=$(B)/bin/%) $(B)/bin/perf-exec

# The objects of the C files in folder $(1).
objects = $(patsubst %.c,$(B)/obj/%.o,$(sort $(wildcard $(1)/*.c)))
LINK = $(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $(filter %.o,$^) $(B)/lib.a $(LDLIBS)

$(TOOLS): %: $(B)/bin/%
$(B)/bin/collapse-perf: $(call objects,collapse-perf)
$(B)/bin/collapse-dtrace: $(call objects,collapse-dtrace)
$(B)/bin/stackagg: $(call objects,stackagg)
$(B)/bin/flamesvg: $(call objects,flamesvg) $(B)/gen/page.o
$(B)/bin/%: $(B)/lib.a
	@mkdir -p $(@D)
	$(LINK)

# Without a static libc there is none, and flamegraph.sh takes its place.
$(B)/bin/perf-exec: share/exec/perf-exec.c | $(B)/.gitignore
	@mkdir -p $(@D)
	$(CC) -std=c11 -D_GNU_SOURCE $(WARN) -O2 -static -o $@ $< || \
		rm -f $@

$(B)/lib.a: $(call objects,share/lib)
	@rm -f $@
	$(AR) -rcs $@ $^

$(B)/obj/%.o: %.c | $(B)/.gitignore
	@mkdir -p $(@D)
	$(CC) $(ALL_CPPFLAGS) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

$(B)/.gitignore:
	@mkdir -p $(@D)
	@echo '*' >$@

# A text as a C array of lines, each of any length ('?' is escaped: "??=" is a trigraph).
c_lines = echo 'const char *const $(1)[] = {'; \
	sed -e 's/[\\"?]/\\&/g' -e 's/.*/	"&\\n",/'; echo '	0 };'
SQUEEZE = share/js/squeeze.awk share/css/squeeze.awk
$(B)/gen/page.c: $(JS) $(CSS) share/js/boot.js $(SQUEEZE) Makefile | $(B)/.gitignore
	@mkdir -p $(@D)
	@{ echo '#include "flamesvg/page.h"'; \
	awk -f share/js/squeeze.awk share/js/boot.js | \
		{ $(call c_lines,page_boot); }; \
	awk -f share/css/squeeze.awk $(CSS) | \
		{ $(call c_lines,page_style); }; \
	{ echo '(function () {'; echo "'use strict';"; \
	awk -f share/js/squeeze.awk $(JS); echo '})();'; } | \
		 { $(call c_lines,page_script); }; } >$@.new
	@mv $@.new $@
$(B)/gen/page.o: $(B)/gen/page.c flamesvg/page.h
	$(CC) $(ALL_CPPFLAGS) -I. $(ALL_CFLAGS) -Wno-overlength-strings -c -o $@ $<

# In-process tests; they may include a tool's module.
units: $(UNITS:%=$(B)/unit/%)
fuzzers: $(FUZZERS:%=$(B)/fuzz/%)
$(B)/unit/%: tests/unit/%.c tests/unit/check.h $(B)/lib.a
	@mkdir -p $(@D)
	$(CC) $(ALL_CPPFLAGS) -I. $(ALL_CFLAGS) $(LDFLAGS) -MMD -MP -o $@ \
		$< $(B)/lib.a $(LDLIBS)
$(B)/fuzz/%: tests/fuzz/%.c $(B)/lib.a
	@mkdir -p $(@D)
	$(CC) $(ALL_CPPFLAGS) -I. $(ALL_CFLAGS) $(LDFLAGS) -MMD -MP -o $@ \
		$< $(B)/lib.a $(LDLIBS)

# Tests.  B and FLAMEGRAPH tell them what to try.
check: all units fuzzers
	tests/install
	B=$(B) tests/run
check-core: all units fuzzers
	B=$(B) tests/run --filter-tags '!real'

asan:
	tests/install
	$(MAKE) B=$(B)/asan HARDEN= sanitized CFLAGS='-O1 -g \
		-fno-omit-frame-pointer -fsanitize=address,undefined \
		-fno-sanitize-recover'
tsan:
	tests/install
	$(MAKE) B=$(B)/tsan HARDEN= sanitized CFLAGS='-O1 -g \
		-fsanitize=thread'
# The script finds its tools beside itself.  Memory is freed by exit.
sanitized: all units fuzzers
	cp -R flamegraph.sh share $(B)/bin
	ASAN_OPTIONS=detect_leaks=0 TSAN_OPTIONS=halt_on_error=1 \
	B=$(B) FLAMEGRAPH=$(CURDIR)/$(B)/bin/flamegraph.sh tests/run

lint:
	tests/install
	tests/browser/lint
	tests/run tests/lint.bats

bench: all
	@for b in tests/bench/*.sh; do BIN=$(CURDIR)/$(B)/bin sh $$b || exit; done

# Longer than the few seconds that the tests give it.
FUZZ_ROUNDS = 2000000
fuzz: fuzzers
	@for f in $(FUZZERS); do echo $$f; \
		$(B)/fuzz/$$f $(FUZZ_ROUNDS) || exit; done

demo:
	@$(MAKE) -s all
	@./flamegraph.sh --demo -o $(B)/demo.svg

# The pictures in the README.
pictures: demo
	tests/install
	node tests/browser/pictures.mjs $(B)/demo.svg share/pictures

# What is installed: a folder below PREFIX, then the files that go there.
BASH_DIR = share/bash-completion/completions
ZSH_DIR = share/zsh/site-functions
FISH_DIR = share/fish/vendor_completions.d
INSTALL = for d in bin share/man/man1 share/man/man5 share/man/man7 \
	share/flamegraph share/flamegraph/examples $(BASH_DIR) $(ZSH_DIR) $(FISH_DIR); do \
	case $$d in \
	bin) set -- $(TOOLS:%=$(B)/bin/%) flamegraph.sh;; \
	share/man/man1) set -- $(foreach t,$(TOOLS),$t/$t.1) $$d/*;; \
	share/man/*) set -- $$d/*;; \
	share/flamegraph) set -- $(wildcard $(B)/bin/perf-exec);; \
	share/flamegraph/examples) set -- share/examples/*;; \
	$(BASH_DIR)) set -- share/completions/*.bash;; \
	$(ZSH_DIR)) set -- share/completions/_*;; \
	$(FISH_DIR)) set -- share/completions/*.fish;; \
	esac; to=$(DESTDIR)$(PREFIX)/$$d;

install: all
	@$(INSTALL) mkdir -p $$to && \
		{ [ $$# = 0 ] || cp "$$@" $$to; } || exit; done
	ln -sf flamegraph.sh $(DESTDIR)$(PREFIX)/bin/cargo-flamegraph
uninstall:
	@$(INSTALL) for f; do rm -f $$to/$${f##*/}; done; done
	rm -f $(DESTDIR)$(PREFIX)/bin/cargo-flamegraph
	rm -rf $(DESTDIR)$(PREFIX)/share/flamegraph

dist: | $(B)/.gitignore
	git archive --prefix=flamegraph-$(VERSION)/ HEAD | \
		gzip -9n >$(B)/flamegraph-$(VERSION).tar.gz

help:
	@echo 'make            the four tools, into build/bin'
	@echo 'make demo       draw the shipped example'
	@echo 'make check      all tests; installs what they need'
	@echo 'make check-core tests that need no profiler and no browser'
	@echo 'make asan tsan  all tests under sanitizers'
	@echo 'make lint       compilers, shellcheck, manuals, JavaScript'
	@echo 'make fuzz       fuzzing; FUZZ_ROUNDS=N'
	@echo 'make bench      cost of each tool in units of wc -l'
	@echo 'make pictures   the pictures in the README'
	@echo 'make install    PREFIX=/usr/local DESTDIR=; make uninstall'
	@echo 'make dist       a source archive'

.PHONY: all $(TOOLS) units fuzzers check check-core asan tsan sanitized lint \
	bench fuzz demo pictures install uninstall dist help
-include $(shell find $(B) -name '*.d' 2>/dev/null)
