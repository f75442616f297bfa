// Keys.  The list is what the help sheet shows.
const KEYS = [
	['Arrows', 'walk: along the rows, to the caller, to the widest callee'],
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
	['m', 'light, dark, or as the system has it'],
	['?', 'this sheet'],
];

function walk(key) {
	const { focus } = page;
	if (!focus) return;
	const { part, node } = focus;
	const { tree } = part;
	const deeper = part.up ? 'ArrowUp' : 'ArrowDown';
	let to;
	if (key === 'ArrowLeft') to = siblingOf(tree, node, -1);
	else if (key === 'ArrowRight') to = siblingOf(tree, node, 1);
	else if (key === 'Home') to = part.zoom;
	else if (key === deeper) to = Math.max(node, widestChild(tree, node));
	else to = Math.max(0, tree.parent[node]);
	if (
		to === node &&
		key !== deeper &&
		page.parts.length > 1 &&
		node === 0
	)
		focusOther(part);
	else if (inView(part, to)) focusOn(part, to);
}

// From the function in the middle of a sandwich to its other half.
function focusOther(part) {
	const other = page.parts.find((p) => p !== part);
	focusOn(other, Math.max(0, widestChild(other.tree, 0)));
}

function inView({ tree, zoom }, node) {
	return tree.end[node] > zoom && node < tree.end[zoom];
}

function escape() {
	const { state } = page;
	if (!page.elements.sheet.hidden) toggleHelp();
	else if (state.search) go({ search: '' }, 'replace');
	else if (state.zoom.length || state.callers.length) go(UNZOOMED);
	else if (state.view !== 'flame') go({ view: 'flame' });
	page.elements.stage.focus({ preventScroll: true });
}

const PLAIN_KEYS = {
	Enter: () => page.focus && zoomTo(page.focus.part, page.focus.node),
	Backspace: undo,
	0: reset,
	'/': openSearch,
	n: () => nextMatch(1),
	N: () => nextMatch(-1),
	i: () => go({ icicle: !page.state.icicle, view: 'flame' }),
	r: () => switchView('reversed'),
	s: sandwich,
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

function openSearch() {
	page.elements.input.focus();
	page.elements.input.select();
}

function onKey(event) {
	const { key } = event;
	const typing = event.target.localName === 'input';
	const command = event.ctrlKey || event.metaKey;
	if (key === 'F3' || (command && key.toLowerCase() === 'f')) {
		event.preventDefault();
		openSearch();
		return;
	}
	if (command || event.altKey) return;
	if (key === 'Escape') {
		event.preventDefault();
		escape();
		return;
	}
	if (typing) {
		if (key === 'Enter') nextMatch(event.shiftKey ? -1 : 1);
		return;
	}
	if (page.state.view === 'table' && tableKey(event)) return;
	const onButton = event.target.localName === 'button';
	if (onButton && (key === 'Enter' || key === ' ')) return;
	if (/^Arrow|^Home$/.test(key)) walk(key);
	else if (Object.hasOwn(PLAIN_KEYS, key)) PLAIN_KEYS[key]();
	else return;
	event.preventDefault();
}

function listenToKeys() {
	window.addEventListener('keydown', (event) => onKey(event));
}
