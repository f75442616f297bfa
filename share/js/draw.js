// Boxes to elements: pooled groups for what can be read or pointed at, a path
// per colour for what is narrower, a path for all slivers.
const READABLE = 3; /* px */
const MOST_GROUPS = 1800;
const PAD = 3;

function newGroup() {
	const parts = {
		title: svg('title'),
		rect: svg('rect', { rx: 2, stroke: page.opts.strokecolor }),
		text: svg('text'),
	};
	parts.g = svg('g', { role: 'treeitem' }, ...Object.values(parts));
	ui.groups.append(parts.g);
	return parts;
}

function rowTop(part, depth) {
	const row = part.up ? part.tree.depths - 1 - depth : depth;
	return part.top + row * page.rowHeight;
}

// The depths that lie between two heights of the picture.
function depthsBetween(part, top, bottom) {
	const rows = part.tree.depths;
	const row = (y) => Math.floor((y - part.top) / page.rowHeight);
	let [low, high] = [row(top), row(bottom)];
	if (part.up) [low, high] = [rows - 1 - high, rows - 1 - low];
	return [Math.max(part.first, low), Math.min(rows - 1, high)];
}

function drawGroup(part, k, group) {
	const { tree, boxes } = part;
	const { g, title, rect, text } = group;
	const node = boxes.node[k];
	Object.assign(group, { part, node });
	const depth = tree.depth[node];
	const x = EDGE + boxes.x[k];
	const y = rowTop(part, depth);
	const width = Math.max(
		1,
		boxes.width[k] - (boxes.width[k] > 4 ? 1 : 0.5),
	);
	const above = depth < tree.depth[part.zoom];
	let rgb = fillOf(tree, node);
	if (above) rgb = mixColours(rgb, groundColour(), 0.45);
	const label = fitLabel(
		nodeName(tree, node),
		width - 2 * PAD,
		page.ruler,
		page.opts.truncate === 'right',
	);
	setAll(g, {
		display: null,
		class: above ? 'above' : null,
		'aria-level': depth + 1,
	});
	const height = page.rowHeight - 1;
	setAll(rect, { x, y, width, height, fill: colourText(rgb) });
	setText(title, titleOf(tree, node));
	setText(text, label);
	if (!label) return;
	setAll(text, {
		x: x + PAD,
		y: y + page.baseline,
		fill: colourText(inkOn(rgb)),
	});
}

function boxPath(x, y, width) {
	const round = (v) => Math.round(v * 100) / 100;
	return `M${round(x)} ${y}h${round(width)}v${page.rowHeight - 1}H${round(x)}z`;
}

// paths: colour -> pieces of a path.
function drawPaths(paths) {
	const old = ui.paths.children;
	let k = 0;
	for (const [fill, d] of paths)
		setAll(old[k++] || ui.paths.appendChild(svg('path')), {
			fill,
			d: d.join(''),
		});
	while (old.length > k) old[k].remove();
}

// From what width on a box gets its own elements: 3 px, or as many px as keep
// their number down.
function readableWidth() {
	const wide = [];
	for (const { boxes } of page.parts)
		for (let k = 0; k < boxes.count; k++)
			if (boxes.width[k] >= READABLE)
				wide.push(boxes.width[k]);
	if (wide.length <= MOST_GROUPS) return READABLE;
	const sorted = Float64Array.from(wide).sort();
	const [below, least] = sorted.slice(-MOST_GROUPS - 1);
	// Not some of many equal ones, and wider ones left out for them.
	return below < least ? least : sorted.find((w) => w > least);
}

// New and vanished frames are marked by a pattern, whatever the colours.
function patternOf(tree, node) {
	if (tree.columns.length < 3 || !node) return '';
	if (!tree.columns[1].total[node]) return 'new';
	return tree.columns[2].total[node] ? '' : 'gone';
}

// Draws all parts of the view: what is on screen and a bit above and below.
function drawFrames() {
	const { parts, pool, width } = page;
	const marks = { slivers: [], new: [], gone: [], '': [] };
	const paths = new Map();
	let used = 0;
	page.drawn = screenRange();
	for (const part of parts) {
		layoutPart(part, width, ...depthsBetween(part, ...page.drawn));
		for (const [depth, ends] of part.slivers)
			for (let k = 0; k < ends.length; k += 2) {
				const wide = Math.max(
					0.3,
					ends[k + 1] - ends[k],
				);
				const d = boxPath(
					EDGE + ends[k],
					rowTop(part, depth),
					wide,
				);
				marks.slivers.push(d);
			}
	}
	const least = readableWidth();
	for (const part of parts) {
		const { tree, boxes } = part;
		for (let k = 0; k < boxes.count; k++) {
			const node = boxes.node[k];
			const wide = Math.max(LEAST, boxes.width[k] - 0.4);
			const path = () =>
				boxPath(
					EDGE + boxes.x[k],
					rowTop(part, tree.depth[node]),
					wide,
				);
			const pattern = patternOf(tree, node);
			if (pattern) marks[pattern].push(path());
			if (boxes.width[k] < least) {
				const rgb = colourText(
					roughColour(fillOf(tree, node)),
				);
				groupAt(paths, rgb).push(path());
			} else {
				if (used === pool.length) pool.push(newGroup());
				drawGroup(part, k, pool[used++]);
			}
		}
	}
	for (let k = used; k < pool.length; k++)
		setAll(pool[k].g, { display: 'none' });
	drawPaths(paths);
	for (const id of ['slivers', 'new', 'gone'])
		setAll(ui[id], { d: marks[id].join('') });
	drawPointed();
	drawFocus();
}
