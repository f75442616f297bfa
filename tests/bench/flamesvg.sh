#!/bin/sh
# flamesvg: drawing many stacks, none of which repeats, and a picture of
# everyday size; what the files take.
# shellcheck source=/dev/null
. "$(dirname "$0")/lib.sh"

for n in 70000 1000000; do
	input "$n.folded" node "$BENCH/genfolded.mjs" "$n"
	file=$SCRATCH/$n.folded
	ratio "flamesvg -j1, $n frames, $(wc -l <"$file") stacks" "$file" \
		flamesvg -q -j1 "$file"
done
stackagg -q "$file" >"$SCRATCH/sorted.folded"
ratio "flamesvg -j1, the same in order" "$SCRATCH/sorted.folded" \
	flamesvg -q -j1 "$SCRATCH/sorted.folded"
flamesvg -q --no-javascript "$file" >"$SCRATCH/out.svg"
wc -c <"$SCRATCH/out.svg" |
	awk '{ printf "%-44s %6.1f MB\n", "file of 1000000 frames", $1 / 1e6 }'
awk '/<metadata id="data">/ { data = 1 } data { n += length($0) + 1 }
	END { printf "%-44s %6.2f B a frame\n", "data tier, names included",
		n / 1e6 }' "$SCRATCH/out.svg"
