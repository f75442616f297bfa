# The whole way on recordings made here and now.
# bats file_tags=real
load setup

setup_file() {
	load setup
	cd "$BATS_FILE_TMPDIR" || return
	gcc -O1 -g -fno-omit-frame-pointer -pthread -o 'thr eads' \
		"$TOP/tests/data/pipeline/threads.c"
	perf record -q -F 1999 -g -o program.data -- './thr eads' 500
	perf record -q -F 999 -a -g -o system.data -- './thr eads' 500
}

setup() {
	bats_require_minimum_version 1.5.0
	cd "$BATS_FILE_TMPDIR" || return
}

script() {
	perf script --no-inline "$@" 2>/dev/null
}

# What perf itself counts in a recording.
samples() {
	perf report --stats -i "$1" 2>/dev/null |
		awk '$1 == "SAMPLE" && $2 == "events:" { print $3; exit }'
}

sum() {
	awk '{ n += $NF } END { print n + 0 }'
}

@test "pipeline: as many samples as perf counts, of a program and of a system" {
	for data in program.data system.data; do
		folded=$(script -i $data | collapse-perf --weight=sample |
			stackagg | sum)
		echo "$data: $folded of $(samples $data)"
		[ "$folded" -gt 100 ]
		[ "$folded" = "$(samples $data)" ]
	done
}

@test "pipeline: the picture has every sample and every thread's function" {
	script -i program.data | collapse-perf --weight=sample | stackagg |
		flamesvg -q >out.svg
	xmllint --noout out.svg
	n=$(samples program.data | sed -E ':a; s/^([0-9]+)([0-9]{3})/\1,\2/; ta')
	grep -qF "<title>all ($n samples, 100%)</title>" out.svg
	grep -q '<title>thr_eads (' out.svg
	grep -q '<title>hash_block (' out.svg
}

# As users do it on any flame graph.
@test "pipeline: grep, sed and sort find the hottest function in the picture" {
	script -i program.data | collapse-perf --weight=sample | stackagg |
		flamesvg -q >hot.svg
	hottest=$(grep '<title>' hot.svg |
		sed 's/.*<title>\(.*\)<\/title>.*/\1/' |
		grep -vE 'kernel|syscall|page_fault|_dl_|__GI_|_start|clone' |
		grep -vE '^(all|thr_eads|serve|start_thread|main|__libc) ' |
		awk '{ print $NF "\t" $0 }' | LC_ALL=C sort -rn | cut -f2- |
		head -1)
	echo "$hottest"
	echo "$hottest" |
		grep -qE '^hash_block \([0-9,]+ samples, [0-9]+\.[0-9]{2}%\)$'
}

# perf script with these options prints what folds to the file expected.
folds_alike() {
	script -i program.data "$@" >text || return 0
	collapse-perf --weight=sample text 2>err | stackagg |
		cmp expected - || {
		echo "$*"
		cat err
		return 1
	}
}

# perf prints the fields in an order of its own.
@test "pipeline: the stacks are the same for every choice of fields" {
	script -i program.data -F comm,tid,time,event,ip,sym |
		collapse-perf --weight=sample | stackagg >expected
	[ "$(sum <expected)" = "$(samples program.data)" ]
	for more in '' ,pid ,cpu ,period ,dso ,symoff ,symoff,dso \
		,pid,cpu,period,symoff,dso ,symoff,dso,srcline; do
		for less in tid,time,event tid,time time,event tid,event time tid; do
			folds_alike -F "comm,$less,ip,sym$more"
		done
		for flag in --ns --header --show-mmap-events --show-task-events; do
			folds_alike $flag -F "comm,tid,time,event,ip,sym$more"
		done
	done
}

@test "pipeline: self shares are those of perf report" {
	script -i program.data | collapse-perf | stackagg --hot --tsv |
		awk -F '\t' 'NR > 1 { print $5, $2 }' | sort >ours
	perf report -i program.data --stdio --no-children -g none \
		--sort sym --percentage absolute 2>/dev/null |
		awk '/%/ { sub(/%/, "", $1); print $3, $1 }' | sort >perfs
	join ours perfs | awk '
		{ n++; d = $2 - $3; if (d > 0.011 || d < -0.011) { print; bad = 1 } }
		END { print n, "functions"; exit bad || n < 3 }'
}
