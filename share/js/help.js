// The sheet that lists all keys.
function buildHelp() {
	const rows = KEYS.map(([keys, what]) =>
		html(
			'tr',
			{},
			html('th', { scope: 'row' }, keys),
			html('td', {}, what),
		),
	);
	page.elements.sheet = html(
		'div',
		{
			id: 'sheet',
			role: 'dialog',
			'aria-label': 'Keys',
			tabindex: '-1',
			hidden: '',
			onclick: () => toggleHelp(),
		},
		html('table', {}, html('tbody', {}, ...rows)),
	);
	return page.elements.sheet;
}

function toggleHelp() {
	const { sheet, stage } = page.elements;
	sheet.hidden = !sheet.hidden;
	(sheet.hidden ? stage : sheet).focus({ preventScroll: true });
}
