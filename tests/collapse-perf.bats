bats_require_minimum_version 1.5.0
load setup

setup() {
	cd "$BATS_TEST_TMPDIR" || return
}

# perf script text of $1 samples by several threads, with every kind of line.
text() {
	awk -v n="$1" 'BEGIN {
		split("server|V8 Worker|java|conn 17|a", comm, "|")
		for (i = 0; i < n; i++) {
			c = comm[i * 7 % 5 + 1]
			event = i % 11 != 5 ? "cycles:u" : "page-faults"
			printf "%s %d/%d [%03d] %d.%06d: %d %s: \n", c,
				40 + i % 5, i % 9, i % 8, i / 100, i, i % 1000, event
			for (j = 0; j < i * 31 % 23; j++) {
				k = i * j * 17 % 257
				printf "\t%16x %s+0x%x (/opt/lib %d.so)\n", 4096 + k * 16,
					k % 13 ? "Lorg/f" k ";::g(int)" : "a->b", k, k % 4
			}
			if (i % 3)
				printf "\t%16x [unknown] ([unknown])\n", i * 7919
			print ""
			if (i % 100 == 50)
				print "# comment\nnot usable " i "\n\nLOST 3 events!\n"
			if (i % 100 == 60)
				print "x 1 1.0: PERF_RECORD_COMM: x:1/1"
		}
	}'
}

# Fails unless two files hold the same.
same() {
	cmp "$1" "$2"
}

# The sum of the counts.
sum() {
	awk '{ n += $NF } END { printf "%d\n", n }' "$@"
}

@test "collapse-perf: every rule (tests/data/collapse-perf)" {
	"$TOP/tests/cases" "$TOP/tests/data/collapse-perf"
}

@test "collapse-perf: headers and lines in process" {
	"${BIN%/bin}/unit/perf"
}

@test "collapse-perf: frames in process" {
	"${BIN%/bin}/unit/frame"
}

@test "collapse-perf: the laws of samples hold on 20,000 random inputs" {
	"${BIN%/bin}/fuzz/perf" 20000
}

@test "collapse-perf: file, pipe, any number of threads: the same bytes" {
	text 60000 >in
	collapse-perf -v -j1 in >one 2>one.err
	for j in 2 3 8; do
		collapse-perf -v -j$j in >out 2>err
		same one out
		same one.err err
	done
	# shellcheck disable=SC2002 # a pipe is the point
	cat in | LC_ALL=C.UTF-8 collapse-perf -v >out 2>err
	same one out
	sed 's/: in:/: -:/' one.err | diff - err
}

@test "collapse-perf: a pipe that gives a byte at a time: the same bytes" {
	text 40 >in
	collapse-perf -q in >one
	dd if=in bs=1 status=none | collapse-perf -q >out
	same one out
}

@test "collapse-perf: all samples are in the output or in the summary" {
	text 5000 >in
	collapse-perf -v --weight=sample in >out 2>err
	read -r _ read _ _ kept _ < <(grep ' read, ' err)
	out=$(sed -n 's/^[^:]*: \([0-9]*\) samples of other events.*/\1/p' err)
	[ "$read" = 5000 ]
	[ "$((kept + out))" = 5000 ]
	[ "$(sum out)" = "$kept" ]
}

@test "collapse-perf: several files are one input, each ended" {
	text 3000 >a
	printf 'p 1 1.0: 7 cycles:u:\n\tff f (/a)' >b
	{ cat a; cat b; echo; echo; cat a; } >all
	collapse-perf -q a b a >parts
	collapse-perf -q all >whole
	same parts whole
}

@test "collapse-perf: text that is cut anywhere loses one sample at most" {
	text 12 | sed '/^$/q' >head
	text 12 >in
	collapse-perf -q --weight=sample --event-filter=all in >whole
	size=$(wc -c <in)
	for n in $(seq 1 $((size / 300 + 1)) $((size - 1))); do
		head -c "$n" in | collapse-perf -q --weight=sample \
			--event-filter=all >out || [ ! -s out ]
		[ "$(sum out)" -le "$(sum whole)" ]
		lines=$(head -c "$n" in | grep -c '^$' || true)
		[ "$(sum out)" -ge "$((lines < 2 ? 0 : lines - 3))" ]
	done
}

@test "collapse-perf: a sample of 100,000 frames, a symbol of 1 MB" {
	awk 'BEGIN {
		print "p 1 1.0: 1 cycles:"
		for (i = 0; i < 100000; i++)
			printf "\t%16x f%d+0x1 (/a)\n", i, i
		printf "\np 1 1.0: 2 cycles:\n\t%16x ", 1
		for (i = 0; i < 100000; i++)
			printf "abcdefghij"
		print " (/a)"
	}' >in
	collapse-perf -q in >out
	[ "$(head -1 out | tr ';' '\n' | wc -l)" = 100001 ]
	[ "$(tail -1 out | wc -c)" = 1000005 ]
}

@test "collapse-perf: exit status and messages" {
	text 10 >in
	run -0 --separate-stderr collapse-perf -q in
	[ -z "$stderr" ]
	run -1 collapse-perf /dev/null
	[[ $output == *"no samples in the input"* ]]
	run -1 collapse-perf nowhere
	[[ $output == *"nowhere: No such file"* ]]
	run -2 collapse-perf --no-such-option
	run -2 collapse-perf --weight=heavy in
	run -2 collapse-perf -j 0 in
	run -0 collapse-perf --help
	[[ $output == *--event-filter=NAME* ]]
	run -0 collapse-perf --version
	run -1 bash -c "collapse-perf in >/dev/full"
	[[ $output == *"cannot write"* ]]
	text 50000 >in
	run -0 --separate-stderr bash -c "collapse-perf -q in | head -1"
	[ -z "$stderr" ]
}
