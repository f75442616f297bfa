// Colours are numbers 0xrrggbb until they reach an attribute.

function parseColour(text) {
	return parseInt(text.slice(1), 16);
}

function colourText(rgb) {
	return '#' + rgb.toString(16).padStart(6, '0');
}

// The colour that lies `part` (0...1) of the way from a to b.
function mixColours(a, b, part) {
	let mixed = 0;
	for (let shift = 16; shift >= 0; shift -= 8) {
		const from = (a >> shift) & 255;
		const to = (b >> shift) & 255;
		mixed |= Math.round(from + (to - from) * part) << shift;
	}
	return mixed;
}

// WCAG 2 relative luminance.
function luminance(rgb) {
	const channel = (v) => {
		v /= 255;
		return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
	};
	return (
		0.2126 * channel(rgb >> 16) +
		0.7152 * channel((rgb >> 8) & 255) +
		0.0722 * channel(rgb & 255)
	);
}

// Text on a colour, black or white: the better one is always above 4.5:1.
function inkOn(rgb) {
	return luminance(rgb) > 0.179 ? 0 : 0xffffff;
}

// More and less of a differential: red and blue, or a pair that is told apart
// with any kind of colour vision.
const PAIRS = { plain: [0xe0402f, 0x3b78d8], safe: [0xd95f02, 0x2f8fb5] };

// change: -1...1.  Small changes are lifted so that they are seen.
function changeColour(change) {
	const pair = PAIRS[page.safePair ? 'safe' : 'plain'];
	const none = page.dark ? 0x3a3c40 : 0xf2f0ec;
	const part = Math.min(1, Math.sqrt(Math.abs(change)));
	return mixColours(none, pair[change > 0 ? 0 : 1], part);
}

// The change of a node from BEFORE to AFTER: of shares (each of its own
// total), or of counts, as a part of AFTER's total.
function changeOf(tree, node) {
	const [, before, after] = tree.columns;
	const kind = page.opts.delta === 'self' ? 'self' : 'total';
	const sign = page.opts.negate ? -1 : 1;
	const [b, a] = [before[kind][node], after[kind][node]];
	const [, bAll, aAll] = page.sums;
	return sign * (page.shares ? a / aAll - b / bAll : (a - b) / aAll);
}

function largestChange(tree) {
	let most = 0;
	for (let i = 1; i < tree.n; i++) {
		const change = Math.abs(changeOf(tree, i));
		if (change > most) most = change;
	}
	return most || 1;
}

// What a node is filled with, before themes and search have their say.
function ownColour(tree, node) {
	const { opts } = page;
	const name = tree.name[node];
	if (tree.pivot && node === 0) return page.dark ? 0xe9e7e3 : 0x2b2b2e;
	if (opts.columns === 2)
		return changeColour(changeOf(tree, node) / page.most);
	if (opts.diffusion)
		return changeColour(
			Math.sqrt(tree.total[node] / tree.total[0]),
		);
	if (name < 0) return page.dark ? 0x4a4c50 : 0xdcd8d0;
	return page.palette[page.colours[name]];
}

// The page's ground, towards which colours fade.
function groundColour() {
	return page.dark ? 0x17181a : 0xf7f5f1;
}

function fillOf(tree, node) {
	const name = tree.name[node];
	if (page.hit && name >= 0 && page.hit[name]) return page.searchColour;
	let rgb = ownColour(tree, node);
	if (page.dark) rgb = mixColours(rgb, groundColour(), 0.22);
	return page.hit ? mixColours(rgb, groundColour(), 0.55) : rgb;
}

// Boxes too narrow to be told apart share a path per rounded colour.
function roughColour(rgb) {
	return (rgb & 0xf0f0f0) | 0x080808;
}
