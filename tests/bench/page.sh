#!/bin/sh
# The page in Chromium: load, zoom, search, memory, beside d3-flame-graph and the
# static picture alone.  PAGE_SIZES: frames of the inputs; "wide" is one with
# more than 50,000 frames over a pixel wide.
# shellcheck source=/dev/null
. "$(dirname "$0")/lib.sh"

"$BENCH/../browser/packages" || exit
mkdir "$SCRATCH/pages"
draw() {
	flamesvg -q "$1" >"$SCRATCH/pages/$2.svg"
	flamesvg -q --no-javascript "$1" >"$SCRATCH/pages/$2.static.svg"
	stackagg -q --format=d3 "$1" >"$SCRATCH/pages/$2.json"
}
for n in ${PAGE_SIZES:-1000 10000 100000 1000000}; do
	input "$n.folded" node "$BENCH/genfolded.mjs" "$n"
	draw "$SCRATCH/$n.folded" "$n"
done
wide() {
	awk 'BEGIN {
		for (i = 0; i < 600; i++) {
			s = ""
			for (d = 0; d < 100; d++) s = s ";f" (i * 7 + d) % 997
			print substr(s, 2), 10
		}
	}'
}
input wide.folded wide
draw "$SCRATCH/wide.folded" 60000-wide
deep() {
	awk 'BEGIN { s = "main"; for (i = 0; i < 5000; i++) { s = s ";walk"
		if (i % 10 == 0) print s ";leaf" i, 3 } }'
}
input deep.folded deep
draw "$SCRATCH/deep.folded" 5500-deep
siblings() {
	awk 'BEGIN { for (i = 0; i < 200000; i++) print "main;f" i, 1 + i % 5 }'
}
input siblings.folded siblings
draw "$SCRATCH/siblings.folded" 200000-siblings
node "$BENCH/page.mjs" "$SCRATCH/pages"
