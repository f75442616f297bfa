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

@test "collapse-perf: text that is cut anywhere has its whole samples" {
	text 2 >in
	for n in $(seq 1 "$(wc -c <in)"); do
		head -c "$n" in >part
		collapse-perf -q --weight=sample --event-filter=all part >out ||
			[ ! -s out ]
		samples=$(sum out)
		[ "$samples" -ge "$(grep -c '^$' part)" ]
		[ "$samples" -le 2 ]
	done
}

@test "collapse-perf: a source line of 2 kB is no place of a chain" {
	awk 'BEGIN {
		print "p 1 1.0: 1 cycles:\n\t    1234 a->b+0x1 (/bin/a)"
		printf "  "
		for (i = 0; i < 2000; i++)
			printf "x"
		print ".c:1\n"
	}' >in
	[ "$(collapse-perf -q --srcline in)" = 'p;a;b_[i] 1' ]
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

@test "collapse-perf: memory has an end, however many frames there are" {
	mkfifo pipe
	collapse-perf -q -j1 <pipe >/dev/null &
	pid=$!
	exec 7>pipe
	names() { # FROM TO: so many samples of 30 names that none has had
		awk -v from="$1" -v to="$2" 'BEGIN {
			for (i = from * 30; i < to * 30; i++) {
				if (i % 30 == 0)
					print "\np 1 1.0: 1 cycles: "
				printf "\t%16x name%d+0x1 (/a)\n", i, i
			}
		}'
	}
	peak() {
		sed -n 's/^VmHWM:[^0-9]*\([0-9]*\) kB/\1/p' "/proc/$pid/status"
	}
	names 0 20000 >&7
	before=$(peak)
	names 20000 40000 >&7
	after=$(peak)
	exec 7>&-
	wait "$pid"
	[ "$before" -gt 0 ]
	[ $((after - before)) -lt 4000 ]
}

# A program that spends its time in a known way, in $1 threads, in DIR/NAME.
program() {
	cat >program.c <<-'END'
		#include <pthread.h>
		#include <stdlib.h>
		static volatile long sum;
		#define NOINLINE __attribute__((noinline))
		NOINLINE static void spin(long n)
		{ for (long i = 0; i < n; i++) sum += i ^ n; }
		static inline void twice(long n) { spin(n); spin(n); }
		NOINLINE static void odd(long n) { twice(n); sum++; }
		NOINLINE static void even(long n) { spin(n); sum++; }
		static void *work(void *arg)
		{
			for (long i = 0; i < 600; i++)
				i % 2 ? odd(100000) : even(100000);
			return arg;
		}
		int main(int argc, char **argv)
		{
			pthread_t t[8];
			int n = argc > 1 ? atoi(argv[1]) : 1;
			for (int i = 0; i < n; i++)
				pthread_create(&t[i], NULL, work, NULL);
			for (int i = 0; i < n; i++)
				pthread_join(t[i], NULL);
			return 0;
		}
	END
	cc -g -O1 -fno-omit-frame-pointer -fno-optimize-sibling-calls \
		-pthread -o "$1" program.c
}

# The samples that perf counts in perf.data, by function if $1 is "sym".
perf_counts() {
	perf report --stdio --no-children -g none -F "sample${1:+,$1}" \
		${1:+-s "$1"} 2>/dev/null |
		sed -n 's/^ *\([0-9][0-9]*\) *\[.\] */\1 /p'
}

# bats test_tags=real
@test "collapse-perf: a recording's counts are those of perf report" {
	program 'my prog'
	perf record -q -F 2000 -g -o perf.data './my prog' 3
	perf script 2>/dev/null >text
	samples=$(perf report --stats 2>/dev/null |
		sed -n 's/^ *SAMPLE events: *\([0-9]*\).*/\1/p' | head -1)
	[ "$samples" -gt 100 ]
	collapse-perf --weight=sample --no-tidy text >folded
	[ "$(sum folded)" = "$samples" ]
	perf_counts sym | sort -k 2 >want
	stackagg folded | sed 's/.*;//' | awk '{
		n = $NF; sub(/ [0-9]*$/, ""); v[$0] += n
	} END { for (f in v) if (f !~ /^\[/) print v[f], f }' |
		sort -k 2 >got
	grep -v ' 0x[0-9a-f]*$' want | diff - got
	events=$(perf report --stdio 2>/dev/null |
		sed -n 's/^# Event count (approx.): //p')
	[ "$(collapse-perf text | sum)" = "$events" ]
	[ "$(collapse-perf --root=none text | grep -c '^my_prog;')" = 0 ]
	collapse-perf text | grep '^my_prog;.*;work;.*spin '
}

# bats test_tags=real
@test "collapse-perf: whatever perf script prints of a recording, it is the same" {
	program prog
	perf record -q -F 500 -g --sample-cpu -o perf.data ./prog 2
	fold() { # perf script's options
		perf script "$@" 2>/dev/null |
			collapse-perf -q --weight=sample --no-tidy | stackagg
	}
	fold -F comm,tid,time,event,period,ip,sym >want
	fold -F comm,time,event,ip,sym -G >want.flat
	[ -s want ]
	for fields in ip,sym tid,ip,sym pid,ip,sym,dso time,ip,sym,symoff \
		cpu,ip,sym event,ip,sym period,ip,sym tid,cpu,period,ip,sym \
		pid,tid,ip,sym,srcline tid,time,cpu,event,period,ip,sym,symoff,dso \
		cpu,event,period,ip,sym,dso time,period,ip,sym \
		tid,misc,ip,sym tid,time,event,ip,sym,insnlen \
		time,event,ip,sym,srccode; do
		for option in --ns --header --show-mmap-events --reltime; do
			fold -F "comm,$fields" "$option" >got
			diff want got
		done
		fold -F "comm,$fields" -G >got
		diff want.flat got
		# Addresses are random: now they have no letter.
		perf script -F "comm,$fields" -G 2>/dev/null |
			sed -E ':a
				s/( [0-9]*)[a-f]([0-9a-f]* [a-z])/\15\2/; ta' |
			collapse-perf -q --weight=sample --no-tidy |
			stackagg >got
		diff want.flat got
	done
}

# bats test_tags=real
@test "collapse-perf: events of a recording are told apart" {
	program prog
	perf record -q -F 1000 -g -e cpu-clock,page-faults -o perf.data ./prog 2
	perf script 2>/dev/null >text
	run -0 --separate-stderr collapse-perf --weight=sample \
		--event-filter=cpu-clock text
	clock=$(sum <<<"$output")
	[[ $stderr == *"page-faults"*"--event-filter="* ]]
	faults=$(collapse-perf -q --weight=sample \
		--event-filter=page-faults text | sum)
	all=$(collapse-perf --weight=sample --event-filter=all text | sum)
	[ "$faults" -gt 0 ]
	[ $((clock + faults)) = "$all" ]
	[ "$(grep -c ': *$' text)" = "$all" ]
}
