#!/usr/bin/env bats
# bats file_tags=real
# flamegraph.sh with real programs under a real perf; its diagnoses are in
# diagnose.bats, cargo in cargo.bats.

bats_require_minimum_version 1.5.0
load setup
load data/driver/helpers

setup_file()
{
	build_work
	export RECORDING=$BATS_FILE_TMPDIR/old.data
	perf record -q -F 2000 --call-graph dwarf,8192 -o "$RECORDING" \
	    "$WORK" spin 300 exit 3 2>/dev/null || true
}

setup()
{
	own_place
}

teardown()
{
	nothing_left
}

# ---- a command

@test "flamegraph.sh: records a command and draws flamegraph.svg" {
	fg -- "$WORK" spin 300
	[ "$status" = 0 ]
	is_svg flamegraph.svg
	has_frame flamegraph.svg main
	has_frame flamegraph.svg churn
	[ "$(ls)" = flamegraph.svg ]
}

@test "flamegraph.sh: says the path, what to do with it, and where the samples went" {
	fg "$WORK" spin 300
	said 'wrote flamegraph.svg; open it in a web browser.'
	n=$(samples_of flamegraph.svg)
	said "samples: $n recorded, $n read, $n drawn, 0 lost, "
	[[ $stderr == *%\ unresolved ]]
}

@test "flamegraph.sh: a command found in PATH; its arguments are its own" {
	PATH=${WORK%/*}:$PATH fg work spin 200 args -p 1 --title '' '$(touch x)' 'a  b' "q'q" $'n\nl'
	[ "$status" = 0 ]
	[ "$output" = $'<-p>\n<1>\n<--title>\n<>\n<$(touch x)>\n<a  b>\n<q\'q>\n<n\nl>' ]
	[ "$(ls)" = flamegraph.svg ]
}

@test "flamegraph.sh: a command whose name begins with a dash, behind --" {
	cp "$WORK" ./-v
	PATH=$PWD:$PATH fg -o o.svg -- -v spin 200
	[ "$status" = 0 ]
	is_svg o.svg
}

@test "flamegraph.sh: a name of blanks, quotes, newlines and \$(…)" {
	name=$'a  b\'"\n$(touch x)`touch y`;&*'
	mkdir "$name"
	cp "$WORK" "$name/$name"
	cd "$name"
	fg -o "$name.svg" --folded "$name.folded" --title "$name" -- "./$name" spin 200
	[ "$status" = 0 ]
	is_svg "$name.svg"
	[ -s "$name.folded" ]
	! ls | grep -qx '[xy]'
	fg -o again.svg --perfdata "$name.folded"
	[ "$status" = 0 ]
	is_svg again.svg
}

@test "flamegraph.sh: a name that ends in a newline, or holds what separates ours" {
	echo 'a;b 3' >f
	fg -o $'a\n' f
	[ "$status" = 0 ]
	is_svg $'a\n'
	[ ! -e a ]
	for byte in $'\036' $'\037'; do
		cp f "x${byte}y"
		fg "x${byte}y"
		[ "$status" = 2 ]
		said 'a control byte in its name'
		mkdir "d${byte}d"
		cd "d${byte}d"
		fg ../f
		[ "$status" = 2 ]
		cd ..
	done
}

@test "flamegraph.sh: a program that fails is drawn, its status said, ours is 0" {
	fg "$WORK" spin 200 exit 3
	[ "$status" = 0 ]
	said 'the program ended with status 3'
	is_svg flamegraph.svg
}

@test "flamegraph.sh: what goes before the program cuts no stacks" {
	cat >sort.c <<-'END'
		#include <stdlib.h>
		static int cmp(const void *a, const void *b)
		{ return *(const int *)a - *(const int *)b; }
		int main(void)
		{
			static int v[1000000];
			for (int i = 0; i < 1000000; i++)
				v[i] = rand();
			qsort(v, 1000000, sizeof(*v), cmp);
			return 0;
		}
	END
	cc -O2 -g -o sort sort.c
	for i in 1 2 3 4 5 6; do
		fg --folded f ./sort
		[ "$status" = 0 ]
		[ "$(grep -vc '^sort;_start;.*main;' f)" -le "$(grep -c '^sort;_start;.*main;' f)" ]
		did_not_say 'are cut'
	done
}

@test "flamegraph.sh --exit-status: ours is the program's" {
	fg --exit-status "$WORK" spin 200 exit 3
	[ "$status" = 3 ]
	is_svg flamegraph.svg
	fg --exit-status "$WORK" spin 200
	[ "$status" = 0 ]
}

@test "flamegraph.sh: a program that is killed is drawn, without a word of the shell" {
	fg --exit-status "$WORK" spin 200 kill 11
	[ "$status" = 139 ]
	said 'killed by signal 11'
	did_not_say 'Segmentation'
	is_svg flamegraph.svg
}

@test "flamegraph.sh --ignore-status is accepted" {
	fg --ignore-status "$WORK" spin 200 exit 1
	[ "$status" = 0 ]
	fg --exit-status "$WORK" spin 200 exit 255      # perf's own for failures
	[ "$status" = 255 ]
	is_svg flamegraph.svg
}

@test "flamegraph.sh: a program that forks: the child is drawn too" {
	fg --folded f --keep "$WORK" fork 250
	[ "$status" = 0 ]
	grep -q 'main;split;spin' f
	[ "$(perf script -F pid -G -i flamegraph.perf.data | sort -u | wc -l)" = 2 ]
}

@test "flamegraph.sh: a child that outlives the program doesn't hold us up" {
	begun=$SECONDS
	"$FLAMEGRAPH" "$WORK" spin 150 linger 20000 </dev/null >out 2>err 3>&-
	[ $((SECONDS - begun)) -lt 15 ]
	is_svg flamegraph.svg
	end_left
}

@test "flamegraph.sh: a program that closes its standard output" {
	fg "$WORK" say before close spin 200 say after
	[ "$status" = 0 ]
	[ "$output" = 'out before' ]
	is_svg flamegraph.svg
}

@test "flamegraph.sh: a program that talks on a terminal" {
	(wait_for grep -q 'out ready' out; printf 'abc\n'; sleep 0.1; printf '\004'; wait_for grep -q wrote out) |
	    timeout 30 script -qec "exec '$FLAMEGRAPH' '$WORK' say ready read spin 150" /dev/null >out
	grep -q 'read 4' out
	is_svg flamegraph.svg
}

@test "flamegraph.sh: the program has our standard input, output and error" {
	fg "$WORK" read spin 200 say x <<<'12345'
	[ "$output" = $'read 6\nout x' ]
	said 'err x'
}

@test "flamegraph.sh: the program's signals are as under perf alone" {
	show="sed -n s/^SigIgn:.//p /proc/self/status"
	for way in 'env --default-signal' 'env --ignore-signal=INT,QUIT' 'env --ignore-signal=HUP'; do
		[ "$($way "$FLAMEGRAPH" -F 20000 $show 2>err)" = "$($way perf record -q -o x.dat $show)" ]
	done
}

@test "flamegraph.sh: standard output holds nothing but the program's" {
	fg "$WORK" spin 200
	[ -z "$output" ]
}

@test "flamegraph.sh: works with its streams closed" {
	"$FLAMEGRAPH" -o a.svg "$WORK" spin 150 <&- >&- 2>&-
	is_svg a.svg
}

@test "flamegraph.sh: nobody reads its standard error" {
	"$FLAMEGRAPH" -v -o a.svg --perfdata "$RECORDING" 2> >(exec true)
	is_svg a.svg
}

@test "flamegraph.sh --freq, --call-graph, --event go to perf" {
	fg -v -F 499 --call-graph fp --event task-clock --keep "$WORK" spin 200
	said '-F 499 --call-graph fp -g'
	said '-e task-clock'
	perf script --header-only -i flamegraph.perf.data | grep -q 'name = task-clock.*sample_freq } = 499'
}

@test "flamegraph.sh: 997 Hz and DWARF dumps of 64000 bytes by default" {
	fg -v "$WORK" spin 150
	said ' record -F 997 --call-graph dwarf,64000 -g '
}

@test "flamegraph.sh: smaller dumps at a higher rate, and that is said" {
	fg -v -F 4000 "$WORK" spin 150
	said '--call-graph dwarf,16000 '
	said 'at 4000 Hz the stack dumps are 16000 bytes'
	fg -v -F 8000 "$WORK" spin 150
	said '--call-graph dwarf,8192 '
	fg -v -F 8000 --call-graph dwarf,32000 "$WORK" spin 150
	said '--call-graph dwarf,32000 '
	did_not_say 'dumps are'
}

@test "flamegraph.sh: frame pointers from 20 kHz on" {
	fg -v -F 20000 "$WORK" spin 150
	said '--call-graph fp '
	said 'frame pointers'
}

@test "flamegraph.sh --keep: perf.data stays beside the picture" {
	fg --keep -o x.svg "$WORK" spin 150
	said 'the recording is kept: '
	[ "$(ls)" = $'x.perf.data\nx.svg' ]
	perf report --stats -i x.perf.data | grep -q SAMPLE
}

@test "flamegraph.sh -z: a compressed recording" {
	fg -z --keep "$WORK" spin 150
	[ "$status" = 0 ]
	perf report --stats -i flamegraph.perf.data | grep -q COMPRESSED
	fg -z 3 -o b.svg -v "$WORK" spin 150
	[ "$status" = 0 ]
	said '--compression-level=3 '
}

@test "flamegraph.sh -c: perf's own arguments; another event is counted in its unit" {
	fg -c 'record -e page-faults -c 1 -g' --folded f "$WORK" spin 50
	[ "$status" = 0 ]
	grep -q '<title>all ([0-9,]* page-faults, 100%)' flamegraph.svg
}

@test "flamegraph.sh -c: a tracepoint's stacks are whole" {
	fg -c 'record -e sched:sched_switch -g' --folded f sleep 0.1
	[ "$status" = 0 ]
	grep 'sleep;.*nanosleep.*;schedule;__schedule ' f
}

@test "flamegraph.sh -c: an -o in it is used and kept" {
	fg -c "record -F 2000 -g -o mine.data" "$WORK" spin 150
	[ "$status" = 0 ]
	[ "$(ls)" = $'flamegraph.svg\nmine.data' ]
	fg -c "record --output=mine.data -F 2000 -g" "$WORK" spin 150
	[ "$(ls)" = $'flamegraph.svg\nmine.data\nmine.data.old' ]
}

@test "flamegraph.sh -c with --freq is refused" {
	fg -c 'record -g' -F 99 "$WORK" spin 150
	[ "$status" = 2 ]
	said 'exclude each other'
}

@test "flamegraph.sh: two events: the first is drawn, the other is named" {
	fg -c 'record -F 2000 -e cpu-clock,page-faults -g' "$WORK" spin 200
	[ "$status" = 0 ]
	said 'drawing the event cpu-clock; also recorded: page-faults'
	printf 'a 1 1.0: 1 cycles: \n\t1 f (/a)\n\nb 1 1.0: 1 faults: \n\t1 g (/a)\n' | {
		fg -
		said 'other events left out'
	}
}

# ---- a running process

@test "flamegraph.sh -p: attaches for --duration" {
	"$WORK" spin 20000 3>&- &
	fg -p $! --duration 0.5
	alive=$(kill -0 $! && echo yes)
	kill $!
	[ "$status" = 0 ]
	[ "$alive" = yes ]
	is_svg flamegraph.svg
	has_frame flamegraph.svg spin
	n=$(samples_of flamegraph.svg)
	[ "$n" -gt 20 ] && [ "$n" -lt 800 ]
}

@test "flamegraph.sh -p: until the process ends; several processes" {
	"$WORK" spin 6000 3>&- &
	one=$!
	"$WORK" spin 6000 3>&- &
	fg -p "$one,$!" -o a.svg
	[ "$status" = 0 ]
	"$WORK" spin 6000 3>&- &
	one=$!
	"$WORK" spin 6000 3>&- &
	fg -p $one -p $! -o b.svg
	[ "$status" = 0 ]
	is_svg a.svg
	is_svg b.svg
}

@test "flamegraph.sh -p: until Ctrl-C; the process lives on" {
	"$WORK" spin 20000 3>&- &
	work=$!
	plainly "$FLAMEGRAPH" -p $work 2>err 3>&- &
	wait_for pgrep -f "perf record .* -p $work"
	sleep 1
	kill -INT $!
	wait $! || true
	kill $work
	cat err
	is_svg flamegraph.svg
	has_frame flamegraph.svg spin
}

@test "flamegraph.sh --duration: a command is ended too" {
	begun=$SECONDS
	fg --duration 0.5 "$WORK" spin 30000
	[ "$status" = 0 ]
	[ $((SECONDS - begun)) -lt 20 ]
	did_not_say 'killed'
	is_svg flamegraph.svg
}

# ---- Ctrl-C

@test "flamegraph.sh: Ctrl-C on a terminal ends the program, then draws" {
	(wait_for grep -q 'out ready' out; sleep 0.4; printf '\003'; wait_for grep -q wrote out) |
	    timeout 30 script -qec "exec '$FLAMEGRAPH' '$WORK' say ready spin 30000" /dev/null >out
	grep -q 'stopping' out
	is_svg flamegraph.svg
}

@test "flamegraph.sh: INT to the group or to us alone, TERM, HUP: all draw" {
	for way in 'INT -' 'INT ' 'TERM ' 'HUP '; do
		rm -f flamegraph.svg
		setsid -w env --default-signal=INT,QUIT "$FLAMEGRAPH" "$WORK" spin 20000 2>err 3>&- &
		wait_for pgrep -x work
		sleep 0.3
		us=$(pgrep -fx "/bin/sh $FLAMEGRAPH $WORK spin 20000" | head -n 1)
		kill -"${way% *}" -- "${way#* }$us"
		wait $!
		is_svg flamegraph.svg
		! pgrep -x work
		nothing_left
	done
}

@test "flamegraph.sh: Ctrl-C again kills a program that won't end" {
	plainly "$FLAMEGRAPH" "$WORK" ignore spin 20000 2>err 3>&- &
	wait_for pgrep -x work
	sleep 0.3
	kill -INT $!
	sleep 0.5
	pgrep -x work
	kill -INT $!
	wait $!
	grep -q 'killing the program' err
	is_svg flamegraph.svg
	! pgrep -x work
}

@test "flamegraph.sh: Ctrl-C while converting aborts and keeps perf.data" {
	use_stub
	echo 20 >"$STUB/script.sleep"
	for signal in INT TERM; do
		plainly "$FLAMEGRAPH" "$WORK" exit 0 2>err 3>&- &
		wait_for grep -q '^script --force' "$STUB/calls"
		kill -$signal $!
		begun=$SECONDS
		wait $! && false || status=$?
		[ "$status" -gt 128 ]
		[ $((SECONDS - begun)) -lt 10 ]
		grep -q aborted err
		kept=$(sed -n 's/.*the recording is kept: //p' err)
		[ -s "$kept" ]
		rm "$kept" "$STUB/calls"
		[ -z "$(ls)" ] || [ "$(ls)" = err ]
		nothing_left
	done
}

@test "flamegraph.sh: Ctrl-C while drawing leaves the old picture" {
	echo old >flamegraph.svg
	mkfifo hold
	plainly "$FLAMEGRAPH" --post-process 'cat hold' - 2>err 3>&- < <(echo 'a;b 1') &
	wait_for pgrep -fx 'cat hold'
	kill -INT $!
	wait $! && false || true
	[ "$(cat flamegraph.svg)" = old ]
	nothing_left
}

@test "flamegraph.sh: Ctrl-C while reading standard input" {
	mkfifo slow
	sleep 20 >slow 3>&- &
	sleeper=$!
	plainly "$FLAMEGRAPH" - <slow 2>err 3>&- &
	sleep 0.3
	kill -INT $!
	wait_for eval '! kill -0 $!'
	kill $sleeper
	wait $! && false || true
	[ ! -e flamegraph.svg ]
}

# ---- existing data

@test "flamegraph.sh --perfdata: draws what was recorded, once each sample" {
	fg --perfdata "$RECORDING"
	[ "$status" = 0 ]
	n=$(perf report --stats -i "$RECORDING" | awk '/SAMPLE events/ { n = $3 } END { print n }')
	[ "$(samples_of flamegraph.svg)" = "$n" ]
	said "samples: $n recorded, $n read, $n drawn"
	[ -e "$RECORDING" ]
}

@test "flamegraph.sh FILE and -: perf.data is recognised, also from a pipe and gzipped" {
	fg -o a.svg "$RECORDING"
	gzip -c "$RECORDING" >r.gz
	fg -o b.svg r.gz
	fg -o c.svg - <"$RECORDING"
	cat r.gz | { fg -o d.svg -; }
	perf record -q -F 2000 -g -o - "$WORK" spin 200 2>/dev/null | cat >pipe.data
	fg -o e.svg --perfdata pipe.data
	[ "$status" = 0 ]
	is_svg e.svg
	for f in a b c d; do cmp a.svg $f.svg; done
}

@test "flamegraph.sh FILE: the text of perf script, DTrace, bpftrace, folded stacks" {
	perf script -i "$RECORDING" >perf.txt 2>/dev/null
	perf script -i "$RECORDING" --header >header.txt 2>/dev/null
	printf '\n\n              mod`leaf+0x1\n              mod`main+0x2\n               12\n\n' >dtrace.txt
	printf 'Attaching 1 probe...\n@[\n    leaf+3\n    main+4\n, app]: 5\n' >bpftrace.txt
	printf 'a;b 3\n' >folded.txt
	for f in perf header dtrace bpftrace folded; do
		fg -o $f.svg $f.txt
		[ "$status" = 0 ]
		is_svg $f.svg
		gzip -c $f.txt | { fg -o $f-z.svg -; }
		cmp $f.svg $f-z.svg
	done
	cmp perf.svg header.svg
	[ "$(samples_of dtrace.svg)" = 12 ]
	[ "$(samples_of bpftrace.svg)" = 5 ]
	[ "$(samples_of folded.svg)" = 3 ]
}

@test "flamegraph.sh: text and perf.data of one recording give one picture" {
	perf script -i "$RECORDING" --max-stack 1024 2>/dev/null | { fg -o a.svg -; }
	fg -o b.svg --perfdata "$RECORDING"
	cmp a.svg b.svg
}

@test "flamegraph.sh FILE FILE: several inputs of several kinds are added up" {
	echo 'a;b 3' >one
	printf 'a;b 4\nc 1\n' | gzip >two.gz
	fg one two.gz
	[ "$status" = 0 ]
	[ "$(samples_of flamegraph.svg)" = 8 ]
}

@test "flamegraph.sh FILE FILE: each recording keeps its event; all are counted" {
	perf record -q -F 2000 -e task-clock -g -o task.data "$WORK" spin 200 2>/dev/null
	perf record -q -e page-faults -c 1 -g -o faults.data "$WORK" 2>/dev/null
	old=$(perf report --stats -i "$RECORDING" | awk '/SAMPLE events/ { n = $3 } END { print n }')
	new=$(perf report --stats -i task.data | awk '/SAMPLE events/ { n = $3 } END { print n }')
	sum=$((old + new))
	fg "$RECORDING" task.data
	[ "$status" = 0 ]
	[ "$(samples_of flamegraph.svg)" = $sum ]
	sum=$(printf %s $sum | sed -E ':a
		s/([0-9])([0-9]{3})($|,)/\1,\2\3/; ta')
	said "samples: $sum recorded, $sum read, $sum drawn, 0 lost"
	did_not_say 'left out'
	gzip -c "$RECORDING" >r.gz
	echo 'a;b 3' | gzip >f.gz
	fg f.gz r.gz
	[ "$status" = 0 ]
	said "samples: $((old + 3)) drawn"
	fg faults.data f.gz
	said 'f.gz counts samples, what stands before it counts page-faults'
}

@test "flamegraph.sh --event: chooses from a recording" {
	perf record -q -F 2000 -e cpu-clock,page-faults -g -o two.data "$WORK" spin 100 2>/dev/null
	fg --event page-faults --perfdata two.data
	[ "$status" = 0 ]
	grep -q '<title>all ([0-9,]* page-faults' flamegraph.svg
	fg --event cycles --perfdata two.data
	[ "$status" = 1 ]
	said 'no samples of the event cycles; recorded: cpu-clock'
}

@test "flamegraph.sh --demo: draws the example and names the five hottest functions" {
	PERF=/nowhere fg --demo
	[ "$status" = 0 ]
	is_svg flamegraph.svg
	[ "$(wc -l <<<"$output")" = 6 ]
}

# ---- slices

@test "flamegraph.sh: time slices give what one run gives" {
	perf record -q -a -F 15000 -g -o big.data "$WORK" spin 700 2>/dev/null
	perf report --stats -i big.data | awk '/SAMPLE events/ { exit !($3 >= 10000) }'
	fg -v -j 4 -o four.svg --folded four --perfdata big.data
	[ "$status" = 0 ]
	[ "$(nproc)" = 1 ] || [[ $stderr == *'converting in '[2-8]' slices'* ]]
	[ "$(grep -c '^collapse-perf: [0-9]' <<<"$stderr")" -le 1 ]
	fg -v -j 1 -o one.svg --folded one --perfdata big.data
	did_not_say ' slices'
	cmp four one
	cmp four.svg one.svg
}

@test "flamegraph.sh: slices that don't add up are done over in one" {
	use_stub
	sed -i 's/ 120/ 10120/' "$STUB/stats.out"
	fg --perfdata "$STUB/record.data"
	[ "$status" = 0 ]
	[ "$(nproc)" = 1 ] || said 'doing it over in one'
	[ "$(samples_of flamegraph.svg)" = 120000 ]
	said '10,120 recorded, 120 read, 120 drawn'
}

@test "flamegraph.sh: a slice that fails is done over in one" {
	use_stub
	sed -i 's/ 120/ 10120/' "$STUB/stats.out"
	cat >perf <<-'END'
		#!/bin/sh
		case $* in
		*--time*) exit 234 ;;
		esac
		exec "$REAL" "$@"
	END
	chmod +x perf
	REAL=$PERF PERF=$PWD/perf fg --perfdata "$STUB/record.data"
	[ "$status" = 0 ]
	is_svg flamegraph.svg
}

@test "flamegraph.sh: of several recordings each has its slices" {
	use_stub
	sed -i 's/ 120/ 10120/' "$STUB/stats.out"
	fg "$STUB/record.data" "$STUB/record.data"
	[ "$status" = 0 ]
	said '20,240 recorded, 240 read, 240 drawn'
	echo 5 >"$STUB/script.status"
	echo 'a;b 1' >f
	fg f "$STUB/record.data"
	[ "$status" = 1 ]
	said "perf script failed (status 5) on $STUB/record.data"
}

@test "flamegraph.sh: no slices where perf stored no times" {
	use_stub
	sed -i 's/ 120/ 10120/' "$STUB/stats.out"
	sed -i '/^# time of/s/: .*/: 0.000000/' "$STUB/header.out"
	fg --perfdata "$STUB/record.data"
	! grep -q -e --time "$STUB/calls"
	did_not_say 'over in one'
}

# ---- options of the picture

@test "flamegraph.sh: the options of flamegraph-rs reach the picture" {
	echo 'a;b 3' >f
	fg --title 'My <Title>' --subtitle Sub --notes Note --palette rust --deterministic -i \
	    --reverse --min-width 0.5 --image-width 1500 -o x.svg f
	[ "$status" = 0 ]
	is_svg x.svg
	grep -q 'My &lt;Title&gt;' x.svg
	grep -q '>Sub<' x.svg
	grep -q 'width="1500"' x.svg
}

@test "flamegraph.sh --svg-opt: each is one argument of flamesvg" {
	echo 'a;b 3' >f
	fg --svg-opt=--countname='a  b' --svg-opt --nametype=T: f
	[ "$status" = 0 ]
	grep -q '3 a  b, ' flamegraph.svg
}

@test "flamegraph.sh --skip-after: may be repeated" {
	fg --skip-after=main --skip-after spin --folded f --perfdata "$RECORDING"
	[ "$status" = 0 ]
	grep -q '^spin;' f
	! grep -q ';main;' f
	did_not_say 'are cut'
}

@test "flamegraph.sh --flamechart: in the order of time" {
	printf 'a 1\nb 1\na 1\n' >f
	fg --flamechart --folded out f
	[ "$status" = 0 ]
	cmp f out
	[ "$(grep -c '<title>a (' flamegraph.svg)" = 2 ]
	fg --flamechart -o g.svg --perfdata "$RECORDING"
	[ "$status" = 0 ]
	is_svg g.svg
	fg --flamechart --reverse f
	[ "$status" = 2 ]
}

@test "flamegraph.sh --folded: the stacks that were drawn; they give the same picture" {
	fg --folded f -o a.svg --perfdata "$RECORDING"
	said "wrote $PWD/f, the folded stacks"
	fg -o b.svg f
	cmp a.svg b.svg
}

@test "flamegraph.sh -o -, --folded -: standard output" {
	echo 'a;b 3' >f
	fg -o a.svg f
	echo before >b
	"$FLAMEGRAPH" -o - f >>b
	cmp <(sed 1d b) a.svg
	"$FLAMEGRAPH" --folded - f | cmp - f
	"$FLAMEGRAPH" -o - --diff f f | xmllint --noout -
	[ "$(ls)" = $'a.svg\nb\nf\nflamegraph.svg' ]
}

@test "flamegraph.sh -o, --folded, --perfdata: an option is no file" {
	echo 'a;b 3' >f
	for option in -o --output --folded --perfdata; do
		fg $option --hot f
		[ "$status" = 2 ]
		said "$option needs a file, not --hot"
	done
	cp "$RECORDING" ./-o
	fg --folded=-f --output=-i --perfdata=-o
	[ "$status" = 0 ]
	is_svg ./-i
	[ -s ./-f ]
	fg -o d.svg --diff ./-f -o
	[ "$status" = 0 ]
}

@test "flamegraph.sh --hot: the hottest functions on standard output" {
	printf 'a;b 3\na 1\n' >f
	fg --hot f
	[[ ${lines[0]} == *self*total*function ]]
	[[ ${lines[1]} == *75.00%*b ]]
	fg --hot=1 f
	[ "${#lines[@]}" = 2 ]
}

@test "flamegraph.sh --hot: a full disk is no success, a reader that leaves is none's fault" {
	echo 'a;b 3' >f
	"$FLAMEGRAPH" --hot f >/dev/full && false
	is_svg flamegraph.svg
	"$FLAMEGRAPH" --hot f > >(exec true)
}

@test "flamegraph.sh --post-process: a shell filter over the stacks" {
	printf 'a;b 3\na 1\n' >f
	fg --post-process "sed 's/a/new/' | grep new" f
	[ "$status" = 0 ]
	has_frame flamegraph.svg new
}

@test "flamegraph.sh --post-process: its failure is ours, and the old picture stays" {
	echo 'a;b 3' >f
	echo old >flamegraph.svg
	fg --post-process 'cat; echo words >&2; exit 3' f
	[ "$status" = 1 ]
	said 'words'
	said 'the --post-process command failed (status 3)'
	[ "$(cat flamegraph.svg)" = old ]
}

@test "flamegraph.sh -o: a link is followed, a pipe is written to, a mode kept by umask" {
	echo 'a;b 3' >f
	mkdir there
	ln -s there/real.svg link.svg
	(umask 027; "$FLAMEGRAPH" -o link.svg f)
	[ -L link.svg ]
	[ "$(stat -c %a there/real.svg)" = 640 ]
	"$FLAMEGRAPH" -o /dev/stdout f | cmp - there/real.svg
	echo old >old.svg
	exec 5<old.svg
	"$FLAMEGRAPH" -o old.svg f
	[ "$(cat <&5)" = old ]          # whoever reads it reads on
	exec 5<&-
	cmp old.svg there/real.svg
	fg -o nowhere/x.svg f
	[ "$status" = 1 ]
	said 'nothing can be written there'
}

@test "flamegraph.sh --open: shows the picture" {
	mkdir bin
	printf '#!/bin/sh\necho "$1" >opened\n' >bin/xdg-open
	chmod +x bin/xdg-open
	echo 'a;b 3' >f
	PATH=$PWD/bin:$PATH fg --open f
	[ "$status" = 0 ]
	[ "$(cat opened)" = "$PWD/flamegraph.svg" ]
}

# ---- two of them

@test "flamegraph.sh --diff: folded stacks, text, perf.data and our SVGs" {
	printf 'a;b 3\na;c 1\n' >before
	printf 'a;b 30\na;c 30\n' >after
	fg --diff -o d.svg before after
	[ "$status" = 0 ]
	is_svg d.svg
	grep -q normalised d.svg
	grep -q '<title>c (30 samples, 50.00%; +25.00%)' d.svg
	fg -o before.svg before
	fg -o after.svg after
	fg --diff -o e.svg before.svg after.svg
	[ "$status" = 0 ]
	diff <(grep '<title>' d.svg) <(grep '<title>' e.svg)
	perf script -i "$RECORDING" --max-stack 1024 >perf.txt 2>/dev/null
	fg --diff -o same.svg "$RECORDING" perf.txt
	[ "$status" = 0 ]
	! grep '<title>.*; [+-][0-9.]*[1-9]' same.svg
}

@test "flamegraph.sh --diff: where the samples of both went" {
	n=$(perf report --stats -i "$RECORDING" | awk '/SAMPLE events/ { n = $3 } END { print n }')
	printf 'a;[unknown] 3\nb 1\n' >f
	fg --diff "$RECORDING" f
	[[ $stderr == *"samples: before: $n recorded, $n read, $n drawn, 0 lost, "*" unresolved; after: 4 drawn, 75.0% unresolved" ]]
	fg --diff --post-process 'echo words >&2; exit 3' f f
	[ "$status" = 1 ]
	said 'words'
	said 'failed (status 3)'
}

@test "flamegraph.sh --diff --hot: the functions that changed" {
	printf 'a;b 3\na;c 1\n' >before
	printf 'a;b 30\na;c 30\n' >after
	fg --diff --hot before after
	[[ $output == *-25.00*b* ]] && [[ $output == *25.00*c* ]]
}

@test "flamegraph.sh --diff: takes two, and no SVG of others" {
	echo 'a;b 3' >f
	fg --diff f
	[ "$status" = 2 ]
	echo '<svg xmlns="http://www.w3.org/2000/svg"></svg>' >x.svg
	fg --diff f x.svg
	[ "$status" = 1 ]
	said 'not a picture that flamesvg drew'
}

# ---- other profilers and users

@test "flamegraph.sh --profiler bpftrace: for real, a command and a process" {
	fg --profiler bpftrace --folded f "$WORK" args 'a  b' "q'q" spin 700
	[ "$status" = 0 ]
	[ "$output" = $'<a  b>\n<q\'q>\n<spin>\n<700>' ]
	fg --profiler bpftrace -o c.svg --folded f "$WORK" spin 900
	[ "$status" = 0 ]
	grep -q 'main;spin;.*churn ' f
	"$WORK" spin 20000 3>&- &
	fg --profiler bpftrace -o p.svg --folded f -p $! --duration 1
	kill $!
	[ "$status" = 0 ]
	grep -q 'main;spin;.*churn ' f
}

@test "flamegraph.sh --profiler bpftrace: Ctrl-C" {
	for way in 'INT -' 'INT '; do
		rm -f flamegraph.svg
		setsid -w env --default-signal=INT,QUIT "$FLAMEGRAPH" --profiler bpftrace "$WORK" spin 20000 2>err 3>&- &
		wait_for pgrep -x work
		sleep 1
		us=$(pgrep -fx "/bin/sh $FLAMEGRAPH --profiler bpftrace $WORK spin 20000" | head -n 1)
		kill -"${way% *}" -- "${way#* }$us"
		wait $!
		is_svg flamegraph.svg
		wait_for nothing_left
	done
}

@test "flamegraph.sh --profiler dtrace: its script and its command" {
	mkdir bin
	cat >bin/dtrace <<-'END'
		#!/bin/sh
		printf '%s\n' "$@" >dtrace.args
		while [ $# -gt 0 ]; do
			case $1 in
			-o) printf '\n              mod`leaf+0x1\n              mod`main+0x2\n               12\n' >"$2" ;;
			-c) $2 ;;
			esac
			shift
		done
	END
	chmod +x bin/dtrace
	DTRACE=$PWD/bin/dtrace fg --profiler dtrace -F 499 "$WORK" args 'a  b' "q'q" ''
	[ "$status" = 0 ]
	[ "$output" = $'<a  b>\n<q\'q>\n<>' ]
	grep -qxF 'profile-499 /pid == $target/ { @[ustack(100)] = count(); }' dtrace.args
	[ "$(samples_of flamegraph.svg)" = 12 ]
	DTRACE=$PWD/bin/dtrace fg --profiler dtrace -p $$
	grep -qx -e -p dtrace.args && grep -qx $$ dtrace.args
	DTRACE=/nowhere fg --profiler dtrace "$WORK"
	[ "$status" = 1 ]
	said 'dtrace is not installed'
}

@test "flamegraph.sh --root: all of perf runs under sudo, and the file becomes ours" {
	mkdir bin
	printf '#!/bin/sh\necho "$*" >>sudo.log\nwhile case $1 in -*) ;; *) false ;; esac; do shift; done\nexec "$@"\n' >bin/sudo
	chmod +x bin/sudo
	export PATH=$PWD/bin:$PATH
	fg --root="-E -H" -- "$WORK" say hello spin 200
	[ "$status" = 0 ]
	[ "$output" = 'out hello' ]
	is_svg flamegraph.svg
	grep -q '^-E -H .*perf record' sudo.log
	grep -q '^-E -H chown ' sudo.log
	grep -q '^-E -H .*perf script' sudo.log
	fg --root -E -o a.svg -- "$WORK" spin 150
	[ "$status" = 0 ]
	fg --root -o b.svg "$WORK" spin 150
	[ "$status" = 0 ]
}

@test "flamegraph.sh: as an ordinary user, perf_event_paranoid 2 and 3" {
	old=$(cat /proc/sys/kernel/perf_event_paranoid)
	for value in 2 3; do
		echo $value >/proc/sys/kernel/perf_event_paranoid
		fg_as_user -o u$value.svg "$WORK" spin 200
		echo "$old" >/proc/sys/kernel/perf_event_paranoid
		# Only some kernels know 3, and forbid all then.
		if [ "$status" = 0 ]; then
			is_svg u$value.svg
			said "kernel.perf_event_paranoid is $value: kernel frames are missing."
		else
			[ "$value" = 3 ]
			said 'kernel.perf_event_paranoid is 3, which forbids'
		fi
	done
}

# ---- the script itself

@test "flamegraph.sh: under dash, bash and busybox sh, with each awk, without GNU tools" {
	mkdir bb
	busybox --install -s bb 2>/dev/null || for a in $(busybox --list); do ln -sf "$(command -v busybox)" bb/$a; done
	rm -f bb/perf
	for try in dash:mawk bash:gawk 'busybox sh':busybox; do
		mkdir -p "awk-${try#*:}"
		ln -sf "$(command -v "${try#*:}")" "awk-${try#*:}/awk"
		path=$PWD/awk-${try#*:}
		[ "${try#*:}" != busybox ] || path=$PWD/bb
		PATH=$path:$PATH run --separate-stderr ${try%:*} "$FLAMEGRAPH" -o "${try#*:}.svg" --perfdata "$RECORDING"
		echo "$stderr"
		[ "$status" = 0 ]
		PATH=$path:$PATH run --separate-stderr ${try%:*} "$FLAMEGRAPH" -o r.svg "$WORK" spin 150
		echo "$stderr"
		[ "$status" = 0 ]
		is_svg r.svg
	done
	cmp mawk.svg gawk.svg
	cmp mawk.svg busybox.svg
}

@test "flamegraph.sh: found through links, from anywhere" {
	mkdir a b
	ln -s "$FLAMEGRAPH" a/one
	ln -s ../a/one b/two
	cd /
	run "$BATS_TEST_TMPDIR/here/b/two" -V
	cd "$BATS_TEST_TMPDIR/here"
	[ "$status" = 0 ]
	[ "$output" = "flamegraph.sh $("$BIN/flamesvg" --version | sed 's/.* //')" ]
}

@test "flamegraph.sh: the tools are found beside it, then in PATH" {
	mkdir alone
	cp "$FLAMEGRAPH" alone/fg
	echo 'a;b 3' >f
	PATH=$BIN:/usr/bin:/bin FLAMEGRAPH=alone/fg fg f
	[ "$status" = 0 ]
	PATH=/usr/bin:/bin FLAMEGRAPH=alone/fg fg f
	[ "$status" = 1 ]
	said 'is not built'
	cp "$BIN"/{collapse-perf,collapse-dtrace,stackagg,flamesvg} alone
	PATH=/usr/bin:/bin FLAMEGRAPH=alone/fg fg f
	[ "$status" = 0 ]
}

@test "flamegraph.sh: every text is used, and every text that is used is there" {
	texts=$(sed -n '/^text()/,/^}/s/^\t\([a-z0-9-]*\)) format=.*/\1/p' "$FLAMEGRAPH" | sort)
	used=$(sed 's/^#.*//; s/[[:space:]]# .*//' "$FLAMEGRAPH" | grep -oE '(say|die) [a-z][a-z0-9-]*' | sed 's/.* //' | sort -u)
	[ "$(comm -23 <(echo "$texts") <(echo "$used"))" = '' ]
	[ "$(comm -13 <(echo "$texts") <(echo "$used"))" = '' ]
}

@test "flamegraph.sh: make install, and make uninstall" {
	make -s -C "$TOP" B="$BIN/.." DESTDIR="$PWD/root" PREFIX=/usr install
	cd root/usr
	[ -L bin/cargo-flamegraph ]
	[ -s share/man/man1/cargo-flamegraph.1 ]
	PATH=/usr/bin:/bin FLAMEGRAPH=$PWD/bin/flamegraph.sh fg --demo -o "$BATS_TEST_TMPDIR/here/o.svg"
	[ "$status" = 0 ]
	bin/cargo-flamegraph flamegraph --completions bash | cmp - share/bash-completion/completions/flamegraph.sh.bash
	bin/cargo-flamegraph flamegraph --completions zsh | cmp - share/zsh/site-functions/_flamegraph.sh
	bin/cargo-flamegraph flamegraph --completions fish | cmp - share/fish/vendor_completions.d/flamegraph.sh.fish
	make -s -C "$TOP" B="$BIN/.." DESTDIR="$BATS_TEST_TMPDIR/here/root" PREFIX=/usr uninstall
	[ -z "$(find . ! -type d)" ]
}

@test "flamegraph.sh -p: where INT is ignored it says how to end the recording" {
	"$WORK" spin 20000 3>&- &
	work=$!
	sh -c 'trap "" INT; exec "$@"' sh "$FLAMEGRAPH" -p $work 2>err 3>&- &
	ours=$!
	wait_for pgrep -f "perf record .* -p $work"
	sleep 1
	$(sed -n 's/^ *\(kill [0-9]*\)$/\1/p' err)
	wait $ours || true
	kill $work
	cat err
	is_svg flamegraph.svg
}

@test "flamegraph.sh: it ends where TERM is ignored" {
	run timeout -s KILL 20 sh -c 'trap "" TERM; exec "$@"' sh "$FLAMEGRAPH" "$WORK" spin 200
	[ "$status" = 0 ]
	is_svg flamegraph.svg
}

@test "flamegraph.sh: options: groups, =, words; wrong ones are refused with 2" {
	echo 'a;b 3' >f
	fg -vio x.svg f
	[ "$status" = 0 ]
	fg -ox.svg --min-width=0.2 f
	[ "$status" = 0 ]
	for wrong in --nonsense --open=1 --freq=0 --freq=x '-j 0' --palette=mud --hot=x \
	    --call-graph=x --profiler=x '-p x' --duration=x --bench=b --completions=csh; do
		fg $wrong f
		[ "$status" = 2 ]
	done
	fg
	[ "$status" = 2 ]
	fg --title
	[ "$status" = 2 ]
	fg --perfdata f --pid 1
	[ "$status" = 2 ]
}

@test "flamegraph.sh --help, -V: on standard output, 0" {
	fg --help
	[ "$status" = 0 ]
	[ -z "$stderr" ]
	[[ $output == usage:* ]]
	fg -V
	[ "$status" = 0 ]
}

@test "flamegraph.sh --completions: bash, zsh, fish; they parse and know every option" {
	for shell in bash zsh fish; do
		"$FLAMEGRAPH" --completions $shell >c.$shell
		$shell -n c.$shell
		for option in $("$FLAMEGRAPH" --help | grep -o -e '--[a-z][a-z-]*'); do
			grep -q -e "${option#--}" c.$shell || { echo "$shell: $option"; false; }
		done
	done
}

@test "flamegraph.sh: the bash completion offers options and values" {
	source <("$FLAMEGRAPH" --completions bash)
	COMP_WORDS=(flamegraph.sh --pal) COMP_CWORD=1 COMPREPLY=()
	_flamegraph_sh flamegraph.sh --pal flamegraph.sh
	[ "${COMPREPLY[*]}" = --palette ]
	COMP_WORDS=(flamegraph.sh --palette ja) COMP_CWORD=2 COMPREPLY=()
	_flamegraph_sh flamegraph.sh ja --palette
	[ "${COMPREPLY[*]}" = java ]
}

@test "flamegraph.sh: on a terminal a progress line, elsewhere none" {
	use_stub
	echo 2.5 >"$STUB/script.sleep"
	script -qec "exec '$FLAMEGRAPH' --perfdata '$STUB/record.data'" /dev/null >out
	grep -q 'converting, [12] s, 0 MB' out
	fg --perfdata "$STUB/record.data"
	did_not_say 'converting'
}

@test "flamegraph.sh FILE: a bad line is told by the name of the file" {
	printf 'a;b 3\nbad\n' >torn.folded
	fg torn.folded
	[ "$status" = 0 ]
	said 'torn.folded:2:'
	fg --diff torn.folded torn.folded
	[ "$status" = 0 ]
	said 'torn.folded:2:'
}

@test "flamegraph.sh FILE: a named pipe" {
	mkfifo pipe
	printf 'a;b 3\n' >pipe &
	fg pipe
	[ "$status" = 0 ]
	grep -q '<title>b (3 samples, 100.00%)</title>' flamegraph.svg
}

@test "flamegraph.sh --skip-after: of folded stacks too" {
	printf 'a;b 3\nb;c 4\n' >stacks.folded
	fg --skip-after b --folded out.folded stacks.folded
	[ "$(cat out.folded)" = 'b 3
b;c 4' ]
}
