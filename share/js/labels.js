// How much of a name fits.  Characters are measured once each, on a canvas that
// is never shown; no label costs a layout of the page.
const ELLIPSIS = '…';

function textRuler(font) {
	const canvas = html('canvas').getContext('2d');
	const widths = new Map();
	canvas.font = font;
	return (character) => {
		let width = widths.get(character);
		if (width === undefined) {
			width = canvas.measureText(character).width;
			widths.set(character, width);
		}
		return width;
	};
}

// How many code units of the text fit from the left: never half a character.
function fitLeft(text, room, ruler) {
	let at = 0;
	while (at < text.length) {
		const character = String.fromCodePoint(text.codePointAt(at));
		room -= ruler(character);
		if (room < 0) break;
		at += character.length;
	}
	return at;
}

// The same from the right: where the part that fits begins.
function fitRight(text, room, ruler) {
	let at = text.length;
	while (at > 0) {
		const low = text.charCodeAt(at - 1);
		const pair = at > 1 && low >= 0xdc00 && low < 0xe000;
		const character = text.slice(at - (pair ? 2 : 1), at);
		room -= ruler(character);
		if (room < 0) break;
		at -= character.length;
	}
	return at;
}

// side: the end of the name that is cut: 'right', 'left' or 'middle'.
function fitLabel(text, room, ruler, side) {
	if (room < ruler('m') * 2) return '';
	const whole = fitLeft(text, room, ruler);
	if (whole === text.length) return text;
	room -= ruler(ELLIPSIS);
	if (side === 'left')
		return ELLIPSIS + text.slice(fitRight(text, room, ruler));
	if (side === 'middle') {
		const head = text.slice(0, fitLeft(text, room * 0.4, ruler));
		return (
			head +
			ELLIPSIS +
			text.slice(fitRight(text, room * 0.6, ruler))
		);
	}
	const head = text.slice(0, fitLeft(text, room, ruler));
	return head.length > 1 ? head + ELLIPSIS : '';
}
