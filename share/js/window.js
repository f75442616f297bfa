// The page begins here: decode, build, draw, then let go of the static picture.

function dataText() {
	const data = document.getElementById('data');
	return data ? data.textContent : '';
}

function makePage(root, text) {
	const { opts, names, colours, tree } = decode(text);
	let ids = null;
	let rank = null;
	return {
		root,
		opts,
		names,
		colours,
		palette: opts.colors.map(parseColour),
		searchColour: parseColour(opts.searchcolor || '#e600e6'),
		whole: tree,
		elements: {},
		layers: {},
		pool: [],
		drawn: [0, 0],
		idOf(name) {
			ids ||= new Map(names.map((n, id) => [n, id]));
			return ids.get(name) ?? -1;
		},
		nameRank() {
			if (rank) return rank;
			rank = new Uint32Array(names.length);
			const sorted = Array.from(names.keys()).sort((a, b) =>
				names[a] < names[b] ? -1 : names[a] > names[b] ? 1 : 0,
			);
			sorted.forEach((id, k) => (rank[id] = k));
			return rank;
		},
		say(text) {
			setText(this.elements.live, text);
		},
	};
}

function setMetrics(page) {
	const { opts } = page;
	const touch = matchMedia('(pointer: coarse)').matches;
	const size = opts.fontsize || 12;
	page.rowHeight = Math.max(touch ? 24 : 0, (opts.rowheight || 16) + 1);
	page.baseline = Math.round((page.rowHeight - 1) / 2 + size * 0.36);
	page.font = `${size}px ${opts.fonttype || 'Verdana'}, sans-serif`;
	page.elements.frames.style.font = page.font;
	page.ruler = textRuler(page.font);
}

function start(root) {
	const page = makePage(root, dataText());
	for (const id of ['static', 'narrow', 'narrow-titles', 'data', 'legend'])
		document.getElementById(id)?.remove();
	root.removeAttribute('viewBox');
	root.classList.add('ready');
	buildPage(page);
	buildHelp(page);
	setMetrics(page);
	startTheme(page);
	page.state = decodeState(location.hash, location.search, page.opts);
	measure(page);
	update(page);
	startHistory(page);
	listenToPointer(page);
	listenToKeys(page);
	startPrinting(page);
	new ResizeObserver(() => {
		measure(page);
		update(page);
	}).observe(page.elements.stage);
	window.search = (text) => search(page, String(text ?? ''));
}

(function () {
	const root = document.getElementById('flamegraph');
	try {
		start(root);
	} catch (error) {
		root.classList.remove('live', 'ready');
		document.getElementById('page')?.remove();
		throw error;
	}
})();
