// Undo: our own trail of states, in step with the browser's Back and Forward
// where those may be used.
const LONGEST_TRAIL = 500;

function startHistory(page) {
	page.trail = [encodeState(page.state, page.opts)];
	page.at = 0;
	writeHistory(page, 'replaceState');
	window.addEventListener('popstate', (event) => {
		const at = event.state?.flamegraph;
		if (at >= 0 && at < page.trail.length) page.at = at;
		restore(page, location.hash);
	});
}

function writeHistory(page, method) {
	const hash = page.trail[page.at];
	const url = hash ? '#' + hash : location.pathname + location.search;
	try {
		history[method]({ flamegraph: page.at }, '', url);
		return true;
	} catch {
		return false;
	}
}

function restore(page, hash) {
	page.state = decodeState(hash, '', page.opts);
	update(page);
}

// Makes a change to the state.  how: 'push' can be undone, 'replace' joins the
// step before, as while typing.
function go(page, change, how = 'push') {
	const next = { ...page.state, ...change };
	const hash = encodeState(next, page.opts);
	if (hash === page.trail[page.at]) return;
	page.state = next;
	if (how === 'push') {
		page.trail.length = page.at + 1;
		page.trail.push(hash);
		if (page.trail.length > LONGEST_TRAIL) page.trail.shift();
		page.at = page.trail.length - 1;
	} else page.trail[page.at] = hash;
	page.native = writeHistory(page, how === 'push' ? 'pushState' : 'replaceState');
	update(page);
}

function undo(page) {
	if (page.at === 0) return;
	if (page.native) history.back();
	else restore(page, page.trail[--page.at]);
}

function resetZoom(page) {
	go(page, { zoom: [], callers: [] });
}

// Everything but the theme.
function resetAll(page) {
	go(page, firstState(page.opts));
}
