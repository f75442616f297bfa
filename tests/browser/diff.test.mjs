// Point 9: differentials.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { draw, frame, frames, hover, press, show, text } from './harness.mjs';

const CHANGES = `p;x 10 30
p;y 10 30
q 80 40
fresh 0 20
gone 20 0
same 10 10
`;

const part = (colour, at) => parseInt(colour.slice(at, at + 2), 16);
const reddish = (f) => part(f.fill, 1) > part(f.fill, 5) + 20;
const bluish = (f) => part(f.fill, 5) > part(f.fill, 1) + 20;

test('red is more, blue is less; a parent has the change of its subtree', async (t) => {
	const page = await show(t, draw(CHANGES, '--columns=2'));
	for (const name of ['p', 'x', 'y', 'fresh'])
		assert.ok(reddish(await frame(page, name)), name);
	for (const name of ['q', 'gone'])
		assert.ok(bluish(await frame(page, name)), name);
	const same = await frame(page, 'same');
	assert.ok(!reddish(same) && !bluish(same));
	assert.equal(
		(await frame(page, 'p')).title,
		'p (60 samples, 46.15%; +30.77%)',
	);
	assert.match(
		await text(page, 'colours'),
		/more in AFTER.*less in AFTER/,
	);
});

test('--negate turns the colours, the words and the sign', async (t) => {
	const page = await show(t, draw(CHANGES, '--columns=2', '--negate'));
	assert.ok(bluish(await frame(page, 'p')));
	assert.match((await frame(page, 'p')).title, /; -30\.77%\)$/);
	const more = await page.evaluate(() => {
		const [swatch, words] =
			document.getElementById('colours').firstChild
				.childNodes;
		return [swatch.style.background, words.data];
	});
	const [, r, , b] = /rgb\((\d+), (\d+), (\d+)\)/
		.exec(more[0])
		.map(Number);
	assert.equal(more[1], 'more in AFTER');
	assert.ok(b > r, 'blue is more');
});

test('--delta=self colours a frame by its own change', async (t) => {
	const page = await show(
		t,
		draw(CHANGES, '--columns=2', '--delta=self'),
	);
	const p = await frame(page, 'p');
	assert.ok(!reddish(p) && !bluish(p));
	assert.ok(reddish(await frame(page, 'x')));
});

test('before, after and change are said; new and gone too', async (t) => {
	const page = await show(t, draw(CHANGES, '--columns=2'));
	await hover(page, 'p');
	assert.match(
		await text(page, 'facts'),
		/before 20, after 60.*change \+40, \+30\.77% of all/,
	);
	await hover(page, 'fresh');
	assert.match(await text(page, 'facts'), /before 0, after 20 \(new\)/);
	await hover(page, 'gone');
	assert.match(await text(page, 'facts'), /before 20, after 0 \(gone\)/);
});

test('new and vanished frames have a pattern of their own', async (t) => {
	const page = await show(t, draw(CHANGES, '--columns=2'));
	const at = (id) =>
		page.evaluate((key) => {
			const path = document.getElementById(key);
			return [
				path.getAttribute('d'),
				path.getAttribute('fill'),
			];
		}, id);
	for (const [id, name, fill] of [
		['new', 'fresh', 'url(#stripes)'],
		['gone', 'gone', 'url(#crosses)'],
	]) {
		const [d, pattern] = await at(id);
		const { x, y } = await frame(page, name);
		assert.ok(
			d.startsWith(`M${Math.round(x * 100) / 100} ${y}`),
			id,
		);
		assert.equal(d.split('M').length, 2, id);
		assert.equal(pattern, fill);
	}
});

test('a: shares instead of counts; b: colours for all eyes', async (t) => {
	const page = await show(t, draw('a 10 20\nb 10 20\n', '--columns=2'));
	assert.ok(reddish(await frame(page, 'a')));
	assert.match((await frame(page, 'a')).title, /\+25\.00%\)$/);
	await press(page, 'a');
	const still = await frame(page, 'a');
	assert.ok(!reddish(still) && !bluish(still), 'its share is the same');
	await press(page, 'a');
	const before = (await frame(page, 'a')).fill;
	const legend = () =>
		page.evaluate(
			() =>
				document.getElementById('colours').firstChild
					.firstChild.style.background,
		);
	const old = await legend();
	await press(page, 'b');
	assert.notEqual((await frame(page, 'a')).fill, before);
	assert.notEqual(await legend(), old);
});

test('an empty side divides nothing by zero', async (t) => {
	for (const folded of ['a 0 10\nb 0 5\n', 'a 10 0\nb 5 0\n']) {
		const page = await show(t, draw(folded, '--columns=2'));
		await hover(page, 'a');
		for (const f of await frames(page))
			assert.doesNotMatch(f.title + f.fill, /NaN|Infinity/);
		assert.doesNotMatch(await text(page, 'facts'), /NaN|Infinity/);
		await press(page, 'a', 't');
	}
});

test('the table has before and change', async (t) => {
	const page = await show(t, draw(CHANGES, '--columns=2'), '#v=table');
	await page.click('#sort-change');
	const first = await page.evaluate(() =>
		[...document.getElementById('rows').firstChild.children].map(
			(cell) => cell.textContent,
		),
	);
	assert.deepEqual(first, [
		'0.00%0',
		'46.15%60',
		'15.38%20',
		'+30.77%+40',
		'p',
	]);
});
