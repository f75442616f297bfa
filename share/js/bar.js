// The page around the frames: bar, breadcrumbs, stage, details.

// [id, text, key]
const VIEWS = [
	['flame', 'Flame', 'i'],
	['reversed', 'Reversed', 'r'],
	['sandwich', 'Sandwich', 's'],
	['table', 'Table', 't'],
];

// What the help sheet says of a key.
function labelOf(key) {
	return `${KEYS.find(([keys]) => keys === key)[1]} (${key})`;
}

function button(kind, text, label, onclick) {
	const attributes = {
		type: 'button',
		title: label,
		'aria-label': label,
	};
	return html('button' + kind, { ...attributes, onclick }, text);
}

function buildBar() {
	const { title, subtitle } = page.opts;
	const views = VIEWS.map(([id, text, key]) =>
		button('#view-' + id, text, labelOf(key), () => switchView(id)),
	);
	const field = {
		type: 'search',
		placeholder: 'Search',
		'aria-label': 'Search functions, a regular expression',
		title: 'A regular expression (/)',
		spellcheck: 'false',
		oninput: typeSearch,
	};
	return html(
		'header#bar',
		null,
		html(
			'div#titles',
			null,
			html('h1', null, title),
			html('p', null, subtitle || ''),
		),
		html(
			'div#views',
			{ role: 'group', 'aria-label': 'View' },
			...views,
		),
		html(
			'div#find',
			{ role: 'search' },
			html('input#search', field),
			button('#case', 'Aa', 'Match case', () =>
				go({ matchCase: !page.state.matchCase }, true),
			),
			button('#previous', '‹', 'Previous match (N)', () =>
				nextMatch(-1),
			),
			button('#next', '›', 'Next match (n)', () =>
				nextMatch(1),
			),
			html('span#place'),
		),
		html(
			'div#tools',
			null,
			button('#unzoom', 'Reset', labelOf('0'), reset),
			button('#theme', '◐', labelOf('m'), nextTheme),
			button('#help', '?', labelOf('?'), toggleHelp),
		),
	);
}

function buildStage() {
	const hidden = { 'aria-hidden': 'true' };
	const stripes = (kind, d) =>
		svg(
			'pattern' + kind,
			{ width: 6, height: 6, patternUnits: 'userSpaceOnUse' },
			svg('path', { d }),
		);
	const says = 'Frames. Arrow keys walk, Enter zooms, ? shows all keys.';
	return html(
		'div#stage',
		{
			tabindex: '0',
			role: 'tree',
			'aria-label': says,
			...pointerHandlers(),
		},
		svg(
			'svg#frames',
			{ role: 'none' },
			svg('title#tip'),
			stripes('#stripes', 'M-1 1l2-2M0 6l6-6M5 7l2-2'),
			stripes('#crosses', 'M0 0l6 6M0 6l6-6'),
			svg('path#slivers', hidden),
			svg('g#paths', hidden),
			svg('g#groups', { role: 'presentation' }),
			svg('path#new', { fill: 'url(#stripes)' }),
			svg('path#gone', { fill: 'url(#crosses)' }),
			svg('path#same', hidden),
			svg('path#over', hidden),
			svg(
				'g#focus',
				{ role: 'treeitem', 'aria-selected': 'true' },
				svg('rect#ring', { rx: 2 }),
			),
		),
	);
}

function buildPage() {
	const app = html(
		'div#app',
		null,
		buildBar(),
		html('nav#crumbs', { 'aria-label': 'Edits', hidden: '' }),
		buildStage(),
		buildTable(),
		html(
			'footer#details',
			null,
			html(
				'div#frame',
				null,
				html('div#name'),
				html('div#facts'),
			),
			html(
				'div#said',
				null,
				html('div#matched'),
				html('div#colours'),
			),
		),
		html('div#live', { 'aria-live': 'polite' }),
		html('div#toast', { role: 'status', hidden: '' }),
		buildHelp(),
	);
	const whole = { width: '100%', height: '100%' };
	const [from, to] = page.opts.bg;
	page.root.style = `--from: ${from}; --to: ${to}`;
	const phone = { name: 'viewport', content: 'width=device-width' };
	page.root.append(html('meta', phone), svg('foreignObject', whole, app));
	updateLegend();
}

function switchView(id) {
	const { view, reversed, icicle } = page.state;
	const graph = { ...UNZOOMED, view: 'flame' };
	if (id === 'table') go({ view: view === id ? 'flame' : id });
	else if (id === 'sandwich') sandwich();
	else if (id === 'reversed')
		go({ ...graph, reversed: !reversed || view !== 'flame' });
	else if (view !== 'flame' || reversed)
		go({ ...graph, reversed: false });
	else go({ icicle: !icicle });
}

// First the zoom, then everything else.
function reset() {
	const { zoom, callers } = page.state;
	if (zoom.length || callers.length) go(UNZOOMED);
	else go(firstState(page.opts));
}

function updateBar() {
	const { state } = page;
	const now =
		state.view === 'flame' && state.reversed
			? 'reversed'
			: state.view;
	for (const [id] of VIEWS)
		setAll(ui['view-' + id], { 'aria-pressed': id === now });
	setText(ui['view-flame'], state.icicle ? 'Icicle' : 'Flame');
	setAll(ui.case, { 'aria-pressed': state.matchCase });
	if (ui.search.value !== state.search) ui.search.value = state.search;
	setAll(ui.app, {
		'data-view': state.view,
		'data-home': encodeState(state, page.opts) === '',
		'data-search': state.search !== '',
	});
}

// Typing never waits: where a search takes long it starts when the keys rest.
function typeSearch() {
	clearTimeout(page.typing);
	const wait = page.searchTime > 30 ? 120 : 0;
	page.typing = setTimeout(() => search(ui.search.value), wait);
}

function search(text) {
	const from = performance.now();
	go({ search: text }, true);
	page.searchTime = performance.now() - from;
}

// Edits of the tree are breadcrumbs; each can be taken back.
function updateCrumbs() {
	const { edits } = page.state;
	const last = (path) => plainName(path[path.length - 1].name);
	const words = {
		fold: () => 'recursion folded',
		focus: ({ name }) => 'only ' + plainName(name),
		remove: ({ path }) => 'without ' + last(path),
	};
	const crumbs = edits.map((edit, k) => {
		const what = words[edit.kind](edit);
		return button('', what + ' ×', 'Take back: ' + what, () =>
			go({
				...UNZOOMED,
				edits: edits.filter((_, j) => j !== k),
			}),
		);
	});
	ui.crumbs.replaceChildren(...crumbs);
	ui.crumbs.hidden = !crumbs.length;
}
