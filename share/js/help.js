// The sheet that lists all keys.
function buildHelp() {
	const rows = KEYS.map(([keys, what]) =>
		html(
			'tr',
			null,
			html('th', { scope: 'row' }, keys),
			html('td', null, what),
		),
	);
	const attributes = {
		role: 'dialog',
		'aria-label': 'Keys',
		tabindex: '-1',
	};
	return html(
		'div#sheet',
		{ ...attributes, hidden: '', onclick: toggleHelp },
		html('table', null, html('tbody', null, ...rows)),
	);
}

function toggleHelp() {
	const { sheet, stage } = ui;
	sheet.hidden = !sheet.hidden;
	(sheet.hidden ? stage : sheet).focus({ preventScroll: true });
}
