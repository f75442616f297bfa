load setup

unit() {
	"${BIN%/bin}/unit/$1"
}

@test "names: offsets, safe bytes, chains, argument lists, classes" {
	unit names
}

@test "names: legacy and v0 names of Rust" { unit rust; }

@test "names: mutated names break nothing" {
	"${BIN%/bin}/fuzz/names" 50000
}

# What c++filt makes of every symbol of a program is what we make of it, but:
# it cuts every suffix (.llvm.1, .cold) off, so the symbols come without; it
# keeps ';' of "[u8; 4]"; and it leaves some characters outside ASCII escaped.
compare() {
	cd "$BATS_TEST_TMPDIR" || return
	RUSTC_BOOTSTRAP=1 rustc -Z unstable-options \
		-C symbol-mangling-version="$1" -C debuginfo=0 -C opt-level=1 \
		-o shapes "$TOP/tests/data/names/shapes.rs"
	nm shapes | sed -nE -e 's/.* (_R[A-Za-z0-9_]+).*/\1/p' \
		-e 's/.* (_ZN.*17h[0-9a-f]{16}E).*/\1/p' | sort -u >symbols
	[ "$(wc -l <symbols)" -gt 500 ]
	awk '{ printf "%d 1 1.0: 1 cycles:\n\t1 %s (/x)\n\n", NR, $0 }' \
		symbols | collapse-perf | sed -E 's/^[0-9]+;(.*) 1$/\1/' >ours
	c++filt -i <symbols | sed -e 's/;/:/g' -e "s/'.u{e9}'/'é'/" \
		-e 's/gr.uf6..udf.e::.u94c1..u9508.$/größe::铁锈/' >theirs
	diff theirs ours
}

# bats test_tags=real
@test "names: every v0 symbol of a Rust program reads as in c++filt" {
	command -v rustc c++filt nm || skip "needs rustc and binutils"
	compare v0
	grep -q '::{closure#0}' ours
	grep -q "größe::铁锈::<'é', true, -152, 281474976710655>" ours
	grep -q "for<'a, 'b> fn(&'a str, &'b mut alloc::vec::Vec<&'a str>)" ours
}

# bats test_tags=real
@test "names: every legacy symbol of a Rust program reads as in c++filt" {
	command -v rustc c++filt nm || skip "needs rustc and binutils"
	compare legacy
	grep -q '::{{closure}}' ours
	grep -q '<shapes::Point<T,_> as shapes::Shape>::area' ours
}
