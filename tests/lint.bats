load setup
bats_require_minimum_version 1.5.0

setup() {
	cd "$TOP" || return
}

build() {
	make -s -j2 B="$BATS_TEST_TMPDIR/build" "$@"
}

# bats test_tags=real
@test "gcc: no warning" {
	build CC=gcc CFLAGS='-O2 -Werror' all units fuzzers
}

# bats test_tags=real
@test "clang: no warning" {
	build CC=clang CFLAGS='-O2 -Werror' all units fuzzers
}

# bats test_tags=real
@test "musl: no warning, and the tools run" {
	build CC=musl-gcc CFLAGS='-O2 -Werror' all
	echo 'a;b 1' | "$BATS_TEST_TMPDIR/build/bin/stackagg" | grep -x 'a;b 1'
}

# bats test_tags=real
@test "shellcheck: the scripts are clean" {
	shellcheck flamegraph.sh .ci/run tests/run tests/install tests/cases
	shellcheck -x -P tests/bench tests/bench/*.sh tests/browser/lint tests/browser/packages
	shellcheck -s bash share/completions/*.bash
}

# bats test_tags=real
@test "mandoc: the manuals are clean" {
	mandoc -Tlint -Wwarning */*.1 share/man/*/*.[0-9]
}

@test "the top level holds these entries and no others" {
	run -0 sh -c 'git ls-files | cut -d/ -f1 | sort -u | grep -v "^\." |
		tr "\n" " "'
	[ "$output" = "LICENSE Makefile README.md collapse-dtrace collapse-perf \
flamegraph.sh flamesvg share stackagg tests " ]
}

@test "a tool includes nothing of another tool, the library nothing of a tool" {
	for tool in collapse-perf collapse-dtrace stackagg flamesvg share/lib; do
		for line in $(grep -ho '#include "[^"]*"' $tool/*.c $tool/*.h |
			cut -d'"' -f2 | sort -u); do
			[ -f $tool/$line ] || [ -f share/lib/$line ] || {
				echo "$tool includes $line"
				return 1
			}
		done
	done
}
