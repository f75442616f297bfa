// Point 2: search.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
	click,
	draw,
	frame,
	frames,
	hashOf,
	press,
	settle,
	show,
	STACKS,
	text,
} from './harness.mjs';

// The search begins when the keys rest, sooner where it is quick.
async function searched(page, pattern) {
	await page.waitForFunction(
		(want) =>
			new URLSearchParams(location.hash.slice(1)).get('s') ===
			want,
		pattern,
	);
	await settle(page);
}

async function type(page, pattern) {
	await press(page, '/');
	await page.keyboard.type(pattern);
	await searched(page, pattern);
}

async function fill(page, pattern) {
	await page.fill('#search', pattern);
	await searched(page, pattern);
}

const PINK = '#e600e6';

async function found(page) {
	const all = await frames(page);
	return all.filter((f) => f.fill === PINK).map((f) => f.name);
}

test('search is live: frames light up, the share is said', async (t) => {
	const page = await show(t, draw(STACKS));
	const plain = await frame(page, 'main');
	await type(page, 'al');
	assert.equal(await text(page, 'matched'), 'Matched: 55.00% of all');
	await page.keyboard.type('lo');
	await searched(page, 'allo');
	assert.deepEqual(await found(page), ['alloc', 'alloc', 'alloc']);
	assert.equal(await text(page, 'matched'), 'Matched: 32.50% of all');
	assert.equal(await text(page, 'place'), '3 frames');
	assert.notEqual(
		(await frame(page, 'main')).fill,
		plain.fill,
		'others fade',
	);
	await press(page, 'Escape');
	assert.equal((await frame(page, 'main')).fill, plain.fill);
	assert.equal(await text(page, 'matched'), '');
});

test('the share counts nothing twice and is exact', async (t) => {
	const page = await show(
		t,
		draw('a;b 9999\na;c 1\na;c;b 1\nb;b;b 10000\n'),
	);
	await type(page, 'b');
	assert.equal(await text(page, 'matched'), 'Matched: 100.00% of all');
	const other = await show(t, draw('a;b 9999\na;c 1\na;c;b 1\n'), '#s=b');
	assert.equal(await text(other, 'matched'), 'Matched: 99.99% of all');
});

test('the share is of the view as well', async (t) => {
	const page = await show(t, draw(STACKS), '#s=alloc');
	await click(page, 'eval');
	assert.equal(
		await text(page, 'matched'),
		'Matched: 32.50% of all, 75.00% of view',
	);
	await click(page, 'main');
	assert.equal(
		await text(page, 'matched'),
		'Matched: 32.50% of all, 43.33% of view',
	);
});

test('a pattern is for the name, with and without its mark', async (t) => {
	const page = await show(
		t,
		draw(STACKS),
		'#s=' + encodeURIComponent('^read$'),
	);
	assert.deepEqual(await found(page), ['read']);
	for (const [pattern, count] of [
		['_\\[k\\]$', 2],
		['^main$', 1],
		['samples', 0],
		['^(read|wait)$', 2],
	]) {
		await fill(page, pattern);
		assert.equal((await found(page)).length, count, pattern);
	}
});

test('a bad pattern is said, not thrown; so is one that matches nothing', async (t) => {
	const page = await show(t, draw(STACKS));
	const plain = await frames(page);
	await type(page, 'alloc(');
	assert.match(await text(page, 'matched'), /^Bad pattern: .*alloc\(/);
	assert.deepEqual(await frames(page), plain);
	await fill(page, 'nosuch');
	assert.equal(await text(page, 'matched'), 'Nothing matches');
	assert.deepEqual(await frames(page), plain);
});

test('Aa matches case', async (t) => {
	const page = await show(t, draw(STACKS), '#s=ALLOC');
	assert.equal((await found(page)).length, 3);
	await page.click('#case');
	await settle(page);
	assert.equal((await found(page)).length, 0);
	assert.equal(hashOf(page), '#s=ALLOC&c=1');
	assert.equal(await page.getAttribute('#case', 'aria-pressed'), 'true');
});

test('n and N walk from match to match, around the end, with "i of n"', async (t) => {
	const page = await show(t, draw(STACKS), '#s=alloc');
	const seen = [];
	for (const key of ['n', 'n', 'n', 'n', 'N']) {
		await press(page, key);
		seen.push(await text(page, 'place'));
		assert.equal(await text(page, 'name'), 'alloc');
	}
	assert.deepEqual(seen, [
		'1 of 3',
		'2 of 3',
		'3 of 3',
		'1 of 3',
		'3 of 3',
	]);
	await page.click('#next');
	assert.equal(await text(page, 'place'), '1 of 3');
	await page.click('#previous');
	assert.equal(await text(page, 'place'), '3 of 3');
});

test('next zooms to a match that is too narrow to be seen', async (t) => {
	const folded = 'a;b;needle 1\na;b 30\na;c 1000000\n';
	const page = await show(t, draw(folded), '#s=needle');
	await press(page, 'n');
	assert.ok((await frame(page, 'needle')).width > 3);
	assert.equal(await text(page, 'name'), 'needle');
});

test('/, Ctrl-F and F3 open the field; Enter and Shift-Enter walk', async (t) => {
	const page = await show(t, draw(STACKS), '#s=alloc');
	const inField = () =>
		page.evaluate(() => document.activeElement.id === 'search');
	for (const key of ['/', 'Control+f', 'F3']) {
		await page.focus('#stage');
		assert.ok(!(await inField()));
		await press(page, key);
		assert.ok(await inField(), key);
	}
	assert.equal(
		await page.evaluate(
			() => document.getElementById('search').value,
		),
		'alloc',
	);
	await press(page, 'Enter');
	assert.equal(await text(page, 'place'), '1 of 3');
	await press(page, 'Shift+Enter');
	assert.equal(await text(page, 'place'), '3 of 3');
});

test('typing is one step of the history', async (t) => {
	const page = await show(t, draw(STACKS));
	const before = await page.evaluate(() => history.length);
	await type(page, 'alloc');
	assert.equal(await page.evaluate(() => history.length), before);
	assert.equal(hashOf(page), '#s=alloc');
});

test('a search of other views finds the same share', async (t) => {
	for (const view of ['reversed', 'table', 'icicle']) {
		const page = await show(t, draw(STACKS), `#v=${view}&s=alloc`);
		const share = 'Matched: 32.50% of all';
		assert.equal(await text(page, 'matched'), share, view);
	}
	const page = await show(t, draw(STACKS), '#v=sandwich&f=eval&s=alloc');
	assert.equal(
		await text(page, 'matched'),
		'Matched: 32.50% of all, 75.00% of view',
	);
	await fill(page, 'main');
	assert.equal(
		await text(page, 'matched'),
		'Matched: 75.00% of all, 100.00% of view',
	);
});

test('a reversed zoom says what leads to it', async (t) => {
	const page = await show(t, draw(STACKS), '#v=reversed&z=alloc&s=eval');
	assert.equal(
		await text(page, 'matched'),
		'Matched: 30.00% of all, 69.23% of view',
	);
});

test('a pattern that backtracks without end is given up; the page goes on', async (t) => {
	const file = draw(`a;${'x'.repeat(60)} 3\nb;c 1\n`);
	const page = await show(t, file, '#s=(x%2B)%2By');
	assert.equal(await text(page, 'matched'), 'Searching…');
	await click(page, 'b');
	assert.equal(hashOf(page), '#z=b&s=(x+)+y');
	await page.waitForFunction(
		() =>
			document.getElementById('matched').textContent ===
			'Takes too long',
	);
	await fill(page, '(b|c)+');
	await page.waitForFunction(
		() =>
			document.getElementById('place').textContent ===
			'2 frames',
	);
	assert.equal(
		await text(page, 'matched'),
		'Matched: 25.00% of all, 100.00% of view',
	);
	await fill(page, '(x+)+z');
	await fill(page, 'b');
	assert.equal(await text(page, 'place'), '1 frame');
	await page.waitForTimeout(2100);
	assert.equal(
		await text(page, 'place'),
		'1 frame',
		'nothing comes late',
	);
});

test('in a sandwich next and previous walk through callers and callees', async (t) => {
	const file = draw('m;aa;f;x 3\nm;ab;f;x 4\nm;ac;f;y 5\nm;f;xa 2\n');
	const page = await show(t, file, '#v=sandwich&f=f&s=a|f');
	assert.equal(await text(page, 'place'), '4 frames');
	const walked = [];
	for (const key of 'nnnnnN') {
		await press(page, key);
		walked.push(
			`${await text(page, 'name')} ${await text(page, 'place')}`,
		);
	}
	assert.deepEqual(walked, [
		'xa 4 of 4',
		'aa 1 of 4',
		'ab 2 of 4',
		'ac 3 of 4',
		'xa 4 of 4',
		'ac 3 of 4',
	]);
});
