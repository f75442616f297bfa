load setup

setup() {
	data=$TOP/tests/data/flamesvg
	cd "$BATS_TEST_TMPDIR" || return
}

# "! grep" does not fail a test.
absent() {
	if grep "$@"; then
		return 1
	fi
}

# A folded input of some size: count frames, up to 20 deep, names in common.
folded() {
	awk -v n="$1" 'BEGIN {
		seed = 7
		for (i = 0; i < n; i++) {
			seed = (seed * 1103515245 + 12345) % 2147483648
			d = 1 + seed % 20
			line = "main"
			for (j = 0; j < d; j++) {
				seed = (seed * 1103515245 + 12345) % 2147483648
				line = line ";f" int(seed / 65536) % 5
			}
			print line, 1 + seed % 1000
		}
	}'
}

# Frames at least PX wide of 1180 (or 1 %: 11.8), by another algorithm.
wide_frames() {
	awk -v px="$1" '{
		count = $NF
		sub(/ [^ ]*$/, "")
		n = split($0, f, ";")
		path = ""
		for (i = 1; i <= n; i++) {
			path = path ";" f[i]
			sum[path] += count
		}
		total += count
	}
	END {
		for (p in sum)
			frames += sum[p] / total * 1180 >= px - 1e-6
		print frames + 0
	}' "$2"
}

@test "flamesvg: tree, layout, palette, data tier in process" {
	for unit in tree layout palette pack; do
		"${BIN%/bin}/unit/$unit"
	done
}

@test "flamesvg: the laws of the picture hold for 3000 random ones" {
	"${BIN%/bin}/fuzz/flamesvg" 3000
}

@test "flamesvg: golden pairs that need no XML parser" {
	mkdir pairs
	for pair in "$data"/*/; do
		grep -q xmllint "$pair/cmd" || ln -s "$pair" pairs
	done
	mkdir real
	cp -RL pairs/. real
	"$TOP/tests/cases" real
}

# bats test_tags=real
@test "flamesvg: golden pairs" {
	"$TOP/tests/cases" "$data"
}

@test "flamesvg: a title for each frame at least minwidth wide, and the root" {
	folded 3000 >in
	for px in 0.1 1 11.8; do
		want=$(($(wide_frames $px in) + 1))
		[ "$(flamesvg -q --minwidth $px in | grep -c '<title>')" = $want ]
	done
	[ "$(flamesvg -q --minwidth 1% in | grep -c '<title>')" = $want ]
	want=$(($(wide_frames 0 in) + 1))
	[ "$(flamesvg -q --titles=all in | grep -c '<title>')" = $want ]
}

@test "flamesvg: at most 2000 frames are elements, the widest" {
	folded 20000 >in
	flamesvg -q --no-javascript in >out
	[ "$(grep -c '^<g><title>' out)" = 2000 ]
	# None of the others is wider than the narrowest of them.
	narrowest=$(grep '^<g><title>' out | sed 's/.* (\([0-9,]*\) .*/\1/' |
		tr -d , | sort -n | head -n 1)
	widest=$(grep '^<title>' out | sed 's/.* (\([0-9,]*\) .*/\1/' |
		tr -d , | sort -n | tail -n 1)
	[ "$widest" -le "$narrowest" ]
}

@test "flamesvg: a parent stands before its children, boxes lie in them" {
	folded 2000 | flamesvg -q --no-javascript >out
	grep '^<g><title>' out | sed 's/.*x="\([^"]*\)" y="\([^"]*\)" width="\([^"]*\)".*/\2 \1 \3/' |
	awk '{
		row = $1; x[row] = $2; end[row] = $2 + $3; below = row + 16
		if (NR > 1 && !(below in x && x[below] <= $2 + .02 &&
		    end[below] >= $2 + $3 - .02))
			exit 1
	}'
}

@test "flamesvg: the data tier takes at most 6 bytes a frame" {
	folded 20000 | flamesvg -q --no-javascript >out
	frames=$(sed -n 's/.*"frames":\([0-9]*\),.*/\1/p' out)
	bytes=$(sed -n '/<metadata id="data">/,$p' out | wc -c)
	[ "$bytes" -lt $((frames * 6 + 2000)) ]
}

@test "flamesvg: elements take at most 250 bytes, narrow frames 90" {
	folded 20000 | flamesvg -q --no-javascript >out
	bytes=$(grep '^<g><title>' out | wc -c)
	[ "$bytes" -lt $((2000 * 250)) ]
	narrow=$(grep -c '^<title>[^d]' out)
	bytes=$(grep -e '^<title>' -e '^<path' out | wc -c)
	[ "$bytes" -lt $((narrow * 90)) ]
}

@test "flamesvg: unfold(draw(x)) is what stackagg makes of x" {
	for seed in 1 2 3; do
		folded $((seed * 1000)) >in
		stackagg in >want
		flamesvg -q in | flamesvg --unfold | cmp - want
		sed 's/ \([0-9]*\)$/ \1.5/' in >decimals
		stackagg decimals >want
		flamesvg -q decimals | flamesvg --unfold | cmp - want
		sed 's/ \([0-9]*\)$/ \1 3/' in >two
		stackagg --columns=2 two >want
		flamesvg -q --columns=2 two | flamesvg --unfold | cmp - want
	done
}

@test "flamesvg: unfold reads an old picture together with a new one" {
	echo 'a;b 1' | flamesvg >1.svg
	echo 'a;c 2' | flamesvg >2.svg
	[ "$(flamesvg --unfold 1.svg 2.svg)" = 'a;b 1
a;c 2' ]
	flamesvg --unfold <1.svg | grep -x 'a;b 1'
}

@test "flamesvg: unfold of a cut picture fails and says so" {
	folded 1000 | flamesvg -q --no-javascript >whole
	size=$(wc -c <whole)
	for part in 10 50 90 99; do
		head -c $((size * part / 100)) whole >cut
		run flamesvg --unfold cut
		[ "$status" = 1 ]
		[[ "$output" = *"cannot unfold"* ]]
	done
}

@test "flamesvg: the same bytes by file, pipe, locale, line order" {
	folded 30000 >in
	flamesvg -q in >1
	cat in | flamesvg -q | cmp - 1
	LC_ALL=tr_TR.UTF-8 flamesvg -q in | cmp - 1
	sort -r in | flamesvg -q | cmp - 1
}

@test "flamesvg: the same bytes by any number of threads" {
	folded 100000 >in
	sed 's/f1/new/; s/f2/x;y/' in >in2
	# Threads start after 32 MB.
	set -- in in in in in in in in in in in2 in2 in2
	[ "$(cat "$@" | wc -c)" -gt 42000000 ]
	for options in '' --flamechart --no-sort --reverse '--base f1'; do
		# shellcheck disable=SC2086
		flamesvg -q -j1 $options "$@" >1
		# shellcheck disable=SC2086
		flamesvg -q -j8 $options "$@" | cmp - 1
	done
}

@test "flamesvg: --random differs from run to run, all else does not" {
	folded 300 >in
	flamesvg -q --random in >1
	flamesvg -q --random in >2
	run cmp -s 1 2
	[ "$status" = 1 ]
	for options in --hash --deterministic --colors=java --colordiffusion; do
		flamesvg -q $options in >1
		flamesvg -q $options in | cmp - 1
	done
}

@test "flamesvg: a name keeps its colour whatever else is drawn" {
	printf 'a;b 1\na;c 2\n' | flamesvg | grep -o 'fill="[^"]*"/><text[^>]*>b<' >1
	printf 'x;y;b 9\nz 1\n' | flamesvg | grep -o 'fill="[^"]*"/><text[^>]*>b<' >2
	cut -d' ' -f1 1 | cmp - <(cut -d' ' -f1 2)
	[ -s 1 ]
}

@test "flamesvg: the spellings of flamegraph.pl and inferno-flamegraph" {
	echo 'a;b 1' >in
	: >attr
	while read -r options; do
		# shellcheck disable=SC2086
		flamesvg -q $options in >out ||
			{ echo "$options"; return 1; }
		grep -q '</svg>' out
	done <<-'E'
	--title T --subtitle S --width 1500 --height 20 --minwidth 1
	--title=T --subtitle=S --width=1500 --height=20 --minwidth=1%
	-title T -width 1500 -hash
	--tit T --sub S --wid 1500 --heig 20 --min 0.5 --inv --rev --neg
	--ti T --s S --no N --b blue --col java --colo java --w 900 --m 1 --i
	--color=java
	--color java
	--colors java
	-c java
	-i
	--fonttype Times --fontsize 10.5 --fontwidth 0.5
	--countname c --nametype n --nameattr attr --total 5 --factor 2.5
	--bgcolors blue --bgcolors=#ff0000 --hash --random --deterministic
	--reverse --inverted --negate --flamechart
	--notes n --encoding UTF-8 --encoding latin1
	--search-color=#00ff00 --uicolor=#123456 --stroke-color=#000000
	--stroke-color none --colordiffusion --truncate-text-right
	--base a --no-sort --no-javascript --pretty-xml -q -v
	E
	flamesvg in --title T >out
	grep -q '>T</title>' out
}

@test "flamesvg: wrong options exit 2 and name what is wrong" {
	while read -r options; do
		# shellcheck disable=SC2086
		run flamesvg $options /dev/null
		[ "$status" = 2 ] || { echo "$options: $status"; return 1; }
		[[ "$output" = *"${options%% *}"* ]]
	done <<-'E'
	--colors nope
	--bgcolors nope
	--bgcolors #12345
	--width 5
	--width x
	--width 99999
	--height 0
	--fontsize 0
	--fontwidth x
	--minwidth x%
	--minwidth 18446744073709551615
	--minwidth 101%
	--minwidth -1
	--total x
	--factor 0
	--factor 1e3
	--search-color red
	--stroke-color #12
	--columns 3
	--delta both
	--titles some
	--nope
	E
}

@test "flamesvg: default titles" {
	title() { flamesvg -q "$@" in | sed -n 's/.*"doc-title">\([^<]*\)<.*/\1/p'; }
	echo 'a;b 1' >in
	[ "$(title)" = 'Flame Graph' ]
	[ "$(title --inverted)" = 'Icicle Graph' ]
	[ "$(title --inverted --flamechart)" = 'Flame Chart' ]
	echo 'a;b 1 2' >in
	[ "$(title --columns=2)" = \
		'Differential Flame Graph (red: more in AFTER)' ]
	[ "$(title --columns=2 --negate)" = \
		'Differential Flame Graph (red: less in AFTER)' ]
}

@test "flamesvg: the subtitle says what was drawn, unless one is given" {
	subtitle() { sed -n 's/.*id="subtitle"[^>]*>\([^<]*\)<.*/\1/p'; }
	printf 'a;b 1000\na;c 234\n' >in
	[ "$(flamesvg in | subtitle)" = '1,234 samples in 2 stacks' ]
	[ "$(flamesvg --countname=ms --factor=2 in | subtitle)" = \
		'2,468 ms in 2 stacks' ]
	[ "$(flamesvg --subtitle 'a < b' in | subtitle)" = 'a &lt; b' ]
	printf 'a;[libc.so.6] 6\na;b 94\n' >in
	[ "$(flamesvg in | subtitle)" = \
		'100 samples in 2 stacks, 6.0% without a symbol' ]
	printf 'a;[unknown] 4\na;b 96\n' >in
	[ "$(flamesvg in | subtitle)" = '100 samples in 2 stacks' ]
}

@test "flamesvg: what is not drawn is said, on stderr and in the picture" {
	printf 'a 999999\nb;c 1\n' >in
	flamesvg in >out 2>err
	said='1 of 3 frames drawn; 2 narrower than 0.1 px are not, they hold 0.00% of the samples themselves'
	grep -q "flamesvg: $said" err
	grep -q "$said" out
	flamesvg -q in 2>&1 >/dev/null | cmp - /dev/null
	echo 'a 1' | flamesvg 2>&1 >/dev/null | cmp - /dev/null
	echo 'a 1' | flamesvg -v 2>&1 >/dev/null | grep -q '1 frame, all'
}

@test "flamesvg: rows shrink under the height limit, then the deepest go" {
	deep() { awk -v n="$1" 'BEGIN { for (i = 1; i < n; i++) printf "f%d;", i; print "x 7" }'; }
	height() { sed -n 's/.*<svg.* height="\([0-9.]*\)".*/\1/p' out; }
	deep 1000 | flamesvg >out
	grep -q 'height="15"' out
	deep 5000 | flamesvg >out 2>err
	[ "$(height)" -le 32000 ]
	[ ! -s err ]
	deep 100000 | flamesvg >out 2>err
	[ "$(height)" -le 32000 ]
	grep -q 'beyond row' err
	[ "$(grep -c '<title>' out)" = 100001 ]
	deep 100000 | cmp - <(flamesvg --unfold out)
}

@test "flamesvg: a million siblings, a megabyte of name" {
	awk 'BEGIN { for (i = 0; i < 1000000; i++) print "r;s" i, 1 }' >in
	flamesvg -q in >out
	[ "$(flamesvg --unfold out | wc -l)" = 1000000 ]
	awk 'BEGIN { s = "x"; while (length(s) < 1048576) s = s s
		print "a;" s ";b 3" }' >in
	flamesvg in | flamesvg --unfold | cmp - in
	awk 'BEGIN { s = "x"; while (length(s) < 8000000) s = s s
		print "a;" s " 3" }' >in
	flamesvg in >out 2>err
	grep -q 'all of them drawn; titles end after 7 MB of a name' err
	grep -q '<title>x*… (3 samples, 100.00%)</title>' out
	[ "$(grep '<title>x' out | wc -c)" -lt 7400000 ]
	flamesvg --unfold out | cmp - in
}

@test "flamesvg: every palette is there, and its labels can be read" {
	printf 'java/lang/X:::a;std::b_[k];c_[j];d_[i];/x/y.js:e;Perl_f;core::g 5\n-;--;h 2\n' >in
	for palette in hot mem io red green blue aqua yellow purple orange \
	    java js perl python rust wakeup chain module; do
		for hash in '' --hash --deterministic; do
			flamesvg --colors=$palette $hash --no-javascript in
		done
	done >out
	sed -n 's/.*<rect.* fill="#\([0-9a-f]*\)"\/><text\(.*\)/\1 \2/p' out |
	awk 'function hex(s, i, v) {
		for (i = 1; i <= 2; i++)
			v = v * 16 + index("0123456789abcdef", substr(s, i, 1)) - 1
		v /= 255
		return v <= 0.04045 ? v / 12.92 : exp(2.4 * log((v + .055) / 1.055))
	}
	{
		l = .2126 * hex(substr($1, 1, 2))
		l += .7152 * hex(substr($1, 3, 2))
		l += .0722 * hex(substr($1, 5, 2))
		contrast = /fill="#fff"/ ? 1.05 / (l + .05) : (l + .05) / .05
		if (contrast < 4.5) {
			print $1, contrast
			bad = 1
		}
		n++
	}
	END { exit bad || n < 400 }'
}

@test "flamesvg: --colors=module gives a module one hue" {
	printf 'libc`a;libc`b;libm`c 1\n' | flamesvg --colors=module >out
	[ "$(grep -c '<rect.*<text' out)" = 4 ]
}

@test "flamesvg: --cp keeps colours in palette.map" {
	printf 'a->b->rgb(1,2,3)\njunk\ngone->rgb(9,8,7)\n' >palette.map
	echo 'a->b;c;- 1' >in
	flamesvg --cp in >1 2>err
	grep -q 'palette.map:2:' err
	grep -q 'fill="#010203"/><text[^>]*fill="#fff"' 1
	grep -qx 'a->b->rgb(1,2,3)' palette.map
	grep -qx 'gone->rgb(9,8,7)' palette.map
	grep -q '^c->rgb(' palette.map
	absent '^-->' palette.map
	absent junk palette.map
	cp palette.map before
	flamesvg --cp --random in >2
	cmp palette.map before
	cmp 1 2
}

@test "flamesvg: --cp writes palette.map in full or not at all" {
	awk 'BEGIN { for (i = 1000; i < 1200; i++)
		print "f" i "->rgb(1,2,3)" }' >map
	mkdir dir
	cp map dir/map
	chmod 640 dir/map
	ln -s dir/map palette.map
	echo 'a 1' >in
	run sh -c '(trap "" XFSZ; ulimit -f 1; flamesvg --cp in) | cat >out'
	[[ "$output" == "flamesvg: palette.map: "* ]]
	cmp dir/map map
	[ "$(ls dir)" = map ]
	grep -q '<title>a (1 samples, 100.00%)</title>' out
	flamesvg --cp in >out
	[ -L palette.map ]
	[ "$(stat -c %a dir/map)" = 640 ]
	[ "$(grep -vc '^a->rgb(' dir/map)" = 200 ]
	grep -q '^a->rgb(' dir/map
	rm dir/map
	flamesvg --cp in >out
	[ "$(wc -l <dir/map)" = 1 ]
	ln -sf /dev/null palette.map
	flamesvg --cp in >out
}

@test "flamesvg: hostile text in every place stays text" {
	evil='</script><script>x()</script>]]>--><!-- " onload="x()" &amp; &#0; \u003c ${x}'
	printf '%s;%s 1\n' "$evil" "$evil" >in
	printf '%s\thref=%s\ttitle=%s\tclass=%s\ttarget=%s\tg_extra=data-x="%s"\n' \
		"$evil" "http://x/$evil" "$evil" "$evil" "$evil" "$evil" >attr
	flamesvg -q --title "$evil" --subtitle "$evil" --notes "$evil" \
		--countname "$evil" --nametype "$evil" --fonttype "$evil" \
		--nameattr attr --cp --total 5 in >out
	absent '<script>x()' out
	[ "$(grep -c '<script>' out)" = 2 ]
	absent '<[a-z][^>]*onload="x' out
	flamesvg --unfold out | cmp - in
}

# bats test_tags=real
@test "flamesvg: hostile text in every place leaves the XML well-formed" {
	LC_ALL=C awk 'BEGIN { for (i = 0; i < 256; i++)
		printf "a;%cx%c;<%c&%c]]> 1\n", i, i, i, i }' >in
	flamesvg -q in | xmllint --nonet --noout -
	flamesvg -q in | flamesvg --unfold | iconv -f UTF-8 -t UTF-8 >/dev/null
	for byte in 001 011 012 033 042 046 047 055 074 076 177 200 377; do
		# shellcheck disable=SC2059
		evil=$(printf "a\\$byte]]>\\$byte--\\$byte<b&")
		printf '%s\thref=x%s\ttitle=%s\tclass=%s\tid=%s\ttarget=%s\n' \
			a "$evil" "$evil" "$evil" "$evil" "$evil" >attr
		flamesvg -q --title "$evil" --subtitle "$evil" \
			--notes "$evil" --countname "$evil" \
			--nametype "$evil" --fonttype "$evil" \
			--nameattr attr in |
			xmllint --nonet --noout -
	done
}

# bats test_tags=real
@test "flamesvg: hostile text in every place runs and loads nothing in Chromium" {
	export PAGE_MODULES=${PAGE_MODULES:-$TOP/build/npm}
	"$TOP/tests/browser/packages"
	cd "$TOP"
	BIN=$BIN node --test tests/browser/places.test.mjs
}

# bats test_tags=real
@test "flamesvg: xmllint and rsvg-convert take what is deep, wide, big" {
	awk 'BEGIN { for (i = 1; i < 100000; i++) printf "f%d;", i; print "x 7" }' >deep
	awk 'BEGIN { for (i = 0; i < 1000000; i++) print "r;s" i, 1 }' >wide
	awk 'BEGIN { s = "<中"; while (length(s) < 1048576) s = s s
		print "a;" s ";b 3" }' >big
	awk 'BEGIN { s = "<中"; while (length(s) < 11000000) s = s s
		print "a;" s ";b 3" }' >huge
	awk 'BEGIN { s = "\314\201"; while (length(s) < 300000) s = s s
		print "a;b" s " 3" }' >marks
	folded 100000 >many
	for in in deep wide big huge marks many; do
		for options in '' --titles=all; do
			# shellcheck disable=SC2086
			flamesvg -q $options $in >out
			xmllint --nonet --noout out
			rsvg-convert out -o out.png
		done
	done
}

@test "flamesvg: names of files with odd bytes" {
	name=$(printf 'a\033[1m<b>\n')
	echo 'junk' >"$name"
	echo 'a 1' >>"$name"
	flamesvg "$name" >out 2>err
	grep -q '^flamesvg: a^\[\[1m<b>:1: ' err
	run flamesvg "no$name"
	[ "$status" = 1 ]
	[[ "$output" != *$'\033'* ]]
}

@test "flamesvg: one file that won't open: the rest is drawn, exit 1" {
	echo 'a 1' >in
	run flamesvg in missing
	[ "$status" = 1 ]
	[[ "$output" = *'</svg>'* ]]
	[[ "$output" = *'missing'* ]]
}

@test "flamesvg: a full disk is an error" {
	[ -w /dev/full ] || skip "no /dev/full"
	echo 'a 1' >in
	run sh -c 'flamesvg in >/dev/full'
	[ "$status" = 1 ]
}

@test "flamesvg: labels never end within a character or an entity" {
	for width in 100 120 140 160 180 200 220 240; do
		printf '<>&"é中<>&"é中<>&"é中<>&"é中<>&"é中<>&"é中 1\n' |
			flamesvg -q --width $width --no-javascript >out
		sed -n 's/.*<text stroke[^>]*>\([^<]*\)<.*/\1/p' out >labels
		iconv -f UTF-8 -t UTF-8 labels >/dev/null
		sed 's/&lt;//g; s/&gt;//g; s/&amp;//g' labels | absent '[&;]'
	done
}

@test "flamesvg: --truncate-text-right cuts the end, else the middle" {
	echo 'namespace::function 1' >in
	flamesvg --width 110 in | grep -q '>names…ction<'
	flamesvg --width 110 --truncate-text-right in | grep -q '>namespace:…<'
}

@test "flamesvg: --pretty-xml indents, titles stay on one line" {
	printf 'a;b 1\nc 2\n' >in
	flamesvg --pretty-xml --no-javascript in >out
	grep -q '^      <title>a (1 samples, 33.33%)</title>$' out
	grep -q '^      <rect ' out
}

@test "flamesvg: --no-javascript leaves no script, and the data" {
	echo 'a;b 1' | flamesvg --no-javascript >out
	absent '<script' out
	flamesvg --unfold out | grep -qx 'a;b 1'
}

# bats test_tags=real
@test "flamesvg: without a script the picture is not blank" {
	folded 300 | flamesvg -q --no-javascript >out
	rsvg-convert out -o out.png
	[ "$(wc -c <out.png)" -gt 10000 ]
}

@test "flamesvg: a differential has its legend and patterns" {
	printf 'a;new 0 5\na;gone 5 0\na;same 5 5\n' | flamesvg -q >out
	grep -q 'more in AFTER' out
	grep -q 'url(#new)"/><text[^>]*>new<' out
	grep -q 'url(#gone)"/><text[^>]*>gone<' out
	grep -q 'fill="#f5f5f5"/><text[^>]*>same<' out
}
