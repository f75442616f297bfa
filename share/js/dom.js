// Elements.  Text only ever gets in as text.
const XHTML = 'http://www.w3.org/1999/xhtml';
const SVG = 'http://www.w3.org/2000/svg';

// The elements that have an id, by it.
const ui = {};

// kind: a name, or name#id.
function make(space, kind, attributes, children) {
	const [name, id] = kind.split('#');
	const element = document.createElementNS(space, name);
	if (id) {
		element.id = id;
		ui[id] = element;
	}
	for (const key in attributes) {
		const value = attributes[key];
		if (key.startsWith('on'))
			element.addEventListener(key.slice(2), value);
		else if (value !== null) element.setAttribute(key, value);
	}
	element.append(...children);
	return element;
}

function html(kind, attributes, ...children) {
	return make(XHTML, kind, attributes, children);
}

function svg(kind, attributes, ...children) {
	return make(SVG, kind, attributes, children);
}

// Touches the page only where something changes.
function setText(element, text) {
	if (element.textContent !== text) element.textContent = text;
}

function setAll(element, attributes) {
	for (const key in attributes) {
		const value = attributes[key];
		if (value === null) element.removeAttribute(key);
		else if (element.getAttribute(key) !== String(value))
			element.setAttribute(key, value);
	}
}

// To screen readers.
function say(text) {
	setText(ui.live, text);
}
