// The sheet that lists all keys.
function buildHelp(page) {
	const rows = KEYS.map(([keys, what]) =>
		htmlElement(
			'tr',
			{},
			htmlElement('th', { scope: 'row' }, keys),
			htmlElement('td', {}, what),
		),
	);
	page.elements.sheet = htmlElement(
		'div',
		{
			id: 'sheet',
			role: 'dialog',
			'aria-label': 'Keys',
			tabindex: '-1',
			hidden: '',
			onclick: () => toggleHelp(page),
		},
		htmlElement('table', {}, htmlElement('tbody', {}, ...rows)),
	);
	page.elements.app.append(page.elements.sheet);
}

function toggleHelp(page) {
	const { sheet, stage } = page.elements;
	sheet.hidden = !sheet.hidden;
	(sheet.hidden ? stage : sheet).focus({ preventScroll: true });
}
