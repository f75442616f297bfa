#!/usr/bin/env bats
# bats file_tags=real
# cargo flamegraph with a real cargo and a real perf.

bats_require_minimum_version 1.5.0
load setup
load data/driver/helpers

# The crate is built once; each test has a copy of its sources beside the
# shared target folder.
setup_file()
{
	command -v cargo >/dev/null || PATH=$HOME/.cargo/bin:$PATH
	mkdir "$BATS_FILE_TMPDIR/bin"
	ln -s "$FLAMEGRAPH" "$BATS_FILE_TMPDIR/bin/cargo-flamegraph"
	export PATH=$BATS_FILE_TMPDIR/bin:$PATH
	export CRATE=$BATS_FILE_TMPDIR/crate CARGO_TERM_COLOR=never CARGO_NET_OFFLINE=true
	cp -R "$BATS_TEST_DIRNAME/data/driver/crate" "$CRATE"
	cd "$CRATE"
	cargo build -q --release --workspace --bins --example show
	cargo test -q --release --no-run --test whole --lib --bins
}

setup()
{
	own_place
	cd "$CRATE"
}

teardown()
{
	rm -f "$CRATE"/*.svg
	rm -rf "$CRATE/.cargo"
	nothing_left
	[ -z "$(ls "$CRATE"/*perf.data* 2>/dev/null)" ]
}

cargo_fg()
{
	run --separate-stderr timeout -k 5 120 cargo flamegraph "$@"
	printf '%s\n' "status $status" "$output" "$stderr"
}

@test "cargo flamegraph: the documented command, as it stands" {
	NAME=whole
	run --separate-stderr cargo flamegraph --dev --no-inline --image-width 1500 --freq 8000 --palette rust --test $NAME -- --nocapture
	echo "$stderr"
	[ "$status" = 0 ]
	[[ $output == *'shown by nocapture'* ]]
	is_svg flamegraph.svg
	grep -q 'width="1500"' flamegraph.svg
	has_frame flamegraph.svg sample::churn
	# and the documented recipe prints rows
	grep '<title>' flamegraph.svg | sed 's/.*<title>\(.*\)<\/title>.*/\1/' | grep -vE 'kernel|syscall|page_fault|_dl_|__GI_|_start|clone' | sort -t'(' -k2 -rn | head -30 >rows
	grep -Eq '^[a-z:]+ \([0-9,]+ samples, [0-9]+\.[0-9][0-9]%\)$' rows
	rm rows
}

@test "cargo flamegraph: runs the program, in release, with its arguments" {
	cargo_fg -- one 'two  three' '$(touch x)'
	[ "$status" = 0 ]
	[ "$output" = 'args ["one", "two  three", "$(touch x)"]' ]
	said 'release'
	is_svg flamegraph.svg
	has_frame flamegraph.svg sample::busy
	[ ! -e x ]
}

@test "cargo flamegraph: a program that fails is drawn" {
	cargo_fg -- fail
	[ "$status" = 0 ]
	said 'the program ended with status 7'
	is_svg flamegraph.svg
	cargo_fg --exit-status -- fail
	[ "$status" = 7 ]
}

@test "cargo flamegraph --bin, -b, --example" {
	cargo_fg --bin other -o a.svg
	[ "$status" = 0 ]
	has_frame a.svg other
	cargo_fg -b other -o b.svg
	[ "$status" = 0 ]
	cargo_fg --example=show -o c.svg
	[ "$status" = 0 ]
	has_frame c.svg show
}

@test "cargo flamegraph --bench: a repeated --bench is dropped" {
	cargo_fg --bench rounds -- --bench
	[ "$status" = 0 ]
	[ "$output" = 'bench args ["--bench"]' ]
	has_frame flamegraph.svg 'rounds-[0-9a-f]*'
	cargo_fg --dev --bench rounds -- x
	[ "$status" = 0 ]
	said 'dev'
}

@test "cargo flamegraph --unit-test: the library's, without a name" {
	cargo_fg --unit-test
	[ "$status" = 0 ]
	[[ $output == *unit_of_the_library* ]]
	is_svg flamegraph.svg
	[ "$(ls *.svg)" = flamegraph.svg ]
}

@test "cargo flamegraph --unit-test NAME: only that is run; both kinds get a picture" {
	cargo_fg --unit-test other
	[ "$status" = 0 ]
	[ "$(ls *.svg)" = flamegraph.svg ]
	rm flamegraph.svg
	cargo_fg --unit-test sample -o u.svg --folded u.folded
	[ "$status" = 0 ]
	[ "$(ls *.folded)" = $'u-sample-bin.folded\nu-sample-lib.folded' ]
	rm *.folded
	[ "$(ls *.svg)" = $'u-sample-bin.svg\nu-sample-lib.svg' ]
	has_frame u-sample-lib.svg sample::busy
	has_frame u-sample-bin.svg sample::busy
	rm *.svg
	cargo_fg --unit-test=sample --unit-test-kind bin
	[ "$status" = 0 ]
	[[ $output == *unit_of_the_program* ]]
	[ "$(ls *.svg)" = flamegraph.svg ]
	cargo_fg --unit-test nothing
	[ "$status" = 1 ]
	said 'no binary of that name was run: nothing'
}

@test "cargo flamegraph: tests of one name in two packages, one of which fails" {
	cd "$BATS_TEST_TMPDIR/here"
	printf '[workspace]\nmembers = ["a", "b-c"]\nresolver = "2"\n[profile.release]\ndebug = true\n' >Cargo.toml
	for m in a b-c; do
		mkdir -p $m/src $m/tests
		printf '[package]\nname = "%s"\nversion = "0.1.0"\nedition = "2021"\n' $m >$m/Cargo.toml
		: >$m/src/lib.rs
		cp "$CRATE/src/lib.rs" $m/tests/same.rs
		printf '#[test]\nfn fails() { assert!(busy(300) == 1); }\n' >>$m/tests/same.rs
	done
	cargo_fg --test same --folded - -o s.svg
	[ "$status" = 0 ]
	[ "$(ls ./*.svg)" = $'./s-same-2.svg\n./s-same.svg' ]
	is_svg s-same.svg
	is_svg s-same-2.svg
	[ "$(grep -c '^same-[0-9a-f]*;' <<<"$output")" -gt 1 ]
	said 'ended with status 101'
	cargo_fg --unit-test b-c -p b-c
	[ "$status" = 0 ]
	is_svg flamegraph.svg
	cargo_fg --test same -o /dev/null
	[ "$status" = 0 ]
	[ ! -e /dev/null-same.svg ]
}

@test "cargo flamegraph --unit-bench" {
	cargo_fg --unit-bench
	[ "$status" = 0 ]
	is_svg flamegraph.svg
}

@test "cargo flamegraph -p: a member of the workspace, from anywhere in it" {
	cd src
	cargo_fg -p member -o ../m.svg
	[ "$status" = 0 ]
	has_frame ../m.svg member
	cd "$BATS_TEST_TMPDIR/here"
	cargo_fg --manifest-path "$CRATE/Cargo.toml" --package member
	[ "$status" = 0 ]
	is_svg flamegraph.svg
}

@test "cargo flamegraph: features, a profile of one's own, --target" {
	cargo_fg --features extra -f extra
	[ "$status" = 0 ]
	has_frame flamegraph.svg sample::extra_churn
	cargo_fg --no-default-features --profile release -r
	[ "$status" = 0 ]
	cargo_fg --target "$(rustc -vV | sed -n 's/^host: //p')" --bin other
	[ "$status" = 0 ]
	is_svg flamegraph.svg
}

@test "cargo flamegraph: no debug info, stripped: the lines for the profile in use" {
	cargo_fg --profile bare
	[ "$status" = 0 ]
	said 'sample is stripped'
	said '[profile.bare]'
	CARGO_PROFILE_BARE_STRIP=debuginfo cargo_fg --profile bare
	said 'sample has no debug info'
	said 'CARGO_PROFILE_BARE_DEBUG=true cargo flamegraph'
	CARGO_PROFILE_BARE_STRIP=false CARGO_PROFILE_BARE_DEBUG=true cargo_fg --profile bare
	did_not_say 'debug info'
	cargo_fg
	did_not_say 'debug info'
	did_not_say 'stripped'
}

@test "cargo flamegraph: a configured target and runner are kept" {
	mkdir .cargo
	host=$(rustc -vV | sed -n 's/^host: //p')
	cat >.cargo/config.toml <<-END
		[build]
		target = "$host"
		[target.$host]
		runner = ["env", "FROM_RUNNER=a b"]
	END
	cargo_fg
	[ "$status" = 0 ]
	said 'the configured runner stays in front of the program: env FROM_RUNNER=a b'
	is_svg flamegraph.svg
	has_frame flamegraph.svg sample::busy
	[ "$output" = 'args []' ]
}

@test "cargo flamegraph: a runner that is a string, relative, or for some cfg" {
	host=$(rustc -vV | sed -n 's/^host: //p')
	printf '#!/bin/sh\necho "by $1"\nshift\nexec "$@"\n' >"$CRATE/by"
	chmod +x "$CRATE/by"
	mkdir .cargo
	printf '[target.%s]\nrunner = "./by  me"\n' "$host" >.cargo/config.toml
	cd src
	cargo_fg --bin other -o "$CRATE/a.svg"
	[ "$status" = 0 ]
	[ "$output" = 'by me' ]
	cd ..
	cat >.cargo/config.toml <<-'END'
		[target.'cfg(target_os = "none")']
		runner = "nothing"
		[target.'cfg(unix)']
		runner = "./by you"
		[target.'cfg(not(windows))']
		rustflags = []
	END
	cargo_fg --bin other
	rm by
	[ "$status" = 0 ]
	[ -z "$output" ]
	said 'the runner for cfg(unix) is bypassed.'
	did_not_say 'none'
	did_not_say 'windows'
}

@test "cargo flamegraph: a runner that cargo does not tell of is said to be bypassed" {
	mkdir .cargo
	host=$(rustc -vV | sed -n 's/^host: //p')
	printf '[target.%s]\nrunner = "env A=b"\n' "$host" >.cargo/config.toml
	printf '#!/bin/sh\ncase $1 in -Z) exit 101 ;; esac\nexec "%s" "$@"\n' "$(command -v cargo)" >"$TMPDIR/../cargo"
	chmod +x "$TMPDIR/../cargo"
	CARGO=$TMPDIR/../cargo fg cargo --bin other
	[ "$status" = 0 ]
	said "cargo does not show its configuration; the runner in $CRATE/.cargo/config.toml is bypassed."
	is_svg flamegraph.svg
}

@test "cargo flamegraph: the target does not see our runner" {
	cat >"$BATS_TEST_TMPDIR/show" <<-'END'
		#!/bin/sh
		env >"$BATS_TEST_TMPDIR/env"
		exec "$@"
	END
	chmod +x "$BATS_TEST_TMPDIR/show"
	mkdir .cargo
	printf '[target."cfg(all())"]\nrunner = "nothing"\n' >.cargo/config.toml
	host=$(rustc -vV | sed -n 's/^host: //p')
	printf '[target.%s]\nrunner = "%s"\n' "$host" "$BATS_TEST_TMPDIR/show" >>.cargo/config.toml
	cargo_fg --bin other
	[ "$status" = 0 ]
	[ -s "$BATS_TEST_TMPDIR/env" ]
	! grep -q flamegraph-runner "$BATS_TEST_TMPDIR/env"
}

@test "cargo flamegraph: what does not compile is cargo's error" {
	CARGO_TARGET_DIR=$BATS_TEST_TMPDIR/target cargo_fg --bin nonsense
	[ "$status" = 101 ]
	said 'no bin target named `nonsense`'
	said 'other'
	said 'cargo ended with status 101 and nothing was recorded'
	did_not_say 'choose with --test'
	[ ! -e flamegraph.svg ]
}

@test "cargo flamegraph: a library without a target: cargo's error and what to choose" {
	cd lib-only
	cargo_fg
	[ "$status" = 101 ]
	said 'a bin target must be available'
	said 'choose with --test, --bench or --example'
}

@test "cargo flamegraph: outside of a crate, an unknown package: cargo's error alone" {
	cargo_fg -p nothing
	[ "$status" = 101 ]
	said 'nothing'
	did_not_say 'choose with'
	cd "$BATS_TEST_TMPDIR/here"
	cargo_fg
	[ "$status" = 101 ]
	said 'could not find `Cargo.toml`'
	did_not_say 'choose with'
}

@test "cargo flamegraph: an old perf and a read-only segment" {
	ld.lld --version || skip 'no lld'
	printf '#!/bin/sh
[ "$1" != --version ] || { echo perf version 5.4.1; exit; }
exec "%s" "$@"
' "$(command -v perf)" >"$BATS_TEST_TMPDIR/perf"
	chmod +x "$BATS_TEST_TMPDIR/perf"
	export CARGO_TARGET_DIR=$BATS_TEST_TMPDIR/target
	export RUSTFLAGS='-C link-arg=-fuse-ld=lld -C link-arg=-Wl,-z,separate-loadable-segments'
	cargo_fg --bin other
	did_not_say 'read-only segment'
	PERF=$BATS_TEST_TMPDIR/perf cargo_fg --bin other
	[ "$status" = 0 ]
	said 'other was linked by LLD with a separate read-only segment, which perf 5.4.1 misreads.'
	said -- '--no-rosegment'
	RUSTFLAGS='-C link-arg=-fuse-ld=lld -C link-arg=-Wl,--no-rosegment' PERF=$BATS_TEST_TMPDIR/perf cargo_fg --bin other
	[ "$status" = 0 ]
	did_not_say 'read-only segment'
}

@test "cargo flamegraph: the conflicts and the mistakes" {
	cargo_fg --bin a --test b
	[ "$status" = 2 ]
	cargo_fg words
	[ "$status" = 2 ]
	said 'flamegraph.sh -- cargo'
	CARGO=/nowhere fg cargo --bin other
	[ "$status" = 1 ]
	said 'cargo is not installed'
}

@test "cargo flamegraph: help, and flamegraph.sh cargo is the same" {
	run cargo flamegraph --help
	[ "$status" = 0 ]
	[[ $output == *--unit-test* ]]
	run cargo help flamegraph </dev/null
	[ "$status" = 0 ]
	fg cargo flamegraph --bin other -o a.svg
	[ "$status" = 0 ]
	fg -o b.svg cargo --bin other
	[ "$status" = 0 ]
	is_svg a.svg
	is_svg b.svg
}

@test "cargo flamegraph: odd names of folders and pictures" {
	name=$'a  b\'$(touch x)'
	mkdir -p "$BATS_TEST_TMPDIR/here/$name"
	cd "$BATS_TEST_TMPDIR/here/$name"
	TMPDIR="$BATS_TEST_TMPDIR/here/$name" cargo_fg --manifest-path "$CRATE/Cargo.toml" --bin other -o "$name.svg" --title "$name" --notes ''
	[ "$status" = 0 ]
	is_svg "$name.svg"
	[ "$(ls)" = "$name.svg" ] || [ "$(ls | wc -l)" = 1 ]
}

@test "cargo flamegraph: Ctrl-C while a test is recorded draws it" {
	for way in 'INT -' 'INT '; do
		rm -f flamegraph.svg
		SPIN=40000 setsid -w env --default-signal=INT,QUIT cargo flamegraph --test whole 2>err 3>&- &
		wait_for pgrep -f "^$CRATE/target/release/deps/whole-"
		sleep 0.4
		us=$(pgrep -f "^/bin/sh .*/cargo-flamegraph flamegraph --test whole" | head -n 1)
		kill -"${way% *}" -- "${way#* }$([ "${way#* }" ] && ps -o pgid= "$us" | tr -d ' ' || echo "$us")"
		begun=$SECONDS
		wait $! || true
		[ $((SECONDS - begun)) -lt 15 ]
		cat err
		is_svg flamegraph.svg
		! pgrep -f "^$CRATE/target/release/deps/whole-"
		nothing_left
	done
	rm err
}

@test "cargo flamegraph: Ctrl-C while it compiles leaves nothing" {
	export CARGO_TARGET_DIR=$BATS_TEST_TMPDIR/target
	plainly cargo-flamegraph flamegraph 2>err 3>&- &
	wait_for pgrep -x rustc
	kill -INT $!
	wait $! && false || true
	cat err
	grep -q 'interrupted before anything was recorded' err
	[ ! -e flamegraph.svg ]
	wait_for nothing_left
	rm err
}
