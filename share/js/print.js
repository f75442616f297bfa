// On paper: the view as it is, all its rows, in light colours.
function startPrinting(page) {
	window.addEventListener('beforeprint', () => {
		page.printing = true;
		applyTheme(page);
		update(page);
	});
	window.addEventListener('afterprint', () => {
		page.printing = false;
		applyTheme(page);
		update(page);
	});
}
