#!/bin/sh
# flamegraph.sh: record a program, fold its stacks, draw them.
#
# It drives perf (or DTrace, or bpftrace) and the four tools beside it.  As
# cargo-flamegraph it is cargo's subcommand: `cargo flamegraph`.
# shellcheck disable=SC2046,SC2086,SC2317 # lists of words; traps call functions

# As perf-exec it is the last step before a recorded program where the better
# one (share/exec) is not: perf's messages go to a file, the program's to where
# ours go.  First in the file, so that little of it is recorded.
case $0 in
*/perf-exec)
	read -r uptime _ 2>/dev/null </proc/uptime
	echo "$$ ${uptime-}" >"${0%/*}/started"
	trap ': >"${0%/*}/failed"' EXIT
	exec "$@" 2>&9 9>&-
esac

version=1.0.0

set -uf
unset CDPATH
us=$(printf '\037')             # separates the members of a list,
rs=$(printf '\036')             # and what a member consists of

# ---- What is said ---------------------------------------------------------

# The table: one cause, one sentence; below it the command that helps.
# shellcheck disable=SC2016 # variables for the reader's shell
text()	# KEY: its printf format in $format
{
	case $1 in
	usage) format='%s\n    flamegraph.sh --help' ;;
	verbose) format='%s' ;;

	# before recording
	no-tool) format='%s is not built.\n    make' ;;
	no-perf) format='perf is not installed (or set PERF to its path).\n    %s' ;;
	no-kernel-perf) format='this perf is a wrapper that has no perf for kernel %s.\n    %s' ;;
	other-perf) format='perf has none for this kernel; %s is used (PERF chooses another).' ;;
	no-profiler) format='%s is not installed.\n    %s' ;;
	not-found) format='%s: not found. Say which program to record, by its path or as found in PATH.' ;;
	not-program) format='%s: not a program.' ;;
	not-executable) format='%s: not executable.\n    chmod +x %s' ;;
	directory) format='%s: is a directory. Name a program or a file of stacks.' ;;
	no-folder) format='%s: nothing can be written there. Choose another place by -o FILE.' ;;
	no-room) format='%s: no room for temporary files. Choose another place by TMPDIR.\n    TMPDIR=/var/tmp flamegraph.sh …' ;;
	no-process) format='no process %s (it may have ended).' ;;
	foreign-process) format='process %s belongs to another user (uid %s); lowering perf_event_paranoid will not help.\n    flamegraph.sh --root -p %s' ;;
	rate) format='the kernel allows at most %s samples a second: recorded at that rate.\n    sudo sysctl kernel.perf_event_max_sample_rate=%s' ;;
	smaller-dump) format='at %s Hz the stack dumps are %s bytes instead of 64000, so that perf keeps up; deep stacks may be cut. Choose by --call-graph dwarf,SIZE.' ;;
	frame-pointers) format='at %s Hz stacks are walked by frame pointers: dumps would be lost. Choose by --call-graph.' ;;
	user-only) format='kernel.perf_event_paranoid is %s: kernel frames are missing.\n    sudo sysctl kernel.perf_event_paranoid=1' ;;

	# while recording
	not-started) format='%s: cannot be started: the line above says why.' ;;
	stopping) format='stopping, then drawing what was recorded; once more: kill.' ;;
	killing) format='killing the program.' ;;
	attached) format='recording process %s%s; Ctrl-C ends it.' ;;
	target-status) format='the program ended with status %s; drawing what was recorded.' ;;
	target-signal) format='the program was killed by signal %s; drawing what was recorded.' ;;
	no-cycles) format='no hardware counters here (a virtual machine?): fell back to the cpu-clock timer.' ;;
	no-dwarf) format='perf refuses DWARF stack dumps here: fell back to frame pointers.' ;;

	# why recording failed
	paranoid) format='kernel.perf_event_paranoid is %s, which forbids users to record this.\n    sudo sysctl kernel.perf_event_paranoid=1     (or: flamegraph.sh --root)' ;;
	container) format='the kernel refuses perf_event_open, although perf_event_paranoid is %s: a container'\''s seccomp filter?\n    docker run --cap-add PERFMON --security-opt seccomp=unconfined …' ;;
	mlock) format='perf may not lock memory for its buffers (kernel.perf_event_mlock_kb is %s).\n    sudo sysctl kernel.perf_event_mlock_kb=%s' ;;
	no-event) format='this machine has no such event (a virtual machine or container?).\n    flamegraph.sh --event cpu-clock …' ;;
	no-lbr) format='this processor has no branch records for --call-graph lbr.\n    flamegraph.sh --call-graph dwarf …' ;;
	disk-full) format='%s: the disk is full. Choose another place by -o FILE.' ;;
	perf-failed) format='perf recorded nothing (status %s).' ;;
	no-samples) format='no samples: it ran for %s s; at %s Hz that is at most %s samples for each busy CPU, none where it waits.\n    flamegraph.sh --freq %s …     (or give it more work)' ;;
	no-samples-file) format='%s: no samples in it. Record again, longer or at a higher rate.\n    flamegraph.sh --freq 9973 …' ;;
	few-samples) format='few samples (%s): percentages are rough.\n    flamegraph.sh --freq %s …     (or give it more work)' ;;
	interrupted) format='interrupted before anything was recorded.' ;;
	profiler-failed) format='%s recorded nothing (status %s).' ;;

	ignored-int) format='Ctrl-C is ignored here, as in what a script starts with &; to end the recording:\n    kill %s' ;;

	# reading perf.data
	empty-data) format='%s: empty: perf was killed before it wrote. Record again and end it with Ctrl-C (SIGINT), not SIGKILL.' ;;
	unfinished-data) format='%s: unfinished: perf was killed before it completed the file. Record again and end it with Ctrl-C (SIGINT), not SIGKILL.' ;;
	cut-data) format='%s: cut off: copied in part, or the disk was full. Copy or record it again; to draw what is left:\n    perf script -i %s | flamegraph.sh -' ;;
	unreadable) format='%s: not readable; it belongs to %s.\n    sudo chown "$USER" %s' ;;
	no-file) format='%s: no such file.' ;;
	newer-data) format='%s: written by perf %s, this is %s: use that perf or a newer one.\n    PERF=/path/to/perf flamegraph.sh --perfdata %s' ;;
	unknown-data) format='%s: perf cannot read it (status %s).' ;;
	no-script) format='this perf cannot convert (it has no perf script, or fails at once): use a newer one.\n    PERF=/path/to/perf flamegraph.sh …' ;;
	perf-crashed) format='perf script died by signal %s: a fault of perf. Try without inline frames, or another perf.\n    flamegraph.sh --no-inline --perfdata %s' ;;
	script-failed) format='perf script failed (status %s) on %s.' ;;
	slices) format='reading %s in %s time slices gave %s samples instead of %s; doing it over in one.' ;;
	addr2line) format='perf is looking up inlined functions with addr2line, which is slow.\n    flamegraph.sh --no-inline …' ;;
	addr2line-errors) format='%s look-ups of inlined functions failed, so some stacks are short.\n    flamegraph.sh --no-inline …' ;;
	event-choice) format='drawing the event %s; also recorded: %s. Choose by --event.' ;;
	no-such-event) format='no samples of the event %s; recorded: %s.' ;;
	mixed-units) format='%s counts %s, what stands before it counts %s; they are added all the same.' ;;
	lost) format='perf lost %s of the samples (%s). Lower --freq or use smaller stack dumps.\n    flamegraph.sh --freq %s --call-graph dwarf,8192 …' ;;
	chunks) format='perf lost %s chunks of samples. Lower --freq or use smaller stack dumps.\n    flamegraph.sh --freq %s --call-graph dwarf,8192 …' ;;
	throttled) format='%s' ;;

	# what the stacks tell
	no-chains) format='no call chains: every stack is one frame deep. Record with -g.\n    flamegraph.sh --call-graph dwarf …' ;;
	cut-stacks) format='%s of the stacks are cut: they do not begin at the start of a thread.\n    flamegraph.sh --call-graph dwarf,65528 …     (or build with frame pointers)' ;;
	flat-stacks) format='stacks are %s frames deep on average: built without frame pointers?\n    flamegraph.sh --call-graph dwarf …' ;;
	capped) format='%s of the stacks have exactly 127 frames, the default limit of perf: their callers are missing.\n    %s' ;;
	kptr) format='kernel.kptr_restrict is %s: functions of the kernel have no names.\n    sudo sysctl kernel.kptr_restrict=0' ;;
	foreign) format='%s files of this recording are not on this machine (%s), so their functions have no names. Convert where it was recorded, or bring them here.\n    perf archive     (there; then here: perf script --symfs DIR)' ;;
	jit-missing) format='process %s ran generated code and left no %s.\n    node --perf-basic-prof   java -XX:+PreserveFramePointer with perf-map-agent   python3 -X perf' ;;
	jit-owner) format='%s belongs to another user, so perf ignores it.\n    sudo chown %s %s' ;;
	no-debug) format='%s has no debug info, so inlined functions and line numbers are missing. In Cargo.toml:\n\n    [profile.%s]\n    debug = true\n\n  or for once:\n    CARGO_PROFILE_%s_DEBUG=true cargo flamegraph …' ;;
	stripped) format='%s is stripped, so its functions have no names. In Cargo.toml:\n\n    [profile.%s]\n    strip = false\n    debug = true\n' ;;
	rosegment) format='%s was linked by %s with a separate read-only segment, which perf %s misreads.\n    RUSTFLAGS="-C link-arg=-Wl,--no-rosegment" cargo flamegraph …' ;;

	# inputs that are no stacks
	looks-like) format='%s: looks like %s. Needed: perf.data, the text of perf script, DTrace or bpftrace, or folded stacks (gzip is fine).' ;;
	is-svg) format='%s: is an SVG picture. Needed: perf.data, the text of perf script, DTrace or bpftrace, or folded stacks; two SVGs can be compared.\n    flamegraph.sh --diff BEFORE.svg AFTER.svg' ;;
	no-input) format='%s: is empty. Needed: perf.data, the text of perf script, DTrace or bpftrace, or folded stacks.' ;;
	not-ours) format='%s: not a picture that flamesvg drew, so the stacks cannot be taken out of it.' ;;
	gzip) format='%s: gzip cannot unpack it.' ;;

	# drawing
	post-process) format='the --post-process command failed (status %s): %s' ;;
	fold-failed) format='%s could not read the stacks of %s.' ;;
	tool-crashed) format='the stage "%s" died by signal %s: a fault of that tool.' ;;
	draw-failed) format='no picture was drawn.' ;;
	kept) format='the recording is kept: %s' ;;
	aborted) format='aborted.' ;;
	wrote) format='wrote %s; open it in a web browser.' ;;
	wrote-folded) format='wrote %s, the folded stacks.' ;;
	no-opener) format='nothing here opens a picture; open %s in a web browser.' ;;

	# cargo
	no-cargo) format='cargo is not installed.\n    https://rustup.rs' ;;
	cargo-failed) format='cargo ended with status %s and nothing was recorded.' ;;
	no-target) format='choose with --test, --bench or --example what to run.\n    cargo flamegraph --help' ;;
	no-unit) format='no binary of that name was run: %s.' ;;
	skipped) format='%s: no samples, so no picture of it.' ;;
	runner-kept) format='the configured runner stays in front of the program: %s' ;;
	runner-of-cfg) format='the runner for %s is bypassed. To keep it:\n    %s=RUNNER cargo flamegraph …' ;;
	runner-bypassed) format='cargo does not show its configuration; the runner in %s is bypassed.' ;;
	*) format="$1%.0s" ;;
	esac
}

say()	# KEY [ARG]…: on stderr
{
	text "$1"
	shift
	for arg do
		shift
		set -- "$@" "$(printable "$arg")"
	done
	end_progress
	# shellcheck disable=SC2059 # the formats are ours
	printf "flamegraph.sh: $format\n" "$@" >&2
}

die()	# KEY [ARG]…
{
	say "$@"
	exit 1
}

usage_error()	# TEXT
{
	say usage "$1"
	exit 2
}

# Names come from others: no control byte reaches the terminal.
printable()
{
	case $1 in
	*[[:cntrl:]]*) printf '%s' "$1" | LC_ALL=C tr '\001-\037\177' '?' ;;
	*) printf '%s' "$1" ;;
	esac
}

# The profiler's own words, below ours.
show_words()	# FILE
{
	[ -e "$1" ] || return 0
	LC_ALL=C tr -d '\000-\010\013-\037\177' <"$1" |
	    LC_ALL=C grep -v '^ *$' | LC_ALL=C sed 's/^/    | /' >&2
}

help()
{
	cat <<-'END'
	usage: flamegraph.sh [OPTION]… [--] COMMAND [ARG]…
	       flamegraph.sh [OPTION]… -p PID[,PID]… [--duration SECONDS]
	       flamegraph.sh [OPTION]… --perfdata FILE
	       flamegraph.sh [OPTION]… FILE…        (or -, standard input)
	       flamegraph.sh [OPTION]… --diff BEFORE AFTER
	       flamegraph.sh --demo
	       cargo flamegraph [OPTION]… [-- ARG…]

	Records a program and draws where it spends its time. A FILE is perf.data,
	text of perf script, DTrace or bpftrace, or folded stacks, maybe gzipped.

	recording
	  -p, --pid PID[,PID]        running processes instead of a command
	      --duration SECONDS     stop after that time
	  -F, --freq HZ              samples a second (997)
	      --call-graph HOW       fp, dwarf[,SIZE] or lbr (dwarf)
	      --event EVENT          what to sample (cycles, else cpu-clock);
	                             with a recording: what to draw
	      --profiler NAME        perf, dtrace or bpftrace
	  -c, --cmd WORDS            the profiler's own arguments
	      --root[=FLAGS]         record with sudo FLAGS
	  -z, --compression-level[=N]  compress perf.data
	      --keep                 keep perf.data
	      --exit-status          exit with the program's status
	converting
	      --perfdata FILE        draw an existing perf.data
	      --no-inline            don't look up inlined functions
	      --skip-after FUNCTION  cut what calls FUNCTION; may be repeated
	      --post-process CMD     filter the folded stacks through CMD
	  -j N                       at most N slices at a time
	drawing
	  -o, --output FILE          the picture (flamegraph.svg)
	      --open                 show it
	      --title, --subtitle, --notes TEXT
	      --palette NAME         hot, mem, io, rust, java, js, perl, wakeup, …
	      --deterministic        same colours each time
	  -i, --inverted             root on top
	      --reverse              merge from the leaves
	      --flamechart           time from left to right
	      --min-width PERCENT    leave out what is narrower (0.01)
	      --image-width PIXELS
	      --svg-opt=OPTION       any option of flamesvg; may be repeated
	more
	      --hot[=N]              print the N hottest functions (30)
	      --folded FILE          write the folded stacks too
	      --diff BEFORE AFTER    compare two, of any kind, SVGs as well
	      --completions SHELL    bash, zsh or fish
	  -v, --verbose   -h, --help   -V, --version

	cargo flamegraph
	      --bin, --example, --test, --bench NAME
	      --unit-test[=NAME], --unit-bench[=NAME], --unit-test-kind bin|lib
	      --dev, --profile NAME, -r, --release
	  -p, --package, --manifest-path, -f, --features, --no-default-features,
	      --target
	END
}

# ---- Where we are ---------------------------------------------------------

# Through any links: cargo-flamegraph is one.
find_self()
{
	self=$0
	case $self in
	*/*) ;;
	*) [ -f "$self" ] && self=./$self || self=$(command -v -- "$self") ;;
	esac
	while [ -L "$self" ]; do
		link=$(readlink "$self") || break
		case $link in
		/*) self=$link ;;
		*) self=${self%/*}/$link ;;
		esac
	done
	here=$(cd -- "${self%/*}" && pwd -P)
	self=$here/${self##*/}
}

find_tools()
{
	collapse_perf=$(tool collapse-perf) &&
	    collapse_dtrace=$(tool collapse-dtrace) &&
	    stackagg=$(tool stackagg) && flamesvg=$(tool flamesvg) || exit 1
}

tool()	# NAME: its path
{
	for path in "$here/build/bin/$1" "$here/$1"; do
		if [ -f "$path" ] && [ -x "$path" ]; then
			printf '%s' "$path"
			return
		fi
	done
	command -v "$1" || die no-tool "$1"
}

first_file()	# PATH…: the first that is there
{
	for path do
		if [ -f "$path" ]; then
			printf '%s' "$path"
			return
		fi
	done
	return 1
}

absolute()	# PATH: $absolute (a name may end in newlines)
{
	case $1 in
	/*) absolute=$1 ;;
	*) absolute=$PWD/$1 ;;
	esac
}

# Hundredths of a second since some moment.
now()
{
	if read -r uptime _ 2>/dev/null </proc/uptime; then
		echo "${uptime%.*}${uptime#*.}"
	else
		date +%s00
	fi
}

seconds()	# HUNDREDTHS: "1.25"
{
	LC_ALL=C awk -v n="$1" 'BEGIN { printf "%.2f", n / 100 }'
}

percent()	# PART WHOLE
{
	LC_ALL=C awk -v p="$1" -v w="$2" \
	    'BEGIN { printf("%.1f%%", (w > 0) ? 100 * p / w : 0) }'
}

above()	# PART WHOLE PERCENT: is the part more than that?
{
	LC_ALL=C awk -v p="$1" -v w="$2" -v l="$3" \
	    'BEGIN { exit !(w > 0 && 100 * p > l * w) }'
}

commas()	# NUMBER: "1,234,567"
{
	whole=$1 groups=''
	while [ ${#whole} -gt 3 ]; do
		front=${whole%???}
		groups=,${whole#"$front"}$groups
		whole=$front
	done
	printf '%s' "$whole$groups"
}

# (A shell's read takes single bytes, and such a file gives but one.)
sysctl_value()	# NAME, as kernel/perf_event_paranoid
{
	value=$(cat "/proc/sys/$1" 2>/dev/null)
	printf '%s' "${value:-unknown}"
}

is_linux()
{
	[ "$(uname -s)" = Linux ]
}

# ---- Options --------------------------------------------------------------

set_defaults()
{
	as_cargo='' verbose='' output=flamegraph.svg open='' sudo=''
	freq='' custom='' compression='' call_graph='' event='' duration='' keep=''
	pids='' perfdata='' profiler='' exit_status=''
	title='' subtitle='' notes='' deterministic='' inverted='' reverse='' flamechart=''
	min_width='' image_width='' palette='' skip_after='' svg_opts=''
	no_inline='' post_process='' jobs_wanted='' hot='' folded='' diff='' demo=''
	dev='' profile='' package='' target_kind='' target_name='' unit='' unit_kind=''
	manifest='' features='' no_default_features='' triple=''
}

# Reads the options of "$@": $used of its members; $command says that what is
# left must be a command.
read_options()
{
	used=0 command=''
	while [ $# -gt 0 ]; do
		case $1 in
		--)
			command=1 used=$((used + 1))
			return
			;;
		- | [!-]* | '') return ;;
		esac
		before=$#
		split_option "$1"
		shift
		while [ "$rest" ]; do
			set_option ''
			split_option "$rest"
		done
		if wants_value && ! [ "$has_value" ]; then
			[ $# -gt 0 ] || usage_error "$option needs a value"
			! wants_file || [ "$1" = - ] || [ "${1#-}" = "$1" ] ||
			    usage_error "$option needs a file, not $1 (which would be ./$1)"
			value=$1
			shift
		elif [ $# -gt 0 ] && ! [ "$has_value" ] && may_take "$1"; then
			value=$1 has_value=1
			shift
		fi
		[ -z "$has_value" ] || wants_value || takes_value ||
		    usage_error "$option: no such option, or it takes no value"
		case $value in
		*["$us$rs"]*) usage_error "$option: a control byte in its value" ;;
		esac
		set_option "$value"
		used=$((used + before - $#))
	done
}

# $option, and what hangs on it: $value, or the $rest of a group (-vi).
split_option()	# WORD
{
	option=$1 value='' has_value='' rest=''
	case $1 in
	--*=*) option=${1%%=*} value=${1#*=} has_value=1 ;;
	--*) ;;
	-[vVhir]?*)
		rest=-${1#-?}
		option=${1%"${rest#-}"}
		;;
	-??*)
		value=${1#-?} has_value=1
		option=${1%"$value"}
		value=${value#=}
		;;
	esac
}

wants_value()
{
	case $option in
	-o | --output | -F | --freq | -c | --cmd | --title | --subtitle | \
	--notes | --min-width | --image-width | --palette | --skip-after | \
	--post-process | --perfdata | -p | --pid | --completions | \
	--call-graph | --event | --duration | --folded | -j | --profiler | \
	--svg-opt | --package | -b | --bin | --example | --test | --bench | \
	--unit-test-kind | --profile | --manifest-path | -f | --features | \
	-t | --target) return 0 ;;
	esac
	return 1
}

# An option in place of a file's name is a name forgotten.
wants_file()
{
	case $option in
	-o | --output | --folded | --perfdata | --manifest-path) return 0 ;;
	esac
	return 1
}

takes_value()
{
	case $option in
	--root | -z | --compression-level | --hot | --unit-test | \
	--unit-bench) return 0 ;;
	esac
	return 1
}

# Options whose value is optional take the next word only where it can't be
# anything else.
may_take()	# WORD
{
	case $option:$1 in
	-z:*[!0-9]* | --compression-level:*[!0-9]*) return 1 ;;
	-z:?* | --compression-level:?*) return 0 ;;
	--unit-test:[!-]* | --unit-bench:[!-]*) return 0 ;;
	--root:-[EHnSbkA] | --root:-*' '* | --root:--preserve-env*) return 0 ;;
	esac
	return 1
}

set_option()	# VALUE, of $option
{
	case $option in
	-v | --verbose) verbose=1 ;;
	-o | --output) output=$1 ;;
	--open) open=1 ;;
	--root) sudo="sudo $1" ;;
	-F | --freq) freq=$1 ;;
	-c | --cmd) custom=$1 ;;
	-z | --compression-level) compression=${1:-1} ;;
	--title) title=$1 ;;
	--subtitle) subtitle=$1 ;;
	--notes) notes=$1 ;;
	--deterministic) deterministic=1 ;;
	-i | --inverted) inverted=1 ;;
	--reverse) reverse=1 ;;
	--min-width) min_width=$1 ;;
	--image-width) image_width=$1 ;;
	--palette) palette=$1 ;;
	--skip-after) skip_after=$skip_after--skip-after=$1$us ;;
	--flamechart) flamechart=1 ;;
	--ignore-status) ;;             # how we are anyway
	--exit-status) exit_status=1 ;;
	--no-inline) no_inline=--no-inline ;;
	--post-process) post_process=$1 ;;
	--perfdata) perfdata=$1 ;;
	--completions)
		completions "$1"
		exit
		;;
	--call-graph) call_graph=$1 ;;
	--event) event=$1 ;;
	--duration) duration=$1 ;;
	--keep) keep=1 ;;
	--folded) folded=$1 ;;
	--hot) hot=${1:-30} ;;
	-j) jobs_wanted=$1 ;;
	--profiler) profiler=$1 ;;
	--svg-opt) svg_opts=$svg_opts$1$us ;;
	--diff) diff=1 ;;
	--demo) demo=1 ;;
	-h | --help)
		help
		exit
		;;
	-V | --version)
		echo "flamegraph.sh $version"
		exit
		;;
	--pid) add_pids "$1" ;;
	-p) if [ "$as_cargo" ]; then package=$1; else add_pids "$1"; fi ;;
	*) set_cargo_option "$1" ;;
	esac
}

set_cargo_option()	# VALUE, of $option
{
	[ "$as_cargo" ] || case $option in
	--dev | -r | --release | --profile | --package | --manifest-path | \
	-f | --features | --no-default-features | -t | --target | -b | --bin | \
	--example | --test | --bench | --unit-test | --unit-bench | \
	--unit-test-kind)
		usage_error "$option is an option of cargo flamegraph" ;;
	esac
	case $option in
	--dev) dev=1 ;;
	-r | --release) ;;              # how we are anyway
	--profile) profile=$1 ;;
	--package) package=$1 ;;
	--manifest-path) manifest=$1 ;;
	-f | --features) features=${features:+$features,}$1 ;;
	--no-default-features) no_default_features=1 ;;
	-t | --target) triple=$1 ;;
	-b | --bin) set_target bin "$1" ;;
	--example) set_target example "$1" ;;
	--test) set_target test "$1" ;;
	--bench) set_target bench "$1" ;;
	--unit-test) set_target unit-test "$1" ;;
	--unit-bench) set_target unit-bench "$1" ;;
	--unit-test-kind) unit_kind=$1 ;;
	*) usage_error "$option: no such option" ;;
	esac
}

set_target()	# KIND NAME
{
	[ -z "$target_kind" ] ||
	    usage_error "--$target_kind and --$1 exclude each other"
	target_kind=$1 target_name=$2
}

add_pids()	# PID[,PID]…
{
	case ,$1, in
	*[!0-9,]* | *,,*) usage_error "$1: not a process number" ;;
	esac
	pids=${pids:+$pids,}$1
}

check_options()
{
	check_number --freq "$freq"
	check_number -j "$jobs_wanted"
	check_number --hot "$hot"
	check_number --compression-level "$compression"
	case $duration in
	*[!0-9.]* | *.*.* | .) usage_error "--duration: $duration is no time" ;;
	esac
	if [ "$custom" ] && [ "$freq" ]; then
		usage_error '-c and --freq exclude each other: put -F into -c'
	fi
	if [ "$flamechart" ] && [ "$reverse" ]; then
		usage_error '--flamechart and --reverse exclude each other'
	fi
	if [ "$pids" ] && [ "$perfdata" ]; then
		usage_error '--pid and --perfdata exclude each other'
	fi
	case $call_graph in
	'' | fp | lbr | dwarf | dwarf,[1-9]*) ;;
	*) usage_error "--call-graph: $call_graph is not fp, dwarf[,SIZE] or lbr" ;;
	esac
	case $profiler in
	'') if is_linux || [ "${PERF-}" ]; then profiler=perf; else profiler=dtrace; fi ;;
	perf | dtrace | bpftrace) ;;
	*) usage_error "--profiler: $profiler is not perf, dtrace or bpftrace" ;;
	esac
	case $unit_kind in
	'' | bin | lib) ;;
	*) usage_error "--unit-test-kind: $unit_kind is not bin or lib" ;;
	esac
}

check_number()	# OPTION VALUE
{
	case $2 in
	*[!0-9]* | 0*) usage_error "$1: $2 is no positive number" ;;
	esac
}

completions()	# SHELL
{
	case $1 in
	bash) set -- flamegraph.sh.bash bash-completion/completions ;;
	zsh) set -- _flamegraph.sh zsh/site-functions ;;
	fish) set -- flamegraph.sh.fish fish/vendor_completions.d ;;
	*) usage_error "--completions: $1 is not bash, zsh or fish" ;;
	esac
	path=$(first_file "$here/share/completions/$1" "$here/../share/$2/$1") ||
	    die no-file "$1"
	cat "$path"
}

# ---- Files, jobs and signals ----------------------------------------------

set_up()
{
	# Streams that are closed would be taken by the next file opened.
	(exec 3<&0) 2>/dev/null || exec </dev/null
	(exec 3>&2) || exec 2>/dev/null
	exec 3<&0
	plain=$(plain_signals)
	trap clean_up EXIT
	for signal in INT TERM HUP QUIT; do
		# shellcheck disable=SC2064 # this very name
		trap "on_signal $signal" $signal
	done
	trap on_time USR1
	trap : PIPE                     # who reads what we say may leave
	if [ "$as_runner" ]; then
		tmp=${0%/*}
		return
	fi
	absolute "${TMPDIR:-/tmp}"
	place=$absolute
	case $place in
	*[!A-Za-z0-9/._-]*) place=/tmp ;;       # cargo splits at blanks
	esac
	tmp=$(mktemp -d "$place/flamegraph.XXXXXX") || die no-room "$place"
	has_room || exit 1              # clean_up says it
}

# A disk that is full shows as anything else later on.
has_room()
{
	printf '%65536s' '' 2>/dev/null >"$tmp/room" && : >"$tmp/room"
}

set_state()
{
	jobs='' starting='' recorder='' ticker='' timer='' timed_out='' phase='' stops=0
	caught='' data='' own_data='' out_tmp='' folded_tmp='' tmp='' run=''
	copies='' inputs=0 statuses=' ' columns=1 shown='' text='' ran='' rate=997
	target_status=0 as_runner='' options='' use_event='' named_data=''
	late_status=0 balances='' names_used=$us
	forget_sources
}

# What is known of what is drawn.
forget_sources()
{
	sources='' whole='' sliced='' fields='' unit_name=samples
	samples='' lost=0 chunks=0 lost_share='' event_name='' others='' events_told=''
	recorded=0 all_lost=0 is_counted=1 is_read=1
	total='' unresolved='' read='' kept='' capped=''
	has_chains='' is_dwarf='' is_fp=''
}

ignored_signals()	# a hex digit: 2 is INT, 4 is QUIT
{
	sed -n 's/^SigIgn:.*\(.\)$/\1/p' /proc/self/status 2>/dev/null
}

# A shell starts background commands with INT and QUIT ignored.  Where env can
# undo that it is used, unless they were ignored when we started.
plain_signals()
{
	case $(ignored_signals) in
	[2367abefABEF]) set -- ;;
	[45cdCD]) set -- INT ;;
	*) set -- INT,QUIT ;;
	esac
	if [ $# -gt 0 ] && env --default-signal="$1" true 2>/dev/null; then
		echo "env --default-signal=$1"
	fi
}

clean_up()
{
	failed=$?
	trap '' INT TERM HUP QUIT USR1
	stop_jobs
	end_progress
	[ "$failed" = 0 ] || [ -z "$tmp" ] || has_room || say no-room "${tmp%/*}"
	[ -z "$as_runner" ] || return
	for run in $(runs); do
		data=$(cat "$run/data" 2>/dev/null)
		[ -e "$data" ] || continue
		if [ -r "$data" ] && ! is_finished "$data"; then
			drop_data
		else
			say kept "$data"
		fi
	done
	[ -z "$out_tmp" ] || rm -f -- "$out_tmp"
	[ -z "$folded_tmp" ] || rm -f -- "$folded_tmp"
	IFS=$us
	[ -z "$copies" ] || rm -f -- $copies
	unset IFS
	[ -z "$tmp" ] || rm -rf -- "$tmp"
}

runs()	# the folders of all recordings
{
	[ "$tmp" ] || return 0
	set +f
	for folder in "$tmp"/run.*; do
		[ -d "$folder" ] && echo "$folder"
	done
	set -f
}

# A recording that is no longer needed, or of no use.
drop_data()
{
	[ -z "$data" ] || [ "$named_data" ] || rm -f -- "$data"
	rm -f -- "$run/data"
	own_data=''
}

on_signal()	# NAME
{
	caught=$1
	case $phase:$1 in
	record:QUIT) ;;
	record:*)
		stop_recording "$1"
		return
		;;
	esac
	end_progress
	say aborted
	clean_up
	trap - EXIT "$1"
	kill -s "$1" $$
	exit 1
}

on_time()
{
	caught=USR1
	timed_out=1
	[ -z "$recorder" ] || forward INT "$recorder"
}

# First politely; perf then ends the program by TERM.  Who asks again means it.
stop_recording()	# SIGNAL
{
	# cargo's runner hears of it from the terminal, and from us once more
	[ "$as_runner:$1" != 1:TERM ] || [ "$stops" = 0 ] || return 0
	stops=$((stops + 1))
	case $stops in
	1)
		[ "$as_runner" ] || say stopping
		stop_cargo
		forward INT "$recorder"
		;;
	2)
		[ "$as_runner" ] || say killing
		kill_programs
		;;
	*) forward KILL "$recorder" ;;
	esac
}

# Only what is still below its recorder: numbers are given anew.
kill_programs()
{
	for folder in $(runs); do
		read -r pid _ 2>/dev/null <"$folder/started" || continue
		read -r root 2>/dev/null <"$folder/pid" || root=$recorder
		[ "$root" ] || continue
		for process in $(descendants "$root"); do
			[ "$process" != "$pid" ] || forward KILL "$pid"
		done
	done
}

# All that cargo has started, but for what we record.
stop_cargo()
{
	[ "$as_cargo" ] && [ -z "$as_runner" ] || return 0
	if [ "$(runs)" ]; then
		for folder in $(runs); do
			read -r pid 2>/dev/null <"$folder/pid" &&
			    [ ! -e "$folder/end" ] && kill -s TERM "$pid" 2>/dev/null
		done
	else
		for pid in $(descendants "$recorder"); do
			kill -s INT "$pid" 2>/dev/null
		done
	fi
}

# Ctrl-C reaches the whole foreground by itself: perf doesn't mind a second
# INT, but bpftrace and dtrace would drop what they have.
forward()	# SIGNAL PID
{
	[ "$2" ] || return 0
	if [ "$1" = INT ] && [ "$profiler" != perf ] && [ -z "$timed_out" ]; then
		nap 0.5
		has_reacted "$2" && return 0
	fi
	kill -s "$1" "$2" 2>/dev/null && return
	[ -z "$sudo" ] || $sudo kill -s "$1" "$2" 2>/dev/null
}

# bpftrace lets go of INT when it begins to print.
has_reacted()	# PID
{
	alive "$1" || return 0
	if [ -r "/proc/$1/status" ]; then
		caught_set=$(sed -n 's/^SigCgt:.*\(.\)$/\1/p' "/proc/$1/status")
		case $caught_set in
		[2367abefABEF]) return 1 ;;
		*) return 0 ;;
		esac
	fi
	[ -t 0 ]
}

nap()	# SECONDS
{
	sleep "$1" 2>/dev/null || sleep 1
}

alive()	# PID: also one of another user
{
	kill -0 "$1" 2>/dev/null || [ -d "/proc/$1" ]
}

# Runs COMMAND beside us, its messages in $tmp/NAME.err.  OUT is opened first:
# if that works and IN does not, the reader of OUT sees an end.
spawn()	# NAME IN|& OUT COMMAND…: & is descriptor 4
{
	job=$1 in=$2 to=$3 starting=1
	shift 3
	if [ "$in" = '&' ]; then
		"$@" 2>"$tmp/$job.err" >"$to" <&4 3<&- 4<&- &
	else
		"$@" 2>"$tmp/$job.err" >"$to" <"$in" 3<&- &
	fi
	note_job
}

# A signal may come between the start of a job and this: see end_jobs.
note_job()
{
	jobs="$jobs $job:$!" starting=''
}

# Its exit status in $status; a signal to us doesn't end the wait.
await()	# PID
{
	while :; do
		caught=
		wait "$1" 2>/dev/null
		status=$?
		if [ -z "$caught" ] || ! alive "$1"; then
			break
		fi
	done
}

# Waits for all jobs, or the last ones, those first which read from others:
# what nobody reads any more is ended.  $statuses is then a list of
# NAME=STATUS.
await_jobs()	# [PATTERN]
{
	statuses=' ' order='' ended=''
	for job in $jobs; do
		# shellcheck disable=SC2254 # a pattern
		case $job in
		${1-*}) order="$job $order" ;;
		esac
	done
	for job in $order; do
		await "${job##*:}"
		case $ended:$status in
		1:137) status=143 ;;
		esac
		statuses="$statuses${job%:*}=$status "
		jobs=${jobs%" $job"}
		case $job:$status in
		*:0 | collapse.* | part.*) ;;
		*)
			[ "$ended" ] || end_jobs
			ended=1
			;;
		esac
	done
}

# What jobs of a kind said.
words_of()	# KIND, of names KIND.N
{
	set +f
	cat "$tmp/$1".*.err 2>/dev/null
	set -f
}

forget_words()
{
	set +f
	rm -f "$tmp"/*.err
	set -f
}

# With what they started.  One that has not begun yet may lose a TERM, but no
# KILL.
end_jobs()
{
	set +u                          # $! may be of no job yet
	[ -z "$starting" ] || note_job
	set -u
	[ "$jobs" ] || return 0
	set --
	for job in $jobs; do
		set -- "$@" "${job##*:}"
	done
	all=$(descendants "$@")
	for signal in TERM KILL; do
		for pid in $all; do
			forward $signal "$pid"
		done
		[ $signal = KILL ] || nap 0.1
	done
}

# Processes and all below them.
descendants()	# PID…
{
	processes | awk -v roots="$*" '
		{ parent[$1] = $2 }
		END {
			n = split(roots, word, " ")
			for (i = 1; i <= n; i++) ours[word[i]] = 1
			do {
				more = 0
				for (pid in parent)
					if ((parent[pid] in ours) && !(pid in ours)) more = ours[pid] = 1
			} while (more)
			for (pid in ours) print pid
		}'
}

status_of()	# NAME: $status, empty if there was no such job
{
	case $statuses in
	*" $1="*)
		status=${statuses#* "$1"=}
		status=${status%% *}
		;;
	*) status= ;;
	esac
}

stop_jobs()
{
	end_jobs
	[ -z "$recorder" ] || forward TERM "$recorder"
	for job in $jobs ${recorder:+recorder:$recorder}; do
		wait "${job##*:}" 2>/dev/null
	done
	[ -z "$timer" ] || stop_timer
	jobs='' recorder=''
}

fifo()	# NAME: a fresh one
{
	rm -f "$tmp/$1"
	mkfifo "$tmp/$1"
}

# ---- Progress -------------------------------------------------------------

# From 1 s on a terminal is told how it goes; and who waits for addr2line is
# told why.
begin_progress()	# STAGE MEGABYTES
{
	[ -t 2 ] && show=1 || show=
	rm -f "$tmp/ticker.ready"
	tick "$1" "$2" "$show" &
	ticker=$!
}

tick()	# STAGE MEGABYTES SHOW
{
	elapsed=0 told=''
	while :; do
		sleep 1 &
		trap 'kill -KILL $! 2>/dev/null; exit' TERM
		: >"$tmp/ticker.ready"
		wait $! 2>/dev/null
		elapsed=$((elapsed + 1))
		if [ "$3" ]; then
			printf '\r%s, %s s, %s MB \033[K' "$1" $elapsed "$2" >&2
		fi
		if [ -z "$told$no_inline" ] && [ $elapsed -ge 5 ] &&
		    waits_for_addr2line; then
			told=1
			say addr2line
		fi
	done
}

end_progress()
{
	if [ "${ticker-}" ]; then
		stop_helper ticker "$ticker"
		ticker=
		[ -t 2 ] && printf '\r\033[K' >&2
	fi
	return 0
}

waits_for_addr2line()
{
	set --
	for job in $jobs; do
		case $job in
		script*) set -- "$@" "${job##*:}" ;;
		esac
	done
	processes | awk -v parents="$*" '
		BEGIN {
			n = split(parents, word, " ")
			for (i = 1; i <= n; i++) ours[word[i]] = 1
		}
		{ parent[$1] = $2; name[$1] = $3 }
		END {
			for (pid in name)
				if (name[pid] ~ /addr2line/)
					for (p = pid; p > 1; p = parent[p])
						if (p in ours) exit 0
			exit 1
		}'
}

# A signal would be lost on one that has not set its trap yet.
stop_helper()	# NAME PID
{
	until [ -e "$tmp/$1.ready" ] || ! alive "$2"; do
		nap 0.01
	done
	# Helpers inherit that TERM is ignored, if it was when we started.
	if sh -c 'kill $$' 2>/dev/null; then
		kill -KILL "$2" 2>/dev/null
	else
		kill "$2" 2>/dev/null
	fi
	wait "$2" 2>/dev/null
} 2>/dev/null

processes()	# lines "pid parent name"
{
	ps -A -o pid= -o ppid= -o comm= 2>/dev/null || ps -o pid,ppid,comm
}

# ---- Recording ------------------------------------------------------------

# Records COMMAND, or the processes of -p: $run gets what is known of it,
# $data the recording.
record()	# [COMMAND ARG…]
{
	own_data=1
	mkdir -p "$run"
	printf '%s\n' "$data" >"$run/data" || exit 1
	link_perf_exec
	phase=record began=$(now) time_limit=$duration
	if [ "$pids" ] && [ -z "$duration" ]; then
		case $(ignored_signals) in
		[2367abefABEF]) say ignored-int $$ ;;
		esac
	fi
	case $profiler in
	perf) record_perf "$@" ;;
	*) record_text "$@" ;;
	esac
	phase=
	if read -r _ started 2>/dev/null <"$run/started"; then
		began=${started%.*}${started#*.}
	fi
	ran=$(seconds $(($(now) - ${began:-0})))
	printf '%s %s\n' "$status" "$ran" 2>/dev/null >"$run/end"
}

link_perf_exec()
{
	for step in "$here/build/bin/perf-exec" "$here/perf-exec" \
	    "$here/../share/flamegraph/perf-exec" "$self"; do
		[ ! -x "$step" ] || break
	done
	ln -s "$step" "$run/perf-exec"
}

# The recorder, in the background so that signals reach us, but with our
# standard input.  Descriptor 9 is for the program's messages.
start()	# COMMAND…
{
	[ -z "$verbose" ] || say verbose "+ $*"
	status=130
	[ "$stops" = 0 ] || return 0
	if [ "$sudo" ]; then    # which closes 9, so it is made inside
		# shellcheck disable=SC2016 # for that shell
		set -- $sudo sh -c 'f=$1; shift; exec "$@" 9>&2 2>>"$f"' sh \
		    "$run/err" "$@"
		$plain "$@" <&3 3<&- &
	else
		$plain "$@" <&3 3<&- 9>&2 2>"$run/err" &
	fi
	recorder=$!
	[ "$stops" = 0 ] || forward INT "$recorder"
	[ -z "$time_limit" ] || start_timer
	await "$recorder"
	recorder=
	[ -z "$timer" ] || stop_timer
}

start_timer()
{
	rm -f "$tmp/timer.ready"
	run_timer 3<&- &
	timer=$!
}

# A program's time begins when it does, which perf may delay.
run_timer()
{
	trap exit TERM
	: >"$tmp/timer.ready"
	until [ "$pids" ] || [ -e "$run/started" ]; do
		nap 0.05
	done
	sleep "$duration" &
	trap 'kill -KILL $! 2>/dev/null; exit' TERM
	wait $! 2>/dev/null
	kill -s USR1 $$
}

stop_timer()
{
	stop_helper timer "$timer"
	timer=
}

# Tries what is wanted, then what works everywhere; never twice once the
# program has begun.
record_perf()	# [COMMAND ARG…]
{
	find_perf
	choose_rate
	choose_call_graph
	use_event=$event
	while :; do
		run_perf "$@"
		if is_finished "$data" || [ -e "$run/started" ] || ! fall_back; then
			break
		fi
	done
	[ -z "$sudo" ] || [ ! -e "$data" ] ||
	    $sudo chown "$(id -u):$(id -g)" "$data" 2>/dev/null
}

run_perf()	# [COMMAND ARG…]
{
	[ $# = 0 ] || set -- "$run/perf-exec" "$@"
	if [ "$pids" ] && [ "$duration" ]; then
		set -- sleep "$duration"
		time_limit=''
	fi
	[ $# = 0 ] || set -- -- "$@"
	[ "$named_data" ] || set -- -o "$data" "$@"
	[ -z "$pids" ] || set -- -p "$pids" "$@"
	[ -z "$compression" ] || set -- "--compression-level=$compression" "$@"
	if [ "$custom" ]; then
		set -- $custom "$@"
	else
		[ -z "$use_event" ] || set -- -e "$use_event" "$@"
		set -- record -F "$rate" --call-graph "$graph" -g "$@"
	fi
	start "$perf" "$@"
}

# A name in -c is used, and its file is kept; an old one becomes FILE.old, as
# with perf alone.
choose_data()	# NUMBER, of several
{
	data=$out_dir/flamegraph.${tmp##*.}${1:+-$1}.perf.data
	named_data=''
	set -- $custom
	while [ $# -gt 0 ]; do
		case $1 in
		-o | --output) named_data=${2-} ;;
		-o?*) named_data=${1#-o} ;;
		--output=*) named_data=${1#--output=} ;;
		esac
		shift
	done
	[ "$named_data" ] || return 0
	absolute "$named_data"
	data=$absolute
	[ ! -f "$data" ] || mv -f -- "$data" "$data.old"
}

find_perf()
{
	perf=${PERF:-perf}
	if ! command -v "$perf" >/dev/null 2>&1; then
		other_perf || die no-perf "$(package_command perf)"
	elif "$perf" --version 2>&1 </dev/null |
	    grep -q 'perf not found for kernel'; then
		other_perf ||
		    die no-kernel-perf "$(uname -r)" "$(package_command perf)"
	fi
}

# Distributions keep one for each kernel; another's usually works.
other_perf()
{
	[ -z "${PERF-}" ] || return 1
	set +f
	set -- /usr/lib/linux-tools*/perf /usr/lib/linux-tools*/*/perf
	set -f
	for path do
		if [ -f "$path" ] && "$path" --version >/dev/null 2>&1; then
			perf=$path
			[ "$as_runner" ] || say other-perf "$path"
			return 0
		fi
	done
	return 1
}

package_command()	# perf | bpftrace
{
	for manager in apt-get dnf pacman zypper apk; do
		if command -v $manager >/dev/null 2>&1; then
			break
		fi
		manager=
	done
	case $manager:$1 in
	apt-get:perf)
		if grep -qi ubuntu /etc/os-release 2>/dev/null; then
			# shellcheck disable=SC2016 # to be copied as it is
			echo 'sudo apt install linux-tools-common linux-tools-$(uname -r)'
		else
			echo 'sudo apt install linux-perf'
		fi
		;;
	apt-get:*) echo "sudo apt install $1" ;;
	dnf:*) echo "sudo dnf install $1" ;;
	pacman:*) echo "sudo pacman -S $1" ;;
	zypper:*) echo "sudo zypper install $1" ;;
	apk:*) echo "sudo apk add $1" ;;
	*) echo "install $1 by your package manager" ;;
	esac
}

choose_rate()	# [quietly]
{
	rate=${freq:-997}
	limit=$(sysctl_value kernel/perf_event_max_sample_rate)
	case $limit in
	*[!0-9]*) ;;
	*)
		if [ "$rate" -gt "$limit" ]; then
			[ "${1-}" ] || say rate "$limit" "$rate"
			rate=$limit
		fi
		;;
	esac
}

# perf keeps up with about 64 MB of stack dumps a second.
choose_call_graph()
{
	graph=$call_graph
	case $graph in
	'' | dwarf) ;;
	*) return ;;
	esac
	if [ -z "$graph" ] && [ "$rate" -ge 20000 ]; then
		graph=fp
		[ "$custom" ] || say frame-pointers "$rate"
		return
	fi
	size=$((64000000 / rate / 8 * 8))
	if [ "$size" -ge 64000 ]; then
		size=64000
	else
		[ "$size" -ge 8192 ] || size=8192
		[ "$custom" ] || say smaller-dump "$rate" "$size"
	fi
	graph=dwarf,$size
}

# The next thing to try, from what perf said.
fall_back()
{
	[ -z "$custom" ] || return 1
	if [ -z "$use_event" ] && said 'not supported|PMU Hardware|No such file'; then
		use_event=cpu-clock
		say no-cycles
	elif [ "${graph%%,*}" = dwarf ] && said 'dwarf|callchain|stack dump|user_regs'; then
		graph=fp
		say no-dwarf
	else
		return 1
	fi
}

said()	# REGEX: did the profiler say that?
{
	LC_ALL=C grep -Eqi -- "$1" "$run/err" 2>/dev/null
}

# DTrace and bpftrace take the command as words split at blanks, so they get
# a script of ours whose path has none.
record_text()	# [COMMAND ARG…]
{
	text=${text:-$tmp/profile.txt}
	if [ $# -gt 0 ]; then
		quote "$run/perf-exec" "$@" >"$run/command"
		set -- -c "/bin/sh $run/command"
	else
		IFS=,
		set -- $pids
		unset IFS
		count=$#
		while [ "$count" -gt 0 ]; do
			set -- "$@" -p "$1"
			shift
			count=$((count - 1))
		done
	fi
	choose_rate
	# The profiler keeps the time of processes, we that of a command.
	attach_time=''
	if [ "$pids" ] && [ "$duration" ] && [ -z "$custom" ]; then
		attach_time=$(milliseconds "$duration")
		time_limit=''
	fi
	"record_$profiler" "$@"
}

milliseconds()	# SECONDS
{
	LC_ALL=C awk -v s="$1" 'BEGIN { printf "%d", s * 1000 + 0.5 }'
}

quote()	# COMMAND ARG…: a line that a shell reads as it
{
	printf exec
	for rest do
		printf " '"
		while
			word=${rest%%\'*}
			[ "$word" != "$rest" ]
		do
			printf "%s'\\\\''" "$word"
			rest=${rest#*\'}
		done
		printf "%s'" "$rest"
	done
	echo
}

record_dtrace()	# -c COMMAND | -p PID…
{
	dtrace=${DTRACE:-dtrace}
	command -v "$dtrace" >/dev/null 2>&1 ||
	    die no-profiler dtrace 'It is part of macOS, FreeBSD and illumos.'
	# shellcheck disable=SC2016 # D's variable
	script="profile-$rate /$(pid_test pid '$target')/ { @[ustack(100)] = count(); }"
	[ -z "$attach_time" ] || script="$script tick-${attach_time}ms { exit(0); }"
	start "$dtrace" -x ustackframes=100 -n "${custom:-$script}" -o "$text" "$@"
}

# It can name functions of living processes only, so it prints as it goes.
record_bpftrace()	# -c COMMAND | -p PID…
{
	bpftrace=${BPFTRACE:-bpftrace}
	command -v "$bpftrace" >/dev/null 2>&1 ||
	    die no-profiler bpftrace "$(package_command bpftrace)"
	script="profile:hz:$rate /$(pid_test pid cpid)/ { @[kstack, ustack, comm] = count(); }
		interval:ms:200 { print(@); clear(@); }"
	[ -z "$attach_time" ] ||
	    script="$script interval:ms:$attach_time { exit(); }"
	case $1 in -p) [ "${pids#*,}" = "$pids" ] || set -- ;; esac
	start "$bpftrace" -o "$text" -e "${custom:-$script}" "$@"
}

pid_test()	# VARIABLE CHILD: the condition on it
{
	if [ "$pids" ]; then
		echo "$pids" | sed "s/[0-9]*/$1 == &/g; s/,/ || /g"
	else
		echo "$1 == $2"
	fi
}

# ---- Before and after a recording -----------------------------------------

check_command()	# COMMAND
{
	case $1 in
	*/*) path=$1 ;;
	*)
		path=$(in_path "$1") || path=$1
		[ "$path" != "$1" ] || [ -d "$1" ] || die not-found "$1"
		;;
	esac
	[ -e "$path" ] || die not-found "$1"
	[ ! -d "$path" ] || die directory "$1"
	[ -f "$path" ] || die not-program "$1"
	[ -x "$path" ] || die not-executable "$1" "$1"
}

in_path()	# NAME
{
	IFS=:
	for folder in $PATH; do
		path=${folder:-.}/$1
		if [ -f "$path" ] && [ -x "$path" ]; then
			printf '%s' "$path"
			return
		fi
	done
	return 1
}

check_pids()
{
	IFS=,
	set -- $pids
	unset IFS
	for pid do
		alive "$pid" || die no-process "$pid"
		uid=$(uid_of "$pid")
		if [ -z "$sudo" ] && [ "$(id -u)" != 0 ] &&
		    [ "${uid:-$(id -u)}" != "$(id -u)" ]; then
			die foreign-process "$pid" "$uid" "$pid"
		fi
	done
	[ ! -t 2 ] || say attached "$pids" "${duration:+ for $duration s}"
}

uid_of()	# PID
{
	sed -n 's/^Uid:[^0-9]*\([0-9]*\).*/\1/p' "/proc/$1/status" 2>/dev/null
}

# What became of the program, and whether there is something to draw.
judge_recording()	# PROGRAM
{
	read -r target_status ran 2>/dev/null <"$run/end" || target_status=1
	if [ -e "$run/failed" ]; then
		drop_data
		die not-started "$1"
	fi
	if [ "$profiler" != perf ]; then
		has_stacks || text_failed
	elif ! is_finished "$data"; then
		explain_failure
		drop_data
		exit 1
	else
		read_stats "$data"
		[ "$samples" != 0 ] || no_samples
	fi
	[ "$stops" -gt 0 ] || [ "$pids" ] || [ "$timed_out" ] || tell_status
	[ "$profiler" != perf ] || tell_warnings
}

tell_status()
{
	if [ "$target_status" -gt 128 ] && [ "$target_status" -le 192 ]; then
		say target-signal $((target_status - 128))
	elif [ "$target_status" != 0 ]; then
		say target-status "$target_status"
	fi
}

no_samples()
{
	drop_data
	if said 'lost 100'; then
		tell_lost
	else
		say no-samples "$ran" "$rate" \
		    "$(LC_ALL=C awk -v s="$ran" -v r="$rate" 'BEGIN { printf "%d", s * r + 0.5 }')" \
		    "$(higher_rate)"
	fi
	show_words "$run/err"
	exit 1
}

higher_rate()
{
	if [ "$rate" -lt 9973 ]; then echo 9973; else echo 49999; fi
}

# perf's words for each fault; the last resort is to hand them on.
explain_failure()
{
	paranoid=$(sysctl_value kernel/perf_event_paranoid)
	if said 'No such process'; then
		say no-process "$pids"
	elif said 'Consider increasing.*mlock_kb|Permission error mapping|failed to mmap'; then
		kb=$(sysctl_value kernel/perf_event_mlock_kb)
		case $kb in
		*[!0-9]*) say mlock "$kb" 2048 ;;
		*) say mlock "$kb" $((kb * 4)) ;;
		esac
	elif said 'branch stack'; then
		say no-lbr
	elif said 'not supported|PMU Hardware'; then
		say no-event
	elif said 'Access to performance monitoring|not permitted|permission'; then
		if [ "$(id -u)" = 0 ] || [ "$paranoid" -le 1 ] 2>/dev/null; then
			say container "$paranoid"
		else
			say paranoid "$paranoid"
		fi
	elif said 'No space left' || ! has_room; then
		say disk-full "$data"
	elif [ "$stops" -gt 0 ]; then
		say interrupted
	else
		say perf-failed "$target_status"
	fi
	show_words "$run/err"
}

text_failed()
{
	[ "$target_status" != 0 ] || no_samples
	say profiler-failed "$profiler" "$target_status"
	show_words "$run/err"
	exit 1
}

has_stacks()	# in the text of DTrace or bpftrace
{
	case $profiler in
	bpftrace) grep -q '^@' "$text" 2>/dev/null ;;
	*) grep -q '[0-9] *$' "$text" 2>/dev/null ;;
	esac
}

# What perf said while it recorded, ours in place of its paragraphs.
tell_warnings()
{
	paranoid=$(sysctl_value kernel/perf_event_paranoid)
	if [ -z "$sudo" ] && [ "$(id -u)" != 0 ] &&
	    [ "$paranoid" -ge 2 ] 2>/dev/null; then
		say user-only "$paranoid"
	fi
	line=$(grep -i 'throttling' "$run/err" 2>/dev/null | head -n 1)
	[ -z "$line" ] || say throttled "perf: $line"
	tell_lost
	tell_few "${samples:-100}"
	known='^ *$|perf record: (Woken|Captured)|throttling|^Warning:|lost |Check IO/CPU'
	known="$known|Kernel address maps|check /proc/sys|Samples in kernel|not found in the buildid|Couldn.t record kernel|Symbol resolution may|if relocation|Check /proc/kallsyms|Cannot read kernel map|file is not found in the buildid|Kernel samples will not"
	if LC_ALL=C grep -Ev "$known" "$run/err" >"$tmp/words" 2>/dev/null; then
		say verbose 'perf says:'
		show_words "$tmp/words"
	fi
}

tell_few()	# SAMPLES
{
	[ "$1" -ge 100 ] || say few-samples "$1" "$(higher_rate)"
}

tell_lost()
{
	if [ "$lost" -gt 0 ]; then
		above "$lost" $((lost + ${samples:-0})) 1 || return 0
		lost_share=$(percent "$lost" $((lost + ${samples:-0})))
		say lost "$(commas "$lost")" "$lost_share" $((rate / 4 + 1))
	elif [ "$chunks" -gt 0 ]; then
		say chunks "$chunks" $((rate / 4 + 1))
	fi
}

# ---- What a recording holds ------------------------------------------------

# perf's own count, in a fraction of a second: $samples of all events, $lost,
# $chunks, and $tmp/events with a line "COUNT EVENT" each.  $samples is empty
# if perf does not say.  A tenth of perf's work would go into offsets, which are
# not drawn; $fields leaves them out where perf can (4.12), but not of
# tracepoints, whose stacks would go as well.
read_stats()	# DATA [NAME]
{
	check_data "$1" "${2-$1}"
	fields='-F hw:-symoff -F sw:-symoff'
	read_header "$1" $fields || {
		fields=
		read_header "$1"
	}
	$sudo "$perf" report --stats --force -i "$1" >"$tmp/stats" 2>&1 </dev/null
	stats_status=$?
	LC_ALL=C awk '
		/^Aggregated stats:/ { event = ""; next }
		/ stats:$/ { event = $0; sub(/ stats:$/, "", event); next }
		/ SAMPLE events:/ { if (event != "") print $3, event; else all = $3 }
		/LOST_SAMPLES events:/ { if (event != "") lost += $3 }
		/ LOST events:/ { if (event == "") chunks = $3 }
		END { print all + 0, lost + 0, chunks + 0 >sums }
	' sums="$tmp/sums" "$tmp/stats" >"$tmp/events"
	read -r samples lost chunks <"$tmp/sums"
	if [ "$stats_status" != 0 ]; then
		explain_data "${2-$1}"
	elif ! grep -q ' events:' "$tmp/stats"; then
		samples=
	fi
}

read_header()	# DATA [OPTION…]
{
	recording=$1
	shift
	$sudo "$perf" script --header-only --force "$@" -i "$recording" \
	    >"$tmp/header" 2>/dev/null </dev/null
}

header_word()	# LABEL: what stands behind it in the header
{
	sed -n "s/^# $1 *: //p" "$tmp/header"
}

# Why perf cannot read its own file.
explain_data()	# NAME
{
	version_of_data=$(header_word 'perf version')
	version_of_perf=$("$perf" --version 2>/dev/null </dev/null)
	version_of_perf=${version_of_perf#perf version }
	if grep -q 'Permission denied' "$tmp/stats"; then
		die_unreadable "$1"
	elif is_newer "$version_of_data" "$version_of_perf"; then
		say newer-data "$1" "$version_of_data" "$version_of_perf" "$1"
	elif grep -q 'is not a perf-command' "$tmp/stats"; then
		say no-script
	else
		say unknown-data "$1" "$stats_status"
	fi
	show_words "$tmp/stats"
	exit 1
}

# perf's answer to a file that ends too early may be SIGBUS, so look first.
check_data()	# DATA NAME
{
	[ -s "$1" ] || die empty-data "$2"
	if ! [ -r "$1" ]; then
		[ "$sudo" ] || die_unreadable "$2"
		return
	fi
	is_finished "$1" || die unfinished-data "$2"
	[ "$(file_size "$1")" -ge "$data_end" ] 2>/dev/null || die cut-data "$2" "$2"
}

# perf completes the header last.  $data_end is how long the file should be.
is_finished()	# DATA
{
	data_end=0
	[ -s "$1" ] || return 1
	set -- $(od -An -tu8 -j8 -N8 "$1") \
	    $(od -An -tu8 -j40 -N16 "$1" 2>/dev/null)
	[ "${1-}" != 16 ] || return 0           # from a pipe
	[ $# = 3 ] && [ "$3" != 0 ] || return 1
	data_end=$(($2 + $3))
}

file_size()	# FILE
{
	# shellcheck disable=SC2012 # wc -c may read it all
	ls -lnL -- "$1" | awk '{ print $5 }'
}

is_newer()	# VERSION VERSION
{
	LC_ALL=C awk -v a="$1" -v b="$2" 'BEGIN {
		split(a, x, "."); split(b, y, ".")
		exit !(x[1] + 0 > y[1] + 0 || x[1] + 0 == y[1] + 0 && x[2] + 0 > y[2] + 0)
	}'
}

die_unreadable()	# FILE
{
	# shellcheck disable=SC2012 # ls is the portable way to an owner
	die unreadable "$1" "$(ls -ld -- "$1" | awk '{ print $3 }')" "$1"
}

# One event is drawn: the one asked for, else the first.  cycles of several
# kinds of processors are one.  $event_name, and the others in $others.
choose_event()
{
	LC_ALL=C awk -v want="$event" '
		function base(e) {
			if (match(e, /\/[^\/=,]+\//))
				e = substr(e, RSTART + 1, RLENGTH - 2)
			sub(/:[ukhGHpPSDIWe]+$/, "", e)
			return e
		}
		{ n = $1; sub(/^[0-9]+ /, ""); name[++k] = $0; count[k] = n }
		END {
			for (i = 1; i <= k; i++)
				if (count[i] > 0 && (want == "" || want == name[i] || want == base(name[i]))) {
					chosen = want == name[i] ? want : base(name[i])
					break
				}
			if (chosen == "" && want != "") chosen = want
			print chosen
			for (i = 1; i <= k; i++) {
				is = chosen == name[i] || chosen == base(name[i])
				if (is) kept += count[i]
				else if (count[i] > 0) others = others (others == "" ? "" : ", ") name[i] " (" count[i] ")"
			}
			print kept + 0
			print others
		}
	' "$tmp/events" >"$tmp/choice"
	{ read -r event_name; read -r event_samples; read -r others; } <"$tmp/choice"
	if [ "$event_name" ] && [ "$event_samples" = 0 ]; then
		die no-such-event "$event_name" "${others:-none}"
	fi
	[ -n "$others" ] || return 0
	events_told=1
	say event-choice "$event_name" "$others"
}

# Time is counted in samples, everything else in its own unit.
choose_unit()	# EVENT
{
	first_unit=${sources:+$unit_name}
	case $1 in
	'' | cpu-clock* | task-clock*) unit_name=samples weight=sample ;;
	*) unit_name=$1 weight=period ;;
	esac
	if [ "${first_unit:-$unit_name}" != "$unit_name" ]; then
		say mixed-units "$name" "$unit_name" "$first_unit"
		unit_name=$first_unit
	fi
}

# ---- What an input is ------------------------------------------------------

# $kind of FILE and the $path to read it from: itself, or a pipe.
recognise()	# FILE
{
	inputs=$((inputs + 1))
	depth=0 path=$1
	case $1 in
	-)
		exec 4<&3
		path=
		;;
	*)
		check_bytes "$1"
		case $1 in
		-*) [ -e "$1" ] || usage_error "$1: options stand before files" ;;
		esac
		[ -e "$1" ] || die no-file "$1"
		[ ! -d "$1" ] || die directory "$1"
		[ -r "$1" ] || die_unreadable "$1"
		exec 4<"$1"
		case $1 in -*) path=./$1 ;; esac
		[ -f "$1" ] || path=
		;;
	esac
	while :; do
		read_head
		kind=$(kind_of "$head")
		[ "$kind" = gzip ] || break
		unpack
	done
	refuse_kind "$1"
	[ "$path" ] || pass_on "$1"
	exec 4<&-
}

# The first bytes of descriptor 4; of a pipe exactly as many as are wanted.
read_head()
{
	head=$tmp/head.$inputs.$depth
	depth=$((depth + 1))
	if [ "$path" ]; then
		spawn "head.$inputs" '&' "$head" dd bs=16384 count=1
	else
		spawn "head.$inputs" '&' "$head" dd bs=1 count=16384
	fi
	await "${jobs##*:}"
	jobs=${jobs% *}
}

unpack()
{
	fifo "packed.$inputs.$depth"
	fifo "unpacked.$inputs.$depth"
	spawn "cat.$inputs.$depth" '&' "$tmp/packed.$inputs.$depth" cat "$head" -
	spawn "gzip.$inputs" "$tmp/packed.$inputs.$depth" \
	    "$tmp/unpacked.$inputs.$depth" gzip -dc
	exec 4<"$tmp/unpacked.$inputs.$depth"
	path=
}

# What was read of a pipe goes in front of what was not.  perf needs a file.
pass_on()	# NAME
{
	path=$tmp/input.$inputs
	if [ "$kind" = perf-data ]; then
		path=$(beside "$out" "$inputs.data")
		copies=$copies$path$us
		spawn "cat.$inputs" '&' "$path" cat "$head" -
		await_jobs "*.${inputs}[.:]*"
		check_unpacked "$1"
	else
		fifo "input.$inputs"
		spawn "cat.$inputs" '&' "$path" cat "$head" -
	fi
}

kind_of()	# HEAD
{
	case $(od -An -tx1 -N8 "$1" | tr -d ' \n') in
	'') echo empty ;;
	1f8b*) echo gzip ;;
	50455246494c4532 | 32454c4946524550 | 5045524646494c45) echo perf-data ;;
	7f454c46*) echo 'a program' ;;
	28b52ffd* | fd377a58* | 425a68*) echo 'a file packed by zstd, xz or bzip2' ;;
	*)
		if [ "$(tr -d '\000' <"$1" | wc -c)" -lt "$(wc -c <"$1")" ]; then
			echo 'a binary file'
		else
			kind_of_text "$1"
		fi
		;;
	esac
}

# The first line that can be only one thing decides.
kind_of_text()	# HEAD
{
	LC_ALL=C awk '
		function is(kind) { found = kind; exit }
		{ sub(/\r$/, "") }
		/^[ \t]*$/ { next }
		/^# (========|captured on|hostname|event :)/ { is("perf") }
		/^#!/ { is("a script (not executable: chmod +x)") }
		/^#/ { next }
		NR < 5 && /^[ \t]*(<\?xml|<svg)/ { xml = 1 }
		/<svg/ { is("svg") }
		xml { next }
		NR < 5 && /^[ \t]*<(!DOCTYPE [Hh]|[Hh][Tt][Mm][Ll])/ { is("HTML") }
		NR < 5 && /^[ \t]*(\{|\[)/ { is("JSON") }
		/^Attaching [0-9]+ probe/ || /^@[A-Za-z0-9_]*(\[|:)/ { is("bpftrace") }
		/^dtrace:/ || /^CPU +ID +FUNCTION:NAME/ { is("dtrace") }
		/^[ \t]+[0-9a-f]+ .+\(.*\)/ { is("perf") }
		/^[ \t]*[^ \t;][^;]* [0-9]+\.[0-9]+: .*:/ { is("perf") }
		/^[^ \t].*[^;] +-?[0-9]+(\/-?[0-9]+)? .*: / || /[0-9.]+: +([0-9]+ )?[^ ]+: *$/ { is("perf") }
		/^[ \t]+[0-9a-f]+ [^ ]/ { is("perf") }
		/^[ \t]+[0-9]+$/ || /^[ \t]+.*`/ { is("dtrace") }
		/[^ \t] +[0-9]*\.?[0-9]+ *$/ { is("folded") }
		END { print found ? found : xml ? "XML" : "other text" }
	' "$1"
}

refuse_kind()	# FILE
{
	case $kind in
	perf-data | perf | dtrace | bpftrace | folded) ;;
	svg) [ "$diff" ] || die is-svg "$1" ;;
	empty) die no-input "$1" ;;
	*) die looks-like "$1" "$kind" ;;
	esac
}

# ---- Converting: inputs to folded stacks -----------------------------------

# Starts what writes the folded stacks of all $sources into OUT.
spawn_stacks()	# OUT
{
	merged=$1
	if [ "$post_process" ]; then
		fifo raw
		spawn post "$tmp/raw" "$merged" sh -c "$post_process"
		merged=$tmp/raw
	fi
	IFS=$us
	set -- $sources
	unset IFS
	number=0 sliced=''
	for source do
		shift
		number=$((number + 1))
		take_source "$source"
		# A bad line is told by the name of its file.
		case $kind:$path in
		folded:"$tmp"/*) ;;
		folded:*)
			set -- "$@" "$path"
			continue
			;;
		esac
		fifo "stacks.$number"
		spawn_input "$number" "$kind" "$path"
		set -- "$@" "$tmp/stacks.$number"
	done
	# Time runs on: nothing is merged, and several inputs are one.
	if [ "$flamechart" ]; then
		spawn merge /dev/null "$merged" cat -- "$@"
		return
	fi
	IFS=$us
	set -- $skip_after -- "$@"
	unset IFS
	spawn merge /dev/null "$merged" "$stackagg" "$@"
}

add_source()	# as take_source finds it
{
	sources=$sources$kind$rs$path$rs$name$rs$weight$rs$slices$rs$samples$rs$event_name$rs$fields$us
}

take_source()	# SOURCE
{
	IFS=$rs
	set -- $1
	unset IFS
	kind=$1 path=$2 name=$3 weight=$4 slices=$5 samples=$6 event_name=$7 fields=${8-}
	[ -z "$whole" ] || slices=1
}

spawn_input()	# N KIND PATH: into $tmp/stacks.N
{
	to=$tmp/stacks.$1
	case $2 in
	perf-data) spawn_slices "$1" "$3" "$to" ;;
	perf) spawn_fold "$1" "$3" "$to" ;;
	dtrace | bpftrace)
		IFS=$us
		set -- "$1" "$3" $skip_after
		unset IFS
		n=$1 from=$2
		shift 2
		spawn "collapse.$n" "$from" "$to" "$collapse_dtrace" "$@"
		;;
	folded) spawn "collapse.$1" "$3" "$to" cat ;;
	svg) spawn "collapse.$1" /dev/null "$to" "$flamesvg" --unfold "$3" ;;
	esac
}

# perf script is the slow part: a time slice for each processor.
spawn_slices()	# N DATA OUT
{
	if [ "$slices" = 1 ]; then
		fifo "text.$1"
		spawn_script "$1" "$2"
		spawn_fold "$1" "$tmp/text.$1" "$3"
		return
	fi
	parts=$1 recording=$2 slice=0 sliced=1
	set -- "$3"
	while [ $slice -lt "$slices" ]; do
		id=$parts.$slice
		fifo "text.$id"
		fifo "lines.$id"
		fifo "sum.$id"
		fifo "part.$id"
		spawn_script "$id" "$recording" --time \
		    "$(percents $slice)%-$(percents $((slice + 1)))%"
		spawn_fold "$id" "$tmp/text.$id" "$tmp/lines.$id"
		spawn "part.$id" "$tmp/lines.$id" "$tmp/sum.$id" "$stackagg" -q
		spawn_relay "$id"
		set -- "$@" "$tmp/part.$id"
		slice=$((slice + 1))
	done
	to=$1
	shift
	spawn "parts.$parts" /dev/null "$to" "$stackagg" -q "$@"
}

# The parts are read one by one: a slice must not wait until its turn to begin,
# so what opens its part opens its input first.
spawn_relay()	# ID
{
	job=relay.$1 starting=1
	cat <"$tmp/sum.$1" >"$tmp/part.$1" 3<&- &
	note_job
}

percents()	# SLICE: where it begins
{
	LC_ALL=C awk -v i="$1" -v n="$slices" 'BEGIN { print 100 * i / n }'
}

spawn_script()	# ID DATA [OPTION…]
{
	id=$1 recording=$2
	shift 2
	spawn "script.$id" /dev/null "$tmp/text.$id" $sudo "$perf" script \
	    --force --max-stack 1024 $fields $no_inline "$@" -i "$recording"
}

spawn_fold()	# ID TEXT OUT
{
	id=$1 from=$2 to=$3
	IFS=$us
	set -- $skip_after
	unset IFS
	[ -z "$event_name" ] || set -- "$@" --event-filter="$event_name"
	[ -z "$jobs_wanted" ] || set -- "$@" -j "$jobs_wanted"
	[ "$slices" = 1 ] || set -- "$@" -j 1
	spawn "collapse.$id" "$from" "$to" "$collapse_perf" -v \
	    --weight="$weight" "$@"
}

# Slices from 10,000 samples on, where perf stored their times.
choose_slices()
{
	slices=1
	if [ -z "$flamechart" ] && [ "${samples:-0}" -ge 10000 ] &&
	    has_time first && has_time last; then
		slices=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)
		most=${jobs_wanted:-8}
		[ "$slices" -le "$most" ] || slices=$most
	fi
}

has_time()	# first | last
{
	case $(header_word "time of $1 sample") in
	'' | 0.000000) return 1 ;;
	esac
}

# ---- Drawing ---------------------------------------------------------------

# Where the picture goes: $out, the place that a link leads to.
place_output()
{
	[ "$output" != - ] || output=/dev/stdout
	absolute "$output"
	out=$absolute
	while [ -L "$out" ] && ! is_special "$out"; do
		link=$(readlink "$out") || break
		case $link in
		/*) out=$link ;;
		*) out=${out%/*}/$link ;;
		esac
	done
	out_dir=${out%/*}
	out_dir=${out_dir:-/}
	if is_special "$out"; then
		out_dir=$PWD
		[ -w "$PWD" ] || out_dir=${tmp%/*}
	fi
	check_place "$out" "$output"
	if [ "$folded" ]; then
		[ "$folded" != - ] || folded=/dev/stdout
		absolute "$folded"
		folded=$absolute
		check_place "$folded" "$folded"
	fi
}

check_place()	# PATH NAME
{
	check_bytes "$1"
	[ ! -d "$1" ] || die directory "$2"
	folder=${1%/*}
	is_special "$1" || { [ -d "${folder:-/}" ] && [ -w "${folder:-/}" ]; } ||
	    die no-folder "${folder:-/}"
}

# Two control bytes separate what our lists hold.
check_bytes()	# PATH
{
	case $1 in
	*["$us$rs"]*) usage_error "$1: a control byte in its name" ;;
	esac
}

is_special()	# PATH: a device or a pipe
{
	case $1 in
	/dev/* | /proc/*) return 0 ;;
	esac
	[ -e "$1" ] && [ ! -f "$1" ]
}

# A file is written beside its place and then renamed, so that an old one
# survives a failure.
beside()	# PATH SUFFIX
{
	if is_special "$1"; then
		printf '%s' "$tmp/out.$2"
	else
		printf '%s' "${1%/*}/.flamegraph.${tmp##*.}.$2"
	fi
}

put()	# TEMPORARY PATH
{
	if [ "$2" = /dev/stdout ]; then
		cat "$1"                # opened anew it would begin anew
	elif is_special "$2"; then
		cat "$1" >"$2"
	else
		mv -f -- "$1" "$2"
	fi || die no-folder "$2"
}

# From the folded stacks in IN to all that is wanted of them.
spawn_drawing()	# IN COLUMNS
{
	from=$1 columns=$2
	set --
	if [ "$columns" = 1 ]; then
		fifo facts.in
		spawn facts "$tmp/facts.in" "$tmp/facts" env LC_ALL=C awk "$facts"
		set -- "$@" "$tmp/facts.in"
		if [ "$hot" ]; then
			fifo hot.in
			spawn hot "$tmp/hot.in" "$tmp/hot" "$stackagg" --hot="$hot"
			set -- "$@" "$tmp/hot.in"
		fi
	fi
	out_tmp=$(beside "$out" svg)
	if [ "$folded" ]; then
		folded_tmp=$(beside "$folded" folded)
		set -- "$@" "$folded_tmp"
	fi
	fifo drawn
	spawn tee "$from" "$tmp/drawn" tee "$@"
	spawn_svg
}

# Frames of a stack that say something about the recording.
# shellcheck disable=SC2016 # an awk program
facts='
	{
		n = $NF
		sub(/[ \t]+[^ \t]*$/, "")
		depth = split($0, frame, ";") - 1
		total += n
		depths += n * depth
		leaf = frame[depth + 1]
		if (leaf ~ /^(\[.*\](_\[[kji]\])?|0x[0-9a-f]+)$/) unresolved += n
		if (depth < 1) next
		if (depth > 1) chains = 1
		if (frame[2] !~ /^(_start|main|_dl_start.*|__?libc_start.*|(__)?clone3?|start_thread|thread_start|.*thread.*start.*|runtime\.(goexit|mstart|mcall|morestack|systemstack|rt0_go).*|ret_from_fork.*|entry_SYSCALL.*|asm_.*|secondary_startup.*|kthread|x64_start_kernel|\[vdso\])(_\[[kji]\])?$/)
			rootless += n
		if (/;\[+kernel\.kallsyms\]+/) kernel = 1
		if (match($0, /\[perf-[0-9]+\.map\]/)) {
			generated += n
			process = substr($0, RSTART + 6, RLENGTH - 11)
		}
	}
	function share(part) { return total > 0 ? 100 * part / total : 0 }
	function commas(n,   s, t) {
		s = sprintf("%.0f", n)
		for (t = ""; length(s) > 3; s = substr(s, 1, length(s) - 3))
			t = "," substr(s, length(s) - 2) t
		return s t
	}
	END {
		printf("%s %.1f%% %d %.1f%% %d %.1f %d %d %s\n", commas(total),
		    share(unresolved), share(unresolved) > 5,
		    share(rootless), share(rootless) > 20,
		    (total > 0) ? depths / total : 0, chains, kernel,
		    share(generated) > 1 ? process : "")
	}'

# What they said last.
read_facts()
{
	read -r total unresolved many_unresolved cut many_cut depth chains \
	    kernel jit_process <"$tmp/facts"
}

spawn_svg()
{
	with_picture_options spawn svg "$tmp/drawn" "$out_tmp" "$flamesvg"
}

with_picture_options()	# COMMAND…: runs it with them
{
	set -- "$@" --columns="$columns"
	[ "$unit_name" = samples ] || set -- "$@" --countname="$unit_name"
	[ -z "$title" ] || set -- "$@" --title="$title"
	[ -z "$subtitle$lost_share" ] ||
	    set -- "$@" --subtitle="$(full_subtitle)"
	[ -z "$notes" ] || set -- "$@" --notes="$notes"
	[ -z "$deterministic" ] || set -- "$@" --deterministic
	[ -z "$inverted" ] || set -- "$@" --inverted
	[ -z "$reverse" ] || set -- "$@" --reverse
	[ -z "$flamechart" ] || set -- "$@" --flamechart
	[ -z "$min_width" ] || set -- "$@" --minwidth="${min_width%\%}%"
	[ -z "$image_width" ] || set -- "$@" --width="$image_width"
	[ -z "$palette" ] || set -- "$@" --colors="$palette"
	IFS=$us
	set -- "$@" $svg_opts
	unset IFS
	"$@"
}

full_subtitle()
{
	printf '%s' "$subtitle"
	if [ "$lost_share" ]; then
		printf '%s' "${subtitle:+; }$lost_share of the samples were lost"
	fi
}

# Before the program runs, not after: flamesvg's own judgement.
check_picture_options()
{
	with_picture_options "$flamesvg" </dev/null >/dev/null 2>"$tmp/words"
	if [ $? = 2 ]; then
		cat "$tmp/words" >&2
		exit 2
	fi
}

# All stages run; what came of them is looked at afterwards.
run_stages()	# STAGE
{
	[ -z "$verbose" ] || say verbose "+ $1${sliced:+ in $slices slices}"
	phase=convert
	begin_progress "$1" "$(megabytes)"
	await_jobs
	end_progress
	phase=
}

megabytes()	# of all sources
{
	IFS=$us
	set -- $sources
	unset IFS
	for source do
		take_source "$source"
		ls -lnL -- "$path" 2>/dev/null
	done | awk '{ n += $5 } END { printf "%d", n / 1000000 }'
}

# The stacks of $sources, drawn into $out.  Slices that fail or whose samples
# are not as many as perf counted are done over in one.
draw()
{
	while :; do
		forget_words
		fifo merged
		spawn_stacks "$tmp/merged"
		spawn_drawing "$tmp/merged" 1
		run_stages converting
		check_scripts && sums_agree && break
		whole=1
	done
	check_stages
	tell_stacks
	finish
}

# Did the slices of each source read all of it?
sums_agree()
{
	IFS=$us
	set -- $sources
	unset IFS
	number=0
	for source do
		number=$((number + 1))
		take_source "$source"
		[ "$slices" != 1 ] || continue
		add_up "collapse.$number"
		if [ "${read:-0}" != "$samples" ]; then
			say slices "$name" "$slices" "${read:-0}" "$samples"
			return 1
		fi
	done
	add_up collapse
}

# $read samples were read, $kept are in the stacks, and $capped of them may be
# cut; empty where unknown.
add_up()	# JOBS, whose summaries are added up in $tmp/summary
{
	words_of "$1" >"$tmp/summary"
	LC_ALL=C awk '
		/ samples? read, / { seen = 1; r += $2; k += $5 }
		/ samples? with exactly / { c += $2 }
		END { if (seen) print r, k, c + 0; else print "" }
	' "$tmp/summary" >"$tmp/sums"
	read -r read kept capped <"$tmp/sums"
}

# perf script first: what fails behind it fails because of it.
check_scripts()
{
	words_of script >"$tmp/script-words"
	for pair in $statuses; do
		status=${pair#*=}
		case $pair in
		script.*=0 | script.*=141 | script.*=143) continue ;;
		script.*=1[3-9][0-9])
			find_source "$pair"
			say perf-crashed $((status - 128)) "$name"
			;;
		script.*.*=*) return 1 ;;
		script.*)
			find_source "$pair"
			say script-failed "$status" "$name"
			;;
		*) continue ;;
		esac
		show_words "$tmp/script-words"
		exit 1
	done
}

# Which one is a job of?
find_source()	# JOB.NUMBER…
{
	number=${1#*.}
	number=${number%%[.=]*}
	IFS=$us
	set -- $sources
	unset IFS
	shift $((number - 1))
	take_source "$1"
}

check_stages()
{
	check_unpacked
	check_post
	tell_summary
	for pair in $statuses; do
		case $pair in
		script.* | *=141 | *=143) ;;
		*=1[3-9][0-9]) say tool-crashed "${pair%%[.=]*}" $((${pair#*=} - 128)) ;;
		esac
	done
	for stage in merge tee facts hot svg; do
		status_of $stage
		[ "${status:-0}" = 0 ] || draw_failed
	done
	cat "$tmp/merge.err" "$tmp/svg.err" >&2
}

# What is said of our pipes tells nobody anything.
draw_failed()
{
	cat "$tmp/merge.err" "$tmp/tee.err" "$tmp/svg.err" |
	    grep -vF "$tmp/" >&2
	die draw-failed
}

check_post()
{
	status_of post
	if [ "${status:-0}" != 0 ]; then
		cat "$tmp/post.err" >&2
		die post-process "$status" "$post_process"
	fi
}

check_unpacked()	# NAME, of the one that is being looked at
{
	for pair in $statuses; do
		case $pair in
		gzip.*=0 | gzip.*=141) ;;
		gzip.*)
			if [ "${1-}" ]; then name=$1; else find_source "$pair"; fi
			die gzip "$name"
			;;
		esac
	done
}

# The summaries of all slices as one; what we say ourselves is left out, and
# figures that are no warning, "2 without frames, 3 perf records".
tell_summary()
{
	[ -s "$tmp/summary" ] || return 0
	LC_ALL=C awk -v told="$events_told" -v verbose="$verbose" -v sliced="$sliced" '
		/ samples? read, / || /no sample has a call chain/ { next }
		/samples? with exactly / { next }
		/samples? of other events left out/ && told { next }
		/no samples in the input/ && sliced { next }
		/^collapse-perf: [0-9]+ [^:]*$/ {
			n = split(substr($0, 16), figure, ", ")
			for (i = 1; i <= n; i++) {
				what = figure[i]
				sub(/^[0-9]+ /, "", what)
				if (!(what in figures)) kind[++kinds] = what
				figures[what] += figure[i]
			}
			next
		}
		{
			n = 0
			line = $0
			if (match(line, /^[a-z-]*: [0-9]+ /)) {
				n = $2
				line = $1 " # " substr(line, RLENGTH + 1)
				sub(/ # (sample|line) /, " # &s ", line)
			}
			if (!(line in sum)) order[++k] = line
			sum[line] += n
		}
		END {
			for (i = 1; i <= k; i++) {
				line = order[i]
				if (sum[line]) sub(/#/, sum[line], line)
				print line
			}
			if (!verbose || !kinds) exit
			line = "collapse-perf: "
			for (i = 1; i <= kinds; i++)
				line = line (i > 1 ? ", " : "") figures[kind[i]] " " kind[i]
			print line
		}' "$tmp/summary" >&2
}

# What the stacks tell about the recording.
tell_stacks()
{
	read_facts
	if [ "$skip_after$post_process" ]; then
		:                       # their shape is as was wished
	elif [ "$chains" = 0 ] && [ "$has_chains" ] && [ -z "$is_fp" ]; then
		say no-chains
	elif [ "$is_dwarf" ] && [ "$many_cut" = 1 ]; then
		say cut-stacks "$cut"
	elif [ "$is_fp" ] && [ "${depth%.*}" -lt 2 ]; then
		say flat-stacks "$depth"
	fi
	[ "${capped:-0}" = 0 ] || tell_capped
	[ -z "$jit_process" ] ||
	    tell_map "/tmp/perf-$jit_process.map" "$jit_process"
	[ "$many_unresolved" = 0 ] || tell_foreign
	value=$(sysctl_value kernel/kptr_restrict)
	case $kernel:$ran:$value in
	1:?*:[12]) say kptr "$value" ;;
	esac
	[ -s "$tmp/script-words" ] || return 0
	errors=$(grep -Ec 'could not read first record|sentinel|could not send request' \
	    "$tmp/script-words")
	[ "$errors" = 0 ] || say addr2line-errors "$errors"
}

tell_capped()
{
	if [ "$is_fp" ]; then
		say capped "$capped" 'sudo sysctl kernel.perf_event_max_stack=1024'
	else
		say capped "$capped" 'perf script --max-stack 1024 | flamegraph.sh -'
	fi
}

tell_foreign()
{
	IFS=$us
	set -- $sources
	unset IFS
	{
		sed -n 's/^Failed to open \(.*\), continuing without symbols.*/\1/p
			s/ with build id [0-9a-f]* not found, continuing without symbols.*//p' \
		    "$tmp/script-words"
		for source do
			take_source "$source"
			[ "$kind" != perf-data ] || list_foreign "$path"
		done
	} | grep -v '/perf-[0-9]*\.map$' | sort -u >"$tmp/foreign"
	[ -s "$tmp/foreign" ] || return 0
	say foreign "$(awk 'END { print NR }' "$tmp/foreign")" \
	    "$(awk 'NR > 1 && NR < 4 { printf ", " } NR < 4 { printf "%s", $0 }' "$tmp/foreign")"
}

# Newer perfs are silent about files that are not here, or not the same.
list_foreign()	# DATA
{
	$sudo "$perf" buildid-list -i "$1" 2>/dev/null </dev/null |
	    while read -r id file; do
		case $file in
		/*) ;;
		*) continue ;;
		esac
		rest=${id#??}
		if ! [ -e "${HOME-}/.debug/.build-id/${id%"$rest"}/$rest" ] &&
		    [ "$(build_id_of "$file")" != "$id" ]; then
			printf '%s\n' "$file"
		fi
	done
}

build_id_of()	# FILE
{
	[ ! -e "$1" ] || "$perf" buildid-list -i "$1" 2>/dev/null </dev/null
}

tell_map()	# PATH PROCESS
{
	if [ -e "$1" ]; then
		say jit-owner "$1" "$(id -un)" "$1"
	else
		say jit-missing "$2" "$1"
	fi
}

# Everything in place, and the last lines.
finish()
{
	put "$out_tmp" "$out"
	out_tmp=
	if [ "$folded" ]; then
		put "$folded_tmp" "$folded"
		folded_tmp=
	fi
	if [ "$own_data" ]; then
		[ -z "$keep$named_data" ] || keep_data
		drop_data
	fi
	[ -z "$hot" ] || print_hot
	[ -z "$folded" ] || say wrote-folded "$folded"
	say wrote "${shown:-$output}"
	line=${balances:-$(balance)}
	[ -z "$line" ] || say verbose "samples: $line"
	[ -z "$open" ] || open_picture
}

# Beside the picture and under its name, unless -c gave one.
keep_data()
{
	if ! [ "$named_data" ] && ! is_special "$out"; then
		mv -f -- "$data" "${out%.svg}.perf.data"
		data=${out%.svg}.perf.data
	fi
	say kept "$data"
	data=''
}

# A reader may have had enough (141), but a full disk is no success.
print_hot()
{
	cat "$tmp/hot"
	case $? in
	0 | 141) ;;
	*) late_status=1 ;;
	esac
}

# Where the samples went, as far as that is known of all sources.
balance()
{
	set --
	[ -z "$is_counted" ] || set -- "$@" "$(commas "$recorded") recorded"
	[ -z "$is_read" ] || [ -z "$read" ] || set -- "$@" "$(commas "$read") read"
	if [ "$is_read" ] && [ "$kept" ] && [ -z "$post_process" ]; then
		set -- "$@" "$(commas "$kept") drawn"
	elif [ "$total" ]; then
		[ "$unit_name" = samples ] || total="$total $unit_name"
		set -- "$@" "$total drawn"
	fi
	[ -z "$is_counted" ] || set -- "$@" "$(commas "$all_lost") lost"
	[ -z "$total" ] || set -- "$@" "$unresolved unresolved"
	[ $# -gt 0 ] || return 0
	printf '%s' "$1"
	shift
	[ $# = 0 ] || printf ', %s' "$@"
}

open_picture()
{
	for opener in xdg-open open; do
		if command -v $opener >/dev/null 2>&1; then
			$opener "$out" >/dev/null 2>&1 </dev/null
			return
		fi
	done
	say no-opener "$out"
}

# ---- The forms -------------------------------------------------------------

# What is to be known of an input before its stacks are made.
prepare()	# NAME KIND PATH
{
	name=$1 kind=$2 path=$3 event_name='' slices=1
	case $kind in
	perf-data)
		[ "${perf-}" ] || find_perf
		[ "$own_data" ] || read_data
		[ "$samples" != 0 ] || die no-samples-file "$name"
		choose_event
		choose_mode
		choose_slices
		if [ "$samples" ]; then
			recorded=$((recorded + samples)) all_lost=$((all_lost + lost))
		else
			is_counted=''
		fi
		;;
	perf)
		has_chains=1 is_counted=''
		event_name=${event:-$(first_event)}
		;;
	*) is_counted='' is_read='' ;;
	esac
	choose_unit "$event_name"
	add_source
}

# A recording that we were given: what a fresh one is told, too.
read_data()
{
	read_stats "$path" "$name"
	rate=$(sed -n 's/.* sample_freq } = \([0-9]*\).*/\1/p' "$tmp/header" |
	    head -n 1)
	rate=${rate:-997}
	[ "$samples" = 0 ] || tell_lost
}

first_event()	# of the text whose beginning is $head
{
	"$collapse_perf" -q --event-filter=all --root=none "$head" 2>/dev/null |
	    sed 's/[; ].*//;q'
}

# How the stacks were walked, from the header.
choose_mode()
{
	has_chains=1
	case $(sed -n 's/^# event : //p' "$tmp/header") in
	*'sample_stack_user = '[1-9]*) is_dwarf=1 ;;
	*BRANCH_STACK*) ;;
	*CALLCHAIN*) is_fp=1 ;;
	esac
}

draw_recording()	# PROGRAM
{
	judge_recording "$1"
	if [ "$profiler" = perf ]; then
		prepare "$data" perf-data "$data"
		case $event_name:$event$custom in
		cpu-clock*:) [ "$use_event" ] || say no-cycles ;;
		esac
	else
		prepare "$data" "$profiler" "$text"
	fi
	draw
}

draw_files()	# FILE…
{
	for file do
		recognise "$file"
		prepare "$file" "$kind" "$path"
	done
	[ -z "$is_counted" ] || tell_few "$recorded"
	draw
}

record_and_draw()	# [COMMAND ARG…]
{
	if [ $# -gt 0 ]; then check_command "$1"; else check_pids; fi
	run=$tmp/run.1
	choose_data ''
	record "$@"
	draw_recording "${1-}"
}

demo()
{
	example=$(first_file "$here/share/examples/demo.perf" \
	    "$here/../share/flamegraph/examples/demo.perf") || die no-file demo.perf
	hot=${hot:-5}
	draw_files "$example"
}

is_file_operand()	# WORD
{
	[ "$1" = - ] || [ -p "$1" ] ||
	    { [ -f "$1" ] && [ -r "$1" ] && [ ! -x "$1" ]; }
}

compare()	# BEFORE AFTER
{
	[ $# = 2 ] || usage_error '--diff takes two: BEFORE and AFTER'
	stacks_file "$1" "$tmp/before"
	balances="before: $(balance)"
	stacks_file "$2" "$tmp/after"
	balances="$balances; after: $(balance)"
	: >"$tmp/summary"
	title=${title:-Differential Flame Graph (totals normalised)}
	subtitle=${subtitle:-from $1 to $2, totals normalised}
	fifo merged
	spawn merge /dev/null "$tmp/merged" "$stackagg" --diff --normalize \
	    "$tmp/before" "$tmp/after"
	if [ "$hot" ]; then
		spawn hot /dev/null "$tmp/hot" "$stackagg" --hot="$hot" \
		    --diff --normalize "$tmp/before" "$tmp/after"
	fi
	spawn_drawing "$tmp/merged" 2
	run_stages drawing
	check_stages
	finish
}

# The folded stacks of one of two: few, and needed twice.
stacks_file()	# FILE TO
{
	forget_sources
	recognise "$1"
	prepare "$1" "$kind" "$path"
	[ -z "$is_counted" ] || tell_few "$recorded"
	while :; do
		forget_words
		spawn_stacks "$2"
		run_stages converting
		check_scripts && sums_agree && break
		whole=1
	done
	check_unpacked
	check_post
	tell_summary
	if [ "$kind" = svg ] && ! [ -s "$2" ]; then
		die not-ours "$1"
	fi
	cat "$tmp/merge.err" >&2
	status_of merge
	[ "$status" = 0 ] || die fold-failed stackagg "$1"
	LC_ALL=C awk "$facts" <"$2" >"$tmp/facts"
	tell_stacks
}

# ---- cargo -----------------------------------------------------------------

# cargo chooses, builds and starts what is wanted, as ever; a runner, which is
# this script, records it.  Then each recording is drawn.
cargo_flamegraph()	# [ARG…]
{
	[ $# = 0 ] || [ "$command" ] || usage_error "$1: arguments of the program stand behind --; to record cargo itself: flamegraph.sh -- cargo …"
	cargo=${CARGO:-cargo}
	command -v "$cargo" >/dev/null 2>&1 || die no-cargo
	[ "$profiler" != perf ] || find_perf
	choose_unit_target
	set_runner
	run_cargo "$@"
	draw_runs
}

# The recorder's end of it: flamegraph-runner BINARY ARG….  Always 0: cargo
# would not run the other tests.
runner()
{
	as_runner=1
	load_options
	set_up
	unset $(cat "$tmp/variables")
	is_wanted "$1" || exit 0
	number=1
	while ! mkdir "$tmp/run.$number" 2>/dev/null; do
		number=$((number + 1))
	done
	run=$tmp/run.$number
	echo $$ >"$run/pid"
	printf '%s\n' "$1" >"$run/binary"
	out_dir=$(cat "$tmp/place")
	choose_data "$number"
	text=$run/profile.txt
	with_user_runner "$@"
	exit 0
}

load_options()
{
	as_cargo=1
	IFS=$us
	set -- $(cat "${0%/*}/options")
	unset IFS
	read_options "$@"
	check_options
}

is_wanted()	# BINARY
{
	read -r only <"$tmp/only" || return 0
	only=$(echo "$only" | tr - _)
	case $(echo "${1##*/}" | tr - _) in
	"$only"_*) return 0 ;;
	esac
	return 1
}

# A configured runner stays between us and the program.
with_user_runner()	# BINARY ARG…
{
	IFS=$us
	if [ -s "$tmp/user-runner" ]; then
		set -- $(cat "$tmp/user-runner") "$@"
	fi
	unset IFS
	record "$@"
}

# Where there is a library its tests are meant, unless a name says otherwise.
choose_unit_target()
{
	unit=''
	case $target_kind in
	unit-test | unit-bench) ;;
	*) return ;;
	esac
	case $unit_kind:$target_name in
	lib:*) unit=--lib ;;
	bin:*) unit=--bins ;;
	:?*) unit='--lib --bins' ;;
	:) if has_target_kind lib; then unit=--lib; else unit=--bins; fi ;;
	esac
	case $unit in
	'--lib --bins') has_target_kind lib || unit=--bins ;;
	esac
	[ -z "$target_name" ] || echo "$target_name" >"$tmp/only"
}

# Does the package (or any of the workspace) have a target of that kind?
has_target_kind()	# lib | bin
{
	[ -s "$tmp/targets" ] || list_targets >"$tmp/targets"
	grep -q "^$1 " "$tmp/targets"
}

# Lines "KIND SOURCE" of the package that cargo would take.
list_targets()
{
	set -- --format-version 1 --no-deps
	[ -z "$manifest" ] || set -- "$@" --manifest-path "$manifest"
	here_manifest=$("$cargo" locate-project --message-format plain \
	    ${manifest:+--manifest-path "$manifest"} 2>/dev/null)
	"$cargo" metadata "$@" 2>/dev/null | LC_ALL=C awk \
	    -v wanted="$package" -v manifest="$here_manifest" '
		{ text = text $0 }
		END {
			n = split(text, part, /"manifest_path":"/)
			for (i = 2; i <= n; i++) {
				path = part[i]
				sub(/".*/, "", path)
				if (path == manifest) found = 1
			}
			for (i = 2; i <= n; i++) {
				path = part[i]
				sub(/".*/, "", path)
				is = wanted != "" ? index(part[i - 1], "\"name\":\"" wanted "\"") : !found || path == manifest
				if (is) targets(part[i - 1])
			}
		}
		function targets(s,   k, m, t, kind, source) {
			m = split(s, t, /"kind":\[/)
			for (k = 2; k <= m; k++) {
				if (t[k] !~ /"src_path":"/) continue
				kind = t[k]
				sub(/^"/, "", kind)
				sub(/".*/, "", kind)
				if (kind ~ /lib$|^proc-macro$/) kind = "lib"
				source = t[k]
				sub(/.*"src_path":"/, "", source)
				sub(/".*/, "", source)
				print kind, source
			}
		}'
}

# The runner's path may have no blanks; its options are in a file beside it.
set_runner()
{
	ln -s "$self" "$tmp/flamegraph-runner"
	printf '%s' "$options" >"$tmp/options"
	printf '%s\n' "$out_dir" >"$tmp/place"
	: >>"$tmp/only"
	: >"$tmp/user-runner"
	host=$("$cargo" -vV 2>/dev/null | sed -n 's/^host: //p')
	used_triple=${triple:-${CARGO_BUILD_TARGET:-$(config_value build.target)}}
	used_triple=${used_triple:-$host}
	used_triple=${used_triple##*/}
	used_triple=${used_triple%.json}
	find_user_runner >"$tmp/user-runner"
	if [ -s "$tmp/user-runner" ]; then
		say runner-kept "$(tr "$us" ' ' <"$tmp/user-runner")"
	else
		tell_bypassed "$used_triple"
	fi
	for name in "$host" "$used_triple"; do
		name=$(runner_variable "$name")
		export "$name=$tmp/flamegraph-runner"
		echo "$name"
	done >"$tmp/variables"
}

# Words, each ended by $us.  A string is split at blanks; a path is relative to
# the folder that .cargo is in.
find_user_runner()
{
	user_runner=$(config_value "target.$used_triple.runner")
	case $user_runner in
	*"$us"*) IFS=$us ;;
	esac
	set -- $user_runner
	unset IFS
	[ $# -gt 0 ] || return 0
	folder=''
	case $1 in
	[!/]*/*)
		folder=$PWD
		while [ "$folder" ] && ! [ -e "$folder/$1" ]; do
			folder=${folder%/*}
		done
		;;
	esac
	printf '%s' "${folder:+$folder/}"
	printf "%s$us" "$@"
}

# A runner for some cfg(…) gives way to ours, and where cargo does not show its
# configuration any does.
tell_bypassed()	# TRIPLE
{
	variable=$(runner_variable "$1")
	if RUSTC_BOOTSTRAP=1 "$cargo" -Z unstable-options config get target \
	    >"$tmp/words" 2>&1; then
		sed -n "s/^target\.[\"']\(cfg(.*)\)[\"']\.runner = .*/\1/p" "$tmp/words" |
		    while read -r cfg; do
			! may_hold "$cfg" "$1" ||
			    say runner-of-cfg "$cfg" "$variable"
		done
		return
	fi
	! grep -q 'not set' "$tmp/words" || return 0
	if env | grep -q "^$variable="; then
		say runner-bypassed "\$$variable"
	fi
	folder=$PWD
	while :; do
		for file in "$folder/.cargo/config.toml" "$folder/.cargo/config"; do
			if grep -q '^ *runner *=' "$file" 2>/dev/null; then
				say runner-bypassed "$file"
			fi
		done
		[ "$folder" ] || break
		folder=${folder%/*}
	done
}

# rustc knows what holds, but for all, any and not.
may_hold()	# cfg(CONDITION) TRIPLE
{
	condition=${1#cfg(}
	condition=${condition%)}
	case $condition in
	*\(*) return 0 ;;
	esac
	"${RUSTC:-rustc}" --print cfg --target "$2" 2>/dev/null |
	    grep -qxF -e "$(echo "$condition" | tr -d ' \134')"
}

runner_variable()	# TRIPLE
{
	echo "CARGO_TARGET_$(echo "$1" | tr 'a-z.-' 'A-Z__')_RUNNER"
}

# A word, or a list of words each ended by $us.  Only an unstable cargo shows
# its configuration unasked.
config_value()	# NAME
{
	RUSTC_BOOTSTRAP=1 "$cargo" -Z unstable-options config get \
	    --format json-value "$1" 2>/dev/null | LC_ALL=C awk -v us="$us" '
		{
			list = /^\[/
			sub(/^\[?"/, "")
			sub(/"\]?$/, "")
			n = split($0, word, /","/)
			for (i = 1; i <= n; i++) {
				gsub(/\\"/, "\"", word[i])
				gsub(/\\\\/, "\\", word[i])
				printf "%s%s", word[i], list ? us : ""
			}
		}'
}

run_cargo()	# [ARG…]
{
	case $target_kind in
	bench | unit-bench) drop_bench=1 ;;
	*) drop_bench='' ;;
	esac
	for arg do
		shift
		[ "$drop_bench:$arg" = 1:--bench ] || set -- "$@" "$arg"
	done
	[ $# = 0 ] || set -- -- "$@"
	[ -z "$triple" ] || set -- --target "$triple" "$@"
	[ -z "$no_default_features" ] || set -- --no-default-features "$@"
	[ -z "$features" ] || set -- --features "$features" "$@"
	[ -z "$manifest" ] || set -- --manifest-path "$manifest" "$@"
	[ -z "$package" ] || set -- --package "$package" "$@"
	set -- $unit "$@"
	case $target_kind in
	bin | example | test | bench)
		set -- "--$target_kind" "$target_name" "$@" ;;
	esac
	choose_profile
	set -- $profile_words "$@"
	case $target_kind in
	'' | bin | example) set -- run "$@" ;;
	test | unit-test) set -- test "$@" ;;
	*) set -- bench "$@" ;;
	esac
	[ -z "$verbose" ] || say verbose "+ $cargo $*"
	phase=record
	$plain "$cargo" "$@" <&3 3<&- &
	recorder=$!
	await "$recorder"
	cargo_status=$status recorder=''
	await_runners
	phase=''
}

# $profile_used, and how to ask cargo for it.
choose_profile()
{
	profile_words=''
	case $target_kind in
	bench | unit-bench)
		profile_used=${profile:-${dev:+dev}}
		[ -z "$profile_used" ] || profile_words="--profile $profile_used"
		profile_used=${profile_used:-bench}
		;;
	*)
		profile_used=${profile:-release}
		if [ "$profile" ]; then
			profile_words="--profile $profile"
		elif [ "$dev" ]; then
			profile_used=dev
		else
			profile_words=--release
		fi
		;;
	esac
}

# Ctrl-C kills cargo at once, while a recorder still has to write.
await_runners()
{
	for run_dir in $(runs); do
		read -r pid 2>/dev/null <"$run_dir/pid" || continue
		while alive "$pid" && ! [ -e "$run_dir/end" ]; do
			nap 0.1
		done
	done
}

draw_runs()
{
	all_runs=$(runs)
	if [ -z "$all_runs" ]; then
		[ "$stops" = 0 ] || die interrupted
		[ -z "$target_name" ] || [ -z "$unit" ] ||
		    [ "$cargo_status" != 0 ] || die no-unit "$target_name"
		say cargo-failed "$cargo_status"
		[ "$target_kind" ] || has_target_kind bin ||
		    ! [ -s "$tmp/targets" ] || say no-target
		[ "$cargo_status" = 0 ] || exit "$cargo_status"
		exit 1
	fi
	set -- $all_runs
	many=$# drawn=0 worst=0 all_folded=$folded
	for run do
		draw_run "$#"
	done
	[ "$drawn" -gt 0 ] || exit 1
	target_status=$worst
}

# Of several, one without samples is no failure.
draw_run()	# HOW-MANY
{
	binary=$(cat "$run/binary")
	data=$(cat "$run/data")
	text=$run/profile.txt own_data=1 inputs=0
	forget_sources
	if [ "$1" -gt 1 ] && ! has_samples; then
		say skipped "$(program_name "$binary")"
		drop_data
		return
	fi
	choose_name
	[ "$profiler" != perf ] || choose_rate quietly
	check_binary
	draw_recording "$binary"
	drawn=$((drawn + 1))
	[ "$worst" != 0 ] || worst=$target_status
}

has_samples()
{
	if [ "$profiler" != perf ]; then
		has_stacks
	else
		is_finished "$data" && read_stats "$data" && [ "$samples" != 0 ]
	fi
}

# With several, each picture has its program's name: u.svg, u-NAME.svg, and
# where a library and a program have the same one, u-NAME-lib.svg.
choose_name()
{
	shown=$output
	[ "$many" -gt 1 ] || return 0
	name=$(program_name "$binary")
	for other in $(runs); do
		path=$(cat "$other/binary")
		if [ "$unit" ] && [ "$path" != "$binary" ] &&
		    [ "$(program_name "$path")" = "$name" ]; then
			name=$name-$(kind_of_binary "$binary")
			break
		fi
	done
	count=1 plain_name=$name
	while :; do
		case $names_used in
		*"$us$name$us"*) ;;
		*) break ;;
		esac
		count=$((count + 1))
		name=$plain_name-$count
	done
	names_used=$names_used$name$us
	if ! is_special "$out"; then
		shown=${output%.svg}-$name.svg
		absolute "$shown"
		out=$absolute
	fi
	[ -z "$folded" ] || folded=$(with_name "$all_folded" "$name")
}

with_name()	# PATH NAME: x/f.folded, x/f-NAME.folded
{
	base=${1##*/}
	if is_special "$1"; then
		printf '%s' "$1"
		return
	fi
	case $base in
	?*.*) base=${base%.*}-$2.${base##*.} ;;
	*) base=$base-$2 ;;
	esac
	printf '%s' "${1%/*}/$base"
}

program_name()	# BINARY: without cargo's hash
{
	name=${1##*/}
	printf '%s' "${name%-????????????????}"
}

# By its source, which cargo writes down beside it.
kind_of_binary()	# BINARY: lib | bin
{
	source=$(sed -n '1s/^.*\.d: *\([^ ]*\).*/\1/p' "$1.d" 2>/dev/null)
	if has_target_kind lib && grep '^lib ' "$tmp/targets" |
	    grep -qF "/${source:-?}"; then
		echo lib
	else
		echo bin
	fi
}

# What the program lacks for a good picture.
check_binary()
{
	read_sections "$binary"
	name=$(program_name "$binary")
	profile_name=$(echo "$profile_used" | tr 'a-z-' 'A-Z_')
	if ! has_section .symtab; then
		say stripped "$name" "$profile_used"
	elif ! has_section .debug_info; then
		say no-debug "$name" "$profile_used" "$profile_name"
	fi
	[ "$profiler" = perf ] || return 0
	linker=$(LC_ALL=C tr -c '[:print:]' '\n' <"$tmp/comment" |
	    sed -n 's/^Linker: \(LLD\).*/\1/p; s/^\(mold\) .*/\1/p' | head -n 1)
	version_of_perf=$("$perf" --version 2>/dev/null </dev/null)
	version_of_perf=${version_of_perf#perf version }
	if [ "$linker" ] && is_newer 6.0 "$version_of_perf" && has_rosegment "$binary"; then
		say rosegment "$name" "$linker" "$version_of_perf"
	fi
}

# The sections of a 64-bit ELF file: $tmp/sections lists their names, and
# $tmp/comment holds what compiler and linker left.
read_sections()	# FILE
{
	: >"$tmp/sections"
	: >"$tmp/comment"
	set -- "$1" $(numbers 8 40 8 "$1") $(numbers 2 58 6 "$1")
	[ $# = 5 ] && [ "$2" -gt 0 ] || return 0
	# $1 file, $2 where the table is, $3 size and $4 number of its rows,
	# $5 the row of the names
	set -- "$1" "$2" "$3" "$4" $(numbers 8 $(($2 + $5 * $3 + 24)) 16 "$1")
	[ $# = 6 ] || return 0
	dd bs=1 skip="$5" count="$6" <"$1" 2>/dev/null | tr '\0' '\n' >"$tmp/sections"
	at=$(LC_ALL=C awk '$0 == ".comment" { print n; exit } { n += length($0) + 1 }' \
	    "$tmp/sections")
	[ "$at" ] || return 0
	set -- "$1" $(numbers 4 "$2" $(($3 * $4)) "$1" | tr -s ' ' '\n' |
	    LC_ALL=C awk -v at="$at" -v row=$(($3 / 4)) '
		NF { word[n++] = $1 }
		END {
			for (i = 0; i < n; i += row)
				if (word[i] == at) print word[i + 6], word[i + 8]
		}')
	[ $# = 3 ] || return 0
	dd bs=1 skip="$2" count="$3" <"$1" >"$tmp/comment" 2>/dev/null
}

numbers()	# BYTES OFFSET LENGTH FILE: of BYTES each
{
	od -An -v -t "u$1" -j "$2" -N "$3" "$4" 2>/dev/null
}

has_section()	# NAME
{
	grep -qxF -e "$1" "$tmp/sections"
}

# Is the first loaded segment not executable?
has_rosegment()	# FILE
{
	set -- "$1" $(numbers 8 32 8 "$1") $(numbers 2 54 4 "$1")
	[ $# = 4 ] || return 1
	numbers 4 "$2" $(($3 * $4)) "$1" | tr -s ' ' '\n' |
	    LC_ALL=C awk -v row=$(($3 / 4)) '
		NF { word[n++] = $1 }
		END {
			for (i = 0; i < n; i += row)
				if (word[i] == 1) exit (word[i + 1] % 2)
			exit 1
		}'
}

# ---- The way through -------------------------------------------------------

main()
{
	set_state
	set_defaults
	find_self
	case ${0##*/} in
	flamegraph-runner) runner "$@" ;;
	cargo-flamegraph) as_cargo=1 ;;
	esac
	[ "$as_cargo:${1-}" != 1:flamegraph ] || shift
	read_options "$@"
	keep_options "$used" "$@"
	shift "$used"
	if [ "${1-}" = cargo ] && [ -z "$command" ] && [ -z "$as_cargo" ]; then
		shift
		as_cargo=1
		[ "${1-}" != flamegraph ] || shift
		read_options "$@"
		keep_options "$used" "$@"
		shift "$used"
	fi
	check_options
	find_tools
	set_up
	place_output
	check_picture_options

	if [ "$demo" ]; then
		demo
	elif [ "$diff" ]; then
		compare "$@"
	elif [ "$as_cargo" ]; then
		cargo_flamegraph "$@"
	elif [ "$perfdata" ]; then
		draw_files "$perfdata"
	elif [ "$pids" ]; then
		record_and_draw
	elif [ $# = 0 ]; then
		usage_error 'nothing to record or to draw'
	elif [ -z "$command" ] && is_file_operand "$1"; then
		draw_files "$@"
	else
		record_and_draw "$@"
	fi
	end
}

# For the runner: the first words.
keep_options()	# COUNT WORD…
{
	count=$1
	shift
	for word do
		[ "$count" -gt 0 ] || break
		count=$((count - 1))
		[ "$word" = -- ] || options=$options$word$us
	done
}

end()
{
	[ -z "$exit_status" ] || [ "$target_status" = 0 ] || exit "$target_status"
	exit "$late_status"
}

main "$@"
