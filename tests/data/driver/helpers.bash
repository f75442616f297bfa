# For the tests of flamegraph.sh: each runs in a folder of its own, with a
# TMPDIR of its own, and must leave nothing behind.

DRIVER=$BATS_TEST_DIRNAME/data/driver

# Once for each file: $WORK, the program that is recorded.
build_work()
{
	WORK=$BATS_FILE_TMPDIR/work
	cc -g -O1 -fno-omit-frame-pointer -o "$WORK" "$DRIVER/work.c"
	export WORK
}

own_place()
{
	export TMPDIR=$BATS_TEST_TMPDIR/tmp
	mkdir -p "$TMPDIR" "$BATS_TEST_TMPDIR/here"
	cd "$BATS_TEST_TMPDIR/here" || return
}

# Every process that a test starts carries its TMPDIR.
processes_left()
{
	local file
	grep -lzxF "TMPDIR=$TMPDIR" /proc/[0-9]*/environ 2>/dev/null |
	    while read -r file; do
		file=${file%/environ}
		[ "$(cat "$file/comm" 2>/dev/null)" = grep ] || ! [ -e "$file" ] ||
		    echo "${file#/proc/} $(tr '\0' ' ' <"$file/cmdline")"
	done
}

nothing_left()
{
	local left
	left=$(processes_left; ls -A "$TMPDIR"; find . -name '.flamegraph.*')
	[ -z "$left" ] || { echo "left behind: $left"; return 1; }
}

end_left()
{
	processes_left | while read -r pid _; do
		kill "$pid"
	done
}

fg()
{
	run --separate-stderr timeout -k 5 60 "$FLAMEGRAPH" "$@"
	# bats shows this when a test fails
	printf '%s\n' "status $status" "$output" "$stderr"
}

# As an ordinary user, who may not see our folders: with a copy in a public one.
fg_as_user()
{
	local public=$BATS_TEST_TMPDIR/public
	mkdir -p "$public"
	cp "$FLAMEGRAPH" "$BIN/"{collapse-perf,collapse-dtrace,stackagg,flamesvg} "$public"
	chmod 777 . "$TMPDIR"
	chmod 755 "$BATS_RUN_TMPDIR" "$BATS_FILE_TMPDIR" "$BATS_FILE_TMPDIR/.." \
	    "$BATS_TEST_TMPDIR" "$BATS_TEST_TMPDIR/.." "$public"
	run --separate-stderr setpriv --reuid=65534 --regid=65534 --clear-groups \
	    "$public/${FLAMEGRAPH##*/}" "$@"
	printf '%s\n' "status $status" "$output" "$stderr"
}

# With the signals of a command in the foreground; to be followed by &.
plainly()
{
	exec env --default-signal=INT,QUIT "$@"
}

said()	# TEXT: on stderr
{
	[[ $stderr == *"$1"* ]]
}

did_not_say()
{
	[[ $stderr != *"$1"* ]]
}

is_svg()	# FILE
{
	xmllint --noout "$1" && grep -q '<title>all (' "$1"
}

samples_of()	# SVG: how many, by its title
{
	sed -n 's/.*<title>all (\([0-9,]*\) .*/\1/p' "$1" | tr -d ,
}

has_frame()	# SVG NAME
{
	grep -q "<title>$2 (" "$1"
}

wait_for()	# COMMAND…: until it succeeds, 10 s at most
{
	local i
	for i in $(seq 100); do
		"$@" 2>/dev/null && return
		sleep 0.1
	done
	echo "waited in vain for $*"
	return 1
}

# A perf that says what the files of $STUB hold; by default it has recorded
# 120 samples of app.
use_stub()
{
	STUB=$BATS_TEST_TMPDIR/stub PERF=$DRIVER/stub/perf
	mkdir -p "$STUB"
	export STUB PERF
	cp "$DRIVER/stub/"{stats,header}.out "$STUB"
	printf 'PERFILE2\020\0\0\0\0\0\0\0' >"$STUB/record.data"
	touch "$STUB/record.run"
	stub_stack leaf main _start >"$STUB/script.out"
}

# 120 samples of app with these frames, leaf first.
stub_stack()	# FRAME…
{
	local frame
	for _ in $(seq 120); do
		echo 'app  4122   500.000100:    1000 cycles:u: '
		for frame; do
			printf '\t    1163 %s+0x3a (/opt/app)\n' "$frame"
		done
		echo
	done
}

# perf records nothing and says this.
stub_fails()	# TEXT [STATUS]
{
	rm -f "$STUB/record.data" "$STUB/record.run"
	printf '%s\n' "$1" >"$STUB/record.err"
	echo "${2:-255}" >"$STUB/record.status"
}
