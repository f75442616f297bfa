// The page around the frames: bar, breadcrumbs, stage, details.

function button(id, text, label, action) {
	return html(
		'button',
		{
			type: 'button',
			id,
			title: label,
			'aria-label': label,
			onclick: action,
		},
		text,
	);
}

function buildBar() {
	const { opts } = page;
	const e = page.elements;
	e.input = html('input', {
		type: 'search',
		id: 'search',
		placeholder: 'Search (regex)',
		'aria-label': 'Search function names, regular expression',
		spellcheck: 'false',
		autocomplete: 'off',
		oninput: () => typeSearch(),
	});
	e.place = html('span', { id: 'place' });
	e.matched = html('span', { id: 'matched' });
	e.case = button('case', 'Aa', 'Match case', () =>
		go({ matchCase: !page.state.matchCase }, 'replace'),
	);
	e.views = html(
		'div',
		{ id: 'views', role: 'group', 'aria-label': 'View' },
		...VIEWS.map(([id, text, label, key]) =>
			button('view-' + id, text, `${label} (${key})`, () =>
				switchView(id),
			),
		),
	);
	e.unzoom = button('unzoom', 'Reset', 'Reset zoom (0)', () => reset());
	e.theme = button('theme', '◐', 'Light or dark (m)', () => nextTheme());
	e.help = button('help', '?', 'Keys (?)', () => toggleHelp());
	const heading = html('h1', {}, opts.title || 'Flame Graph');
	e.subtitle = html('p', {}, opts.subtitle || '');
	return html(
		'header',
		{ id: 'bar' },
		html('div', { id: 'titles' }, heading, e.subtitle),
		e.views,
		html(
			'div',
			{ id: 'find', role: 'search' },
			e.input,
			e.case,
			button('previous', '‹', 'Previous match (N)', () =>
				nextMatch(-1),
			),
			button('next', '›', 'Next match (n)', () =>
				nextMatch(1),
			),
			e.place,
		),
		html('div', { id: 'tools' }, e.unzoom, e.theme, e.help),
	);
}

const VIEWS = [
	['flame', 'Flame', 'Flame graph or icicle', 'i'],
	['reversed', 'Reversed', 'From the leaves: who called', 'r'],
	[
		'sandwich',
		'Sandwich',
		'Callers and callees of the focused function',
		's',
	],
	['table', 'Table', 'All functions, self and total', 't'],
];

function switchView(id) {
	const { state } = page;
	const graph = { view: 'flame', ...UNZOOMED };
	if (id === 'table')
		go({ view: state.view === 'table' ? 'flame' : 'table' });
	else if (id === 'sandwich') sandwich();
	else if (id === 'reversed')
		go({
			...graph,
			reversed: !(state.reversed && state.view === 'flame'),
		});
	else if (state.view !== 'flame' || state.reversed)
		go({ ...graph, reversed: false });
	else go({ icicle: !state.icicle });
}

// First the zoom, then everything else.
function reset() {
	const { zoom, callers } = page.state;
	if (zoom.length || callers.length) go(UNZOOMED);
	else go(firstState(page.opts));
}

function updateBar() {
	const { state, elements } = page;
	const flame = state.view === 'flame';
	const on = {
		flame: flame && !state.reversed,
		reversed: flame && state.reversed,
		sandwich: state.view === 'sandwich',
		table: state.view === 'table',
	};
	for (const child of elements.views.children)
		setAll(child, { 'aria-pressed': on[child.id.slice(5)] });
	setText(elements.views.firstChild, state.icicle ? 'Icicle' : 'Flame');
	setAll(elements.case, { 'aria-pressed': state.matchCase });
	if (elements.input.value !== state.search)
		elements.input.value = state.search;
	const home = encodeState(state, page.opts) === '';
	elements.unzoom.classList.toggle('idle', home);
	elements.app.classList.toggle('searching', Boolean(state.search));
}

// Typing never waits: where a search takes long it starts when the keys rest.
function typeSearch() {
	clearTimeout(page.typing);
	const wait = page.searchTime > 30 ? 120 : 0;
	page.typing = setTimeout(() => search(page.elements.input.value), wait);
}

function search(text) {
	const from = performance.now();
	go({ search: text }, 'replace');
	page.searchTime = performance.now() - from;
}

// Edits of the tree are breadcrumbs; each can be taken back.
function updateCrumbs() {
	const { crumbs } = page.elements;
	const { edits } = page.state;
	const said = edits.map((edit, k) => {
		const what =
			edit.kind === 'fold'
				? 'recursion folded'
				: edit.kind === 'focus'
					? 'only ' + plainName(edit.name)
					: 'without ' +
						plainName(
							edit.path[
								edit.path
									.length -
									1
							].name,
						);
		return button(
			'crumb-' + k,
			what + ' ×',
			'Take back: ' + what,
			() =>
				go({
					edits: edits.filter((_, j) => j !== k),
					...UNZOOMED,
				}),
		);
	});
	crumbs.replaceChildren(...said);
	crumbs.hidden = said.length === 0;
}

function buildStage() {
	const e = page.elements;
	const l = page.layers;
	l.tip = svg('title');
	l.slivers = svg('path', { id: 'slivers' });
	l.narrow = svg('g', { id: 'narrow-frames', 'aria-hidden': 'true' });
	l.groups = svg('g', { id: 'groups', role: 'presentation' });
	l.new = svg('path', { id: 'new', fill: 'url(#pattern-new)' });
	l.gone = svg('path', { id: 'gone', fill: 'url(#pattern-gone)' });
	l.same = svg('path', { id: 'same' });
	l.over = svg('path', { id: 'over' });
	l.ring = svg('rect', { rx: 2 });
	l.focus = svg(
		'g',
		{ role: 'treeitem', 'aria-selected': 'true' },
		l.ring,
	);
	e.frames = svg(
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
	e.stage = html(
		'div',
		{
			id: 'stage',
			tabindex: '0',
			role: 'tree',
			'aria-label':
				'Frames; arrow keys walk, Enter zooms, ? shows all keys',
		},
		e.frames,
	);
	return e.stage;
}

function patterns() {
	const stripes = (id, d) =>
		svg(
			'pattern',
			{
				id,
				width: 6,
				height: 6,
				patternUnits: 'userSpaceOnUse',
			},
			svg('path', { d, fill: 'none' }),
		);
	return svg(
		'defs',
		{},
		stripes('pattern-new', 'M-1 1l2-2M0 6l6-6M5 7l2-2'),
		stripes('pattern-gone', 'M0 0l6 6M0 6l6-6'),
	);
}

function buildPage() {
	const e = page.elements;
	e.crumbs = html('nav', { id: 'crumbs', 'aria-label': 'Edits' });
	e.name = html('div', { id: 'name' });
	e.facts = html('div', { id: 'facts' });
	e.live = html('div', { id: 'live', 'aria-live': 'polite' });
	e.legend = html('div', { id: 'colours' });
	e.toast = html('div', { id: 'toast', role: 'status' });
	const bar = buildBar();
	e.details = html(
		'footer',
		{ id: 'details' },
		html('div', { id: 'frame' }, e.name, e.facts),
		html('div', { id: 'said' }, e.matched, e.legend),
	);
	e.app = html(
		'div',
		{ id: 'app' },
		bar,
		e.crumbs,
		buildStage(),
		buildTable(),
		e.details,
		e.live,
		e.toast,
		buildHelp(),
	);
	updateLegend();
	page.root.append(
		svg('foreignObject', { width: '100%', height: '100%' }, e.app),
	);
}
