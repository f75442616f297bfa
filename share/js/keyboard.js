// Keys.  The list is what the help sheet shows.
const KEYS = [
	[
		'Arrows',
		'walk: along the siblings, to the caller, to the widest callee',
	],
	['Home', 'to the root of the view'],
	['Enter', 'zoom to the frame'],
	['Backspace', 'back to the view before'],
	['Esc', 'leave help, search, zoom, in that order'],
	['0', 'reset the zoom; again: everything'],
	['/  Ctrl-F  F3', 'search'],
	['n  N', 'next, previous match'],
	['i', 'flame or icicle'],
	['r', 'reversed: from the leaves to their callers'],
	['s', 'sandwich: callers and callees of the function'],
	['t', 'table of functions'],
	['c  C', 'copy the name, the whole stack'],
	['x', 'remove the frame'],
	['f', 'only stacks through the function, from it on'],
	['o', 'fold direct recursion, or unfold'],
	['a', 'differential: change of shares or of counts'],
	['b', 'differential: colours for any colour vision'],
	['m', 'light, dark or as the system'],
	['?', 'all keys'],
];

const ACTIONS = {
	Enter: () => zoomTo(page.focus.part, page.focus.node),
	Backspace: undo,
	0: reset,
	'/': openSearch,
	n: () => nextMatch(1),
	N: () => nextMatch(-1),
	i: () => go({ icicle: !page.state.icicle, view: 'flame' }),
	r: () => switchView('reversed'),
	s: () => sandwich(),
	t: () => switchView('table'),
	c: copyName,
	C: copyStack,
	x: removeFrame,
	f: focusFunction,
	o: foldRecursion,
	a: () => changeDiff('shares'),
	b: () => changeDiff('safePair'),
	m: nextTheme,
	'?': toggleHelp,
};

function walk(key) {
	const { part, node } = page.focus;
	const { tree, zoom, up } = part;
	const deeper = up ? 'ArrowUp' : 'ArrowDown';
	let to;
	if (key === 'ArrowLeft') to = siblingOf(tree, node, -1);
	else if (key === 'ArrowRight') to = siblingOf(tree, node, 1);
	else if (key === 'Home') to = zoom;
	else if (key === deeper) to = Math.max(node, widestChild(tree, node));
	else to = tree.parent[node];
	// From the function of a sandwich to its other half.
	if (to < 0) {
		const other = page.parts.find((p) => p !== part);
		if (other)
			focusOn(other, Math.max(0, widestChild(other.tree, 0)));
	} else if (tree.end[to] > zoom && to < tree.end[zoom])
		focusOn(part, to);
}

function escape() {
	const { search: text, zoom, callers, view } = page.state;
	if (!ui.sheet.hidden) toggleHelp();
	else if (text) go({ search: '' }, true);
	else if (zoom.length || callers.length) go(UNZOOMED);
	else if (view !== 'flame') go({ view: 'flame' });
	ui.stage.focus({ preventScroll: true });
}

function openSearch() {
	ui.search.focus();
	ui.search.select();
}

// Does what the key is for; false if it is for nothing here.
function act(event) {
	const { key, target, shiftKey } = event;
	const command = event.ctrlKey || event.metaKey;
	if (key === 'F3' || (command && key.toLowerCase() === 'f'))
		openSearch();
	else if (command || event.altKey) return false;
	else if (key === 'Escape') escape();
	else if (target.localName === 'textarea') return false;
	else if (target === ui.search) {
		if (key !== 'Enter') return false;
		nextMatch(shiftKey ? -1 : 1);
	} else if (target.localName === 'button' && /^(Enter| )$/.test(key))
		return false;
	else if (page.state.view === 'table' && tableKey(event)) return true;
	else if (/^(Arrow.*|Home)$/.test(key)) walk(key);
	else if (Object.hasOwn(ACTIONS, key)) ACTIONS[key]();
	else return false;
	return true;
}

function listenToKeys() {
	addEventListener('keydown', (event) => {
		if (act(event)) event.preventDefault();
	});
}
