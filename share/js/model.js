// A tree in arrays, in pre-order; node 0 is the root.
//   name    id of the name, -1 for the root
//   parent, depth
//   end     the node after the last one of the subtree
//   columns own counts and subtree sums; [0] is what widths come from,
//           [1] and [2], of a differential, are BEFORE and AFTER
//   start   where the box begins, in units of columns[0]
//   gap     what of the parent's own counts comes right before it; or null
function newTree(n, columns) {
	return {
		n,
		name: new Int32Array(n),
		parent: new Int32Array(n),
		depth: new Int32Array(n),
		end: new Int32Array(n),
		start: new Float64Array(n),
		columns: Array.from({ length: columns }, () => ({
			self: new Float64Array(n),
			total: new Float64Array(n),
		})),
		gap: null,
		hidden: null,
		depths: 0,
	};
}

// Fills in what follows from names, parents, depths and own counts.
function finishTree(tree) {
	const { n, parent, depth, end, start, gap, columns } = tree;
	for (const { self, total } of columns) {
		total.set(self);
		for (let i = n - 1; i > 0; i--) total[parent[i]] += total[i];
	}
	const total = columns[0].total;
	for (let i = 0; i < n; i++) end[i] = i + 1;
	for (let i = n - 1; i > 0; i--)
		if (end[parent[i]] < end[i]) end[parent[i]] = end[i];
	for (let i = 0; i < n; i++) {
		const beside = end[i];
		if (beside > i + 1)
			start[i + 1] = start[i] + (gap ? gap[i + 1] : 0);
		if (i && beside < end[parent[i]])
			start[beside] =
				start[i] + total[i] + (gap ? gap[beside] : 0);
		if (depth[i] > tree.depths) tree.depths = depth[i];
	}
	tree.depths++;
	tree.self = columns[0].self;
	tree.total = total;
	return tree;
}

// A total that was asked for leaves a blank to the right of what was counted.
function stretchRoot(tree, total) {
	const column = tree.columns[tree.columns.length - 1];
	const more = total - column.total[0];
	if (!(more > 0)) return;
	column.total[0] += more;
	if (column !== tree.columns[0]) tree.total[0] += more;
}

// The column whose numbers are shown: AFTER, of a differential.
function shown(tree) {
	return tree.columns[tree.columns.length - 1];
}

function rootToNode(tree, node) {
	const nodes = [];
	for (; node > 0; node = tree.parent[node]) nodes.push(node);
	return nodes.reverse();
}

// 1 for the first child of that name, 2 for the second (in a flame chart).
function ordinal(tree, node) {
	const { name, end, parent } = tree;
	let count = 1;
	for (let c = parent[node] + 1; c < node; c = end[c])
		if (name[c] === name[node]) count++;
	return count;
}

// The names from the root to a node: [{name, nth}].
function pathOf(tree, node) {
	return rootToNode(tree, node).map((i) => ({
		name: page.names[tree.name[i]],
		nth: page.opts.flamechart ? ordinal(tree, i) : 1,
	}));
}

function childNamed(tree, node, name, nth) {
	for (let c = node + 1; c < tree.end[node]; c = tree.end[c])
		if (tree.name[c] === name && --nth === 0) return c;
	return -1;
}

// The node at a path, or its deepest ancestor that exists.
function nodeAt(tree, path) {
	let node = 0;
	for (const step of path) {
		const name = nameId(step.name);
		const child = childNamed(tree, node, name, step.nth);
		if (child < 0) break;
		node = child;
	}
	return node;
}

function widestChild(tree, node) {
	let best = -1;
	for (let c = node + 1; c < tree.end[node]; c = tree.end[c])
		if (best < 0 || tree.total[c] > tree.total[best]) best = c;
	return best;
}

// The sibling to the left (-1) or right (1), or the node itself.
function siblingOf(tree, node, side) {
	if (node === 0) return node;
	if (side > 0)
		return tree.end[node] < tree.end[tree.parent[node]]
			? tree.end[node]
			: node;
	let last = node;
	for (let c = tree.parent[node] + 1; c < node; c = tree.end[c]) last = c;
	return last;
}

// Calls visit(node) for each node that is the outermost of its name.
function eachOutermost(tree, names, visit) {
	const { n, name, end } = tree;
	const open = new Int32Array(names);
	const stack = new Int32Array(tree.depths + 1);
	let top = 0;
	for (let i = 1; i < n; i++) {
		while (top && end[stack[top - 1]] <= i)
			open[name[stack[--top]]]--;
		if (open[name[i]] === 0) visit(i);
		if (end[i] > i + 1) {
			open[name[i]]++;
			stack[top++] = i;
		}
	}
}

// Per name: frames, and self and total of each column; recursion counts once.
function sumByName(tree, names) {
	const sums = {
		frames: new Uint32Array(names),
		columns: tree.columns.map(() => ({
			self: new Float64Array(names),
			total: new Float64Array(names),
		})),
	};
	for (let i = 1; i < tree.n; i++) sums.frames[tree.name[i]]++;
	tree.columns.forEach((column, c) => {
		const { self, total } = sums.columns[c];
		for (let i = 1; i < tree.n; i++)
			self[tree.name[i]] += column.self[i];
		eachOutermost(tree, names, (i) => {
			total[tree.name[i]] += column.total[i];
		});
	});
	return sums;
}
