// From the state to trees, parts and pixels.

function nodeName(tree, node) {
	const id = tree.name[node];
	return id < 0 ? 'all' : plainName(page.names[id]);
}

// What the options say of a name: {href, target, title}.
function attributesOf(id) {
	const { attrs } = page.opts;
	const name = page.names[id];
	return attrs && Object.hasOwn(attrs, name) ? attrs[name] : {};
}

function titleOf(tree, node) {
	const { opts, all } = page;
	const id = tree.name[node];
	const weight = shown(tree).total[node];
	const count = countWithName(opts, weight);
	if (id < 0) return `all (${count}, 100%)`;
	const given = attributesOf(id).title;
	if (given) return given;
	let title = `${nodeName(tree, node)} (${count}, ${percentText(weight, all)}`;
	if (opts.columns === 2)
		title += '; ' + signedPercent(changeOf(tree, node));
	return title + ')';
}

// What the zoomed picture weighs.
function viewWeight() {
	const { tree, zoom } = page.parts[page.parts.length - 1];
	return shown(tree).total[zoom];
}

// The tree with the edits of the state done to it.
function editTree() {
	let tree = page.whole;
	for (const { kind, name, path } of page.state.edits) {
		if (kind === 'fold') tree = withoutRecursion(tree);
		if (kind === 'focus' && nameId(name) >= 0)
			tree = focusedOn(tree, nameId(name));
		if (kind !== 'remove') continue;
		const node = nodeAt(tree, path);
		if (node && tree.depth[node] === path.length)
			tree = withoutNode(tree, node);
	}
	return tree;
}

function updateBase() {
	const key = JSON.stringify(page.state.edits);
	if (page.editKey === key) return;
	page.editKey = key;
	page.base = editTree();
	page.sums = page.base.columns.map(({ total }) => total[0]);
	page.all = shown(page.base).total[0];
	page.functions = page.partKey = page.searchKey = null;
	if (page.sums.length > 1) page.most = largestChange(page.base);
}

// Sums per function, made when first asked for.
function functionSums() {
	page.functions ||= sumByName(page.base, page.names.length);
	return page.functions;
}

// first: the lowest depth that is drawn.
function newPart(kind, made, up, first) {
	const boxes = newBoxes();
	return { kind, ...made, up, first, top: 0, boxes, slivers: new Map() };
}

function buildParts() {
	const { base, width, state } = page;
	const { view, of, zoom, callers, reversed } = state;
	const least = LEAST / width;
	const id = view === 'sandwich' ? nameId(of) : -1;
	const up = !state.icicle;
	if (id >= 0) {
		const above = callersOf(base, id, { path: callers, least });
		const below = calleesOf(base, id, { path: zoom, least });
		above.tree.pivot = below.tree.pivot = true;
		return [
			newPart('callers', above, true, 0),
			newPart('callees', below, false, 1),
		];
	}
	if (reversed) {
		const made = reverseTree(base, { path: zoom, least });
		return [newPart('reversed', made, up, 0)];
	}
	const made = { tree: base, zoom: nodeAt(base, zoom) };
	return [newPart('flame', made, up, 0)];
}

function updateParts() {
	const { view, reversed, icicle, of, zoom, callers } = page.state;
	const width = reversed || view === 'sandwich' ? page.width : 0;
	const key = [
		view === 'sandwich',
		reversed,
		icicle,
		of,
		zoom,
		callers,
		width,
	];
	const text = JSON.stringify(key);
	if (page.partKey === text) return false;
	page.partKey = text;
	page.parts = buildParts();
	const part = page.parts[page.parts.length - 1];
	page.pointed = null;
	page.focus = { part, node: part.zoom };
	page.matched = false;
	return true;
}

// Where the parts stand.  A flame's root stays at the floor, an icicle's at
// the ceiling, a sandwich's function can always be in the middle.
function placeParts() {
	const { parts, rowHeight, roomHeight: room } = page;
	const [above, below = 0] = parts.map(
		(part) => (part.tree.depths - part.first) * rowHeight,
	);
	const half = parts.length > 1 ? room >> 1 : 0;
	const lone = parts[0].up ? room - above - 2 : 0;
	const top = Math.max(0, half ? half - above : lone) + 1;
	parts.forEach((part, k) => {
		part.top = top + k * (above - rowHeight);
	});
	page.height = Math.max(room, top + above + Math.max(below, half) + 1);
	setAll(ui.frames, { width: page.outerWidth, height: page.height });
}

function measure() {
	const { clientWidth, clientHeight } = ui.stage;
	if (!clientWidth) return;
	page.roomHeight = clientHeight;
	page.outerWidth = Math.min(page.opts.width || 1 / 0, clientWidth);
	page.width = Math.max(50, page.outerWidth - 2 * EDGE);
}

// The heights between which frames are drawn: the screen and some rows more.
function screenRange() {
	const { height, rowHeight, roomHeight } = page;
	if (page.printing && height < TALLEST_PRINT) return [0, height];
	const top = ui.stage.scrollTop - 6 * rowHeight;
	return [top, top + roomHeight + 12 * rowHeight];
}

function onScroll() {
	const { scrollTop } = ui.stage;
	const [top, bottom] = page.drawn;
	if (scrollTop < top || scrollTop + page.roomHeight > bottom)
		drawFrames();
}

// Brings all on screen in line with the state.
function update() {
	const before = page.parts.length && anchorOf();
	const [was] = page.parts;
	updateBase();
	updateSearch();
	const changed = updateParts();
	updateBar();
	updateCrumbs();
	if (page.state.view === 'table') drawTable();
	else {
		placeParts();
		if (changed) scrollToAnchor(before);
		drawFrames();
		if (changed && was) animateZoom(was, page.parts[0]);
	}
	if (!page.matched) updateMatched();
	updateDetails();
}

// Where the root is on screen: from the floor for a flame, else from the top.
function anchorOf() {
	const [part, other] = page.parts;
	const floor = part.up && !other ? page.roomHeight : 0;
	return {
		key: part.kind + part.up,
		y: rowTop(part, 0) - ui.stage.scrollTop - floor,
	};
}

// After a zoom nothing moves up or down; another view begins at its root.
function scrollToAnchor(before) {
	const { stage } = ui;
	const [part, other] = page.parts;
	const now = anchorOf();
	if (before && before.key === now.key) {
		stage.scrollTop += now.y - before.y;
		showRow(part, part.zoom);
	} else if (other)
		stage.scrollTop = rowTop(part, -1) - (page.roomHeight >> 1) - 1;
	else stage.scrollTop = part.up ? page.height : 0;
}

// Scrolls as little as needed to see the row of a node.
function showRow(part, node) {
	const { stage } = ui;
	const { rowHeight, roomHeight } = page;
	const top = rowTop(part, part.tree.depth[node]);
	if (top < stage.scrollTop) stage.scrollTop = top - 2 * rowHeight;
	else if (top + rowHeight > stage.scrollTop + roomHeight)
		stage.scrollTop = top + 3 * rowHeight - roomHeight;
}

// Zooms a part to a node; the frame to look at afterwards may lie below it.
function zoomTo(part, node, path) {
	const { kind, tree } = part;
	go({ [kind === 'callers' ? 'callers' : 'zoom']: pathOf(tree, node) });
	const made = page.parts.find((other) => other.kind === kind);
	const to = path ? nodeAt(made.tree, path) : made.zoom;
	if (page.focus.part !== made || page.focus.node !== to)
		focusOn(made, to);
}
