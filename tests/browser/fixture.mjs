// Makes pages from folded text without flamesvg: an oracle for the decoder and
// a way to build data that flamesvg would never write.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));
export const share = path.join(here, '../../share');

const ALPHABET = Array.from({ length: 0x7f - 0x21 }, (_, k) =>
	String.fromCharCode(0x21 + k),
).filter((c) => !'<>&]'.includes(c));

export function varint(value) {
	let n = BigInt(value);
	let text = ALPHABET[Number(n % 45n)];
	for (n /= 45n; n > 0n; n /= 45n)
		text = ALPHABET[45 + Number(n % 45n)] + text;
	return text;
}

// {name, kids: Map, self: [counts]} from lines "a;b;c 3" or "a;b;c 3 4".
export function parseFolded(folded, columns, flamechart) {
	const node = (name) => ({
		name,
		kids: [],
		at: new Map(),
		self: [0, 0],
	});
	const root = node('');
	let before = [];
	for (const line of folded.split('\n')) {
		if (line === '') continue;
		const words = line.split(' ');
		const counts = words.splice(-columns).map(Number);
		let at = root;
		const stack = words.join(' ').split(';');
		const now = [];
		stack.forEach((name, depth) => {
			let kid = at.at.get(name);
			if (flamechart && before[depth] !== kid)
				kid = undefined;
			if (flamechart && depth && before[depth - 1] !== at)
				kid = undefined;
			if (!kid) {
				kid = node(name);
				at.kids.push(kid);
				at.at.set(name, kid);
			}
			now.push(kid);
			at = kid;
		});
		before = now;
		counts.forEach((count, c) => (at.self[c] += count));
	}
	if (!flamechart) sortKids(root);
	return root;
}

function sortKids(root) {
	const work = [root];
	while (work.length) {
		const { kids } = work.pop();
		kids.sort((a, b) => (a.name < b.name ? -1 : 1));
		for (const kid of kids) work.push(kid);
	}
}

function sharedPoints(a, b) {
	const [x, y] = [[...a], [...b]];
	let n = 0;
	while (n < x.length && n < y.length && x[n] === y[n]) n++;
	return n;
}

export function encode(root, options = {}) {
	const columns = options.columns || 1;
	const ids = new Map();
	const nodes = [];
	const work = [root];
	while (work.length) {
		const node = work.pop();
		nodes.push(node);
		if (node !== root && !ids.has(node.name))
			ids.set(node.name, ids.size);
		for (let k = node.kids.length; k-- > 0;)
			work.push(node.kids[k]);
	}
	const colors = ['#e8743b', '#f0a04b', '#e5562f', '#f4c95d', '#d9822b'];
	const header = {
		v: 1,
		frames: nodes.length - 1,
		names: ids.size,
		columns,
		places: 0,
		total: null,
		title: 'Flame Graph',
		subtitle: '',
		countname: 'samples',
		nametype: 'Function:',
		factor: 1,
		inverted: false,
		flamechart: false,
		reversed: false,
		negate: false,
		delta: 'subtree',
		searchcolor: '#e600e6',
		uicolor: '#000000',
		strokecolor: null,
		bg: ['#eeeeee', '#eeeeb0'],
		truncate: 'right',
		fontsize: 12,
		fonttype: 'Verdana',
		fontwidth: 0.59,
		rowheight: 16,
		minwidth: 0.1,
		width: null,
		diffusion: false,
		colors,
		notes: '',
		...options,
	};
	let text = JSON.stringify(header).replace(
		/[<>&\u2028\u2029]/g,
		(c) => '\\u' + c.charCodeAt(0).toString(16).padStart(4, '0'),
	);
	let before = '';
	for (const name of ids.keys()) {
		const shared = sharedPoints(before, name);
		const colour = [...name].reduce(
			(sum, c) => sum + c.codePointAt(0),
			0,
		);
		text +=
			'\n' +
			varint(shared) +
			varint(colour % header.colors.length);
		text += [...name].slice(shared).join('');
		before = name;
	}
	text += '\n';
	const tree = [];
	for (const node of nodes) {
		const [first, second] = node.self;
		if (node !== root) tree.push(varint(ids.get(node.name)));
		const flags =
			(first > 0 ? 1 : 0) +
			(columns === 2 && second > 0 ? 2 : 0);
		tree.push(varint(node.kids.length * 2 * columns + flags));
		if (first > 0) tree.push(varint(first));
		if (columns === 2 && second > 0) tree.push(varint(second));
	}
	return text + tree.join('') + '\n';
}

export function encodeFolded(folded, options = {}) {
	const root = parseFolded(
		folded,
		options.columns || 1,
		options.flamechart,
	);
	return encode(root, options);
}

export function sources() {
	const js = path.join(share, 'js');
	return fs
		.readdirSync(js)
		.filter((file) => file.endsWith('.js') && file !== 'boot.js')
		.sort()
		.map((file) => path.join(js, file));
}

export function page(data) {
	const read = (file) => fs.readFileSync(file, 'utf8');
	const chunks = data
		.replaceAll(']]>', ']]]]><![CDATA[>')
		.match(/[^]{1,4000000}/g)
		.map((chunk) => `<![CDATA[${chunk}]]>`);
	const css = read(path.join(share, 'css/page.css'));
	const boot = read(path.join(share, 'js/boot.js'));
	const script = sources().map(read).join('');
	return `<?xml version="1.0" encoding="UTF-8"?>
<svg id="flamegraph" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 300" width="1200" height="300">
<title id="doc-title">Flame Graph</title>
<style><![CDATA[${css}]]></style>
<script><![CDATA[${boot}]]></script>
<rect id="background" width="1200" height="300" fill="#eee"/>
<text id="title" x="600" y="24">Flame Graph</text>
<g id="static"><g><title>all (1 samples, 100%)</title><rect width="9" height="9"/></g></g>
<g id="narrow"></g>
<metadata id="data">${chunks.join('')}</metadata>
<script><![CDATA[(function () {
'use strict';
${script}})();]]></script>
</svg>
`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	const [, , file, options] = process.argv;
	const folded = fs.readFileSync(file || 0, 'utf8');
	fs.writeSync(
		1,
		page(encodeFolded(folded, JSON.parse(options || '{}'))),
	);
}
