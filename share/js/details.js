// What is said about a frame, and the frames that are pointed at.

function hiddenBelow(part, node) {
	const { tree, zoom } = part;
	const { total } = shown(tree);
	const least = (LEAST * tree.total[zoom]) / page.width;
	let [count, weight] = tree.hidden?.get(node) || [0, 0];
	for (let c = node + 1; c < tree.end[node]; c = tree.end[c])
		if (tree.total[c] < least) {
			count++;
			weight += total[c];
		}
	return count
		? `+${commas(count)} narrower ${count > 1 ? 'children' : 'child'}, ` +
				countWithName(page.opts, weight)
		: '';
}

function changeFacts(tree, node) {
	const [, before, after] = tree.columns;
	const [b, a] = [before.total[node], after.total[node]];
	const text = (weight) => countText(page.opts, weight);
	const word = !b ? ' (new)' : !a ? ' (gone)' : '';
	const unit = page.shares ? ' of its share' : ' of all';
	const change = signedPercent(changeOf(tree, node)) + unit;
	return [
		`before ${text(b)}, after ${text(a)}${word}`,
		`change ${a > b ? '+' : ''}${text(a - b)}, ${change}`,
	];
}

// The facts of a frame, as short phrases.
function factsOf(part, node) {
	const { opts, all } = page;
	const { tree, kind } = part;
	const id = tree.name[node];
	const { self, total } = shown(tree);
	const own = total[node];
	const view = viewWeight();
	const facts = [countWithName(opts, own)];
	const add = (condition, text) => condition && facts.push(text);
	const share = (weight) =>
		`${countText(opts, weight)} (${percentText(weight, all)})`;
	add(id >= 0, percentText(own, all) + ' of all');
	add(view !== all && own <= view, percentText(own, view) + ' of view');
	add(node, percentText(own, total[tree.parent[node]]) + ' of parent');
	add(/flame|callees/.test(kind), 'self ' + share(self[node]));
	if (opts.columns === 2) facts.push(...changeFacts(tree, node));
	if (id >= 0) {
		const { frames, columns } = functionSums();
		const merged = columns[columns.length - 1].total[id];
		const count = commas(frames[id]);
		add(frames[id] > 1, `${count} of this name: ${share(merged)}`);
	}
	facts.push(hiddenBelow(part, node));
	return facts.filter(Boolean).join('  ·  ');
}

function updateDetails() {
	const { part, node } = page.pointed || page.focus;
	const table = page.state.view === 'table';
	setAll(ui.name, { 'data-type': table ? '' : page.opts.nametype });
	if (table) {
		setText(ui.name, `${commas(page.order.length)} functions`);
		setText(ui.facts, 'Enter or a click shows callers and callees');
	} else {
		setText(ui.name, nodeName(part.tree, node));
		setText(ui.facts, factsOf(part, node));
	}
}

// Outlines every frame on screen of the name that is pointed at.
function drawPointed() {
	const at = page.pointed;
	const id = at ? at.part.tree.name[at.node] : -1;
	const d = [];
	if (id >= 0)
		for (const part of page.parts)
			for (let k = 0; k < part.boxes.count; k++)
				if (part.tree.name[part.boxes.node[k]] === id)
					d.push(
						nodePath(
							part,
							part.boxes.node[k],
						),
					);
	setAll(ui.same, { d: d.join('') });
	setAll(ui.over, { d: at ? nodePath(at.part, at.node) : '' });
}

// Where a node's box is: {x, y, width, height}, or null if not in the picture.
function nodeBox(part, node) {
	const { tree, zoom } = part;
	const box = {
		x: EDGE,
		y: rowTop(part, tree.depth[node]),
		width: page.width,
		height: page.rowHeight - 1,
	};
	if (node < zoom && tree.end[node] > zoom) return box;
	if (node < zoom || node >= tree.end[zoom]) return null;
	const scale = page.width / (tree.total[zoom] || 1);
	box.x += (tree.start[node] - tree.start[zoom]) * scale;
	box.width = Math.max(1, tree.total[node] * scale - 1);
	return box;
}

function nodePath(part, node) {
	const box = nodeBox(part, node);
	return box ? boxPath(box.x, box.y, box.width) : '';
}

function pointAt(at) {
	const old = page.pointed;
	if (old?.part === at?.part && old?.node === at?.node) return;
	page.pointed = at;
	setText(ui.tip, at ? titleOf(at.part.tree, at.node) : '');
	drawPointed();
	updateDetails();
}

// The one frame that has the focus is a tree item with all that a screen
// reader wants to know; its id changes so that the move is noticed.
function drawFocus() {
	const { part, node } = page.focus;
	const { tree } = part;
	const box = nodeBox(part, node);
	const id = `frame-${part.kind}-${node}`;
	const up = node ? tree.parent[node] : -1;
	let place = 1;
	let size = 1;
	if (node)
		for (
			let c = tree.end[up + 1];
			c < tree.end[up];
			c = tree.end[c]
		) {
			size++;
			if (c <= node) place++;
		}
	setAll(ui.focus, {
		id,
		display: box ? null : 'none',
		'aria-level': tree.depth[node] + 1,
		'aria-label': titleOf(tree, node),
		'aria-posinset': place,
		'aria-setsize': size,
		'aria-expanded': tree.end[node] > node + 1 ? 'true' : null,
	});
	if (box) setAll(ui.ring, box);
	page.twin?.g.removeAttribute('aria-hidden');
	page.twin = page.pool.find((g) => g.part === part && g.node === node);
	page.twin?.g.setAttribute('aria-hidden', 'true');
	setAll(ui.stage, { 'aria-activedescendant': box && id });
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
