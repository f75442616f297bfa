// Names are only ever text: in frames, details, search, table, link, clipboard.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
	click,
	draw,
	frames,
	hover,
	press,
	settle,
	show,
	text,
	urlOf,
} from './harness.mjs';

const NAMES = [
	'</script><script>window.hit=1</script>',
	']]><script>window.hit=1</script>',
	'"><img src=x onerror="window.hit=1">',
	"'),window.hit=1,//",
	'${window.hit=1}',
	'javascript:window.hit=1',
	'<svg onload=window.hit=1>',
	'&lt &#60 &b',
	'__proto__',
	'constructor',
	'toString',
	'hasOwnProperty',
	'\u202eevil',
	'a\u2028b',
];

const hit = (page) => page.evaluate(() => window.hit);

test('hostile names stay text wherever they show', async (t) => {
	const folded = NAMES.map((name) => `r;${name};leaf 10`).join('\n');
	const file = draw(
		folded,
		`--title=${NAMES[0]}`,
		`--subtitle=${NAMES[2]}`,
	);
	const page = await show(t, file, '', {
		permissions: ['clipboard-read', 'clipboard-write'],
	});
	assert.equal(
		await page.evaluate(
			() => document.querySelector('h1').textContent,
		),
		NAMES[0],
	);
	const seen = (await frames(page)).map((f) => f.name);
	for (const name of NAMES) assert.ok(seen.includes(name), name);
	for (const name of NAMES) {
		await hover(page, name);
		assert.equal(await text(page, 'name'), name);
		await press(page, 'c');
		await settle(page);
		assert.equal(
			await page.evaluate(() =>
				navigator.clipboard.readText(),
			),
			name,
		);
		await click(page, name);
		const { hash } = new URL(page.url());
		assert.doesNotMatch(hash, /[<>"]/);
		await press(page, 's', '0', '0');
	}
	await press(page, 't');
	const rows = await text(page, 'rows');
	for (const name of NAMES) assert.ok(rows.includes(name), name);
	await press(page, 't');
	await hover(page, NAMES[0]);
	await press(page, 'x');
	assert.ok((await text(page, 'crumbs')).includes(NAMES[0]));
	for (const name of NAMES) {
		const escaped = name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
		await page.evaluate((term) => window.search(term), escaped);
	}
	assert.equal(await hit(page), undefined);
	assert.equal(
		await page.evaluate(
			() => document.querySelectorAll('img').length,
		),
		0,
	);
});

test('hostile links do nothing', async (t) => {
	const file = draw('a;b 1\n');
	const page = await show(t, file);
	let serial = 0;
	for (const evil of [
		'<img src=x onerror=window.hit=1>',
		'"];window.hit=1;//',
		'javascript:window.hit=1',
		'(a+)+$',
	])
		for (const key of ['z', 's', 'f', 'v', 'o', 'u']) {
			const at = `?${serial++}#v=sandwich&${key}=${encodeURIComponent(evil)}`;
			await page.goto(urlOf(file) + at);
			await settle(page);
			assert.equal(await hit(page), undefined, at);
			assert.ok((await frames(page)).length > 1, at);
		}
});

test('a name of a megabyte', async (t) => {
	const long = 'x'.repeat(1 << 20);
	const page = await show(t, draw(`a;${long} 5\na;b 5\n`));
	await page.mouse.move(400, 450);
	await settle(page);
	const labels = (await frames(page)).map((f) => f.label.length);
	assert.ok(Math.max(...labels) < 500);
	await page.evaluate(() => window.search('^x+$'));
	assert.equal(await text(page, 'matched'), 'Matched: 50.00% of all');
});
