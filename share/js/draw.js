// Boxes to elements: pooled groups for what can be read or pointed at, a path
// per colour for what is narrower, a path for all slivers.
const READABLE = 3; /* px */
const MOST_GROUPS = 1800;
const PAD = 3;

function newGroup(layer) {
	const title = svg('title');
	const rect = svg('rect', { rx: 2 });
	const text = svg('text');
	const g = svg('g', { role: 'treeitem' }, title, rect, text);
	layer.append(g);
	return { g, title, rect, text, seen: {}, shown: true };
}

// Sets an attribute if it isn't what was set last.
function put(group, element, key, value) {
	const slot = element.localName + key;
	if (group.seen[slot] === value) return;
	group.seen[slot] = value;
	if (value === null) element.removeAttribute(key);
	else element.setAttribute(key, value);
}

function putText(group, element, text) {
	if (group.seen[element.localName] === text) return;
	group.seen[element.localName] = text;
	element.textContent = text;
}

function show(group, shown) {
	if (group.shown === shown) return;
	group.shown = shown;
	if (shown) group.g.removeAttribute('display');
	else group.g.setAttribute('display', 'none');
}

function rowTop(part, depth) {
	const row = part.up ? part.tree.depths - 1 - depth : depth;
	return part.top + row * page.rowHeight;
}

// The depths that lie between two heights of the picture.
function depthsBetween(part, top, bottom) {
	const { rowHeight } = page;
	const rows = part.tree.depths;
	let low = Math.floor((top - part.top) / rowHeight);
	let high = Math.floor((bottom - part.top) / rowHeight);
	if (part.up) [low, high] = [rows - 1 - high, rows - 1 - low];
	return [Math.max(0, low), Math.min(rows - 1, high)];
}

function drawGroup(part, group, k) {
	const { node, x, width } = part.boxes;
	const { tree } = part;
	const i = node[k];
	const top = rowTop(part, tree.depth[i]);
	const rgb = fillOf(tree, i);
	const wide = Math.max(1, width[k] - (width[k] > 4 ? 1 : 0.5));
	const name = nodeName(tree, i);
	const room = wide - 2 * PAD;
	const label = fitLabel(name, room, page.ruler, page.opts.truncate);
	const { g, title, rect, text } = group;
	group.part = part;
	group.node = i;
	show(group, true);
	put(
		group,
		g,
		'class',
		tree.depth[i] < tree.depth[part.zoom] ? 'above' : null,
	);
	put(group, g, 'aria-level', tree.depth[i] + 1);
	put(group, rect, 'x', page.left + x[k]);
	put(group, rect, 'y', top);
	put(group, rect, 'width', wide);
	put(group, rect, 'height', page.rowHeight - 1);
	put(group, rect, 'fill', colourText(rgb));
	putText(group, title, titleOf(tree, i));
	putText(group, text, label);
	if (!label) return;
	put(group, text, 'x', page.left + x[k] + PAD);
	put(group, text, 'y', top + page.baseline);
	put(group, text, 'fill', colourText(inkOn(rgb)));
}

function boxPath(x, y, width, height) {
	const left = Math.round(x * 100) / 100;
	return `M${left} ${y}h${Math.round(width * 100) / 100}v${height}H${left}z`;
}

// paths: colour -> data of a path.
function drawPaths(layer, paths) {
	const old = layer.children;
	let k = 0;
	for (const [colour, d] of paths) {
		const path = old[k++] || layer.appendChild(svg('path'));
		path.setAttribute('fill', colour);
		path.setAttribute('d', d.join(''));
	}
	while (old.length > k) old[old.length - 1].remove();
}

// From what width on a box gets its own elements: 3 px, or as many px as keep
// their number down.
function readableWidth(parts) {
	const wide = [];
	for (const { boxes } of parts)
		for (let k = 0; k < boxes.count; k++)
			if (boxes.width[k] >= READABLE)
				wide.push(boxes.width[k]);
	if (wide.length <= MOST_GROUPS) return READABLE;
	return Float64Array.from(wide).sort()[wide.length - MOST_GROUPS];
}

function addNarrow(part, k, paths) {
	const { node, x, width } = part.boxes;
	const colour = colourText(roughColour(fillOf(part.tree, node[k])));
	const top = rowTop(part, part.tree.depth[node[k]]);
	const wide = Math.max(LEAST, width[k] - 0.4);
	const d = boxPath(page.left + x[k], top, wide, page.rowHeight - 1);
	const list = paths.get(colour);
	if (list) list.push(d);
	else paths.set(colour, [d]);
}

function addSlivers(part, d) {
	for (const [depth, ends] of part.slivers) {
		const top = rowTop(part, depth);
		for (let k = 0; k < ends.length; k += 2)
			d.push(
				boxPath(
					page.left + ends[k],
					top,
					Math.max(0.3, ends[k + 1] - ends[k]),
					page.rowHeight - 1,
				),
			);
	}
}

// Marks new and vanished frames by a pattern, whatever the colours.
function addPatterns(part, k, marks) {
	const [, before, after] = part.tree.columns;
	const i = part.boxes.node[k];
	if (i === 0) return;
	const kind =
		before.total[i] === 0
			? 'new'
			: after.total[i] === 0
				? 'gone'
				: '';
	if (!kind) return;
	const top = rowTop(part, part.tree.depth[i]);
	const { x, width } = part.boxes;
	marks[kind].push(
		boxPath(
			page.left + x[k],
			top,
			Math.max(1, width[k] - 1),
			page.rowHeight - 1,
		),
	);
}

// Draws all parts of the view: what is on screen and a bit above and below.
function drawFrames() {
	const { parts, layers, pool } = page;
	const paths = new Map();
	const slivers = [];
	const marks = { new: [], gone: [] };
	const [top, bottom] = screenRange();
	page.drawn = [top, bottom];
	for (const part of parts) {
		const [low, high] = depthsBetween(part, top, bottom);
		layoutPart(part, page.width, low, high);
		addSlivers(part, slivers);
	}
	const least = readableWidth(parts);
	let used = 0;
	for (const part of parts)
		for (let k = 0; k < part.boxes.count; k++) {
			if (page.opts.columns === 2)
				addPatterns(part, k, marks);
			if (part.boxes.width[k] < least || used === MOST_GROUPS)
				addNarrow(part, k, paths);
			else {
				if (used === pool.length)
					pool.push(newGroup(layers.groups));
				drawGroup(part, pool[used++], k);
			}
		}
	for (let k = used; k < pool.length; k++) show(pool[k], false);
	page.used = used;
	drawPaths(layers.narrow, paths);
	layers.slivers.setAttribute('d', slivers.join(''));
	layers.new.setAttribute('d', marks.new.join(''));
	layers.gone.setAttribute('d', marks.gone.join(''));
	drawPointed();
	drawFocus();
}
