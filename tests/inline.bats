bats_require_minimum_version 1.5.0
load setup

# Programs are recorded once: pie, fixed (loaded where it was linked) and
# one in a folder with a name that a shell would run.
setup_file() {
	cd "$BATS_FILE_TMPDIR" || return
	command -v perf addr2line cc >/dev/null || return 0
	local flags='-g -O2 -fno-omit-frame-pointer -fno-shrink-wrap'
	local folder="a \"b\" \$(touch pwned);'c"
	mkdir "$folder"
	cc $flags -fPIE -pie "$BATS_TEST_DIRNAME/data/inline/work.c" -o pie
	cc $flags -fno-pie -no-pie "$BATS_TEST_DIRNAME/data/inline/work.c" \
		-o fixed
	cp pie "$folder/-e"
	record pie ./pie
	record fixed ./fixed
	record folder "./$folder/-e"
}

# record NAME PROGRAM: NAME.txt, or nothing where perf may not record.
record() {
	perf record -q -F 499 -e cpu-clock:u -g --call-graph fp -o "$1.data" \
		-- "$2" >/dev/null 2>&1 || return 0
	perf script --no-inline -i "$1.data" >"$1.txt" 2>/dev/null
	rm "$1.data"
}

setup() {
	cd "$BATS_FILE_TMPDIR" || return
}

need() {
	[ -s "$1.txt" ] || skip "perf may not record here"
}

# The stack with the largest count.
hottest() {
	collapse-perf "$@" | stackagg --order=count | sed -n '1s/ [0-9]*$//p'
}

# stub SCRIPT: an addr2line that is this script.
stub() {
	mkdir -p "$BATS_TEST_TMPDIR/bin"
	printf '#!/bin/sh\n%s\n' "$1" >"$BATS_TEST_TMPDIR/bin/addr2line"
	chmod +x "$BATS_TEST_TMPDIR/bin/addr2line"
	PATH=$BATS_TEST_TMPDIR/bin:$PATH
}

@test "inline: addr2line that dies, hangs, talks nonsense, is missing" {
	"${BIN%/bin}/unit/inline"
}

@test "inline: a module that is no file, no program or a name like an option" {
	mkdir -p "$BATS_TEST_TMPDIR/d"
	cd "$BATS_TEST_TMPDIR/d"
	mkdir -- -e
	echo text >--help
	mkfifo fifo
	cat >in <<-'END'
	a 1 1.0: 1 cycles:
		401000 f+0x1 (--help)
		401000 g+0x1 (-e)
		401000 h+0x1 (fifo)
		401000 i+0x1 (/no/$(touch pwned)/`touch pwned`)
		401000 j+0x1 (x (deleted))
		401000 k+0x1 ([heap])
		401000 l+0x1 (/tmp/perf-1.map)
		401000 m+0xfffffffffffffffff (in)
		401000 n+0x1
	END
	run -0 --separate-stderr collapse-perf --context in
	[ "$output" = 'a;n;m;l;k;j;i;h;g;f 1' ]
	[ "$stderr" = 'collapse-perf: inlined functions are not shown: '\
'--help: not an ELF file (the first of 6 files)' ]
	[ ! -e pwned ]
}

# bats test_tags=real
@test "inline: a program of any address and one of a fixed one" {
	need pie
	hottest pie.txt | grep ';main;caller;outer$'
	hottest --inline pie.txt | grep ';main;caller;calls;outer;middle;inner$'
	[ "$(hottest --inline --root=none fixed.txt)" = \
		"$(hottest --inline --root=none pie.txt)" ]
}

# bats test_tags=real
@test "inline: addresses as at run time and as in the file" {
	need pie
	sed -E 's/^\t +([0-9a-f]+) (.*pie\))/\t    5555000\1 \2/' pie.txt \
		>run.txt
	run -1 cmp -s pie.txt run.txt
	collapse-perf --context pie.txt >want
	collapse-perf --context run.txt | cmp - want
}

# bats test_tags=real
@test "inline: behind a call, it is the call that is asked about" {
	need pie
	hottest --inline pie.txt | grep -E ';caller;calls;outer;middle;inner$'
}

# bats test_tags=real
@test "context: adds the place of each function" {
	need pie
	hottest --context pie.txt | grep -E ";caller:work.c:[0-9]+;\
calls:work.c:[0-9]+;outer:work.c:29;middle:work.c:16;inner:work.c:[0-9]+$"
	collapse-perf --inline --context pie.txt >want
	collapse-perf --context pie.txt | cmp - want
}

# bats test_tags=real
@test "inline: marks, and only where they are asked for" {
	need pie
	hottest --inline --inlined pie.txt |
		grep -E ';caller;calls_\[i];outer;middle_\[i];inner_\[i]$'
	hottest --inline --all pie.txt | grep ';outer;middle_\[i];inner_\[i]$'
	[ "$(hottest --inline --skip-after=middle pie.txt)" = 'middle;inner' ]
	hottest --inline --no-tidy pie.txt | grep ';outer;middle;inner$'
}

# bats test_tags=real
@test "inline: what perf has told is not asked again" {
	need pie
	{
		echo 'pie 1 1.0: 1 cycles:'
		grep -m1 'outer+' pie.txt | sed 's/outer/inner/;s/(.*/(inlined)/'
		grep -m1 'outer+' pie.txt | sed 's/outer/middle/;s/(.*/(inlined)/'
		grep -m1 'outer+' pie.txt
	} >told.txt
	[ "$(collapse-perf --inline told.txt)" = 'pie;outer;middle;inner 1' ]
}

# bats test_tags=real
@test "inline: a path with blanks, quotes and commands in it" {
	need folder
	hottest --inline folder.txt | grep ';outer;middle;inner$'
	[ ! -e pwned ]
}

# bats test_tags=real
@test "inline: nothing is lost, whatever the number of threads" {
	need pie
	seq 200 | while read -r _; do cat pie.txt fixed.txt; done >big.txt
	collapse-perf --context -j1 big.txt >want
	for j in 2 8; do
		collapse-perf --context -j$j big.txt | cmp - want
	done
	sum() { awk '{ n += $NF } END { printf "%.0f\n", n }'; }
	[ "$(sum <want)" = "$(collapse-perf big.txt | sum)" ]
	rm big.txt
}

# bats test_tags=real
@test "inline: one addr2line for each program" {
	need pie
	stub "echo start >>'$BATS_TEST_TMPDIR/log'
exec $(command -v addr2line) \"\$@\""
	cat pie.txt fixed.txt >both.txt
	hottest --inline both.txt | grep ';outer;middle;inner$'
	started=$(wc -l <"$BATS_TEST_TMPDIR/log")
	programs=$(grep -o '(/.*' both.txt | sort -u | wc -l)
	[ "$started" -ge 2 ]
	[ "$started" -le "$programs" ]
}

# bats test_tags=real
@test "inline: an addr2line that dies at once loses no sample" {
	need pie
	collapse-perf pie.txt >want
	stub 'exit 1'
	run -0 --separate-stderr collapse-perf --inline pie.txt
	[ "$output" = "$(cat want)" ]
	[ "${#stderr_lines[@]}" = 1 ]
	[[ $stderr == *"addr2line died"* ]]
	stub 'read a; read b; printf "%s\n" "$a"; kill -9 $$'
	run -0 --separate-stderr collapse-perf --inline pie.txt
	[ "$output" = "$(cat want)" ]
}

# bats test_tags=real
@test "inline: a stripped program, its debug information beside it" {
	need pie
	collapse-perf --context pie.txt >want
	cp pie saved
	objcopy --only-keep-debug pie pie.debug
	strip pie
	objcopy --add-gnu-debuglink=pie.debug pie
	collapse-perf --context pie.txt >got
	mv saved pie
	rm pie.debug
	cmp got want
}

# bats test_tags=real
@test "inline: a program without debug information" {
	need pie
	cp pie saved
	strip -g pie
	run -0 --separate-stderr collapse-perf --inline pie.txt
	mv saved pie
	[ "$output" = "$(collapse-perf pie.txt)" ]
}
