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
ALL_CFLAGS = -std=c11 -pthread $(WARN) $(HARDEN) $(CFLAGS)
LDFLAGS = -pie -Wl,-z,relro,-z,now

TOOLS = collapse-perf collapse-dtrace stackagg flamesvg
UNITS = $(patsubst tests/unit/%.c,%,$(wildcard tests/unit/*.c))
FUZZERS = $(patsubst tests/fuzz/%.c,%,$(wildcard tests/fuzz/*.c))

# The page's modules in the order in which they are joined; boot.js runs on
# its own, before the frames.
JS = $(filter-out share/js/boot.js,$(wildcard share/js/*.js))
CSS = $(wildcard share/css/*.css)

all: $(TOOLS:%=$(B)/bin/%)

# The objects of the C files in folder $(1).
objects = $(patsubst %.c,$(B)/obj/%.o,$(wildcard $(1)/*.c))
LINK = $(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $(filter %.o,$^) $(B)/lib.a $(LDLIBS)

$(TOOLS): %: $(B)/bin/%
$(B)/bin/collapse-perf: $(call objects,collapse-perf)
$(B)/bin/collapse-dtrace: $(call objects,collapse-dtrace)
$(B)/bin/stackagg: $(call objects,stackagg)
$(B)/bin/flamesvg: $(call objects,flamesvg) $(B)/gen/page.o
$(B)/bin/%: $(B)/lib.a
	@mkdir -p $(@D)
	$(LINK)

$(B)/lib.a: $(call objects,share/lib)
	@rm -f $@
	$(AR) -rcs $@ $^

$(B)/obj/%.o: %.c | $(B)/.gitignore
	@mkdir -p $(@D)
	$(CC) $(ALL_CPPFLAGS) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

$(B)/.gitignore:
	@mkdir -p $(@D)
	@echo '*' >$@

# A text as a C array of lines ('?' is escaped: "??=" is a trigraph).
c_lines = echo 'const char *const $(1)[] = {'; \
	sed -e 's/[\\"?]/\\&/g' -e 's/.*/	"&\\n",/'; echo '	0 };'
$(B)/gen/page.c: $(JS) $(CSS) share/js/boot.js Makefile | $(B)/.gitignore
	@mkdir -p $(@D)
	@{ echo '#include "flamesvg/page.h"'; \
	cat share/js/boot.js | { $(call c_lines,page_boot); }; \
	cat $(CSS) | { $(call c_lines,page_style); }; \
	{ echo '(function () {'; echo "'use strict';"; cat $(JS); \
	echo '})();'; } | { $(call c_lines,page_script); }; } >$@.new
	@mv $@.new $@
$(B)/gen/page.o: $(B)/gen/page.c
	$(CC) $(ALL_CPPFLAGS) -I. $(ALL_CFLAGS) -c -o $@ $<

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

.PHONY: all $(TOOLS) units fuzzers
-include $(shell find $(B) -name '*.d' 2>/dev/null)
