bats_require_minimum_version 1.5.0
load setup

setup() {
	cd "$BATS_TEST_TMPDIR" || return
}

# What DTrace prints: $1 stacks of up to 16 frames, of $2 functions.
dtrace_text() {
	awk -v n="$1" -v functions="$2" 'BEGIN {
		print "CPU     ID                    FUNCTION:NAME"
		print "  0  64091                        :tick-60s \n\n"
		for (i = 0; i < n; i++) {
			seed = (i * 7919 + 13) % 104729
			for (j = seed % 16 + 1; j > 0; j--) {
				seed = (seed * 16807 + j) % 2147483647
				f = seed % functions
				printf "%14slib%d`ns::T<int>::f%d(int)+0x%x\n",
					"", f % 9, f, seed % 4096
			}
			printf "%17d\n\n", i % 9 + 1
		}
	}'
}

# The same for bpftrace.
bpftrace_text() {
	awk -v n="$1" -v functions="$2" 'BEGIN {
		print "Attaching 1 probe...\n\n"
		for (i = 0; i < n; i++) {
			seed = (i * 7919 + 13) % 104729
			print "@a["
			for (j = seed % 16 + 1; j > 0; j--) {
				seed = (seed * 16807 + j) % 2147483647
				print "    f" seed % functions "+" seed % 999
			}
			print ", nginx, " i % 9 "]: " i % 7 + 1
		}
	}'
}

counts_in() {
	awk '/^ *[0-9]+$/ { n += $1 } /^, .*]: / { n += $NF } END { print n }'
}

counts_out() {
	awk '{ n += $NF } END { print n }'
}

@test "collapse-dtrace: every rule (tests/data/collapse-dtrace)" {
	"$TOP/tests/cases" "$TOP/tests/data/collapse-dtrace"
}

@test "collapse-dtrace: lines, frames, borders, DTrace in process" {
	"${BIN%/bin}/unit/dtrace"
}

@test "collapse-dtrace: maps of bpftrace and slabs in process" {
	"${BIN%/bin}/unit/bpftrace"
}

@test "collapse-dtrace: 50,000 random texts, whole and in pieces" {
	"${BIN%/bin}/fuzz/dtrace" 50000
}

# bats test_tags=real
@test "collapse-dtrace: every rule, read 1, 7 and 100 bytes at a time" {
	for size in 1 7 100; do
		make -s -C "$TOP" B="$PWD/slab$size" \
			CPPFLAGS=-DSLAB_SIZE=$size collapse-dtrace
		PATH=$PWD/slab$size/bin:$PATH \
			"$TOP/tests/cases" "$TOP/tests/data/collapse-dtrace"
	done
}

@test "collapse-dtrace: file, pipe, any number of threads: the same bytes" {
	{
		dtrace_text 30000 3000
		echo broken
		bpftrace_text 30000 3000
		echo broken
	} >in
	collapse-dtrace -j1 in >one 2>one.err
	grep -q 'in:[0-9]*: no part of a stack: broken (the first of 2' one.err
	for j in 2 3 8; do
		collapse-dtrace -j$j in >out 2>err
		cmp one out
		cmp one.err err
	done
	cat in | LC_ALL=C.UTF-8 collapse-dtrace >out 2>err
	cmp one out
	sed 's/: in:/: -:/' one.err | cmp - err
	# A pipe that is filled a line at a time.
	head -9000 in >small
	collapse-dtrace small >one
	while IFS= read -r line; do printf '%s\n' "$line"; done <small |
		collapse-dtrace >out
	cmp one out
}

@test "collapse-dtrace: no count is lost" {
	{ dtrace_text 20000 500; bpftrace_text 20000 500; } >in
	[ "$(collapse-dtrace in | counts_out)" = "$(counts_in <in)" ]
}

@test "collapse-dtrace: memory does not grow with the input" {
	[ -z "${ASAN_OPTIONS-}" ] || skip 'sanitizers take memory of their own'
	# Nearly every line is another one: the memo fills up and is emptied.
	dtrace_text 30000 3000 >in
	cc -O2 -o cost "$TOP/tests/bench/cost.c"
	for i in 1 2 3 4 5 6 7 8; do sed "s/f1/g$i/" in; done >big
	[ "$(./cost 1 collapse-dtrace -j1 big | cut -d' ' -f2)" -lt 24000 ]
}

@test "collapse-dtrace: memory does not grow with text of other tools" {
	[ -z "${ASAN_OPTIONS-}" ] || skip 'sanitizers take memory of their own'
	cc -O2 -o cost "$TOP/tests/bench/cost.c"
	awk 'BEGIN {
		print "  a`f\n 1"
		for (i = 0; i < 200000; i++) print "a;b;c" i % 9 " 5"
	}' >folded
	awk 'BEGIN {
		print "  a`f\n 1"
		for (i = 0; i < 100000; i++)
			printf "ab 10 1.0: 3 cycles:\n\t7f f (/a)\n\n"
	}' >perf
	for f in folded perf; do
		kb=$(./cost 1 collapse-dtrace -qj1 $f | cut -d' ' -f2)
		[ "$kb" -lt 6000 ]
	done
}

@test "collapse-dtrace: a full disk is an error" {
	dtrace_text 10 10 >in
	run -1 --separate-stderr sh -c 'collapse-dtrace in >/dev/full'
	[[ $stderr == *'cannot write'* ]]
}

@test "collapse-dtrace: a reader that goes away is none" {
	dtrace_text 60000 3000 >in
	run -0 --separate-stderr sh -c 'collapse-dtrace in | head -1'
	[ "${#lines[@]}" = 1 ]
	[ -z "$stderr" ]
}

@test "collapse-dtrace: --help, --version, wrong options" {
	run -0 --separate-stderr collapse-dtrace --help
	[[ $output == *--includeoffset* && $output == *--map-root* ]]
	[ -z "$stderr" ]
	run -0 collapse-dtrace --version
	run -2 collapse-dtrace --no-such-option
	run -2 collapse-dtrace --map
	run -2 collapse-dtrace -j 0
}

@test "collapse-dtrace: -n, --nthreads, abbreviations, options behind files" {
	dtrace_text 10 10 >in
	collapse-dtrace in >out
	collapse-dtrace -n 2 in | cmp out
	collapse-dtrace in --nthreads=2 --include | grep -q '+0x'
	collapse-dtrace --inc --skip f1 in >/dev/null
}

@test "collapse-dtrace: maps that --map-root keeps apart are not complained of" {
	printf '@a[\n f+1\n]: 3\n@b[\n f+1\n]: 4\n' >in
	run -0 --separate-stderr collapse-dtrace in
	[[ $stderr == *--map=NAME* ]]
	run -0 --separate-stderr collapse-dtrace --map-root in
	[ "$output" = $'a;f 3\nb;f 4' ]
	[ -z "$stderr" ]
}

@test "collapse-dtrace: what comes out is what stackagg takes" {
	dtrace_text 2000 50 >in
	collapse-dtrace in | stackagg --check --strict
}

# A program that does one thing, known by its name; its pid in $pid.
start_spinner() {
	cat >spin.c <<-'C'
	static volatile unsigned long sink;
	static __attribute__((noinline)) void hot(void)
	{
		for (int i = 0; i < 20000; i++)
			sink = sink * 31 + (unsigned long)i;
	}
	static __attribute__((noinline)) void cold(void)
	{
		for (int i = 0; i < 1000; i++)
			sink = sink + (unsigned long)i;
	}
	int main(void)
	{
		for (;;) {
			hot();
			cold();
		}
	}
	C
	comm=spin$RANDOM
	# Optimised leaf functions have no frame: their caller is lost.
	cc -O0 -o $comm spin.c
	timeout 60 ./$comm 3>&- &
	pid=$!
}

# Records the spinner by the map keys $1, two seconds long.
record() {
	bpftrace -e "profile:hz:997 /comm == \"$comm\"/ { $1 = count(); }
		interval:s:2 { exit(); }" 2>err || { cat err; return 1; }
}

# The function with most samples of its own.
hottest() {
	stackagg --hot --tsv "$1" | sed -n 2p | cut -f5
}

# bats test_tags=real
@test "collapse-dtrace: a fresh recording of bpftrace has its hot function on top" {
	start_spinner
	record '@[ustack]' >user
	record '@hot[comm, kstack, ustack, tid]' >keys
	record '@[ustack(perf, 20), kstack(perf)]' >perf
	kill "$pid"
	for f in user keys perf; do
		collapse-dtrace $f >$f.folded
		[ "$(hottest $f.folded)" = hot ]
		grep -q ';main;hot [0-9]*$' $f.folded
	done
	! grep -v "^$comm;[0-9]*\(;\| \)" keys.folded
}
