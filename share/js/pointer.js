// Mouse and touch.  What is under the pointer is looked up, not listened to.
const LONG_PRESS = 450; /* ms */

function frameUnder(event) {
	const box = ui.frames.getBoundingClientRect();
	const x = (event.clientX - box.left - EDGE) / page.width;
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

// As attributes of the stage.
function pointerHandlers() {
	let waiting = null;
	let press = 0;
	const look = () => {
		if (waiting) pointAt(frameUnder(waiting));
		waiting = null;
	};
	const lift = () => clearTimeout(press);
	return {
		onclick: onClick,
		onscroll: onScroll,
		onpointerup: lift,
		onpointercancel: lift,
		onpointermove(event) {
			if (event.pointerType === 'touch') return;
			if (!waiting) requestAnimationFrame(look);
			waiting = event;
		},
		onpointerleave() {
			lift();
			waiting = null;
			pointAt(null);
		},
		onpointerdown(event) {
			page.pressed = false;
			if (event.pointerType !== 'touch') return;
			press = setTimeout(() => {
				const at = frameUnder(event);
				page.pressed = true;
				if (at) focusOn(at.part, at.node);
			}, LONG_PRESS);
		},
		oncontextmenu(event) {
			if (event.pointerType === 'touch')
				event.preventDefault();
		},
	};
}
