// Undo: our own trail of states, in step with the browser's Back and Forward
// where those may be used.
function startHistory() {
	page.trail = [encodeState(page.state, page.opts)];
	page.at = 0;
	writeHistory('replaceState');
	window.addEventListener('popstate', (event) => {
		const at = event.state?.flamegraph;
		if (at >= 0 && at < page.trail.length) page.at = at;
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

// Makes a change to the state.  how: 'push' can be undone, 'replace' joins the
// step before, as while typing.
function go(change, how = 'push') {
	const next = { ...page.state, ...change };
	const hash = encodeState(next, page.opts);
	if (hash === page.trail[page.at]) return;
	page.state = next;
	if (how === 'push') {
		page.trail.length = page.at + 1;
		page.trail.push(hash);
		page.at++;
	} else page.trail[page.at] = hash;
	page.native = writeHistory(
		how === 'push' ? 'pushState' : 'replaceState',
	);
	update();
}

function undo() {
	if (page.at === 0) return;
	if (page.native) history.back();
	else restore(page.trail[--page.at]);
}

const UNZOOMED = { zoom: [], callers: [] };
