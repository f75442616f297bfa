#!/usr/bin/env bats
# bats file_tags=real
# What flamegraph.sh says about each fault: one cause, one command.  A stub
# that prints what perf 6.1 prints stands in where the fault can't be made.

bats_require_minimum_version 1.5.0
load setup
load data/driver/helpers

setup_file()
{
	build_work
	export RECORDING=$BATS_FILE_TMPDIR/old.data
	perf record -q -F 2000 --call-graph dwarf,8192 -o "$RECORDING" \
	    "$WORK" spin 200 2>/dev/null
}

setup()
{
	own_place
}

teardown()
{
	nothing_left
	[ ! -e flamegraph.svg ] || is_svg flamegraph.svg
}

failed()
{
	[ "$status" = 1 ] && [ ! -e flamegraph.svg ] && ! ls | grep -q 'perf\.data'
}

# Programs that are found, and no perf among them.
without_perf()
{
	local name
	mkdir bin
	for name in /usr/bin/* /bin/*; do
		case ${name##*/} in
		perf | apt-get | dnf | pacman | zypper | apk) ;;
		*) ln -sf "$name" bin/ ;;
		esac
	done
}

# ---- perf itself

@test "diagnose: perf is missing: the package for this system" {
	without_perf
	PATH=$PWD/bin:$BIN fg "$WORK"
	failed
	said 'perf is not installed'
	for pair in 'apt-get:sudo apt install' 'dnf:sudo dnf install perf' \
	    'pacman:sudo pacman -S perf' 'zypper:sudo zypper install perf' 'apk:sudo apk add perf'; do
		ln -sf /bin/true "bin/${pair%%:*}"
		PATH=$PWD/bin:$BIN fg "$WORK"
		said "${pair#*:}"
		rm "bin/${pair%%:*}"
	done
}

@test "diagnose: PERF names no program" {
	PERF=/nowhere/perf fg "$WORK"
	failed
	said 'perf is not installed (or set PERF'
}

wrapper()
{
	mkdir -p bin
	cat >bin/perf <<-'END'
		#!/bin/sh
		echo "WARNING: perf not found for kernel 5.4.0-42" >&2
		echo >&2
		echo "  You may need to install the following packages for this specific kernel:" >&2
		echo "    linux-tools-5.4.0-42-generic" >&2
		exit 2
	END
	chmod +x bin/perf
}

@test "diagnose: a wrapper without a perf for this kernel" {
	wrapper
	PERF=$PWD/bin/perf fg "$WORK"
	failed
	said "a wrapper that has no perf for kernel $(uname -r)"
	said 'install'
}

@test "diagnose: a wrapper, and another kernel's perf, which is used" {
	wrapper
	folder=/usr/lib/linux-tools-flamegraph-test
	mkdir "$folder"
	ln -s "$(command -v perf)" "$folder/perf"
	PATH=$PWD/bin:$PATH fg "$WORK" spin 150
	rm -r "$folder"
	[ "$status" = 0 ]
	said "$folder/perf is used"
	is_svg flamegraph.svg
}

@test "diagnose: a perf that cannot convert" {
	use_stub
	echo "perf: 'report' is not a perf-command. See 'perf --help'." >"$STUB/stats.out"
	echo 1 >"$STUB/stats.status"
	fg --perfdata "$STUB/record.data"
	failed
	said 'this perf cannot convert'
}

# ---- permissions

access_limited='Error:
Access to performance monitoring and observability operations is limited.
Consider adjusting /proc/sys/kernel/perf_event_paranoid setting to open
access to performance monitoring and observability operations for processes
without CAP_PERFMON, CAP_SYS_PTRACE or CAP_SYS_ADMIN Linux capability.
perf_event_paranoid setting is 2:
  -1: Allow use of (almost) all events by all users
      Ignore mlock limit after perf_event_mlock_kb without CAP_IPC_LOCK'

@test "diagnose: perf_event_paranoid forbids it" {
	use_stub
	stub_fails "$access_limited"
	chmod -R a+rwX "$STUB"
	cp "$PERF" "$STUB/perf"
	PERF=$STUB/perf
	fg_as_user "$WORK"
	failed
	said 'kernel.perf_event_paranoid is'
	said 'sudo sysctl kernel.perf_event_paranoid=1     (or: flamegraph.sh --root)'
	said '    | Access to performance monitoring'
}

@test "diagnose: perf_event_paranoid is fine: a container's filter" {
	use_stub
	stub_fails "$access_limited"
	fg "$WORK"
	failed
	said 'a container'
	said -- '--cap-add PERFMON'
}

@test "diagnose: another user's process" {
	fg_as_user -p $$
	failed
	said "process $$ belongs to another user (uid 0); lowering perf_event_paranoid will not help."
	said "flamegraph.sh --root -p $$"
}

@test "diagnose: a process that is gone" {
	fg -p 4194301
	failed
	said 'no process 4194301'
	use_stub
	stub_fails "Couldn't create thread/CPU maps: No such process"
	fg -p $$
	failed
	said "no process $$ (it may have ended)."
}

@test "diagnose: kernel frames are missing at perf_event_paranoid 2" {
	old=$(cat /proc/sys/kernel/perf_event_paranoid)
	[ "$old" = 2 ] || echo 2 >/proc/sys/kernel/perf_event_paranoid
	fg_as_user "$WORK" spin 200
	[ "$old" = 2 ] || echo "$old" >/proc/sys/kernel/perf_event_paranoid
	[ "$status" = 0 ]
	said 'kernel.perf_event_paranoid is 2: kernel frames are missing.'
}

@test "diagnose: kptr_restrict, only if the kernel was recorded" {
	old=$(cat /proc/sys/kernel/kptr_restrict)
	use_stub
	printf 'WARNING: Kernel address maps (/proc/{kallsyms,modules}) are restricted,\ncheck /proc/sys/kernel/kptr_restrict and /proc/sys/kernel/perf_event_paranoid.\n\nSamples in kernel functions may not be resolved if a suitable vmlinux\nfile is not found in the buildid cache or in the vmlinux path.\n' >"$STUB/record.err"
	echo 1 >/proc/sys/kernel/kptr_restrict
	fg "$WORK"
	quiet=$stderr
	stub_stack leaf main _start | sed 's/leaf.*/[unknown] ([kernel.kallsyms])/' >"$STUB/script.out"
	fg "$WORK"
	echo "$old" >/proc/sys/kernel/kptr_restrict
	[[ $quiet != *kptr* ]]
	said 'kernel.kptr_restrict is 1: functions of the kernel have no names.'
	said 'sudo sysctl kernel.kptr_restrict=0'
	did_not_say 'Kernel address maps'
}

@test "diagnose: the mlock limit" {
	fg_as_user -c 'record -g -m 64M' "$WORK"
	failed
	said 'perf may not lock memory'
	said 'sudo sysctl kernel.perf_event_mlock_kb='
}

# ---- what can be recorded

@test "diagnose: no hardware counters: the timer is used, and that is said" {
	use_stub
	sed -i 's/cycles:u/cpu-clock:pppH/' "$STUB"/*.out
	fg "$WORK"
	[ "$status" = 0 ]
	said 'no hardware counters here (a virtual machine?): fell back to the cpu-clock timer.'
	# an older perf refuses, and is asked again
	cat >perf <<-'END'
		#!/bin/sh
		case "$*" in
		*'-e cpu-clock'* | [!r]* | report*) exec "$REAL" "$@" ;;
		esac
		echo 'Error:' >&2
		echo 'cycles: PMU Hardware doesn'\''t support sampling/overflow-interrupts. Try '\''perf stat'\''' >&2
		exit 255
	END
	chmod +x perf
	REAL=$PERF PERF=$PWD/perf fg -o b.svg "$WORK" say once
	[ "$status" = 0 ]
	[ "$output" = 'out once' ]
	said 'fell back to the cpu-clock timer'
}

@test "diagnose: an event that isn't there is not replaced" {
	fg --event nonsense-event "$WORK"
	failed
	use_stub
	stub_fails $'Error:\nThe instructions event is not supported.'
	fg --event instructions "$WORK"
	failed
	said 'no such event'
	said 'flamegraph.sh --event cpu-clock'
}

@test "diagnose: DWARF dumps are refused: frame pointers are used, and that is said" {
	use_stub
	cat >perf <<-'END'
		#!/bin/sh
		case "$*" in
		*'--call-graph dwarf'*)
			echo 'Error: dwarf callchain is not supported on this architecture' >&2
			exit 255 ;;
		esac
		exec "$REAL" "$@"
	END
	chmod +x perf
	REAL=$PERF PERF=$PWD/perf fg --event cycles "$WORK" say once
	[ "$status" = 0 ]
	[ "$output" = 'out once' ]
	said 'fell back to frame pointers'
	grep -q -e '--call-graph fp' "$STUB/calls"
}

@test "diagnose: no branch records" {
	use_stub
	stub_fails $'Error:\ncpu-clock:pppH: PMU Hardware or event type doesn\'t support branch stack sampling.'
	fg --call-graph lbr "$WORK"
	failed
	said '--call-graph lbr'
}

@test "diagnose: a target not found, not executable, a directory" {
	fg -- ./nothing
	failed
	said './nothing: not found.'
	fg -- nothing-in-path
	failed
	said 'nothing-in-path: not found.'
	touch file
	fg -- ./file
	failed
	said './file: not executable.'
	said 'chmod +x ./file'
	mkdir folder
	fg -- ./folder
	failed
	said './folder: is a directory.'
	fg folder
	failed
	said 'folder: is a directory.'
}

@test "diagnose: a target whose interpreter is missing" {
	printf '#!/no/such\n' >script
	chmod +x script
	fg ./script
	failed
	said './script: cannot be started'
}

@test "diagnose: a rate that the kernel doesn't allow" {
	use_stub        # at the limit a busy machine may do nothing else
	limit=$(cat /proc/sys/kernel/perf_event_max_sample_rate)
	fg -v --call-graph fp -F $((limit + 1000)) "$WORK"
	[ "$status" = 0 ]
	said "the kernel allows at most $limit samples a second"
	said "record -F $limit "
}

@test "diagnose: perf throttles: the rate really used" {
	use_stub
	echo 'warning: Maximum frequency rate (3000 Hz) exceeded, throttling from 20000 Hz to 3000 Hz.' >"$STUB/record.err"
	fg "$WORK"
	[ "$status" = 0 ]
	said 'throttling from 20000 Hz to 3000 Hz'
}

@test "diagnose: no samples: how long it ran, and what to do" {
	fg -F 1 "$WORK" nap 50
	failed
	said 'no samples: it ran for '
	said 'at 1 Hz'
	said 'flamegraph.sh --freq 9973'
}

@test "diagnose: no samples in a file" {
	perf record -q -F 1 -o none.dat "$WORK" 2>/dev/null || true
	fg --perfdata none.dat
	failed
	said 'none.dat: no samples in it.'
}

@test "diagnose: few samples" {
	fg -F 200 "$WORK" spin 150
	[ "$status" = 0 ]
	said 'percentages are rough.'
	said '--freq 9973'
}

@test "diagnose: lost samples: their share, also in the picture" {
	use_stub
	sed -i '$a\    LOST_SAMPLES events:         40' "$STUB/stats.out"
	printf 'Warning:\nProcessed 160 samples and lost 25.00%%!\n' >"$STUB/record.err"
	fg "$WORK"
	[ "$status" = 0 ]
	said 'perf lost 40 of the samples (25.0%). Lower --freq or use smaller stack dumps.'
	grep -q '25.0% of the samples were lost' flamegraph.svg
	said '120 drawn, 40 lost'
}

@test "diagnose: lost and few samples of an existing recording" {
	use_stub
	sed -i 's/ 120/ 60/; $a\    LOST_SAMPLES events:         40' "$STUB/stats.out"
	sed -i 's/sample_freq } = [0-9]*/sample_freq } = 99/' "$STUB/header.out"
	fg --perfdata "$STUB/record.data"
	[ "$status" = 0 ]
	said 'perf lost 40 of the samples (40.0%).'
	said '--freq 25 '
	grep -q '40.0% of the samples were lost' flamegraph.svg
	said 'few samples (60)'
}

@test "diagnose: lost chunks, where perf doesn't count samples" {
	use_stub
	sed -i '/COMM/a\            LOST events:         24' "$STUB/stats.out"
	printf 'Warning:\nProcessed 61 events and lost 24 chunks!\n\nCheck IO/CPU overload!\n' >"$STUB/record.err"
	fg "$WORK"
	[ "$status" = 0 ]
	said 'perf lost 24 chunks of samples.'
}

@test "diagnose: all samples lost" {
	use_stub
	sed -i '/ SAMPLE events/d' "$STUB/stats.out"
	echo '    LOST_SAMPLES events:         40' >>"$STUB/stats.out"
	printf 'Warning:\nProcessed 11931 samples and lost 100.00%%!\n' >"$STUB/record.err"
	fg "$WORK"
	failed
	said 'perf lost 40 of the samples (100.0%)'
}

@test "diagnose: perf fails for another reason: its own words" {
	use_stub
	stub_fails 'the moon is in the wrong phase' 7
	fg "$WORK"
	failed
	said 'perf recorded nothing (status 7).'
	said '    | the moon is in the wrong phase'
}

# In a name space of its own, the folder of temporary files is a small disk.
on_small_disk()	# KB COMMAND…
{
	run --separate-stderr unshare -m sh -c 'mount -t tmpfs -o "size=$1k" tmpfs "$TMPDIR" && shift && "$@"' sh "$@"
	printf '%s\n' "status $status" "$output" "$stderr"
}

@test "diagnose: the disk is full: of temporary files, of the recording" {
	echo 'a;b 3' >f
	for what in f "$RECORDING" "--diff f f" "$WORK"; do
		on_small_disk 32 "$FLAMEGRAPH" $what
		failed
		said "$TMPDIR: no room for temporary files."
	done
	on_small_disk 400 "$FLAMEGRAPH" -o "$TMPDIR/x.svg" "$WORK" spin 500
	[ "$status" = 1 ]
	said 'the disk is full. Choose another place by -o FILE.'
	use_stub
	stub_fails 'failed to write perf data, error: No space left on device'
	fg "$WORK"
	failed
	said 'the disk is full'
	said '    | failed to write perf data'
	TMPDIR=/nowhere fg f
	[ "$status" = 1 ]
	said '/nowhere: no room for temporary files.'
	mkdir -- -t
	TMPDIR=-t fg f
	[ "$status" = 0 ]
	[ -z "$(ls -A ./-t)" ]
}

@test "diagnose: nothing can be written here" {
	echo 'a;b 3' >f
	run --separate-stderr unshare -m sh -c 'mount --bind . . && mount -o remount,ro,bind . && cd "$PWD" && "$@"' sh "$FLAMEGRAPH" f
	[ "$status" = 1 ]
	[[ $stderr == *"$PWD: nothing can be written there. Choose another place by -o FILE."* ]]
	run --separate-stderr unshare -m sh -c 'mount --bind . . && mount -o remount,ro,bind . && cd "$PWD" && "$@"' sh "$FLAMEGRAPH" -o - "$WORK" spin 200
	[ "$status" = 0 ]
	[[ $output == '<?xml'* ]]
}

@test "diagnose: what perf says besides is handed on" {
	use_stub
	printf '[ perf record: Woken up 1 times to write data ]\nsomething new\n[ perf record: Captured and wrote 0.034 MB x (396 samples) ]\n' >"$STUB/record.err"
	fg "$WORK"
	said '    | something new'
	did_not_say 'Woken'
}

# ---- what was recorded

@test "diagnose: perf.data empty, unfinished, cut, of root, gone" {
	: >empty.dat
	fg --perfdata empty.dat
	failed
	said 'empty.dat: is empty'
	perf record -q -o killed.dat "$WORK" spin 3000 2>/dev/null 3>&- &
	wait_for test -s killed.dat
	sleep 0.2
	kill -9 $!
	pkill -x work -f "$WORK spin 3000" || true
	fg --perfdata killed.dat
	failed
	said 'killed.dat: unfinished: perf was killed'
	head -c 300000 "$RECORDING" >cut.dat
	fg --perfdata cut.dat
	failed
	said 'cut.dat: cut off'
	head -c 60 "$RECORDING" >cut.dat
	fg --perfdata cut.dat
	failed
	cp "$RECORDING" ours.dat
	chmod 600 ours.dat
	fg_as_user --perfdata ours.dat
	failed
	said 'ours.dat: not readable; it belongs to root.'
	said 'sudo chown "$USER" ours.dat'
	fg --perfdata nothing.dat
	failed
	said 'nothing.dat: no such file.'
}

@test "diagnose: perf.data of a newer perf" {
	use_stub
	echo 'incompatible file format (rerun with -v to learn more)' >"$STUB/stats.err"
	: >"$STUB/stats.out"
	echo 255 >"$STUB/stats.status"
	sed -i 's/perf version : .*/perf version : 6.12.9/' "$STUB/header.out"
	fg --perfdata "$STUB/record.data"
	failed
	said 'written by perf 6.12.9, this is 6.1.0: use that perf or a newer one.'
}

@test "diagnose: perf.data that perf cannot read" {
	use_stub
	echo '0xbe8 [0]: failed to process type: 0 [Invalid argument]' >"$STUB/stats.err"
	: >"$STUB/stats.out"
	echo 234 >"$STUB/stats.status"
	fg --perfdata "$STUB/record.data"
	failed
	said 'perf cannot read it (status 234)'
	said '    | 0xbe8 [0]: failed to process type'
}

@test "diagnose: a recording is kept when what follows fails" {
	use_stub
	echo 139 >"$STUB/script.status"
	fg "$WORK"
	[ "$status" = 1 ]
	kept=$(sed -n 's/.*the recording is kept: //p' <<<"$stderr")
	cmp "$kept" "$STUB/record.data"
	rm "$kept"
}

@test "diagnose: perf script crashed" {
	use_stub
	echo 139 >"$STUB/script.status"
	fg --perfdata "$STUB/record.data"
	failed
	said 'perf script died by signal 11: a fault of perf.'
	said 'flamegraph.sh --no-inline --perfdata'
}

@test "diagnose: perf script failed" {
	use_stub
	echo 5 >"$STUB/script.status"
	: >"$STUB/script.out"
	echo 'some reason' >"$STUB/script.err"
	fg --perfdata "$STUB/record.data"
	failed
	said 'perf script failed (status 5)'
	said '    | some reason'
}

@test "diagnose: no call chains" {
	perf record -q -F 2000 -o flat.dat "$WORK" spin 100 2>/dev/null
	fg --perfdata flat.dat
	[ "$status" = 0 ]
	said 'no call chains'
	said 'flamegraph.sh --call-graph'
	perf script -i flat.dat 2>/dev/null | { fg -; said 'no call chains'; }
	echo 'a 1' | { fg -; did_not_say 'no call chains'; }
}

@test "diagnose: DWARF stacks that are cut" {
	perf record -q -F 2000 --call-graph dwarf,8192 -o cut.dat "$WORK" dive 3000 150 2>/dev/null
	fg --perfdata cut.dat
	[ "$status" = 0 ]
	said 'of the stacks are cut'
	said '--call-graph dwarf,65528'
	fg --perfdata "$RECORDING"
	did_not_say 'are cut'
}

@test "diagnose: no frame pointers" {
	use_stub
	sed -i 's/, sample_stack_user = 64000//' "$STUB/header.out"
	stub_stack leaf >"$STUB/script.out"
	fg --perfdata "$STUB/record.data"
	[ "$status" = 0 ]
	said 'stacks are 1.0 frames deep on average: built without frame pointers?'
	said 'flamegraph.sh --call-graph dwarf'
}

@test "diagnose: stacks of exactly 127 frames" {
	perf record -q -F 2000 --call-graph fp -o deep.dat "$WORK" dive 300 100 2>/dev/null
	fg --perfdata deep.dat
	[ "$status" = 0 ]
	said 'of the stacks have exactly 127 frames'
	said 'sudo sysctl kernel.perf_event_max_stack=1024'
	perf record -q -F 2000 --call-graph dwarf,65528 -o deep.dat "$WORK" dive 300 100 2>/dev/null
	perf script -i deep.dat 2>/dev/null | {
		fg -
		said 'perf script --max-stack 1024'
	}
	fg --perfdata deep.dat
	did_not_say '127'
}

@test "diagnose: files that are not on this machine" {
	cp "$WORK" gone
	HOME=$PWD/h1 perf record -q -F 2000 -g -o gone.dat ./gone spin 100 2>/dev/null
	rm gone
	HOME=$PWD/h2 fg --perfdata gone.dat
	[ "$status" = 0 ]
	said "1 files of this recording are not on this machine ($PWD/gone)"
	said 'perf archive'
	cc -g -O2 -DOTHER -o gone "$DRIVER/work.c"
	HOME=$PWD/h2 fg --perfdata gone.dat
	said 'not on this machine'
}

@test "diagnose: files that an older perf failed to open" {
	use_stub
	for f in app libone.so libtwo.so libthree.so; do
		echo "Failed to open /opt/$f, continuing without symbols"
	done >"$STUB/script.err"
	stub_stack '[unknown]' main _start >"$STUB/script.out"
	fg --perfdata "$STUB/record.data"
	[ "$status" = 0 ]
	said '4 files of this recording are not on this machine (/opt/app, /opt/libone.so, /opt/libthree.so)'
}

@test "diagnose: generated code without a map, or with another user's" {
	perf record -q -F 2000 -g -o jit.dat "$WORK" jit 150 2>/dev/null
	fg --perfdata jit.dat
	[ "$status" = 0 ]
	[[ $stderr =~ 'process '([0-9]+)' ran generated code and left no /tmp/perf-' ]]
	said 'node --perf-basic-prof'
	map=/tmp/perf-${BASH_REMATCH[1]}.map
	echo '1 1 nothing' >"$map"
	chown 65534 "$map"
	fg --perfdata jit.dat
	rm "$map"
	said "$map belongs to another user, so perf ignores it."
}

@test "diagnose: slow look-ups of inlined functions" {
	use_stub
	mkdir bin
	cp "$(command -v sleep)" bin/addr2line
	cat >perf <<-'END'
		#!/bin/sh
		case $*" " in
		*--header-only*) ;;
		script*) "$HERE/bin/addr2line" 7 ;;
		esac
		exec "$REAL" "$@"
	END
	chmod +x perf
	HERE=$PWD REAL=$PERF PERF=$PWD/perf fg --perfdata "$STUB/record.data"
	[ "$status" = 0 ]
	said 'addr2line, which is slow.'
	said 'flamegraph.sh --no-inline'
}

@test "diagnose: look-ups of inlined functions that failed" {
	use_stub
	printf 'cmd__addr2line app: could not read first record\n%.0s' 1 2 3 >"$STUB/script.err"
	fg --perfdata "$STUB/record.data"
	[ "$status" = 0 ]
	said '3 look-ups of inlined functions failed'
}

# ---- other inputs

@test "diagnose: what is no recording: what it looks like, and what is needed" {
	head -c 1000 /dev/urandom | cat <(printf '\0') - >binary
	echo '<svg xmlns="http://www.w3.org/2000/svg"></svg>' >svg
	printf '<?xml version="1.0"?>\n<svg></svg>\n' >svg2
	printf '<!DOCTYPE html>\n<html></html>\n' >html
	echo '{"a": 1}' >json
	printf '#!/bin/sh\necho\n' >script
	echo 'just words' >words
	: >empty
	: | gzip >empty.gz
	echo 'a;b 1' | gzip | head -c 20 >cut.gz
	cp "$WORK" elf
	chmod -x elf
	for pair in 'binary:a binary file' svg:SVG svg2:SVG html:HTML json:JSON \
	    'script:a script' 'words:other text' 'empty:is empty' 'empty.gz:is empty' \
	    'elf:a program'; do
		fg "${pair%%:*}"
		failed
		said "${pair#*:}"
		said 'Needed: perf.data, the text of perf script'
	done
	fg cut.gz
	failed
	fg nothing
	failed
	said 'nothing: not found'
}
