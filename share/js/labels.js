// How much of a name fits.  Characters are measured once each, on a canvas that
// is never shown; no label costs a layout of the page.
const ELLIPSIS = '…';
const SHORT_LABEL = 9; /* characters */

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

// A name too long for the room loses its end, or, where there is room for two
// telling parts, its middle.
function fitLabel(text, room, ruler, right) {
	const cells = room / ruler('0');
	if (cells < 3) return '';
	if (fitLeft(text, room, ruler) === text.length) return text;
	const rest = room - ruler(ELLIPSIS);
	const tail = right || cells < SHORT_LABEL ? 0 : rest / 2;
	return (
		text.slice(0, fitLeft(text, rest - tail, ruler)) +
		ELLIPSIS +
		text.slice(fitRight(text, tail, ruler))
	);
}
