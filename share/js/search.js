// Search tests each distinct name once, with and without its mark; frames then
// only look up their name.

function compilePattern(text, matchCase) {
	try {
		return {
			pattern: new RegExp(text, matchCase ? '' : 'i'),
			fault: '',
		};
	} catch (error) {
		return {
			pattern: null,
			fault: 'Bad pattern: ' + error.message,
		};
	}
}

// 1 for each name that matches; null if none does.
function matchNames(names, pattern) {
	const hit = Uint8Array.from(names, (name) =>
		Number(pattern.test(name) || pattern.test(plainName(name))),
	);
	return hit.includes(1) ? hit : null;
}

// A repeated group, or two repetitions, can take longer than anyone waits.
const MAY_BE_SLOW = /\)[*+{]|[*+}].*[*+}]/;
const PATIENCE = 2000; /* ms */

// Matches in a thread of its own, which is given up after a while; then calls
// done(hit, why there is none).  Gives what stops it.
function matchApart(names, pattern, done) {
	const code = `${plainName}${matchNames}onmessage=({data})=>postMessage(matchNames(...data))`;
	const worker = new Worker(
		'data:text/javascript,' + encodeURIComponent(code),
	);
	worker.onmessage = ({ data }) => done(data);
	worker.onerror = () => done(matchNames(names, pattern));
	worker.postMessage([names, pattern]);
	const timer = setTimeout(done, PATIENCE, null, 'Takes too long');
	return () => {
		worker.terminate();
		clearTimeout(timer);
	};
}

// How many frames from node `from` up to `to` match, and what the outermost
// of them weigh together: nothing counts twice.
function sumMatches(tree, hit, from, to) {
	const { name, end } = tree;
	const { total } = shown(tree);
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

// The matched weight of some frames and all that they call.
function matchedBelow(tree, hit, nodes) {
	let weight = 0;
	for (const i of nodes)
		weight += sumMatches(tree, hit, i, tree.end[i]).weight;
	return weight;
}

// The matched weight of pairs as in mergeUp: of what leads to the frame.
function matchedAbove(tree, hit, pairs, kind) {
	const covered = coverMatches(tree, hit);
	const own = shown(tree)[kind];
	let weight = 0;
	for (let k = 0; k < pairs.length; k += 2)
		if (covered[pairs[k] < 0 ? pairs[k + 1] : pairs[k]])
			weight += own[pairs[k + 1]];
	return weight;
}

// Of all that is in the picture: in a sandwich the stacks that match on either
// side of the function.
function matchedInView() {
	const { base, hit, parts } = page;
	const { kind, group, zoom } = parts[parts.length - 1];
	if (kind === 'flame')
		return sumMatches(base, hit, zoom, base.end[zoom]).weight;
	if (kind === 'reversed') return matchedAbove(base, hit, group, 'self');
	const covered = coverMatches(base, hit);
	const { total } = shown(base);
	let weight = matchedBelow(
		base,
		hit,
		group.filter((i) => !covered[i]),
	);
	for (const i of group) if (covered[i]) weight += total[i];
	return weight;
}

// Sets page.hit and page.fault from the state; where that may take long, later.
function updateSearch() {
	const { search: text, matchCase } = page.state;
	const key = matchCase + text;
	if (page.searchKey === key) return;
	page.searchKey = key;
	page.giveUp?.();
	const { pattern, fault } = compilePattern(text, matchCase);
	const found = (hit, why) => {
		page.matched = false;
		page.hit = hit;
		page.fault = text && !hit ? why || 'Nothing matches' : '';
	};
	if (!text || !pattern) found(null, fault);
	else if (MAY_BE_SLOW.test(text)) {
		found(null, 'Searching…');
		page.giveUp = matchApart(page.names, pattern, (...result) => {
			page.giveUp();
			found(...result);
			update();
		});
	} else found(matchNames(page.names, pattern));
}

// Says what matched.
function updateMatched() {
	const { base, hit, all, fault } = page;
	page.matched = true;
	page.found = 0;
	let text = fault;
	if (hit) {
		const { count, weight } = sumMatches(base, hit, 0, base.n);
		page.found =
			page.parts[0].tree === base ? count : countMatches();
		text = `Matched: ${percentText(weight, all)} of all`;
		const view = viewWeight();
		if (view !== all)
			text += `, ${percentText(matchedInView(), view)} of view`;
	}
	ui.matched.classList.toggle('fault', fault !== '');
	setText(ui.matched, text);
	const frames = page.found === 1 ? ' frame' : ' frames';
	setText(ui.place, hit ? commas(page.found) + frames : '');
	say(`${ui.place.textContent} ${text}`);
}

// How many frames of the view match; or up to a frame.
function countMatches({ part: last, node } = {}) {
	let sum = 0;
	for (const part of page.parts) {
		const { tree } = part;
		const to = part === last ? node + 1 : tree.n;
		sum += sumMatches(tree, page.hit, 0, to).count;
		if (part === last) break;
	}
	return sum;
}

// The next match after the focus (side 1) or before it (-1), around the end.
function nextMatch(side) {
	if (!page.found) return;
	const { parts, hit } = page;
	let { part, node } = page.focus;
	do {
		node += side;
		if (node < 1 || node >= part.tree.n) {
			const other = parts.length - 1 - parts.indexOf(part);
			part = parts[other];
			node = side > 0 ? 0 : part.tree.n;
		}
	} while (!node || !hit[part.tree.name[node]]);
	reveal(part, node);
	const place = countMatches(page.focus);
	setText(ui.place, `${commas(place)} of ${commas(page.found)}`);
}

// Zooms so that the frame can be seen, only if it can't be yet.
function reveal(part, node) {
	const { tree, zoom } = part;
	const inside = node >= zoom && node < tree.end[zoom];
	const width = (page.width * tree.total[node]) / tree.total[zoom];
	if (inside && width >= READABLE) {
		focusOn(part, node);
		return;
	}
	let to = node;
	while (to && tree.total[tree.parent[to]] < tree.total[node] * 20)
		to = tree.parent[to];
	zoomTo(part, to, pathOf(tree, node));
}
