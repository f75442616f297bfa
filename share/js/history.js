// Undo: our own trail of states, in step with the browser's Back and Forward
// where those may be used.
const UNZOOMED = { zoom: [], callers: [] };

function startHistory() {
	page.trail = [encodeState(page.state, page.opts)];
	page.at = 0;
	writeHistory('replaceState');
	addEventListener('popstate', ({ state }) => {
		if (page.trail[state?.flamegraph] !== undefined)
			page.at = state.flamegraph;
		restore(location.hash);
	});
}

function writeHistory(method) {
	const hash = page.trail[page.at];
	const url = hash ? '#' + hash : location.pathname + location.search;
	try {
		history[method]({ flamegraph: page.at }, '', url);
		return true;
	} catch {
		return false;
	}
}

function restore(hash) {
	page.state = decodeState(hash, '', page.opts);
	update();
}

// Makes a change to the state that can be undone; or that joins the step
// before, as while typing.
function go(change, joins) {
	const next = { ...page.state, ...change };
	const hash = encodeState(next, page.opts);
	if (hash === page.trail[page.at]) return;
	page.state = next;
	if (!joins) page.trail.length = ++page.at;
	page.trail[page.at] = hash;
	page.native = writeHistory(joins ? 'replaceState' : 'pushState');
	update();
}

function undo() {
	if (page.at === 0) return;
	if (page.native) history.back();
	else restore(page.trail[--page.at]);
}
