# shellcheck shell=sh
# Sourced by the benchmarks: costs as multiples of wc -l on the same file in
# the same run.  $BIN holds the tools, $SCRATCH takes the generated inputs.
BENCH=$(cd "$(dirname "$0")" && pwd)
BIN=${BIN:-$BENCH/../../build/bin}
PATH=$BIN:$PATH
SCRATCH=${SCRATCH:-$(mktemp -d)}
trap 'rm -rf "$SCRATCH"' EXIT
cc -O2 -o "$SCRATCH/cost" "$BENCH/cost.c" || exit 1

# input NAME COMMAND...: what the command prints, as the file $SCRATCH/NAME.
input() {
	name=$1
	shift
	[ -f "$SCRATCH/$name" ] || "$@" >"$SCRATCH/$name"
}

# ratio TEXT FILE COMMAND...: prints the command's cost on a file that its
# arguments name.
ratio() {
	text=$1 file=$2
	shift 2
	wc=$("$SCRATCH/cost" 5 wc -l "$file") || return
	own=$("$SCRATCH/cost" 3 "$@") || return
	report "$text" "$wc" "$own"
}

# ratio_pipe TEXT FILE COMMAND...: the same with the file through a pipe,
# counting the command alone.
ratio_pipe() {
	text=$1 file=$2
	shift 2
	wc=$("$SCRATCH/cost" 5 wc -l "$file") || return
	# shellcheck disable=SC2002 # a pipe is the point
	own=$(cat "$file" | "$SCRATCH/cost" 1 "$@") || return
	report "$text" "$wc" "$own"
}

report() {
	echo "$2 $3" | awk -v text="$1" '{
		printf "%-44s %6.1f x wc -l  %8.0f ms  %6.1f MB\n",
			text, $3 / $1, $3, $4 / 1024 }'
}
