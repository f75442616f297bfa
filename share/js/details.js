// What is said about a frame, and the frames that are pointed at.

function hiddenBelow(part, node) {
	const { tree, zoom } = part;
	const scale = page.width / (tree.total[zoom] || 1);
	let count = 0;
	let weight = 0;
	if (tree.hidden && tree.hidden[node]) count = tree.hidden[node];
	for (let c = node + 1; c < tree.end[node]; c = tree.end[c])
		if (tree.total[c] * scale < LEAST) {
			count++;
			weight += shownColumn(tree).total[c];
		}
	return { count, weight };
}

// The facts of a frame, as short phrases.
function factsOf(part, node) {
	const { opts, all } = page;
	const { tree } = part;
	const id = tree.name[node];
	const { self, total } = shownColumn(tree);
	const facts = [];
	facts.push(countWithName(opts, total[node]));
	if (id >= 0) facts.push(percentText(total[node], all) + ' of all');
	const view = viewWeight();
	if (view !== all && total[node] <= view)
		facts.push(percentText(total[node], view) + ' of view');
	if (node > 0)
		facts.push(
			percentText(total[node], total[tree.parent[node]]) +
				' of parent',
		);
	if (part.kind === 'flame' || part.kind === 'callees')
		facts.push(
			`self ${countText(opts, self[node])} (${percentText(self[node], all)})`,
		);
	if (opts.columns === 2) facts.push(...changeFacts(tree, node));
	if (id >= 0) {
		const sums = functionSums();
		const frames = sums.frames[id];
		const merged = sums.columns[sums.columns.length - 1].total[id];
		if (frames > 1)
			facts.push(
				`${commas(frames)} frames of this name: ${countText(opts, merged)} ` +
					`(${percentText(merged, all)})`,
			);
	}
	const hidden = hiddenBelow(part, node);
	if (hidden.count)
		facts.push(
			`+${commas(hidden.count)} narrower ` +
				(hidden.count === 1 ? 'child' : 'children') +
				(hidden.weight
					? `, ${countWithName(opts, hidden.weight)}`
					: ''),
		);
	return facts;
}

function changeFacts(tree, node) {
	const { opts } = page;
	const [, before, after] = tree.columns;
	const [b, a] = [before.total[node], after.total[node]];
	const word = b === 0 ? ' (new)' : a === 0 ? ' (gone)' : '';
	const sign = a > b ? '+' : '';
	return [
		`before ${countText(opts, b)}, after ${countText(opts, a)}${word}`,
		`change ${sign}${countText(opts, a - b)}, ` +
			signedPercent(changeOf(tree, node)) +
			(page.shares ? ' of its share' : ' of all'),
	];
}

function updateDetails() {
	const { name, facts } = page.elements;
	const at = page.pointed || page.focus;
	if (page.state.view === 'table') {
		setText(name, `${commas(page.order.length)} functions`);
		setText(facts, 'Enter or a click shows callers and callees');
		return;
	}
	setText(name, nodeName(at.part.tree, at.node));
	setText(facts, factsOf(at.part, at.node).join('  ·  '));
}

// Outlines every frame on screen of the name that is pointed at.
function drawPointed() {
	const { same, over } = page.layers;
	const d = [];
	const at = page.pointed;
	const id = at ? at.part.tree.name[at.node] : -1;
	if (id >= 0)
		for (const part of page.parts) {
			const { boxes, tree } = part;
			for (let k = 0; k < boxes.count; k++)
				if (tree.name[boxes.node[k]] === id)
					d.push(nodePath(part, boxes.node[k]));
		}
	same.setAttribute('d', d.join(''));
	over.setAttribute('d', at ? nodePath(at.part, at.node) : '');
}

// Where a node's box is: {x, y, width, height}, or null if not in the picture.
function nodeBox(part, node) {
	const { tree, zoom } = part;
	const y = rowTop(part, tree.depth[node]);
	const height = page.rowHeight - 1;
	if (node < zoom && tree.end[node] > zoom)
		return { x: page.left, y, width: page.width, height };
	if (node < zoom || node >= tree.end[zoom]) return null;
	const scale = page.width / (tree.total[zoom] || 1);
	return {
		x: page.left + (tree.start[node] - tree.start[zoom]) * scale,
		y,
		width: Math.max(1, tree.total[node] * scale - 1),
		height,
	};
}

function nodePath(part, node) {
	const box = nodeBox(part, node);
	return box ? boxPath(box.x, box.y, box.width, box.height) : '';
}

function pointAt(at) {
	const old = page.pointed;
	if (
		old === at ||
		(old && at && old.part === at.part && old.node === at.node)
	)
		return;
	page.pointed = at;
	setText(page.layers.tip, at ? titleOf(at.part.tree, at.node) : '');
	drawPointed();
	updateDetails();
}

// The one frame that has the focus is a tree item with all that a screen
// reader wants to know; its id changes so that the move is noticed.
function drawFocus() {
	const { focus, layers } = page;
	const box = focus && nodeBox(focus.part, focus.node);
	if (!box) {
		layers.focus.setAttribute('display', 'none');
		page.elements.stage.removeAttribute('aria-activedescendant');
		return;
	}
	const { part, node } = focus;
	const { tree } = part;
	let place = 0;
	let size = 0;
	const up = tree.parent[node];
	if (node > 0)
		for (let c = up + 1; c < tree.end[up]; c = tree.end[c]) {
			size++;
			if (c === node) place = size;
		}
	const id = `frame-${part.kind}-${node}`;
	layers.focus.removeAttribute('display');
	setAll(layers.focus, {
		id,
		'aria-level': tree.depth[node] + 1,
		'aria-label': titleOf(tree, node),
		'aria-posinset': node > 0 ? place : 1,
		'aria-setsize': node > 0 ? size : 1,
		'aria-expanded': tree.end[node] > node + 1 ? 'true' : null,
	});
	setAll(layers.ring, box);
	page.elements.stage.setAttribute('aria-activedescendant', id);
}

function focusOn(part, node) {
	page.focus = { part, node };
	page.pointed = null;
	showRow(part, node);
	onScroll();
	drawPointed();
	drawFocus();
	updateDetails();
}
