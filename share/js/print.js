// On paper: the view as it is, all its rows on one page, in light colours.
const TALLEST_PRINT = 4000; /* px; of a taller picture what is on screen */

function setPrinting(printing) {
	page.printing = printing;
	applyTheme();
	drawFrames();
	const [top, bottom] = page.drawn;
	const box = `0 ${top} ${page.outerWidth} ${bottom - top}`;
	setAll(ui.frames, { viewBox: printing ? box : null });
}

function startPrinting() {
	let top;
	addEventListener('beforeprint', () => {
		top = ui.stage.scrollTop;
		setPrinting(true);
	});
	addEventListener('afterprint', () => {
		ui.stage.scrollTop = top;
		setPrinting(false);
	});
}
