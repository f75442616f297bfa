// A differential says in words what its colours mean.
function changeDiff(key) {
	if (page.opts.columns !== 2) return;
	page[key] = !page[key];
	page.most = largestChange(page.base);
	update();
	updateLegend();
	toast(
		key === 'shares'
			? `Change of ${page.shares ? 'shares' : 'counts'}`
			: `Colours: ${page.safePair ? 'orange and blue' : 'red and blue'}`,
	);
}

function updateLegend() {
	if (page.opts.columns !== 2) return;
	const pair = PAIRS[page.safePair ? 'safe' : 'plain'];
	const [more, less] = page.opts.negate
		? ['less', 'more']
		: ['more', 'less'];
	const swatch = (rgb) => {
		const box = html('i', {});
		box.style.background = colourText(rgb);
		return box;
	};
	page.elements.legend.replaceChildren(
		swatch(pair[0]),
		more + ' in AFTER',
		swatch(pair[1]),
		less + ' in AFTER',
		html('i', { class: 'new' }),
		'new',
		html('i', { class: 'gone' }),
		'gone',
	);
}
