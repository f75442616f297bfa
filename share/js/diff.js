// A differential says in words what its colours mean.
function changeDiff(page, key) {
	if (page.opts.columns !== 2) return;
	page[key] = !page[key];
	page.most = largestChange(page, page.base);
	update(page);
	updateLegend(page);
	toast(
		page,
		key === 'shares'
			? `Change of ${page.shares ? 'shares' : 'counts'}`
			: `Colours: ${page.safePair ? 'orange and blue' : 'red and blue'}`,
	);
}

function updateLegend(page) {
	const { legend } = page.elements;
	if (!legend) return;
	const pair = PAIRS[page.safePair ? 'safe' : 'plain'];
	const [more, less] = page.opts.negate ? ['less', 'more'] : ['more', 'less'];
	const swatch = (rgb) => {
		const box = htmlElement('i', {});
		box.style.background = colourText(rgb);
		return box;
	};
	legend.replaceChildren(
		swatch(pair[0]),
		`${more} in AFTER`,
		swatch(pair[1]),
		`${less} in AFTER`,
		htmlElement('i', { class: 'new' }),
		'new',
		htmlElement('i', { class: 'gone' }),
		'gone',
	);
}
