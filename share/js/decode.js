// The data tier: a JSON line, a line per name, the tree in pre-order.  Numbers
// are big-endian, base 45, in the 90 printable characters that XML leaves alone;
// the upper half of the alphabet means that more digits follow.
const BASE = 45;

function digitTable() {
	const table = new Uint8Array(128).fill(255);
	let value = 0;
	for (let c = 0x21; c < 0x7f; c++)
		if (!'<>&]'.includes(String.fromCharCode(c)))
			table[c] = value++;
	return table;
}

// Reads numbers one after the other from text, from `at` on.
function numberReader(text, at) {
	const digit = digitTable();
	const reader = { at, next };

	function next() {
		let value = 0;
		for (;;) {
			const d = digit[text.charCodeAt(reader.at++)];
			if (d < BASE) return value * BASE + d;
			if (!(d < 2 * BASE))
				throw new Error('the data is damaged');
			value = value * BASE + (d - BASE);
		}
	}
	return reader;
}

// The first n code points of text.
function firstPoints(text, n) {
	let at = 0;
	for (; n > 0; n--) at += text.codePointAt(at) > 0xffff ? 2 : 1;
	return text.slice(0, at);
}

function decodeNames(text, at, count) {
	const names = new Array(count);
	const colours = new Uint32Array(count);
	const reader = numberReader(text, at);
	let before = '';
	let wide = false;
	for (let i = 0; i < count; i++) {
		const shared = reader.next();
		colours[i] = reader.next();
		const end = text.indexOf('\n', reader.at);
		if (end < 0) throw new Error('the data is cut short');
		// Copied: a mere slice would keep all of the text in memory.
		const rest = (' ' + text.slice(reader.at, end)).slice(1);
		before =
			(wide
				? firstPoints(before, shared)
				: before.slice(0, shared)) + rest;
		wide = /[\ud800-\udfff]/.test(before);
		names[i] = before;
		reader.at = end + 1;
	}
	return { names, colours, at: reader.at };
}

// The columns of a node's own counts: one weight; or, of a differential, the
// weight, BEFORE and AFTER.  Vanished code keeps its former weight.  In a flame
// chart with gaps a node's own counts stand between its children: each child is
// told what comes since the one before.
function decodeTree(text, at, n, { columns: kinds, gaps }) {
	const differential = kinds === 2;
	const reader = numberReader(text, at);
	const next = reader.next;
	const tree = newTree(n, differential ? 3 : 1);
	const { name, parent, depth, columns } = tree;
	const flags = differential ? 4 : 2;
	const open = [];
	const left = [];
	const gap = [0, 0];
	if (gaps) tree.gap = new Float64Array(n);
	for (let i = 0; i < n; i++) {
		name[i] = i ? next() : -1;
		parent[i] = i ? open[open.length - 1] : -1;
		if (gaps && i) {
			for (let c = 0; c < kinds; c++) gap[c] = next();
			const after =
				differential && columns[2].self[parent[i]];
			tree.gap[i] = gap[after ? 1 : 0];
		}
		const code = next();
		const flag = code % flags;
		const kids = (code - flag) / flags;
		depth[i] = open.length;
		const first = flag & 1 ? next() : 0;
		if (differential) {
			columns[1].self[i] = first;
			columns[2].self[i] = flag & 2 ? next() : 0;
			columns[0].self[i] = columns[2].self[i] || first;
		} else columns[0].self[i] = first;
		if (i) left[left.length - 1]--;
		if (kids) {
			open.push(i);
			left.push(kids);
		} else
			while (left.length && left[left.length - 1] === 0) {
				left.pop();
				open.pop();
			}
		if (!left.length && i + 1 < n)
			throw new Error('the data is damaged');
	}
	return finishTree(tree);
}

// text: the data tier.  Throws on damaged data.
function decode(text) {
	let at = text.indexOf('{');
	const end = text.indexOf('\n', at);
	const opts = JSON.parse(text.slice(at, end));
	if (opts.v !== 1) throw new Error('unknown data version ' + opts.v);
	const table = decodeNames(text, end + 1, opts.names);
	at = table.at;
	const tree = decodeTree(text, at, opts.frames + 1, opts);
	if (opts.total) stretchRoot(tree, Number(opts.total));
	return {
		opts,
		names: table.names,
		colours: table.colours,
		whole: tree,
	};
}
