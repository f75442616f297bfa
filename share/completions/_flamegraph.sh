#compdef flamegraph.sh cargo-flamegraph

_flamegraph_sh()
{
	local -a options
	options=(
		'(-v --verbose)'{-v,--verbose}'[say what is run]'
		'(-o --output)'{-o,--output}'[the picture]:file:_files'
		'--open[show it]'
		'--root=-[record with sudo]::flags of sudo'
		'(-F --freq)'{-F,--freq}'[samples a second]:Hz'
		'(-c --cmd)'{-c,--cmd}'[the arguments of the profiler]:words'
		'(-z --compression-level)'{-z,--compression-level=-}'[compress perf.data]::level'
		'--title[title]:text'
		'--subtitle[second title]:text'
		'--deterministic[same colours each time]'
		'(-i --inverted)'{-i,--inverted}'[root on top]'
		'--reverse[merge from the leaves]'
		'--notes[notes in the file]:text'
		'--min-width[leave out what is narrower]:percent'
		'--image-width[width]:pixels'
		'--palette[colours]:palette:(hot mem io red green blue aqua yellow purple orange wakeup java perl js rust)'
		'*--skip-after[cut what calls it]:function'
		'--flamechart[time from left to right]'
		'--ignore-status[accepted]'
		'--exit-status[exit with the status of the program]'
		'--no-inline[do not look up inlined functions]'
		'--post-process[filter of the folded stacks]:command'
		'--perfdata[draw an existing recording]:file:_files'
		'*'{-p,--pid}'[running processes]:process:_pids'
		'--completions[print completions]:shell:(bash zsh fish)'
		'--call-graph[how stacks are walked]:how:(fp dwarf lbr)'
		'--event[what to sample]:event:(cycles cpu-clock task-clock page-faults)'
		'--duration[stop after that time]:seconds'
		'--keep[keep perf.data]'
		'--folded[write the folded stacks]:file:_files'
		'--hot=-[print the hottest functions]::number'
		'-j[slices at a time]:number'
		'--profiler[profiler]:name:(perf dtrace bpftrace)'
		'*--svg-opt[an option of flamesvg]:option'
		'--diff[compare two]:before:_files:after:_files'
		'--demo[draw the example]'
		'(-h --help)'{-h,--help}'[help]'
		'(-V --version)'{-V,--version}'[version]'
		'*::command:_normal'
	)
	if [[ $service == cargo-flamegraph ]]; then
		options+=(
			'--dev[the dev profile]'
			'--profile[the profile]:name'
			'--package[the package]:name'
			'(-b --bin)'{-b,--bin}'[the program]:name'
			'--example[the example]:name'
			'--test[the test]:name'
			'--bench[the benchmark]:name'
			'--unit-test=-[unit tests]::name'
			'--unit-bench=-[unit benchmarks]::name'
			'--unit-test-kind[of the target]:kind:(bin lib)'
			'--manifest-path[Cargo.toml]:file:_files'
			'(-f --features)'{-f,--features}'[features]:features'
			'--no-default-features[without default features]'
			'(-r --release)'{-r,--release}'[accepted]'
			'(-t --target)'{-t,--target}'[target triple]:triple'
		)
	fi
	_arguments -s -S $options
}

_flamegraph_sh "$@"
