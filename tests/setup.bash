# Loaded by every .bats file: the tools of $BIN, by default build/bin, on PATH.
TOP=$(cd "$BATS_TEST_DIRNAME/.." && pwd)
BIN=$(cd "${BIN:-$TOP/build/bin}" && pwd)
PATH=$BIN:$PATH
export PATH BIN TOP
