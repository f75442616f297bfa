#!/bin/sh
# The cost of folding what DTrace and bpftrace print.
# shellcheck source=/dev/null
. "$(dirname "$0")/lib.sh"

# stacks DIALECT SEED: 3,000 stacks of a program of 700 functions, 5 to 40
# deep; callers repeat as they do in real ones.
stacks() {
	awk -v dialect="$1" -v seed="$2" 'BEGIN {
		srand(seed)
		for (i = 0; i < 3000; i++) {
			if (dialect == "bpftrace")
				print "@["
			f = int(rand() * 700)
			for (j = 5 + int(rand() * rand() * 35); j > 0; j--) {
				if (dialect == "bpftrace")
					printf "    function_%d+%d\n", f, f % 97
				else
					printf "%14sgenunix`function_%d+0x%x\n",
						"", f, f % 971
				f = rand() < 0.85 ? int(f * 0.93) : \
					int(rand() * 700)
			}
			if (dialect == "bpftrace")
				print ", nginx]: " i % 9 + 1
			else
				printf "%17d\n\n", i % 9 + 1
		}
	}'
}

# Other stacks of the same functions, up to 130 MB.
many() {
	for seed in $(seq 100); do
		stacks "$1" "$seed"
	done | head -c 130000000
}

input dtrace.txt many dtrace
ratio 'collapse-dtrace -j1: DTrace' "$SCRATCH/dtrace.txt" \
	collapse-dtrace -qj1 "$SCRATCH/dtrace.txt"
ratio 'collapse-dtrace: the same, all processors' "$SCRATCH/dtrace.txt" \
	collapse-dtrace -q "$SCRATCH/dtrace.txt"
ratio_pipe 'collapse-dtrace: the same, from a pipe' "$SCRATCH/dtrace.txt" \
	collapse-dtrace -qj1
ratio 'collapse-dtrace -j1 --includeoffset' "$SCRATCH/dtrace.txt" \
	collapse-dtrace -qj1 --includeoffset "$SCRATCH/dtrace.txt"
rm "$SCRATCH/dtrace.txt"

input bpftrace.txt many bpftrace
ratio 'collapse-dtrace -j1: bpftrace' "$SCRATCH/bpftrace.txt" \
	collapse-dtrace -qj1 "$SCRATCH/bpftrace.txt"
