#!/bin/sh
# The cost of adding up stacks, and what a distinct stack takes in memory.
# shellcheck source=/dev/null
. "$(dirname "$0")/lib.sh"

# The lines of a file in random order, over and over, up to $2 bytes.
stream() {
	awk -v limit="$2" 'BEGIN { srand(1) } { v[NR] = $0 }
	END {
		while (size < limit) {
			line = v[int(rand() * NR) + 1]
			print line
			size += length(line) + 1
		}
	}' "$1"
}

input few.folded node "$BENCH/genfolded.mjs" 36000
input stream.folded stream "$SCRATCH/few.folded" 1000000000
ratio 'stackagg -j1: 1 GB, 1 % distinct' "$SCRATCH/stream.folded" \
	stackagg -j1 "$SCRATCH/stream.folded"
ratio 'stackagg: the same, all processors' "$SCRATCH/stream.folded" \
	stackagg "$SCRATCH/stream.folded"
ratio 'stackagg --hot' "$SCRATCH/stream.folded" \
	stackagg -j1 --hot "$SCRATCH/stream.folded"
ratio_pipe 'stackagg: the same, from a pipe' "$SCRATCH/stream.folded" \
	stackagg -j1
rm "$SCRATCH/stream.folded"

input many.folded node "$BENCH/genfolded.mjs" 1000000
ratio 'stackagg -j1: 300 MB, all distinct' "$SCRATCH/many.folded" \
	stackagg -j1 "$SCRATCH/many.folded"
stackagg "$SCRATCH/many.folded" >"$SCRATCH/sorted.folded"
ratio 'stackagg -j1: the same, sorted' "$SCRATCH/sorted.folded" \
	stackagg -j1 "$SCRATCH/sorted.folded"

head -100000 "$SCRATCH/many.folded" >"$SCRATCH/100k.folded"
own=$("$SCRATCH/cost" 1 stackagg -j1 "$SCRATCH/100k.folded")
echo "$own" | awk -v bytes="$(wc -c <"$SCRATCH/100k.folded")" '{
	printf "%-44s %6.0f bytes, their text %.0f\n",
		"stackagg -j1: memory per distinct stack", $2 * 1024 / 1e5,
		bytes / 1e5 }'
