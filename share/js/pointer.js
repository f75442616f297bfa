// Mouse and touch.  What is under the pointer is looked up, not listened to.
const LONG_PRESS = 450; /* ms */

function frameUnder(event) {
	const box = ui.frames.getBoundingClientRect();
	const x = (event.clientX - box.left - page.left) / page.width;
	const y = event.clientY - box.top;
	if (x < 0 || x >= 1) return null;
	for (const part of page.parts) {
		let row = Math.floor((y - part.top) / page.rowHeight);
		if (part.up) row = part.tree.depths - 1 - row;
		if (row < part.first || row >= part.tree.depths) continue;
		const node = nodeUnder(part, x, row);
		if (node >= 0) return { part, node };
	}
	return null;
}

function onClick(event) {
	const at = frameUnder(event);
	if (page.pressed) {
		page.pressed = false;
		return;
	}
	if (!at) return;
	const { href, target } = attributesOf(at.part.tree.name[at.node]);
	if (href && !event.ctrlKey && !event.metaKey) follow(href, target);
	else zoomTo(at.part, at.node);
}

// Links come from a file of attributes: only such that can't be a script.
function follow(href, target) {
	let url;
	try {
		url = new URL(href, document.baseURI);
	} catch {
		return;
	}
	if (!/^(https?|file|mailto):$/.test(url.protocol)) return;
	html('a', {
		href: url.href,
		target: target || '_top',
		rel: 'noopener',
	}).click();
}

function listenToPointer() {
	const { stage } = ui;
	let waiting = null;
	let press = 0;
	const look = () => {
		const event = waiting;
		waiting = null;
		if (event) pointAt(frameUnder(event));
	};
	stage.addEventListener('pointermove', (event) => {
		if (event.pointerType === 'touch') return;
		if (!waiting) requestAnimationFrame(look);
		waiting = event;
	});
	stage.addEventListener('pointerleave', () => {
		waiting = null;
		pointAt(null);
	});
	stage.addEventListener('click', onClick);
	stage.addEventListener('pointerdown', (event) => {
		page.pressed = false;
		if (event.pointerType !== 'touch') return;
		press = setTimeout(() => {
			const at = frameUnder(event);
			page.pressed = true;
			if (at) focusOn(at.part, at.node);
		}, LONG_PRESS);
	});
	for (const type of ['pointerup', 'pointercancel', 'pointerleave'])
		stage.addEventListener(type, () => clearTimeout(press));
	stage.addEventListener('contextmenu', (event) => {
		if (event.pointerType === 'touch') event.preventDefault();
	});
	stage.addEventListener('scroll', onScroll);
}
