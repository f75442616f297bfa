// From the state to trees, parts and pixels.

function nodeName(tree, node) {
	const id = tree.name[node];
	return id < 0 ? 'all' : plainName(page.names[id]);
}

function attributesOf(id) {
	const { attrs } = page.opts;
	const name = page.names[id];
	return attrs && id >= 0 && Object.hasOwn(attrs, name)
		? attrs[name]
		: {};
}

function shownColumn(tree) {
	return tree.columns[tree.columns.length - 1];
}

function titleOf(tree, node) {
	const { opts } = page;
	const id = tree.name[node];
	const weight = shownColumn(tree).total[node];
	const count = countWithName(opts, weight);
	if (id < 0) return `all (${count}, 100%)`;
	const given = attributesOf(id).title;
	if (given) return given;
	let title = `${nodeName(tree, node)} (${count}, `;
	title += percentText(weight, page.all);
	if (opts.columns === 2)
		title += '; ' + signedPercent(changeOf(tree, node));
	return title + ')';
}

// What the zoomed picture weighs.
function viewWeight() {
	const part = page.parts[page.parts.length - 1];
	return shownColumn(part.tree).total[part.zoom];
}

// The tree with the edits of the state done to it.
function editTree() {
	let tree = page.whole;
	for (const edit of page.state.edits) {
		if (edit.kind === 'fold') tree = withoutRecursion(tree);
		else if (edit.kind === 'focus')
			tree = focusedOn(tree, nameId(edit.name));
		else {
			const node = nodeAt(tree, edit.path);
			if (node && tree.depth[node] === edit.path.length)
				tree = withoutNode(tree, node);
		}
	}
	return tree;
}

function updateBase() {
	const key = JSON.stringify(page.state.edits);
	if (page.editKey === key) return;
	page.editKey = key;
	page.base = editTree();
	const { columns } = page.base;
	page.all = shownColumn(page.base).total[0];
	page.functions = null;
	page.partKey = null;
	page.searchKey = null;
	if (columns.length === 3) {
		page.sums = [columns[1].total[0], columns[2].total[0]];
		page.most = largestChange(page.base);
	}
}

// Sums per function, made when first asked for.
function functionSums() {
	page.functions ||= sumByName(page.base, page.names.length);
	return page.functions;
}

function newPart(kind, made, up, first) {
	return {
		kind,
		...made,
		up,
		first,
		top: 0,
		boxes: newBoxes(),
		slivers: new Map(),
	};
}

function buildParts() {
	const { state, base } = page;
	const least = LEAST / page.width;
	const id = nameId(state.of);
	if (state.view === 'sandwich' && id >= 0) {
		const up = callersOf(base, id, state.callers, least);
		const down = calleesOf(base, id, state.zoom, least);
		up.tree.pivot = down.tree.pivot = true;
		return [
			newPart('callers', up, true, 0),
			newPart('callees', down, false, 1),
		];
	}
	const up = !state.icicle;
	if (state.reversed)
		return [
			newPart(
				'reversed',
				reverseTree(base, state.zoom, least),
				up,
				0,
			),
		];
	const zoom = nodeAt(base, state.zoom);
	return [newPart('flame', { tree: base, zoom }, up, 0)];
}

function updateParts() {
	const { view, reversed, icicle, of, zoom, callers } = page.state;
	const derived = reversed || view === 'sandwich';
	const key =
		JSON.stringify([view, reversed, icicle, of, zoom, callers]) +
		(derived ? page.width : '');
	if (page.partKey === key) return false;
	page.partKey = key;
	page.parts = buildParts();
	const part = page.parts[page.parts.length - 1];
	page.pointed = null;
	page.focus = { part, node: part.zoom };
	return true;
}

// Where the parts stand.  A flame's root stays at the floor, an icicle's at
// the ceiling, a sandwich's function in the middle, as far as there is room.
function placeParts() {
	const { stage } = page.elements;
	const room = stage.clientHeight;
	const heights = page.parts.map(
		(part) => (part.tree.depths - part.first) * page.rowHeight,
	);
	const needed = heights.reduce((sum, height) => sum + height, 0) + 2;
	const spare = Math.max(0, room - needed);
	let top = 0;
	if (page.parts.length > 1)
		top = Math.min(spare, Math.max(0, room / 2 - heights[0]));
	else if (page.parts[0].up) top = spare;
	page.parts.forEach((part, k) => {
		part.top = top - part.first * page.rowHeight + 1;
		top += heights[k];
	});
	page.height = Math.max(room, needed);
	setAll(page.elements.frames, {
		width: page.outerWidth,
		height: page.height,
	});
}

function measure() {
	const { stage } = page.elements;
	if (!stage.clientWidth) return;
	page.roomHeight = stage.clientHeight;
	page.outerWidth = page.opts.width || stage.clientWidth;
	page.left = 6;
	page.width = Math.max(50, page.outerWidth - 2 * page.left);
}

// The heights between which frames are drawn: the screen and some rows more.
function screenRange() {
	const { stage } = page.elements;
	const more = 6 * page.rowHeight;
	if (page.printing && page.height < TALLEST_PRINT)
		return [0, page.height];
	return [
		stage.scrollTop - more,
		stage.scrollTop + stage.clientHeight + more,
	];
}

function onScroll() {
	const { stage } = page.elements;
	const [top, bottom] = page.drawn;
	if (
		stage.scrollTop < top ||
		stage.scrollTop + stage.clientHeight > bottom
	)
		drawFrames();
}

// Brings all on screen in line with the state.
function update() {
	const { state, elements } = page;
	const table = state.view === 'table';
	elements.app.dataset.view = state.view;
	updateBase();
	updateSearch();
	const before = page.parts.length && anchorOf();
	const was = page.parts[0];
	const changed = updateParts();
	updateBar();
	updateCrumbs();
	if (table) drawTable(true);
	else {
		placeParts();
		if (changed) scrollToAnchor(before);
		drawFrames();
		if (changed && was) animateZoom(was, page.parts[0]);
	}
	if (changed || page.matchedKey !== page.searchKey) {
		page.matchedKey = page.searchKey;
		updateMatched();
	}
	updateDetails();
}

// Where the root is on screen: from the floor for a flame, else from the top.
function anchorOf() {
	const [part] = page.parts;
	const floor = part.up && page.parts.length === 1 ? page.roomHeight : 0;
	return {
		key: part.kind + part.up,
		y: rowTop(part, 0) - page.elements.stage.scrollTop - floor,
	};
}

// After a zoom nothing moves up or down; another view begins at its root.
function scrollToAnchor(before) {
	const { stage } = page.elements;
	const [part] = page.parts;
	const y = rowTop(part, 0);
	if (before && before.key === part.kind + part.up) {
		stage.scrollTop += anchorOf().y - before.y;
		showRow(part, part.zoom);
	} else if (page.parts.length > 1)
		stage.scrollTop = y - stage.clientHeight / 2;
	else stage.scrollTop = part.up ? page.height : 0;
}

// Scrolls as little as needed to see the row of a node.
function showRow(part, node) {
	const { stage } = page.elements;
	const top = rowTop(part, part.tree.depth[node]);
	const bottom = top + page.rowHeight;
	if (top < stage.scrollTop) stage.scrollTop = top - 2 * page.rowHeight;
	else if (bottom > stage.scrollTop + stage.clientHeight)
		stage.scrollTop =
			bottom - stage.clientHeight + 2 * page.rowHeight;
}

// Zooms a part to a node; the frame to look at afterwards may lie below it.
function zoomTo(part, node, path) {
	const key = part.kind === 'callers' ? 'callers' : 'zoom';
	const names = pathOf(part.tree, node);
	const kind = part.kind;
	go({ [key]: names });
	const made = page.parts.find((p) => p.kind === kind);
	if (made) focusOn(made, path ? nodeAt(made.tree, path) : made.zoom);
}
