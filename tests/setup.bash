# Loaded by every .bats file.  $TOP is the source tree, $BIN where the tools
# are (first on PATH), $FLAMEGRAPH the script under test.
TOP=$(cd "$BATS_TEST_DIRNAME/.." && pwd)
BIN=$(cd "$TOP" && cd "${B:-build}" && pwd)/bin
FLAMEGRAPH=${FLAMEGRAPH:-$TOP/flamegraph.sh}
PATH=$BIN:$PATH
export TOP BIN FLAMEGRAPH PATH
