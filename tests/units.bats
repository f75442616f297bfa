load setup

# One @test a program in tests/unit and tests/fuzz.
unit() {
	"${BIN%/bin}/unit/$1"
}

@test "library: strings, counts, shares, interning, masking" { unit lib; }
