// Big and odd shapes.  How fast is measured by tests/bench/page.sh; here only
// what would be hopeless fails.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { test } from 'node:test';
import { share } from './fixture.mjs';
import {
	click,
	draw,
	frame,
	frames,
	hashOf,
	hover,
	middle,
	names,
	press,
	settle,
	show,
	text,
} from './harness.mjs';

const elements = (page) =>
	page.evaluate(() => document.getElementsByTagName('*').length);

function generated(count) {
	const tool = path.join(share, '../tests/bench/genfolded.mjs');
	return execFileSync(process.execPath, [tool, String(count)], {
		maxBuffer: 1 << 30,
	});
}

test('200,000 frames: few elements, nothing of the static picture left', async (t) => {
	const page = await show(t, draw(generated(200000)));
	assert.ok((await elements(page)) < 10000);
	const left = await page.evaluate(() =>
		['static', 'narrow', 'narrow-titles', 'data'].filter((id) =>
			document.getElementById(id),
		),
	);
	assert.deepEqual(left, []);
	for (const key of ['i', 'r', 'r', 't', 't']) {
		await press(page, key);
		assert.ok((await elements(page)) < 10000, key);
	}
	const took = await page.evaluate(() => {
		const from = performance.now();
		window.search('Request');
		return performance.now() - from;
	});
	assert.ok(took < 2000, `a search took ${took} ms`);
	assert.match(await text(page, 'matched'), /^Matched: \d/);
});

test('deep recursion of 5,000 frames: walked, zoomed, linked, reversed', async (t) => {
	const deep = Array(5000).fill('walk').join(';');
	const page = await show(
		t,
		draw(`main;${deep} 5\nmain;${deep};leaf 3\n`),
	);
	assert.ok((await frames(page)).length < 100, 'only rows on screen');
	await hover(page, 'walk');
	assert.match(
		await text(page, 'facts'),
		/5,000 of this name: 8 \(100\.00%\)/,
	);
	await click(page, 'walk', 20);
	assert.equal(hashOf(page), '#z=main;walk*21');
	await page.evaluate(() => window.search('leaf'));
	await press(page, 'n');
	assert.equal(await text(page, 'name'), 'leaf');
	assert.ok((await frame(page, 'leaf')).width > 300, 'it is on screen');
	await press(page, 'r');
	assert.ok((await names(page)).includes('leaf'));
	await press(page, 'r', 'o');
	assert.deepEqual(await names(page), ['all', 'main', 'walk', 'leaf']);
});

test('200,000 siblings: slivers show, hits are right, the rest is said', async (t) => {
	const rows = Array.from({ length: 200000 }, (_, k) => `r;s${k} 1`);
	const page = await show(t, draw(rows.join('\n')));
	assert.deepEqual(await names(page), ['all', 'r']);
	const sliver = await page.evaluate(() => {
		const { width } = document.getElementById('slivers').getBBox();
		return width;
	});
	assert.ok(sliver > 980);
	await hover(page, 'r');
	assert.match(
		await text(page, 'facts'),
		/\+200,000 narrower children, 200,000 samples/,
	);
	const [x, y] = await middle(page, 'r');
	await page.mouse.move(x, y - 16);
	await settle(page);
	assert.match(await text(page, 'tip'), /^s\d+ \(1 samples, 0\.00%\)$/);
	await click(page, 'r');
	await press(page, 'ArrowUp', 'Enter');
	assert.match(hashOf(page), /^#z=r;s\d+$/);
	assert.equal((await names(page)).length, 3);
});

test('many frames of the same width: no more elements, wider ones are first', async (t) => {
	const rows = Array.from({ length: 250 }, (_, k) =>
		Array.from(
			{ length: 40 },
			(__, depth) => `f${k}_${depth}`,
		).join(';'),
	);
	const file = draw(rows.join(' 1\n') + ' 1\nzzz 30\n');
	const page = await show(t, file);
	assert.ok((await elements(page)) < 10000);
	assert.equal((await frame(page, 'zzz')).label, 'zzz');
	await click(page, 'all');
	const alike = await show(t, draw(rows.join(' 1\n') + ' 1\n'));
	assert.ok((await elements(alike)) < 10000);
});

test('100,000 frames deep', async (t) => {
	const deep = Array.from({ length: 100000 }, (_, k) => 'f' + (k % 10));
	const page = await show(t, draw(deep.join(';') + ' 7'));
	await page.evaluate(
		() => (document.getElementById('stage').scrollTop = 9e5),
	);
	await settle(page);
	assert.ok((await frames(page)).length > 20);
	await press(page, 't');
	assert.equal(await text(page, 'name'), '10 functions');
});

test('counts beyond 2^53', async (t) => {
	const page = await show(t, draw('a 18446744073709551615\n'));
	assert.match(
		(await frame(page, 'a')).title,
		/^a \(18,446,744,073,709,55/,
	);
});
