// A differential says in words what its colours mean.

function changeDiff(key) {
	if (page.opts.columns !== 2) return;
	page[key] = !page[key];
	page.most = largestChange(page.base);
	update();
	updateLegend();
	toast(page.shares ? 'Change of shares' : 'Change of counts');
}

function updateLegend() {
	const { negate, columns } = page.opts;
	if (columns !== 2) return;
	const [more, less] = PAIRS[page.safePair ? 'safe' : 'plain'];
	const words = [
		[negate ? less : more, 'more in AFTER'],
		[negate ? more : less, 'less in AFTER'],
		['new', 'new'],
		['gone', 'gone'],
	];
	ui.colours.replaceChildren();
	for (const [mark, text] of words) {
		const swatch =
			mark === text
				? { class: mark }
				: { style: `background: ${colourText(mark)}` };
		ui.colours.append(html('span', null, html('i', swatch), text));
	}
}
