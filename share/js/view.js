// From the state to trees, parts and pixels.

function nodeName(page, tree, node) {
	const id = tree.name[node];
	return id < 0 ? 'all' : plainName(page.names[id]);
}

function attributesOf(page, id) {
	const { attrs } = page.opts;
	const name = page.names[id];
	return attrs && id >= 0 && Object.hasOwn(attrs, name) ? attrs[name] : {};
}

function shownColumn(tree) {
	return tree.columns[tree.columns.length - 1];
}

function titleOf(page, tree, node) {
	const { opts } = page;
	const id = tree.name[node];
	const weight = shownColumn(tree).total[node];
	const count = countWithName(opts, weight);
	if (id < 0) return `all (${count}, 100%)`;
	const given = attributesOf(page, id).title;
	if (given) return given;
	let title = `${nodeName(page, tree, node)} (${count}, `;
	title += percentText(weight, page.all);
	if (opts.columns === 2)
		title += '; ' + signedPercent(changeOf(page, tree, node));
	return title + ')';
}

// What the zoomed picture weighs.
function viewWeight(page) {
	const part = page.parts[page.parts.length - 1];
	return shownColumn(part.tree).total[part.zoom];
}

// The tree with the edits of the state done to it.
function editTree(page) {
	let tree = page.whole;
	for (const edit of page.state.edits) {
		if (edit.kind === 'fold') tree = withoutRecursion(page, tree);
		else if (edit.kind === 'focus')
			tree = focusedOn(page, tree, page.idOf(edit.name));
		else {
			const node = nodeAt(page, tree, edit.path);
			if (node && tree.depth[node] === edit.path.length)
				tree = withoutNode(tree, node);
		}
	}
	return tree;
}

function updateBase(page) {
	const key = JSON.stringify(page.state.edits);
	if (page.editKey === key) return;
	page.editKey = key;
	page.base = editTree(page);
	const { columns } = page.base;
	page.all = shownColumn(page.base).total[0];
	page.functions = null;
	page.partKey = null;
	page.searchKey = null;
	if (columns.length === 3) {
		page.sums = [columns[1].total[0], columns[2].total[0]];
		page.most = largestChange(page, page.base);
	}
}

// Sums per function, made when first asked for.
function functionSums(page) {
	page.functions ||= sumByName(page.base, page.names.length);
	return page.functions;
}

function newPart(kind, made, up, first) {
	return { kind, ...made, up, first, top: 0, boxes: newBoxes(), slivers: new Map() };
}

function buildParts(page) {
	const { state, base } = page;
	const least = LEAST / page.width;
	const id = page.idOf(state.of);
	if (state.view === 'sandwich' && id >= 0) {
		const up = callersOf(page, base, id, state.callers, least);
		const down = calleesOf(page, base, id, state.zoom, least);
		return [newPart('callers', up, true, 0), newPart('callees', down, false, 1)];
	}
	const up = !state.icicle;
	if (state.reversed)
		return [
			newPart('reversed', reverseTree(page, base, state.zoom, least), up, 0),
		];
	const zoom = nodeAt(page, base, state.zoom);
	return [newPart('flame', { tree: base, zoom }, up, 0)];
}

function updateParts(page) {
	const { view, reversed, icicle, of, zoom, callers } = page.state;
	const derived = reversed || view === 'sandwich';
	const key = JSON.stringify([view, reversed, icicle, of, zoom, callers]) +
		(derived ? page.width : '');
	if (page.partKey === key) return false;
	page.partKey = key;
	page.parts = buildParts(page);
	const part = page.parts[page.parts.length - 1];
	page.pointed = null;
	page.focus = { part, node: part.zoom };
	return true;
}

// Where the parts stand.  A flame's root stays at the floor, an icicle's at
// the ceiling, a sandwich's function in the middle, as far as there is room.
function placeParts(page) {
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
	setAttributes(page.elements.frames, {
		width: page.outerWidth,
		height: page.height,
	});
}

function measure(page) {
	const { stage } = page.elements;
	page.outerWidth = page.opts.width || stage.clientWidth;
	page.left = 6;
	page.width = Math.max(50, page.outerWidth - 2 * page.left);
}

// The heights between which frames are drawn: the screen and some rows more.
function screenRange(page) {
	const { stage } = page.elements;
	const more = 6 * page.rowHeight;
	if (page.printing) return [0, page.height];
	return [stage.scrollTop - more, stage.scrollTop + stage.clientHeight + more];
}

function onScroll(page) {
	const { stage } = page.elements;
	const [top, bottom] = page.drawn;
	if (stage.scrollTop < top || stage.scrollTop + stage.clientHeight > bottom)
		drawFrames(page);
}

// Brings all on screen in line with the state.
function update(page) {
	const { state, elements } = page;
	const table = state.view === 'table';
	elements.app.dataset.view = state.view;
	updateBase(page);
	updateSearch(page);
	const before = page.parts && anchorOf(page);
	const changed = updateParts(page);
	updateBar(page);
	updateCrumbs(page);
	if (table) drawTable(page, true);
	else {
		placeParts(page);
		if (changed) scrollToAnchor(page, before);
		drawFrames(page);
	}
	if (changed || page.matchedKey !== page.searchKey) {
		page.matchedKey = page.searchKey;
		updateMatched(page);
	}
	updateDetails(page);
}

function anchorOf(page) {
	const [part] = page.parts;
	return {
		key: part.kind + part.up,
		y: rowTop(page, part, 0) - page.elements.stage.scrollTop,
	};
}

// After a zoom nothing moves up or down; another view begins at its root.
function scrollToAnchor(page, before) {
	const { stage } = page.elements;
	const [part] = page.parts;
	const y = rowTop(page, part, 0);
	if (before && before.key === part.kind + part.up) {
		stage.scrollTop = y - before.y;
		showRow(page, part, part.zoom);
	} else if (page.parts.length > 1)
		stage.scrollTop = y - stage.clientHeight / 2;
	else stage.scrollTop = part.up ? page.height : 0;
}

// Scrolls as little as needed to see the row of a node.
function showRow(page, part, node) {
	const { stage } = page.elements;
	const top = rowTop(page, part, part.tree.depth[node]);
	const bottom = top + page.rowHeight;
	if (top < stage.scrollTop) stage.scrollTop = top - 2 * page.rowHeight;
	else if (bottom > stage.scrollTop + stage.clientHeight)
		stage.scrollTop = bottom - stage.clientHeight + 2 * page.rowHeight;
}

// Zooms a part to a node; the frame to look at afterwards may lie below it.
function zoomTo(page, part, node, path) {
	const key = part.kind === 'callers' ? 'callers' : 'zoom';
	const names = pathOf(page, part.tree, node);
	const kind = part.kind;
	go(page, { [key]: names });
	const made = page.parts.find((p) => p.kind === kind);
	if (made) focusOn(page, made, path ? nodeAt(page, made.tree, path) : made.zoom);
}
