// The page around the frames: bar, breadcrumbs, stage, details.

function button(page, id, text, label, action) {
	return htmlElement(
		'button',
		{ type: 'button', id, title: label, 'aria-label': label, onclick: action },
		text,
	);
}

function buildBar(page) {
	const { opts } = page;
	const e = page.elements;
	e.input = htmlElement('input', {
		type: 'search',
		id: 'search',
		placeholder: 'Search (regex)',
		'aria-label': 'Search function names, regular expression',
		spellcheck: 'false',
		autocomplete: 'off',
		oninput: () => typeSearch(page),
	});
	e.place = htmlElement('span', { id: 'place' });
	e.matched = htmlElement('span', { id: 'matched' });
	e.case = button(page, 'case', 'Aa', 'Match case', () =>
		go(page, { matchCase: !page.state.matchCase }, 'replace'),
	);
	e.views = htmlElement(
		'div',
		{ id: 'views', role: 'group', 'aria-label': 'View' },
		...VIEWS.map(([id, text, label, key]) =>
			button(page, 'view-' + id, text, `${label} (${key})`, () =>
				switchView(page, id),
			),
		),
	);
	e.unzoom = button(page, 'unzoom', 'Reset', 'Reset zoom (0)', () =>
		reset(page),
	);
	e.theme = button(page, 'theme', '◐', 'Light or dark (m)', () =>
		nextTheme(page),
	);
	e.help = button(page, 'help', '?', 'Keys (?)', () => toggleHelp(page));
	const heading = htmlElement('h1', {}, opts.title || 'Flame Graph');
	e.subtitle = htmlElement('p', {}, opts.subtitle || '');
	return htmlElement(
		'header',
		{ id: 'bar' },
		htmlElement('div', { id: 'titles' }, heading, e.subtitle),
		e.views,
		htmlElement(
			'div',
			{ id: 'find', role: 'search' },
			e.input,
			e.case,
			button(page, 'previous', '‹', 'Previous match (N)', () =>
				nextMatch(page, -1),
			),
			button(page, 'next', '›', 'Next match (n)', () => nextMatch(page, 1)),
			e.place,
		),
		htmlElement('div', { id: 'tools' }, e.unzoom, e.theme, e.help),
	);
}

const VIEWS = [
	['flame', 'Flame', 'Flame graph or icicle', 'i'],
	['reversed', 'Reversed', 'From the leaves: who called', 'r'],
	['sandwich', 'Sandwich', 'Callers and callees of the focused function', 's'],
	['table', 'Table', 'All functions, self and total', 't'],
];

function switchView(page, id) {
	const { state } = page;
	const graph = { view: 'flame', zoom: [], callers: [] };
	if (id === 'table') go(page, { view: state.view === 'table' ? 'flame' : 'table' });
	else if (id === 'sandwich') sandwich(page);
	else if (id === 'reversed')
		go(page, { ...graph, reversed: !(state.reversed && state.view === 'flame') });
	else if (state.view !== 'flame' || state.reversed)
		go(page, { ...graph, reversed: false });
	else go(page, { icicle: !state.icicle });
}

function reset(page) {
	const { zoom, callers } = page.state;
	if (zoom.length || callers.length) go(page, { zoom: [], callers: [] });
	else go(page, firstState(page.opts));
}

function updateBar(page) {
	const { state, elements } = page;
	const flame = state.view === 'flame';
	const on = {
		flame: flame && !state.reversed,
		reversed: flame && state.reversed,
		sandwich: state.view === 'sandwich',
		table: state.view === 'table',
	};
	for (const child of elements.views.children)
		setAttributes(child, { 'aria-pressed': on[child.id.slice(5)] });
	setText(elements.views.firstChild, state.icicle ? 'Icicle' : 'Flame');
	setAttributes(elements.case, { 'aria-pressed': state.matchCase });
	if (elements.input.value !== state.search) elements.input.value = state.search;
	const home = encodeState(state, page.opts) === '';
	elements.unzoom.classList.toggle('idle', home);
	elements.app.classList.toggle('searching', Boolean(state.search));
}

// Typing never waits: where a search takes long it starts when the keys rest.
function typeSearch(page) {
	clearTimeout(page.typing);
	const wait = page.searchTime > 30 ? 120 : 0;
	page.typing = setTimeout(() => search(page, page.elements.input.value), wait);
}

function search(page, text) {
	const from = performance.now();
	go(page, { search: text }, 'replace');
	page.searchTime = performance.now() - from;
}

// Edits of the tree are breadcrumbs; each can be taken back.
function updateCrumbs(page) {
	const { crumbs } = page.elements;
	const { edits } = page.state;
	const said = edits.map((edit, k) => {
		const what =
			edit.kind === 'fold'
				? 'recursion folded'
				: edit.kind === 'focus'
					? 'only ' + plainName(edit.name)
					: 'without ' + plainName(edit.path[edit.path.length - 1].name);
		return button(page, 'crumb-' + k, what + ' ×', 'Take back: ' + what, () =>
			go(page, { edits: edits.filter((_, j) => j !== k), zoom: [], callers: [] }),
		);
	});
	crumbs.replaceChildren(...said);
	crumbs.hidden = said.length === 0;
}

function buildStage(page) {
	const e = page.elements;
	const l = page.layers;
	l.tip = svgElement('title');
	l.slivers = svgElement('path', { id: 'slivers' });
	l.narrow = svgElement('g', { id: 'narrow-frames', 'aria-hidden': 'true' });
	l.groups = svgElement('g', { id: 'groups', role: 'presentation' });
	l.new = svgElement('path', { id: 'new', fill: 'url(#pattern-new)' });
	l.gone = svgElement('path', { id: 'gone', fill: 'url(#pattern-gone)' });
	l.same = svgElement('path', { id: 'same' });
	l.over = svgElement('path', { id: 'over' });
	l.ring = svgElement('rect', { rx: 2 });
	l.focus = svgElement('g', { role: 'treeitem', 'aria-selected': 'true' }, l.ring);
	e.frames = svgElement(
		'svg',
		{ id: 'frames' },
		l.tip,
		patterns(),
		l.slivers,
		l.narrow,
		l.groups,
		l.new,
		l.gone,
		l.same,
		l.over,
		l.focus,
	);
	e.stage = htmlElement(
		'div',
		{
			id: 'stage',
			tabindex: '0',
			role: 'tree',
			'aria-label': 'Frames; arrow keys walk, Enter zooms, ? shows all keys',
		},
		e.frames,
	);
	return e.stage;
}

function patterns() {
	const stripes = (id, d) =>
		svgElement(
			'pattern',
			{ id, width: 6, height: 6, patternUnits: 'userSpaceOnUse' },
			svgElement('path', { d, fill: 'none' }),
		);
	return svgElement(
		'defs',
		{},
		stripes('pattern-new', 'M-1 1l2-2M0 6l6-6M5 7l2-2'),
		stripes('pattern-gone', 'M0 0l6 6M0 6l6-6'),
	);
}

function buildPage(page) {
	const e = page.elements;
	e.crumbs = htmlElement('nav', { id: 'crumbs', 'aria-label': 'Edits' });
	e.name = htmlElement('div', { id: 'name' });
	e.facts = htmlElement('div', { id: 'facts' });
	e.live = htmlElement('div', { id: 'live', 'aria-live': 'polite' });
	e.toast = htmlElement('div', { id: 'toast', role: 'status' });
	const bar = buildBar(page);
	e.details = htmlElement(
		'footer',
		{ id: 'details' },
		htmlElement('div', { id: 'frame' }, e.name, e.facts),
		e.matched,
	);
	e.app = htmlElement(
		'div',
		{ id: 'app' },
		bar,
		e.crumbs,
		buildStage(page),
		buildTable(page),
		e.details,
		e.live,
		e.toast,
	);
	const outer = svgElement('foreignObject', { id: 'page', width: '100%', height: '100%' }, e.app);
	page.root.append(outer);
}
