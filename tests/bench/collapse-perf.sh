#!/bin/sh
# shellcheck disable=SC2016 # $1 is for the inner sh
# The cost of folding the text of perf script.  PERF names a recording's text
# to be measured as well: perf record -F 4000 -a -g; perf script.
# shellcheck source=/dev/null
. "$(dirname "$0")/lib.sh"

# Samples with frames that are all distinct, as generated code has them: $1
# bytes of them.
distinct() {
	awk -v limit="$1" 'BEGIN {
		for (i = 0; size < limit; i++) {
			if (i % 30 == 0) {
				print "\np 1 1.0: 1 cycles: "
				size += 23
			}
			line = sprintf("\t%16x Lfn%d;::g+0x%x (/tmp/perf-%d.map)",
				i * 64 + 4096, i, i % 999, i % 7)
			print line
			size += length(line) + 1
		}
	}'
}

input perf.txt node "$BENCH/genperf.mjs" 300000
ratio 'collapse-perf -j1: 600 MB' "$SCRATCH/perf.txt" \
	collapse-perf -j1 "$SCRATCH/perf.txt"
ratio 'collapse-perf: the same, all processors' "$SCRATCH/perf.txt" \
	collapse-perf "$SCRATCH/perf.txt"
ratio_pipe 'collapse-perf -j1: the same, from a pipe' "$SCRATCH/perf.txt" \
	collapse-perf -j1
ratio 'collapse-perf -j1 | stackagg -j1' "$SCRATCH/perf.txt" \
	sh -c 'collapse-perf -j1 "$1" | stackagg -j1' sh "$SCRATCH/perf.txt"
rm "$SCRATCH/perf.txt"

if [ -n "${PERF:-}" ]; then
	ratio 'collapse-perf -j1: a recording' "$PERF" \
		collapse-perf -q -j1 "$PERF"
	ratio 'collapse-perf -j1 | stackagg -j1: the same' "$PERF" \
		sh -c 'collapse-perf -q -j1 "$1" | stackagg -j1' sh "$PERF"
fi

input 30.txt distinct 30000000
input 300.txt distinct 300000000
ratio 'collapse-perf -j1: 30 MB, frames all distinct' "$SCRATCH/30.txt" \
	collapse-perf -j1 "$SCRATCH/30.txt"
ratio 'collapse-perf -j1: 300 MB of them' "$SCRATCH/300.txt" \
	collapse-perf -j1 "$SCRATCH/300.txt"
