// Search tests each distinct name once, with and without its mark; frames then
// only look up their name.

function compilePattern(text, matchCase) {
	try {
		return {
			pattern: new RegExp(text, matchCase ? '' : 'i'),
			fault: '',
		};
	} catch (error) {
		return { pattern: null, fault: String(error.message) };
	}
}

function matchNames(names, pattern) {
	const hit = new Uint8Array(names.length);
	names.forEach((name, id) => {
		if (pattern.test(name) || pattern.test(plainName(name)))
			hit[id] = 1;
	});
	return hit;
}

// How many frames from node `from` up to `to` match, and what the outermost
// of them weigh together: nothing counts twice.
function sumMatches(tree, hit, from, to) {
	const { name, end } = tree;
	const { total } = tree.columns[tree.columns.length - 1];
	let count = 0;
	let weight = 0;
	let covered = 0;
	for (let i = Math.max(1, from); i < to; i++) {
		if (!hit[name[i]]) continue;
		count++;
		if (i < covered) continue;
		weight += total[i];
		covered = end[i];
	}
	return { count, weight };
}

// 1 for each frame that matches or is called below one that does.
function coverMatches(tree, hit) {
	const covered = new Uint8Array(tree.n);
	let until = 0;
	for (let i = 1; i < tree.n; i++) {
		if (i >= until && hit[tree.name[i]]) until = tree.end[i];
		if (i < until) covered[i] = 1;
	}
	return covered;
}

// The matched weight among the stacks that a zoomed frame of a derived tree
// stands for.
function matchedInGroup(part) {
	const { base, hit } = page;
	const shown = base.columns[base.columns.length - 1];
	let weight = 0;
	if (part.kind === 'callees') {
		for (const i of part.group)
			weight += sumMatches(base, hit, i, base.end[i]).weight;
		return weight;
	}
	const covered = coverMatches(base, hit);
	const own = part.kind === 'reversed' ? shown.self : shown.total;
	for (let k = 0; k < part.group.length; k += 2) {
		const [frame, origin] = [part.group[k], part.group[k + 1]];
		if (covered[frame < 0 ? origin : frame]) weight += own[origin];
	}
	return weight;
}

// Of a sandwich: the stacks through the function that match anywhere.
function matchedThrough(id) {
	const { base, hit } = page;
	const { total } = base.columns[base.columns.length - 1];
	const covered = coverMatches(base, hit);
	let weight = 0;
	for (const i of outermostOf(base, id))
		weight += covered[i]
			? total[i]
			: sumMatches(base, hit, i, base.end[i]).weight;
	return weight;
}

function matchedInView() {
	const [part] = page.parts;
	const { tree, zoom } = part;
	if (page.parts.length > 1) return matchedThrough(tree.name[0]);
	if (part.kind !== 'flame') return matchedInGroup(part);
	return sumMatches(tree, page.hit, zoom, tree.end[zoom]).weight;
}

// Sets page.hit, page.fault from the state.
function updateSearch() {
	const { search, matchCase } = page.state;
	const key = matchCase + search;
	if (page.searchKey === key) return;
	page.searchKey = key;
	page.hit = null;
	page.fault = '';
	if (!search) return;
	const { pattern, fault } = compilePattern(search, matchCase);
	page.fault = fault && 'Bad pattern: ' + fault;
	if (pattern) page.hit = matchNames(page.names, pattern);
	if (page.hit && !page.hit.includes(1)) {
		page.hit = null;
		page.fault = 'Nothing matches';
	}
}

// Says what matched; counts of what can be walked through are of the view.
function updateMatched() {
	const { matched, place } = page.elements;
	const { base, hit, parts } = page;
	page.found = 0;
	if (!hit) {
		setText(matched, page.fault);
		matched.classList.toggle('fault', page.fault !== '');
		say(page.fault);
		setText(place, '');
		return;
	}
	const all = sumMatches(base, hit, 0, base.n);
	const view = matchedInView();
	const { tree } = mainPart();
	const count =
		parts.length === 1 && tree === base
			? all.count
			: sumMatches(tree, hit, 0, tree.n).count;
	page.found = count;
	const percent = percentText(all.weight, page.all);
	const zoomed = viewWeight() !== page.all;
	const text = zoomed
		? `${percent} of all, ${percentText(view, viewWeight())} of view`
		: `${percent} of all`;
	matched.classList.remove('fault');
	setText(matched, 'Matched: ' + text);
	setText(place, count ? `${commas(count)} frames` : 'no frame');
	say(`${commas(count)} frames match. ${text}.`);
}

// The part that keys and next/previous walk through.
function mainPart() {
	return page.focus ? page.focus.part : page.parts[0];
}

// The next match after the focus (side 1) or before it (-1), around the end.
function nextMatch(side) {
	if (!page.found) return;
	const part = mainPart();
	const { tree } = part;
	const first = page.focus ? page.focus.node : 0;
	let node = first;
	do node = (node + side + tree.n) % tree.n;
	while (node !== first && !(node && page.hit[tree.name[node]]));
	const place = sumMatches(tree, page.hit, 0, node + 1).count;
	reveal(part, node);
	setText(
		page.elements.place,
		`${commas(place)} of ${commas(page.found)}`,
	);
}

// Zooms so that the frame can be seen, only if it can't be yet.
function reveal(part, node) {
	const { tree, zoom } = part;
	const inside = node >= zoom && node < tree.end[zoom];
	const width = (page.width * tree.total[node]) / tree.total[zoom];
	if (!inside || width < READABLE) {
		let to = node;
		while (
			to &&
			tree.total[tree.parent[to]] < tree.total[node] * 20
		)
			to = tree.parent[to];
		zoomTo(part, to, pathOf(tree, node));
	} else focusOn(part, node);
}
