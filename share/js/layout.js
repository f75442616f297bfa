// Boxes of the frames on screen.
const LEAST = 0.5; /* px: what is narrower is a sliver, with all below it */

// Lists that grow; a draw reuses those of the draw before.
function newBoxes() {
	return {
		count: 0,
		node: new Int32Array(1024),
		x: new Float64Array(1024),
		width: new Float64Array(1024),
	};
}

function pushBox(boxes, node, x, width) {
	if (boxes.count === boxes.node.length)
		for (const key of ['node', 'x', 'width']) {
			const more = new boxes[key].constructor(
				boxes.count * 2,
			);
			more.set(boxes[key]);
			boxes[key] = more;
		}
	boxes.node[boxes.count] = node;
	boxes.x[boxes.count] = x;
	boxes.width[boxes.count++] = width;
}

// Neighbouring slivers of a row are one stroke.
function pushSliver(part, depth, x, width) {
	const last = part.slivers.get(depth);
	if (last && x - last[last.length - 1] < LEAST)
		last[last.length - 1] = x + width;
	else if (last) last.push(x, x + width);
	else part.slivers.set(depth, [x, x + width]);
}

// Fills part.boxes and part.slivers with what lies at depths low...high.
// The ancestors of the zoomed frame are as wide as the picture.
function layoutPart(part, width, low, high) {
	const { tree, zoom, boxes } = part;
	const { depth, end, start, total, parent } = tree;
	const scale = total[zoom] > 0 ? width / total[zoom] : 0;
	const from = start[zoom];
	boxes.count = 0;
	part.slivers.clear();
	for (const i of [0, ...rootToNode(tree, parent[zoom])])
		if (i !== zoom && depth[i] >= low && depth[i] <= high)
			pushBox(boxes, i, 0, width);
	for (let i = zoom; i < end[zoom];) {
		const wide = i === zoom ? width : total[i] * scale;
		const d = depth[i];
		if (wide < LEAST) {
			if (d >= low)
				pushSliver(
					part,
					d,
					(start[i] - from) * scale,
					wide,
				);
			i = end[i];
			continue;
		}
		if (d >= low)
			pushBox(boxes, i, (start[i] - from) * scale, wide);
		i = d >= high ? end[i] : i + 1;
	}
}

// The frame at a place of the zoomed picture: x is 0...1 from left to right.
// Boxes begin in pre-order, so the deepest one is found by halving.
function nodeUnder(part, x, row) {
	const { tree, zoom } = part;
	const { depth, end, start, total, parent } = tree;
	if (row < depth[zoom]) {
		let node = zoom;
		while (depth[node] > row) node = parent[node];
		return node;
	}
	const at = start[zoom] + x * total[zoom];
	let low = zoom;
	let high = end[zoom];
	while (high - low > 1) {
		const middle = (low + high) >> 1;
		if (start[middle] <= at) low = middle;
		else high = middle;
	}
	while (low > zoom && start[low] + total[low] <= at) low = parent[low];
	if (depth[low] < row) return -1;
	while (depth[low] > row) low = parent[low];
	return low;
}
