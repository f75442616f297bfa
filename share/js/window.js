// The page begins here: decode, build, draw, then let go of the static picture.

// The one page of the document: what it was made of, what it shows.
const EDGE = 6;
const page = {
	pool: [],
	drawn: [0, 0],
	parts: [],
	sort: { key: 'self', up: false },
	row: 0,
};

function setMetrics() {
	const { opts } = page;
	const touch = matchMedia('(pointer: coarse)').matches;
	const size = opts.fontsize;
	page.rowHeight = Math.max(touch ? 24 : 4, opts.rowheight);
	page.baseline = Math.round((page.rowHeight - 1) / 2 + size * 0.36);
	ui.frames.style.font = `${size}px ${opts.fonttype}, sans-serif`;
	page.ruler = textRuler(getComputedStyle(ui.frames).font);
}

function start(root) {
	const text = document.getElementById('data').textContent;
	Object.assign(page, decode(text), { root });
	page.palette = page.opts.colors.map(parseColour);
	page.searchColour = parseColour(page.opts.searchcolor);
	for (const child of [...root.children])
		if (
			!/^(style|script)$/.test(child.localName) &&
			child.id !== 'doc-title'
		)
			child.remove();
	root.removeAttribute('viewBox');
	root.classList.add('ready');
	buildPage();
	setMetrics();
	startTheme();
	page.state = decodeState(location.hash, location.search, page.opts);
	measure();
	update();
	startHistory();
	listenToKeys();
	startPrinting();
	new ResizeObserver(onResize).observe(ui.stage);
	// Ready before the first zoom asks for them, after the first paint.
	requestAnimationFrame(() => setTimeout(functionSums));
	window.search = (term) => search(String(term ?? ''));
}

function onResize() {
	if (page.printing) return;
	const { outerWidth, roomHeight } = page;
	const before = anchorOf();
	measure();
	if (page.outerWidth === outerWidth && page.roomHeight === roomHeight)
		return;
	update();
	scrollToAnchor(before);
	onScroll();
}

(function () {
	const root = document.getElementById('flamegraph');
	const picture = [...root.children];
	try {
		start(root);
	} catch (error) {
		root.replaceChildren(...picture);
		root.classList.remove('live', 'ready');
		throw error;
	}
})();
