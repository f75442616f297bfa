bats_require_minimum_version 1.5.0
load setup

setup() {
	cd "$BATS_TEST_TMPDIR" || return
}

# Deterministic stacks: $1 lines of up to 12 frames, about $2 distinct stacks.
stacks() {
	awk -v n="$1" -v distinct="$2" 'BEGIN {
		for (i = 0; i < n; i++) {
			seed = (i * 7919 + 13) % distinct
			line = "main"
			for (j = seed % 12; j > 0; j--) {
				seed = (seed * 16807 + j) % 2147483647
				line = line ";f" seed % 50 "(int, char*)"
			}
			print line " " i % 9 + 1
		}
	}'
}

# Fails unless two files hold the same.
same() {
	cmp "$1" "$2"
}

@test "stackagg: every rule (tests/data/stackagg)" {
	"$TOP/tests/cases" "$TOP/tests/data/stackagg"
}

@test "stackagg: the laws of folded text hold on 10,000 random inputs" {
	"${BIN%/bin}/fuzz/folded" 10000
}

@test "stackagg: reading, splitting, sorting and scaling in process" {
	"${BIN%/bin}/unit/stacks"
}

@test "stackagg: file, pipe, any number of threads: the same bytes" {
	stacks 200000 30000 >in
	{ echo broken; stacks 9 9; } >>in
	stackagg -j1 in >one 2>one.err
	for j in 2 3 8; do
		stackagg -j$j in >out 2>err
		same one out
		same one.err err
	done
	cat in | stackagg >out 2>err
	same one out
	sed 's/: in:/: -:/' one.err | diff - err
	{ while IFS= read -r line; do echo "$line"; done } <one |
		LC_ALL=C.UTF-8 stackagg >out
	same one out
	[ "$(awk '{ n += $NF } END { print n }' one)" = \
		"$(awk '{ n += $NF } END { print n }' in)" ]
}

@test "stackagg: the sum that leaves 64 bits is named by its line, -j or not" {
	stacks 100000 5000 >in
	echo 'main;big 18446744073709551615' >>in
	stacks 100000 5000 >>in
	echo 'main;big 1' >>in
	echo 'main;big 1' >>in
	for j in 1 4; do
		run -1 --separate-stderr stackagg -j$j in
		[ "$stderr" = "stackagg: in:200002: the sum does not fit 64 bits: main;big" ]
		echo "$output" | grep -x 'main;big 18446744073709551615'
	done
}

@test "stackagg: totals that leave 64 bits are errors, the rest is printed" {
	printf 'a 18446744073709551615\nb 1\n' >in
	stackagg in | diff in -
	for option in --hot --check --format=d3 --format=speedscope; do
		run -1 --separate-stderr stackagg $option in
		[[ $stderr == *'64 bits'* ]]
		[ -n "$output" ]
	done
	run -1 --separate-stderr stackagg --format=pprof in
	[[ $stderr == *'63 bits'* ]]
	run -1 --separate-stderr stackagg --depth=1 --skip=b - <<<'a;b 18446744073709551615
a;c 1'
	[[ $stderr == *'64 bits: a'* ]]
	[ "$output" = 'a 18446744073709551615' ]
}

@test "stackagg: a name of 1 MiB, a stack of 100,000 frames, hostile names" {
	{ head -c 1048576 /dev/zero | tr '\0' x; echo ';leaf 3'; } >in
	yes f | head -100000 | tr '\n' ';' >>in
	echo 'f 4' >>in
	printf 'a\001\177\200;b\0c 5\n' >>in
	stackagg in >out
	stackagg out | cmp out
	[ "$(wc -c <out)" = "$(wc -c <in)" ]
	stackagg --recursive in | grep -ax 'f 4'
	for format in d3 speedscope; do
		stackagg --reverse --format=$format in | node -e '
			JSON.parse(require("fs").readFileSync(0, "utf8"))'
	done
	stackagg --hot in | grep -a '\^A'
}

@test "stackagg: options after operands, abbreviations, --help, --version" {
	echo 'a;b 1' >in
	run -0 stackagg in --rev
	[ "$output" = 'b;a 1' ]
	run -0 --separate-stderr stackagg --help
	[[ $output == 'usage: stackagg'*--fail-above=POINTS* ]]
	run -0 --separate-stderr stackagg --version
	[[ $output == stackagg\ [0-9]* ]]
}

@test "stackagg: wrong command lines end with status 2 and print nothing" {
	echo 'a 1' >in
	while IFS= read -r options; do
		# shellcheck disable=SC2086 # options are words
		run -2 --separate-stderr stackagg in $options </dev/null
		[ -z "$output" ]
		[[ $stderr == stackagg:* ]]
	done <<-'END'
		--unknown
		--keep
		--keep=(
		--depth=0
		--depth=x
		--min=-1
		--min=101%
		--min=%
		--order=size
		--top=0
		--format=svg
		--columns=3
		--hot=0
		--hot --check
		--hot --format=d3
		--hot --top=3
		--check --tsv
		--exclude=x
		--fail-above=1
		--hot --fail-above=1
		--hot --columns=2 --fail-above=x
		--normalize
		--diff
		--diff in in
		--diff --columns=2 in
		--diff --prefix in
		--format=d3 --order=count
		-j0
	END
}

@test "stackagg: unusable input fails with a cause and prints nothing" {
	for in in '' '#only 1' '5' 'a;b'; do
		run -1 --separate-stderr stackagg - <<<"$in"
		[ -z "$output" ]
		[[ $stderr == *stackagg:* ]]
	done
	run -1 --separate-stderr stackagg <<<'broken'
	[[ $stderr == *collapse-perf* ]]
	run -1 --separate-stderr stackagg missing
	[[ $stderr == *'missing: No such file'* ]]
	run -1 --separate-stderr stackagg --keep=x <<<'a 1'
	[[ $stderr == *'leave no stack'* ]]
}

@test "stackagg: a file that can't be read does not stop the others" {
	echo 'a 1' >in
	run -1 --separate-stderr stackagg in missing in .
	[ "$output" = 'a 2' ]
	[[ $stderr == *missing* ]]
}

@test "stackagg: bad lines are counted once, -q says nothing, --strict fails" {
	printf 'a 1\nx\na 2\ny\n' >in
	run -0 --separate-stderr stackagg in
	[ "$output" = 'a 3' ]
	[ "$stderr" = 'stackagg: in:2: does not end in a count: x (the first of 2 lines not used)' ]
	run -0 --separate-stderr stackagg -q in
	[ -z "$stderr" ]
	run -1 --separate-stderr stackagg -q --strict --hot --tsv in
	[ "${#lines[@]}" = 2 ]
	run -1 stackagg -q --strict --diff in in
}

@test "every tool: a file that is not there is said once, control bytes masked" {
	for tool in collapse-perf collapse-dtrace stackagg flamesvg; do
		run -1 --separate-stderr "$tool" $'no\033such'
		[ "$stderr" = "$tool: no^[such: No such file or directory" ]
	done
}

@test "stackagg: no warning says what is not so" {
	printf 'a 18446744073709551615.5\nb 1\n' >in
	run --separate-stderr stackagg --top=1 in
	[ "${stderr_lines[0]}" = 'stackagg: --top: left out 1 stacks' ]
	echo 'a;b 3' >one
	run -0 --separate-stderr stackagg --diff one one
	[ "$stderr" = '' ]
}

@test "every tool: compressed input is told to be that" {
	echo 'a;b 3' | gzip >in.gz
	for tool in collapse-perf collapse-dtrace stackagg flamesvg; do
		run -1 --separate-stderr "$tool" in.gz
		[ "$stderr" = "$tool: in.gz: compressed; give it by gzip -dc" ]
	done
}

@test "stackagg: a full disk is an error" {
	stacks 1000 900 >in
	run -1 --separate-stderr sh -c 'stackagg in >/dev/full'
	[[ $stderr == *'cannot write'* ]]
}

@test "stackagg: --top says what it leaves out" {
	run -0 --separate-stderr stackagg --top=1 <<<'a 1
b 2
c 0.5'
	[ "$output" = 'b 2' ]
	[ "$stderr" = 'stackagg: --top: left out 2 stacks, count 1.5' ]
}

@test "stackagg: --prefix takes names, base names and paths with '='" {
	mkdir -p 'd=1'
	echo 'a 1' >'d=1/x.folded'
	echo 'a 2' >y
	run -0 stackagg --prefix './d=1/x.folded' 'node 1=y' y - <<<'a 3'
	[ "$output" = '-;a 3
node 1;a 2
x.folded;a 1
y;a 2' ]
	run -0 stackagg --prefix 'n;1=y' 'n;1=y'
	[ "$output" = 'n:1;a 4' ]
}

@test "stackagg: --prefix keeps many files apart, with threads" {
	for i in 1 2 3; do
		stacks 60000 20000 >f$i
		stackagg --prefix f$i
	done | stackagg >want
	stackagg --prefix -j4 f1 f2 f3 | cmp want
}

@test "stackagg: people see bars on a terminal only" {
	printf 'a 3\nb 1\n' >in
	run -0 script -qec 'stackagg --hot in' /dev/null
	[[ $output == *'###############       a'* ]]
	run -0 stackagg --hot in
	[[ $output != *'#'* ]]
}

@test "stackagg: memory follows the distinct stacks, not the input" {
	cc -O2 -o cost "$TOP/tests/bench/cost.c"
	stacks 20000 20000 >in
	small=$(./cost 1 stackagg -j1 in | cut -d' ' -f2)
	big=$(for i in $(seq 60); do cat in; done | ./cost 1 stackagg -j1 |
		cut -d' ' -f2)
	[ "$big" -lt $((small * 2)) ]
}

# With hashes of 32 bits some 30 pairs collide, among stacks whose text is kept
# and among those where it is not.
@test "stackagg: half a million distinct stacks stay distinct" {
	seq 500000 | sed 's/.*/main;some_function_name;f& &/' >in
	LC_ALL=C sort in >want
	for j in 1 4; do
		cat in in | stackagg -j$j | awk '{ print $1, $2 / 2 }' |
			LC_ALL=C sort | cmp want
	done
	stackagg --prefix in | sed 's/^in;//' | LC_ALL=C sort | cmp want
}

# bats test_tags=real
@test "stackagg: go tool pprof reads the same numbers" {
	stacks 3000 700 >in
	stackagg --format=pprof in >pb
	go tool pprof -top -nodefraction=0 -edgefraction=0 pb 2>err |
		sed -n '/flat%/,$p' | sed 1d |
		sed -E 's/^ *([0-9]+) +[^ ]+ +[^ ]+ +([0-9]+) +[^ ]+ +/\1\t\2\t/' |
		sort >got
	stackagg --hot --tsv in | sed 1d | cut -f1,3,5 | sort >want
	diff want got
	printf 'a;b 1 2\na;c 3 0\n' >two
	stackagg --columns=2 --format=pprof two >pb
	go tool pprof -top -sample_index=before pb | grep -E '^ +3 .* c$'
	go tool pprof -top -sample_index=after pb | grep -E '^ +2 .* b$'
}

# The npm packages of tests/browser.
packages() {
	export PAGE_MODULES=${PAGE_MODULES:-$TOP/build/npm}
	"$TOP/tests/browser/packages"
}

# bats test_tags=real
@test "stackagg: speedscope shows the same numbers" {
	packages
	printf 'main;a;b 30\nmain;a 12\nmain;c 7\nmain;a;a 21\n"q\\"<x>;\303 1\n' >in
	stackagg --format=speedscope in >out.json
	node "$TOP/tests/browser/export.mjs" speedscope out.json |
		sed -E '1d; s/ \([^)]*\)//g' | sort >got
	stackagg --hot --tsv in | sed 1d | awk -F'\t' '{ print $3 "\t" $1 "\t" $5 }' |
		sed 's/\xc3/\xef\xbf\xbd/' | sort >want
	diff want got
}

# bats test_tags=real
@test "stackagg: d3-flame-graph draws every node with its total" {
	packages
	stacks 200 60 >in
	echo '"q\"<x>;&amp 1' >>in
	stackagg --format=d3 in >out.json
	node "$TOP/tests/browser/export.mjs" d3 out.json | sort >got
	awk '{
		n = $NF; sub(/ [^ ]*$/, ""); split($0, f, ";"); path = ""
		total["all"] += n
		for (i = 1; i in f; i++) {
			path = path ";" f[i]; total[path] += n; name[path] = f[i]
		}
	}
	END {
		name["all"] = "all"
		for (path in total) print total[path] "\t" name[path]
	}' in | sort >want
	diff want got
}

# bats test_tags=real
@test "stackagg: d3 values of two columns are AFTER's, delta the change" {
	run -0 node -p 'const d = JSON.parse(process.argv[1]);
		[d.value, d.delta, d.children[0].children.map((c) =>
			`${c.name} ${c.value} ${c.delta}`)].flat().join()' \
		"$(printf 'm;a 5 2.5\nm;b 0 4\n' | stackagg --columns=2 --format=d3)"
	[ "$output" = '6.5,1.5,a 2.5 -2.5,b 4 4' ]
}

# bats test_tags=real
@test "stackagg: --hot is perf report's own and children's share" {
	cat >work.c <<-'END'
		static volatile unsigned long sink;
		#define FUNCTION __attribute__((noinline)) static void
		FUNCTION spin(long n) { while (n--) sink += n; }
		FUNCTION spin_more(long n) { while (n--) sink += n ^ 3; }
		FUNCTION descend(int depth)
		{
			spin(100000);
			if (depth)
				descend(depth - 1);
			sink++;
		}
		FUNCTION both(void) { spin_more(300000); spin(300000); sink++; }
		int main(void)
		{
			for (int i = 0; i < 150; i++) {
				descend(5);
				both();
			}
			return 0;
		}
	END
	cc -O1 -fno-omit-frame-pointer -fno-optimize-sibling-calls \
		-fno-inline -o work work.c
	perf record -q -F 997 -g -o perf.data ./work
	perf script -i perf.data 2>err | collapse-perf |
		stackagg --hot --tsv | awk -F'\t' '{ print $5, $2, $4 }' >ours
	perf report -i perf.data --stdio -g none --children -F \
		overhead_children,overhead,sym --percent-limit 0 -t , 2>err |
		sed -n 's/^ *\([0-9.]*\)% *, *\([0-9.]*\)% *,\[\.\] \(.*\)/\3 \2 \1/p' \
		>theirs
	perf report -i perf.data --stdio -g none --no-children -F \
		overhead,sym --percent-limit 0 2>err |
		sed -n 's/^ *\([0-9.]*\)% *\[\.\] \(.*\)/\2 \1/p' >theirs.self
	for name in main spin spin_more descend; do
		# perf rounds a float; 0.01 may lie between.
		awk -v name=$name '
			function near(a, b) { return a - b < 0.011 && b - a < 0.011 }
			$1 != name { next }
			FILENAME == "ours" { self = $2; total = $3; n++ }
			FILENAME == "theirs" { ok += near($2, self) + near($3, total) }
			FILENAME == "theirs.self" { alone = $2 }
			END { exit !(n == 1 && ok == 2 && near(alone + 0, self)) }
		' ours theirs theirs.self
	done
	grep -E '^spin [1-9]' ours
}
