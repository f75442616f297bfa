// Trees made from another tree.

// Collects nodes in pre-order, then makes a tree of them.
function treeBuilder(columns) {
	const name = [];
	const parent = [];
	const depth = [];
	const hidden = [];
	const self = Array.from({ length: columns }, () => []);

	return {
		add(nameId, parentNode, own) {
			const node = name.length;
			name.push(nameId);
			parent.push(parentNode);
			depth.push(node ? depth[parentNode] + 1 : 0);
			hidden.push(0);
			for (let c = 0; c < columns; c++) self[c].push(own[c]);
			return node;
		},
		// Children too narrow to be kept: their weight stays with the node.
		hide(node, count, weights) {
			hidden[node] += count;
			for (let c = 0; c < columns; c++)
				self[c][node] += weights[c];
		},
		finish() {
			const tree = newTree(name.length, columns);
			tree.name.set(name);
			tree.parent.set(parent);
			tree.depth.set(depth);
			tree.columns.forEach((column, c) =>
				column.self.set(self[c]),
			);
			tree.hidden = Uint32Array.from(hidden);
			return finishTree(tree);
		},
	};
}

// Groups of equal names, in drawing order: [[name id, group]].
function sortGroups(groups) {
	const list = [...groups];
	if (page.opts.flamechart) return list;
	const rank = nameRank();
	return list.sort((a, b) => rank[a[0]] - rank[b[0]]);
}

// Emits one group after the other in pre-order, without recursion.
//   expand(group, name id) gives the groups below it
//   weigh(group) gives its weight per column
//   below(group) gives the part of it that ends here, per column
// Along `path` only the named child is kept.  Past it, groups narrower than
// the `least` part of the path's last group are left out.
function growTree(columns, first, o) {
	const builder = treeBuilder(columns);
	const work = [
		{ id: first.id, group: first.group, parent: -1, on: true },
	];
	const trail = [];
	let least = 0;
	while (work.length) {
		const { id, group, parent, on } = work.pop();
		const found = sortGroups(o.expand(group, id));
		const node = builder.add(id, parent, o.below(group));
		const step = on && o.path[trail.length];
		const wanted = step ? nameId(step.name) : -1;
		const narrow = found.some(([name]) => name === wanted);
		if (on) trail.push(group);
		if (on && !narrow) least = o.least * o.weigh(group)[0];
		for (let k = found.length - 1; k >= 0; k--) {
			const [name, child] = found[k];
			const weights = o.weigh(child);
			if (narrow ? name === wanted : weights[0] >= least)
				work.push({
					id: name,
					group: child,
					parent: node,
					on: narrow,
				});
			else builder.hide(node, 1, weights);
		}
	}
	const zoom = trail.length - 1;
	return { tree: builder.finish(), zoom, group: trail[zoom] };
}

function addTo(groups, id, value) {
	const group = groups.get(id);
	if (group) group.push(value);
	else groups.set(id, [value]);
}

function sumNodes(tree, nodes, kind) {
	return tree.columns.map((column) => {
		let sum = 0;
		for (const i of nodes) sum += column[kind][i];
		return sum;
	});
}

function childGroups(tree, nodes) {
	const groups = new Map();
	for (const i of nodes)
		for (let c = i + 1; c < tree.end[i]; c = tree.end[c])
			addTo(groups, tree.name[c], c);
	return groups;
}

// What is called below the given nodes, as one tree.
function mergeDown(tree, id, nodes, path, least) {
	return growTree(
		tree.columns.length,
		{ id, group: nodes },
		{
			path,
			least,
			below: (group) => sumNodes(tree, group, 'self'),
			weigh: (group) => sumNodes(tree, group, 'total'),
			expand: (group) => childGroups(tree, group),
		},
	);
}

// The whole of it, nothing left out.
function mergeTree(tree, nodes, expand) {
	return growTree(
		tree.columns.length,
		{ id: -1, group: nodes },
		{
			path: [],
			least: 0,
			below: (group) => sumNodes(tree, group, 'self'),
			weigh: (group) => sumNodes(tree, group, 'total'),
			expand,
		},
	).tree;
}

// Who called: a group is a list of pairs, the frame reached so far and the
// node whose weight (`kind` of its columns) it carries up to the root.
function mergeUp(tree, id, pairs, kind, path, least) {
	const origins = (group) => {
		const nodes = [];
		for (let k = 1; k < group.length; k += 2) nodes.push(group[k]);
		return nodes;
	};
	return growTree(
		tree.columns.length,
		{ id, group: pairs },
		{
			path,
			least,
			weigh: (group) => sumNodes(tree, origins(group), kind),
			below(group) {
				const nodes = [];
				for (let k = 0; k < group.length; k += 2)
					if (
						group[k] >= 0 &&
						tree.parent[group[k]] <= 0
					)
						nodes.push(group[k + 1]);
				return sumNodes(tree, nodes, kind);
			},
			expand(group) {
				const groups = new Map();
				for (let k = 0; k < group.length; k += 2) {
					const from = group[k];
					const to =
						from < 0
							? group[k + 1]
							: tree.parent[from];
					if (to <= 0) continue;
					addTo(groups, tree.name[to], to);
					groups.get(tree.name[to]).push(
						group[k + 1],
					);
				}
				return groups;
			},
		},
	);
}

// The whole picture from its leaves.  -1 stands for "below the leaf".
function reverseTree(tree, path, least) {
	const pairs = [];
	for (let i = 1; i < tree.n; i++)
		if (tree.self[i] > 0) pairs.push(-1, i);
	return mergeUp(tree, -1, pairs, 'self', path, least);
}

function outermostOf(tree, id) {
	const nodes = [];
	for (let i = 1; i < tree.n; i++)
		if (tree.name[i] === id) {
			nodes.push(i);
			i = tree.end[i] - 1;
		}
	return nodes;
}

function callersOf(tree, id, path, least) {
	const pairs = outermostOf(tree, id).flatMap((i) => [i, i]);
	return mergeUp(tree, id, pairs, 'total', path, least);
}

function calleesOf(tree, id, path, least) {
	const nodes = outermostOf(tree, id);
	return mergeDown(tree, id, nodes, path, least);
}

// The tree without one subtree.
function withoutNode(tree, gone) {
	const { end, n } = tree;
	const count = end[gone] - gone;
	const made = newTree(n - count, tree.columns.length);
	const cut = (from, to, shift) => {
		to.set(from.subarray(0, gone));
		to.set(from.subarray(end[gone]), gone);
		if (shift)
			for (let i = gone; i < made.n; i++)
				if (to[i] >= gone) to[i] -= count;
	};
	cut(tree.name, made.name);
	cut(tree.depth, made.depth);
	cut(tree.parent, made.parent, true);
	tree.columns.forEach((column, c) =>
		cut(column.self, made.columns[c].self),
	);
	return finishTree(made);
}

// A frame that calls itself directly becomes one frame.
function withoutRecursion(tree) {
	const { name, end } = tree;
	// The group grows by the recursive calls while it is walked over.
	const expand = (group, id) => {
		const groups = new Map();
		for (let k = 0; k < group.length; k++)
			for (
				let c = group[k] + 1;
				c < end[group[k]];
				c = end[c]
			)
				if (name[c] === id) group.push(c);
				else addTo(groups, name[c], c);
		return groups;
	};
	return mergeTree(tree, [0], expand);
}

// Stacks that hold the function, from its outermost frame on.
function focusedOn(tree, id) {
	const nodes = outermostOf(tree, id);
	const expand = (group, name) =>
		name < 0 ? new Map([[id, nodes]]) : childGroups(tree, group);
	return mergeTree(tree, [], expand);
}
