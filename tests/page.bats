# The page of flamesvg's pictures, in node, Chromium and Firefox.
load setup

setup_file() {
	load setup
	export PAGE_MODULES=${PAGE_MODULES:-$TOP/build/npm}
	"$TOP/tests/browser/packages"
}

page() {
	cd "$TOP" || return
	BIN=$BIN node --test "tests/browser/$1.test.mjs"
}

# bats test_tags=real
@test "page: formatted and linted" { "$TOP/tests/browser/lint"; }
# bats test_tags=real
@test "page: its modules, in process" { page unit; }
# bats test_tags=real
@test "page: zoom, undo, Back and Forward, reset" { page zoom; }
# bats test_tags=real
@test "page: search" { page search; }
# bats test_tags=real
@test "page: links; in objects, images and without script" { page link; }
# bats test_tags=real
@test "page: details, keyboard, screen reader, touch" { page keys; }
# bats test_tags=real
@test "page: widths, views, edits, flame charts" { page views; }
# bats test_tags=real
@test "page: differentials" { page diff; }
# bats test_tags=real
@test "page: dark, contrast, print, phones" { page looks; }
# bats test_tags=real
@test "page: hostile names and links" { page hostile; }
# bats test_tags=real
@test "page: 200,000 frames, siblings, deep stacks, big counts" { page scale; }
# bats test_tags=real
@test "page: Firefox" { page firefox; }
# bats test_tags=real
@test "page: script and style of a picture are under 60 kB" {
	size=$(echo 'a 1' | flamesvg -q | awk '
		/<(style|script)>/ { in_page = 1 }
		in_page { n += length($0) + 1 }
		/<\/(style|script)>/ { in_page = 0 }
		END { print n }')
	echo "$size bytes"
	[ "$size" -lt 60000 ]
}
