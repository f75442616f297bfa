// Runs before the frames are parsed: they are hidden and never laid out.  Where
// the page's own script can't run, the static picture comes back.
(function () {
	const root = document.getElementById('flamegraph');
	root.classList.add('live');
	window.addEventListener('load', () => {
		if (!root.classList.contains('ready'))
			root.classList.remove('live');
	});
})();
