# bash completion for flamegraph.sh and cargo-flamegraph

_flamegraph_sh()
{
	local word=$2 before=$3 flags words
	COMPREPLY=()
	flags='--verbose --output --open --root --freq --cmd --compression-level
		--title --subtitle --deterministic --inverted --reverse
		--notes --min-width --image-width --palette --skip-after
		--flamechart --ignore-status --exit-status --no-inline
		--post-process --perfdata --pid --completions --call-graph
		--event --duration --keep --folded --hot --profiler --svg-opt
		--diff --demo --help --version'
	if [[ $1 == *cargo* || " ${COMP_WORDS[*]} " == *' cargo '* ]]; then
		flags+=' --dev --profile --package --bin --example --test
			--bench --unit-test --unit-bench --unit-test-kind
			--manifest-path --features --no-default-features
			--release --target'
	fi
	case $before in
	--palette)
		words='hot mem io red green blue aqua yellow purple orange
			wakeup java perl js rust' ;;
	--profiler) words='perf dtrace bpftrace' ;;
	--completions) words='bash zsh fish' ;;
	--call-graph) words='fp dwarf lbr' ;;
	--event) words='cycles cpu-clock task-clock page-faults cache-misses' ;;
	--unit-test-kind) words='bin lib' ;;
	-p | --pid)
		words=$(ps -A -o pid= 2>/dev/null) ;;
	-o | --output | --perfdata | --folded | --diff | --manifest-path)
		mapfile -t COMPREPLY < <(compgen -f -- "$word")
		return ;;
	*)
		case $word in
		-*) words=$flags ;;
		*)
			mapfile -t COMPREPLY < <(compgen -c -f -- "$word")
			return ;;
		esac ;;
	esac
	mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
}

complete -o filenames -F _flamegraph_sh flamegraph.sh cargo-flamegraph
