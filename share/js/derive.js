// Trees made from another tree.

// The group of that key, maybe new.
function groupAt(groups, key) {
	let group = groups.get(key);
	if (!group) groups.set(key, (group = []));
	return group;
}

// Groups of equal names, in drawing order: [[name id, group]].
function sortGroups(tree, groups) {
	const list = [...groups.values()].map((group) => [
		tree.name[group[0]],
		group,
	]);
	if (page.opts.flamechart) return list;
	const rank = nameRank();
	return list.sort((a, b) => rank[a[0]] - rank[b[0]]);
}

// Emits one group after the other in pre-order, without recursion.
//   from       the tree whose nodes the groups are of
//   first      {id, group} of the root
//   expand     (group, name id) gives the groups below it
//   weigh      (group) gives its weight per column
//   below      (group) gives the part of it that ends here, per column
//   alone      (group) gives the node whose branch it is, unchanged; or -1
// Along `path` only the named child is kept.  Past it, groups narrower than
// the `least` part of the path's last group are left out: their weight stays
// with the node, and tree.hidden says of it [how many, their weight].
// Gives {tree, zoom: the node where the path ends, group: its group}.
function growTree(from, first, options) {
	const { expand, weigh, below, alone, path = [], least = 0 } = options;
	const nodes = { name: [], parent: [], depth: [] };
	const selfs = from.columns.map(() => []);
	const hidden = new Map();
	const work = [{ ...first, parent: -1, on: true }];
	const trail = [];
	let limit = 0;
	const emit = (name, parent, own) => {
		nodes.parent.push(parent);
		nodes.depth.push(parent < 0 ? 0 : nodes.depth[parent] + 1);
		selfs.forEach((self, c) => self.push(own(c)));
		return nodes.name.push(name) - 1;
	};
	const copy = (branch, parent) => {
		const shift = nodes.name.length - branch;
		for (let i = branch; i < from.end[branch]; i++)
			emit(
				from.name[i],
				i === branch ? parent : from.parent[i] + shift,
				(c) => from.columns[c].self[i],
			);
	};
	while (work.length) {
		const { id, group, parent, on } = work.pop();
		const branch = alone ? alone(group) : -1;
		if (branch >= 0) {
			copy(branch, parent);
			continue;
		}
		const groups = sortGroups(from, expand(group, id));
		const own = below(group);
		const node = emit(id, parent, (c) => own[c]);
		const step = on && path[trail.length];
		const wanted = step ? nameId(step.name) : -1;
		const narrow = groups.some(([name]) => name === wanted);
		if (on) trail.push(group);
		if (on && !narrow) limit = least * weigh(group)[0];
		for (const [name, child] of groups.reverse()) {
			const weights = weigh(child);
			if (narrow ? name === wanted : weights[0] >= limit) {
				work.push({
					id: name,
					group: child,
					parent: node,
					on: narrow,
				});
				continue;
			}
			const [count, weight] = hidden.get(node) || [0, 0];
			weights.forEach((more, c) => (selfs[c][node] += more));
			hidden.set(node, [
				count + 1,
				weight + weights[weights.length - 1],
			]);
		}
	}
	const tree = newTree(nodes.name.length, selfs.length);
	for (const key of ['name', 'parent', 'depth'])
		tree[key].set(nodes[key]);
	tree.columns.forEach(({ self }, c) => self.set(selfs[c]));
	tree.hidden = hidden;
	const zoom = trail.length - 1;
	return { tree: finishTree(tree), zoom, group: trail[zoom] };
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
			groupAt(groups, tree.name[c]).push(c);
	return groups;
}

// What is called below the given nodes, as one tree.
function mergeDown(tree, first, options) {
	return growTree(tree, first, {
		below: (group) => sumNodes(tree, group, 'self'),
		weigh: (group) => sumNodes(tree, group, 'total'),
		expand: (group) => childGroups(tree, group),
		...options,
	});
}

// Who called: a group is a list of pairs, the frame reached so far (-1: none
// yet) and the node whose weight, of that kind, is carried up to the root.
function mergeUp(tree, first, kind, options) {
	const sum = (group, holds) =>
		tree.columns.map(({ [kind]: weight }) => {
			let total = 0;
			for (let k = 0; k < group.length; k += 2)
				if (holds(group[k]))
					total += weight[group[k + 1]];
			return total;
		});
	return growTree(tree, first, {
		weigh: (group) => sum(group, () => true),
		below: (group) =>
			sum(group, (i) => i >= 0 && tree.parent[i] <= 0),
		expand(group) {
			const groups = new Map();
			for (let k = 0; k < group.length; k += 2) {
				const [from, origin] = [group[k], group[k + 1]];
				const to =
					from < 0 ? origin : tree.parent[from];
				if (to <= 0) continue;
				groupAt(groups, tree.name[to]).push(to, origin);
			}
			return groups;
		},
		...options,
	});
}

// The whole picture from its leaves.
function reverseTree(tree, options) {
	const group = [];
	for (let i = 1; i < tree.n; i++)
		if (tree.self[i] > 0) group.push(-1, i);
	return mergeUp(tree, { id: -1, group }, 'self', options);
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

function callersOf(tree, id, options) {
	const group = outermostOf(tree, id).flatMap((i) => [i, i]);
	return mergeUp(tree, { id, group }, 'total', options);
}

function calleesOf(tree, id, options) {
	return mergeDown(tree, { id, group: outermostOf(tree, id) }, options);
}

// The tree without one subtree.
function withoutNode(tree, gone) {
	const until = tree.end[gone];
	const count = until - gone;
	const made = newTree(tree.n - count, tree.columns.length);
	const cut = (from, to) => {
		to.set(from.subarray(0, gone));
		to.set(from.subarray(until), gone);
	};
	for (const key of ['name', 'depth', 'parent'])
		cut(tree[key], made[key]);
	for (let i = gone; i < made.n; i++)
		if (made.parent[i] >= gone) made.parent[i] -= count;
	tree.columns.forEach(({ self }, c) => cut(self, made.columns[c].self));
	if (tree.gap) cut(tree.gap, (made.gap = new Float64Array(made.n)));
	return finishTree(made);
}

// A frame that calls itself directly becomes one frame.
function withoutRecursion(tree) {
	const { n, name, end, parent } = tree;
	// How many frames before node i do so.
	const recursive = new Uint32Array(n + 1);
	for (let i = 0; i < n; i++)
		recursive[i + 1] =
			recursive[i] +
			(i && name[i] === name[parent[i]] ? 1 : 0);
	// The group grows by the recursive calls while it is walked over.
	const expand = (group, id) => {
		const groups = new Map();
		for (const i of group)
			for (let c = i + 1; c < end[i]; c = end[c])
				if (name[c] === id) group.push(c);
				else
					groupAt(
						groups,
						page.opts.flamechart
							? c
							: name[c],
					).push(c);
		return groups;
	};
	const alone = ([i, other]) =>
		other || recursive[end[i]] > recursive[i + 1] ? -1 : i;
	return mergeDown(tree, { id: -1, group: [0] }, { expand, alone }).tree;
}

// Stacks that hold the function, from its outermost frame on.
function focusedOn(tree, id) {
	const nodes = outermostOf(tree, id);
	const expand = (group, name) =>
		name < 0 ? new Map([[id, nodes]]) : childGroups(tree, group);
	const alone = (group) => (group.length === 1 ? group[0] : -1);
	return mergeDown(tree, { id: -1, group: [] }, { expand, alone }).tree;
}
