# fish completion for flamegraph.sh and cargo-flamegraph

complete -c flamegraph.sh -s v -l verbose -d 'Say what is run'
complete -c flamegraph.sh -s o -l output -d 'The picture' -r -F
complete -c flamegraph.sh -l open -d 'Show it'
complete -c flamegraph.sh -l root -d 'Record with sudo'
complete -c flamegraph.sh -s F -l freq -d 'Samples a second' -x
complete -c flamegraph.sh -s c -l cmd -d 'Arguments of the profiler' -x
complete -c flamegraph.sh -s z -l compression-level -d 'Compress perf.data'
complete -c flamegraph.sh -l title -d 'Title' -x
complete -c flamegraph.sh -l subtitle -d 'Second title' -x
complete -c flamegraph.sh -l deterministic -d 'Same colours each time'
complete -c flamegraph.sh -s i -l inverted -d 'Root on top'
complete -c flamegraph.sh -l reverse -d 'Merge from the leaves'
complete -c flamegraph.sh -l notes -d 'Notes in the file' -x
complete -c flamegraph.sh -l min-width -d 'Leave out what is narrower, in percent' -x
complete -c flamegraph.sh -l image-width -d 'Width in pixels' -x
complete -c flamegraph.sh -l palette -d 'Colours' -x -a 'hot mem io red green blue aqua yellow purple orange wakeup java perl js rust'
complete -c flamegraph.sh -l skip-after -d 'Cut what calls the function' -x
complete -c flamegraph.sh -l flamechart -d 'Time from left to right'
complete -c flamegraph.sh -l ignore-status -d 'Accepted'
complete -c flamegraph.sh -l exit-status -d 'Exit with the status of the program'
complete -c flamegraph.sh -l no-inline -d 'Do not look up inlined functions'
complete -c flamegraph.sh -l post-process -d 'Filter of the folded stacks' -x
complete -c flamegraph.sh -l perfdata -d 'Draw an existing recording' -r -F
complete -c flamegraph.sh -s p -l pid -d 'Running processes' -x -a '(__fish_complete_pids)'
complete -c flamegraph.sh -l completions -d 'Print completions' -x -a 'bash zsh fish'
complete -c flamegraph.sh -l call-graph -d 'How stacks are walked' -x -a 'fp dwarf lbr'
complete -c flamegraph.sh -l event -d 'What to sample' -x -a 'cycles cpu-clock task-clock page-faults'
complete -c flamegraph.sh -l duration -d 'Stop after that many seconds' -x
complete -c flamegraph.sh -l keep -d 'Keep perf.data'
complete -c flamegraph.sh -l folded -d 'Write the folded stacks' -r -F
complete -c flamegraph.sh -l hot -d 'Print the hottest functions'
complete -c flamegraph.sh -s j -d 'Slices at a time' -x
complete -c flamegraph.sh -l profiler -d 'Profiler' -x -a 'perf dtrace bpftrace'
complete -c flamegraph.sh -l svg-opt -d 'An option of flamesvg' -x
complete -c flamegraph.sh -l diff -d 'Compare two'
complete -c flamegraph.sh -l demo -d 'Draw the example'
complete -c flamegraph.sh -s h -l help -d 'Help'
complete -c flamegraph.sh -s V -l version -d 'Version'
complete -c cargo-flamegraph -s v -l verbose -d 'Say what is run'
complete -c cargo-flamegraph -s o -l output -d 'The picture' -r -F
complete -c cargo-flamegraph -l open -d 'Show it'
complete -c cargo-flamegraph -l root -d 'Record with sudo'
complete -c cargo-flamegraph -s F -l freq -d 'Samples a second' -x
complete -c cargo-flamegraph -s c -l cmd -d 'Arguments of the profiler' -x
complete -c cargo-flamegraph -s z -l compression-level -d 'Compress perf.data'
complete -c cargo-flamegraph -l title -d 'Title' -x
complete -c cargo-flamegraph -l subtitle -d 'Second title' -x
complete -c cargo-flamegraph -l deterministic -d 'Same colours each time'
complete -c cargo-flamegraph -s i -l inverted -d 'Root on top'
complete -c cargo-flamegraph -l reverse -d 'Merge from the leaves'
complete -c cargo-flamegraph -l notes -d 'Notes in the file' -x
complete -c cargo-flamegraph -l min-width -d 'Leave out what is narrower, in percent' -x
complete -c cargo-flamegraph -l image-width -d 'Width in pixels' -x
complete -c cargo-flamegraph -l palette -d 'Colours' -x -a 'hot mem io red green blue aqua yellow purple orange wakeup java perl js rust'
complete -c cargo-flamegraph -l skip-after -d 'Cut what calls the function' -x
complete -c cargo-flamegraph -l flamechart -d 'Time from left to right'
complete -c cargo-flamegraph -l ignore-status -d 'Accepted'
complete -c cargo-flamegraph -l exit-status -d 'Exit with the status of the program'
complete -c cargo-flamegraph -l no-inline -d 'Do not look up inlined functions'
complete -c cargo-flamegraph -l post-process -d 'Filter of the folded stacks' -x
complete -c cargo-flamegraph -l perfdata -d 'Draw an existing recording' -r -F
complete -c cargo-flamegraph -s p -l pid -d 'Running processes' -x -a '(__fish_complete_pids)'
complete -c cargo-flamegraph -l completions -d 'Print completions' -x -a 'bash zsh fish'
complete -c cargo-flamegraph -l call-graph -d 'How stacks are walked' -x -a 'fp dwarf lbr'
complete -c cargo-flamegraph -l event -d 'What to sample' -x -a 'cycles cpu-clock task-clock page-faults'
complete -c cargo-flamegraph -l duration -d 'Stop after that many seconds' -x
complete -c cargo-flamegraph -l keep -d 'Keep perf.data'
complete -c cargo-flamegraph -l folded -d 'Write the folded stacks' -r -F
complete -c cargo-flamegraph -l hot -d 'Print the hottest functions'
complete -c cargo-flamegraph -s j -d 'Slices at a time' -x
complete -c cargo-flamegraph -l profiler -d 'Profiler' -x -a 'perf dtrace bpftrace'
complete -c cargo-flamegraph -l svg-opt -d 'An option of flamesvg' -x
complete -c cargo-flamegraph -l diff -d 'Compare two'
complete -c cargo-flamegraph -l demo -d 'Draw the example'
complete -c cargo-flamegraph -s h -l help -d 'Help'
complete -c cargo-flamegraph -s V -l version -d 'Version'
complete -c cargo-flamegraph -l dev -d 'The dev profile'
complete -c cargo-flamegraph -l profile -d 'The profile' -x
complete -c cargo-flamegraph -l package -d 'The package' -x
complete -c cargo-flamegraph -s b -l bin -d 'The program' -x
complete -c cargo-flamegraph -l example -d 'The example' -x
complete -c cargo-flamegraph -l test -d 'The test' -x
complete -c cargo-flamegraph -l bench -d 'The benchmark' -x
complete -c cargo-flamegraph -l unit-test -d 'Unit tests'
complete -c cargo-flamegraph -l unit-bench -d 'Unit benchmarks'
complete -c cargo-flamegraph -l unit-test-kind -d 'Kind of the target' -x -a 'bin lib'
complete -c cargo-flamegraph -l manifest-path -d 'Cargo.toml' -r -F
complete -c cargo-flamegraph -s f -l features -d 'Features' -x
complete -c cargo-flamegraph -l no-default-features -d 'Without default features'
complete -c cargo-flamegraph -s r -l release -d 'Accepted'
complete -c cargo-flamegraph -s t -l target -d 'Target triple' -x
