// Elements.  Text only ever gets in as text.
const XHTML = 'http://www.w3.org/1999/xhtml';
const SVG = 'http://www.w3.org/2000/svg';

function fillElement(element, attributes, children) {
	for (const [key, value] of Object.entries(attributes || {}))
		if (key.startsWith('on'))
			element.addEventListener(key.slice(2), value);
		else if (value !== null) element.setAttribute(key, value);
	element.append(...children);
	return element;
}

function html(name, attributes, ...children) {
	const element = document.createElementNS(XHTML, name);
	return fillElement(element, attributes, children);
}

function svg(name, attributes, ...children) {
	const element = document.createElementNS(SVG, name);
	return fillElement(element, attributes, children);
}

// Touches the page only where something changes.
function setText(element, text) {
	if (element.textContent !== text) element.textContent = text;
}

function setAll(element, attributes) {
	for (const [key, value] of Object.entries(attributes))
		if (value === null) element.removeAttribute(key);
		else if (element.getAttribute(key) !== String(value))
			element.setAttribute(key, value);
}

// To screen readers.
function say(text) {
	setText(page.elements.live, text);
}
