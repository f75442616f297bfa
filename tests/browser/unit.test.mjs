// The modules that need no document, in process.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { encode, encodeFolded, share, sources, varint } from './fixture.mjs';

const script = sources()
	.filter((file) => !file.endsWith('window.js'))
	.map((file) => fs.readFileSync(file, 'utf8'))
	.join('');

// All functions of the page, with a page of the given data to work on.
function load(data) {
	const names = [
		...script.matchAll(/^(?:async )?(?:function|const) (\w+)/gm),
	];
	const list = [...names.map((m) => m[1]), 'page'].join();
	const make = new Function(
		`'use strict'; const page = {}; ${script}; return {${list}};`,
	);
	const js = make();
	if (data) {
		Object.assign(js.page, js.decode(data));
		js.page.base = js.page.whole;
		js.page.sums = js.page.base.columns.map(
			({ total }) => total[0],
		);
	}
	return js;
}

// A tree as folded lines with self and total.
function lines({ shown, rootToNode, page }, tree) {
	const { self, total } = shown(tree);
	return Array.from({ length: tree.n - 1 }, (_, k) => {
		const path = rootToNode(tree, k + 1).map(
			(i) => page.names[tree.name[i]],
		);
		return `${path.join(';')} ${self[k + 1]}/${total[k + 1]}`;
	});
}

const TREE = 'a;b;c 3\na;b 2\na;d 5\ne 7\n';

test('decode: numbers of any size come back', () => {
	const { numberReader } = load();
	const values = [
		0,
		1,
		44,
		45,
		89,
		90,
		2024,
		2025,
		91124,
		2 ** 31,
		2 ** 53,
	];
	const reader = numberReader(values.map(varint).join(''), 0);
	for (const value of values) assert.equal(reader.next(), value);
});

test('decode: a number past 2^53 is rounded, one past 2^64 too', () => {
	const { numberReader } = load();
	for (const value of [2n ** 64n - 1n, 10n ** 28n]) {
		const ratio =
			numberReader(varint(value), 0).next() / Number(value);
		assert.ok(Math.abs(ratio - 1) < 1e-14);
	}
});

test('decode: names, selfs, totals, places', () => {
	const js = load(encodeFolded(TREE));
	assert.deepEqual(lines(js, js.page.whole), [
		'a 0/10',
		'a;b 2/5',
		'a;b;c 3/3',
		'a;d 5/5',
		'e 7/7',
	]);
	assert.deepEqual([...js.page.whole.start], [0, 0, 0, 0, 5, 10]);
	assert.deepEqual([...js.page.whole.end], [6, 5, 4, 4, 5, 6]);
	assert.deepEqual([...js.page.whole.parent], [-1, 0, 1, 2, 1, 0]);
	assert.equal(js.page.whole.depths, 4);
});

test('decode: prefixes are shared in code points', () => {
	const names = ['😀x', '😀y', '😀', 'é', 'éa', '中文', '中国', ''];
	const js = load(
		encodeFolded(names.map((name) => `r;${name} 1`).join('\n')),
	);
	assert.deepEqual([...js.page.names].sort(), ['r', ...names].sort());
});

test('decode: two columns; vanished code keeps its width', () => {
	const js = load(
		encodeFolded('a;x 4 6\na;y 3 0\na;z 0 2\n', { columns: 2 }),
	);
	const { columns, total } = js.page.whole;
	assert.deepEqual([...total], [11, 11, 6, 3, 2]);
	assert.deepEqual([...columns[1].total], [7, 7, 4, 3, 0]);
	assert.deepEqual([...columns[2].total], [8, 8, 6, 0, 2]);
});

test('decode: a total that is larger stretches the root alone', () => {
	const js = load(encodeFolded(TREE, { total: '34' }));
	assert.equal(js.page.whole.total[0], 34);
	assert.equal(js.page.whole.total[1], 10);
});

test('decode: damaged data throws, whatever is missing', () => {
	const { decode } = load();
	const data = encodeFolded(TREE);
	for (const cut of [10, data.length >> 1, data.length - 2])
		assert.throws(() => decode(data.slice(0, cut)));
	assert.throws(() => decode(data.replace('"v":1', '"v":2')));
	assert.throws(() => decode(data.replace(/..$/s, '>\n')));
});

test('decode: 100,000 frames deep, 200,000 siblings', () => {
	const chain = { name: '', kids: [], self: [0, 0] };
	let at = chain;
	for (let k = 0; k < 100000; k++) {
		const kid = { name: 'f' + (k % 7), kids: [], self: [0, 0] };
		at.kids.push(kid);
		at = kid;
	}
	at.self[0] = 9;
	let js = load(encode(chain));
	assert.equal(js.page.whole.depths, 100001);
	assert.equal(js.page.whole.total[0], 9);
	const folded = Array.from({ length: 200000 }, (_, k) => `s${k} 1`);
	js = load(encodeFolded(folded.join('\n')));
	assert.equal(js.page.whole.total[0], 200000);
	assert.equal(js.siblingOf(js.page.whole, 5, 1), 6);
	assert.equal(js.siblingOf(js.page.whole, 5, -1), 4);
});

test('model: a function counts once however it recurs', () => {
	const js = load(encodeFolded('f;f;g;f 3\nf 2\ng;f 4\n'));
	const { names } = js.page;
	const sums = js.sumByName(js.page.whole, names.length);
	const f = names.indexOf('f');
	const g = names.indexOf('g');
	assert.equal(sums.columns[0].total[f], 9);
	assert.equal(sums.columns[0].self[f], 9);
	assert.equal(sums.columns[0].total[g], 7);
	assert.equal(sums.frames[f], 4);
});

test('model: a path leads to its node, or to the deepest that exists', () => {
	const js = load(encodeFolded(TREE));
	const at = (...list) =>
		js.nodeAt(
			js.page.whole,
			list.map((name) => ({ name, nth: 1 })),
		);
	assert.equal(at('a', 'b', 'c'), 3);
	assert.equal(at('a', 'gone', 'c'), 1);
	assert.equal(at('toString'), 0);
	assert.equal(at(), 0);
});

test('model: equal siblings of a flame chart are told apart', () => {
	const js = load(
		encodeFolded('a 1\nb 1\na;c 1\n', { flamechart: true }),
	);
	const tree = js.page.whole;
	assert.deepEqual(js.pathOf(tree, 3), [{ name: 'a', nth: 2 }]);
	assert.equal(js.nodeAt(tree, [{ name: 'a', nth: 2 }]), 3);
});

test('layout: boxes from half a pixel, slivers joined, rows off screen left out', () => {
	const rows = Array.from({ length: 1000 }, (_, k) => `s${1000 + k} 1`);
	const js = load(encodeFolded('wide;deep 9000\n' + rows.join('\n')));
	const part = js.newPart(
		'flame',
		{ tree: js.page.whole, zoom: 0 },
		true,
		0,
	);
	js.layoutPart(part, 1000, 0, 1);
	const { boxes, slivers } = part;
	assert.equal(boxes.count, 2);
	assert.deepEqual([...boxes.width.subarray(0, 2)], [1000, 900]);
	assert.deepEqual([...slivers.keys()], [1]);
	const [from, to] = slivers.get(1);
	assert.ok(Math.abs(from - 0) < 1e-6 && Math.abs(to - 100) < 1e-6);
});

test('layout: the frame under a point', () => {
	const js = load(encodeFolded(TREE));
	const part = js.newPart(
		'flame',
		{ tree: js.page.whole, zoom: 0 },
		true,
		0,
	);
	const at = (x, row) => js.nodeUnder(part, x / 17, row);
	assert.equal(at(0, 0), 0);
	assert.equal(at(2.9, 3), 3);
	assert.equal(at(3.1, 3), -1);
	assert.equal(at(3.1, 2), 2);
	assert.equal(at(6, 2), 4);
	assert.equal(at(10.1, 1), 5);
	part.zoom = 4;
	assert.equal(at(9, 0), 0);
	assert.equal(at(9, 1), 1);
	assert.equal(at(9, 2), 4);
	assert.equal(at(9, 3), -1);
});

test('search: names with and without mark, each once; outermost matches add up', () => {
	const js = load(
		encodeFolded('a;b 9999\na;c 1\na;c;b_[k] 1\nb;b;b 9\n'),
	);
	const { pattern } = js.compilePattern('^b$', true);
	const hit = js.matchNames(js.page.names, pattern);
	const found = js.sumMatches(js.page.whole, hit, 0, js.page.whole.n);
	assert.deepEqual(found, { count: 5, weight: 10009 });
	assert.equal(js.matchNames(js.page.names, /nothing/), null);
	assert.deepEqual(
		[...js.coverMatches(js.page.whole, hit)],
		[0, 0, 1, 0, 1, 1, 1, 1],
	);
});

test('search: a bad pattern is said', () => {
	const { compilePattern } = load();
	assert.match(compilePattern('a(', false).fault, /^Bad pattern: .*a\(/);
	assert.ok(compilePattern('MAIN', false).pattern.test('main'));
	assert.ok(!compilePattern('MAIN', true).pattern.test('main'));
});

test('derive: reversed, callers and callees hold every sample once', () => {
	const js = load(encodeFolded('m;a;f;g 3\nm;b;f 4\nm;f;f;h 5\nm 1\n'));
	const tree = js.page.whole;
	const id = js.nameId('f');
	assert.deepEqual(lines(js, js.reverseTree(tree, {}).tree), [
		'f 0/4',
		'f;b 0/4',
		'f;b;m 4/4',
		'g 0/3',
		'g;f 0/3',
		'g;f;a 0/3',
		'g;f;a;m 3/3',
		'h 0/5',
		'h;f 0/5',
		'h;f;f 0/5',
		'h;f;f;m 5/5',
		'm 1/1',
	]);
	const callers = js.callersOf(tree, id, {}).tree;
	assert.equal(callers.total[0], 12);
	assert.deepEqual(lines(js, callers), [
		'a 0/3',
		'a;m 3/3',
		'b 0/4',
		'b;m 4/4',
		'm 5/5',
	]);
	const callees = js.calleesOf(tree, id, {}).tree;
	assert.equal(callees.self[0], 4);
	assert.deepEqual(lines(js, callees), ['f 0/5', 'f;h 5/5', 'g 3/3']);
});

test('derive: a path keeps one branch; what is narrow is counted, not lost', () => {
	const js = load(encodeFolded('m;a 90\nm;b 9\nm;c 1\nn 50\n'));
	const made = js.mergeDown(
		js.page.whole,
		{ id: -1, group: [0] },
		{ path: [{ name: 'm', nth: 1 }], least: 0.05 },
	);
	assert.deepEqual(lines(js, made.tree), [
		'm 1/100',
		'm;a 90/90',
		'm;b 9/9',
	]);
	assert.equal(made.zoom, 1);
	assert.equal(made.tree.total[0], 150);
	assert.deepEqual(
		[...made.tree.hidden],
		[
			[0, [1, 50]],
			[1, [1, 1]],
		],
	);
});

test('derive: remove, fold, focus', () => {
	const js = load(encodeFolded('a;b;b;c 3\na;b;d 2\na;b 1\ne;b 4\n'));
	const tree = js.page.whole;
	assert.deepEqual(lines(js, js.withoutNode(tree, 3)), [
		'a 0/3',
		'a;b 1/3',
		'a;b;d 2/2',
		'e 0/4',
		'e;b 4/4',
	]);
	assert.deepEqual(lines(js, js.withoutRecursion(tree)), [
		'a 0/6',
		'a;b 1/6',
		'a;b;c 3/3',
		'a;b;d 2/2',
		'e 0/4',
		'e;b 4/4',
	]);
	assert.deepEqual(lines(js, js.focusedOn(tree, js.nameId('b'))), [
		'b 5/10',
		'b;b 0/3',
		'b;b;c 3/3',
		'b;d 2/2',
	]);
});

test('derive: folding recursion leaves the order of a flame chart', () => {
	const js = load(
		encodeFolded('a 1\nb;b 1\na 1\n', { flamechart: true }),
	);
	assert.deepEqual(lines(js, js.withoutRecursion(js.page.whole)), [
		'a 1/1',
		'b 1/1',
		'a 1/1',
	]);
});

test('state: comes back from its link', () => {
	const js = load();
	const opts = { inverted: false };
	const hard = 'a;b&c=d%e~2*3#|"<>\\ é😀';
	const state = {
		...js.firstState(opts),
		view: 'sandwich',
		of: hard,
		icicle: true,
		reversed: true,
		zoom: [
			{ name: hard, nth: 1 },
			...Array.from({ length: 5000 }, () => ({
				name: 'r',
				nth: 1,
			})),
			{ name: 'x', nth: 3 },
		],
		callers: [{ name: '', nth: 1 }],
		search: '^a+(b|c)*$',
		matchCase: true,
		edits: [
			{ kind: 'remove', path: [{ name: hard, nth: 2 }] },
			{ kind: 'focus', name: hard },
			{ kind: 'fold' },
		],
	};
	const hash = js.encodeState(state, opts);
	assert.ok(hash.length < 400, 'a run of equal names is short');
	assert.deepEqual(js.decodeState('#' + hash, '', opts), state);
	assert.equal(js.encodeState(js.firstState(opts), opts), '');
});

test('state: any text is a state', () => {
	const js = load();
	const opts = { inverted: true };
	for (const hash of [
		'',
		'#',
		'#z',
		'#z=%E0%A4%A;;;&v=..evil&s=%',
		'#z=a*99999999999&u=~&o=-|.|*|x',
		'#__proto__=1&constructor=2',
	])
		js.encodeState(js.decodeState(hash, '?x=1&y=2', opts), opts);
	assert.equal(js.decodeState('', '?x=9&y=5&s=foo', opts).search, 'foo');
	assert.equal(js.decodeState('', '', opts).icicle, true);
});

test('labels: whole, cut at the end, cut in the middle, never half a character', () => {
	const { fitLabel } = load();
	const ruler = () => 10;
	assert.equal(fitLabel('abcdef', 60, ruler, false), 'abcdef');
	assert.equal(fitLabel('abcdef', 50, ruler, false), 'abcd…');
	assert.equal(
		fitLabel('abcdefghijklmn', 110, ruler, false),
		'abcde…jklmn',
	);
	assert.equal(
		fitLabel('abcdefghijklmn', 110, ruler, true),
		'abcdefghij…',
	);
	assert.equal(fitLabel('abcdef', 29, ruler, false), '');
	assert.equal(fitLabel('😀'.repeat(20), 110, ruler, false).length, 21);
});

test('text: percent and counts are rounded half up', () => {
	const { percentText, countText, signedPercent, plainName } = load();
	assert.equal(percentText(10000, 10001), '99.99%');
	assert.equal(percentText(1, 3), '33.33%');
	assert.equal(percentText(1, 20000), '0.01%');
	assert.equal(percentText(1, 0), 'n/a');
	assert.equal(countText({ places: 0, factor: 1 }, 1234567), '1,234,567');
	assert.equal(countText({ places: 1, factor: 2.5 }, 2), '1');
	assert.equal(signedPercent(0.1), '+10.00%');
	assert.equal(signedPercent(-0.001), '-0.10%');
	assert.equal(signedPercent(0), '0.00%');
	assert.equal(plainName('f_[k]_[k]'), 'f_[k]');
});

test('colour: text on any colour has a contrast of 4.5 at least', () => {
	const { inkOn, luminance } = load();
	for (let rgb = 0; rgb < 0x1000000; rgb += 977) {
		const [a, b] = [luminance(rgb), luminance(inkOn(rgb))];
		const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
		assert.ok(ratio >= 4.5, rgb.toString(16));
	}
});

test('every function of the page is used, none is defined twice', () => {
	const all =
		fs.readFileSync(path.join(share, 'js/window.js'), 'utf8') +
		script;
	const code = all.replace(/^\/\/.*$/gm, '');
	const seen = new Set();
	for (const [, name] of code.matchAll(
		/^(?:async )?(?:function|const) (\w+)/gm,
	)) {
		assert.ok(!seen.has(name), name + ' is there twice');
		seen.add(name);
		const uses = code.match(
			new RegExp(`\\b${name}\\b`, 'g'),
		).length;
		assert.ok(uses > 1, name + ' is not used');
	}
});

test('no module holds "]]>", innerHTML or the like', () => {
	const files = [...sources(), path.join(share, 'css/page.css')];
	for (const file of [...files, path.join(share, 'js/boot.js')])
		assert.doesNotMatch(
			fs.readFileSync(file, 'utf8'),
			/\]\]>|innerHTML|outerHTML|insertAdjacent|document\.write|\beval\(|querySelector/,
			file,
		);
});

test('squeezed, the script does the same and keeps its words', () => {
	const small = execFileSync(
		'awk',
		['-f', path.join(share, 'js/squeeze.awk')],
		{
			input: script,
			encoding: 'utf8',
		},
	);
	assert.doesNotMatch(small, /\]\]>/);
	assert.ok(small.length < script.length * 0.8);
	assert.ok(
		Math.max(...small.split('\n').map((line) => line.length)) <
			4000,
	);
	const literals = (code) =>
		code.match(/'(?:[^'\\\n]|\\.)*'|`[^`]*`/g).sort();
	const plain = script.replace(/^\s*\/\/.*$/gm, '');
	assert.deepEqual(literals(small), literals(plain));
	const js = load(encodeFolded(TREE));
	const make = new Function(
		`const page = {}; ${small}; return {page, decode, shown, rootToNode};`,
	);
	const squeezed = make();
	Object.assign(squeezed.page, squeezed.decode(encodeFolded(TREE)));
	assert.deepEqual(
		lines(squeezed, squeezed.page.whole),
		lines(js, js.page.whole),
	);
});

test('squeezed, the style has the same rules', () => {
	const css = fs.readFileSync(path.join(share, 'css/page.css'), 'utf8');
	const small = execFileSync(
		'awk',
		['-f', path.join(share, 'css/squeeze.awk')],
		{
			input: css,
			encoding: 'utf8',
		},
	);
	const bare = (code) =>
		code.replace(/\/\*[^]*?\*\/|[\s']/g, '').replaceAll(';}', '}');
	assert.equal(bare(small), bare(css));
	assert.match(
		small,
		/}\.live :is\(#static/,
		'a descendant keeps its blank',
	);
});
