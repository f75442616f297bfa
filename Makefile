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
CPPFLAGS = -D_GNU_SOURCE -DVERSION='"$(VERSION)"' -Ishare/lib
ALL_CFLAGS = -std=c11 -pthread $(WARN) $(HARDEN) $(CFLAGS)
LDFLAGS = -pie -Wl,-z,relro,-z,now

TOOLS = collapse-perf collapse-dtrace stackagg flamesvg
BINS = $(TOOLS:%=$(B)/bin/%)
LIB = $(patsubst %.c,$(B)/obj/%.o,$(wildcard share/lib/*.c))
PAGE = $(B)/gen/page.c

# The page's modules, in the order in which they are joined.
JS = $(wildcard share/js/*.js)
CSS = $(wildcard share/css/*.css)

objects = $(patsubst %.c,$(B)/obj/%.o,$(wildcard $(1)/*.c))

all: $(BINS)

$(TOOLS): %: $(B)/bin/%

.SECONDEXPANSION:
$(BINS): $(B)/bin/%: $$(call objects,%) $(B)/lib.a
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $(filter %.o,$^) $(B)/lib.a

$(B)/bin/flamesvg: $(B)/obj/page.o

$(B)/lib.a: $(LIB)
	@rm -f $@
	$(AR) -rcs $@ $^

$(B)/obj/%.o: %.c | $(B)/.gitignore
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

$(B)/.gitignore:
	@mkdir -p $(@D)
	@echo '*' >$@

.PHONY: all $(TOOLS)
-include $(shell find $(B)/obj -name '*.d' 2>/dev/null)
