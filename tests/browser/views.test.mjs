// Points 6, 7, 12, 13: width, views, edits, flame charts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
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
	STACKS,
	text,
} from './harness.mjs';

test('the picture is as wide as the window, labels fit again', async (t) => {
	const name = 'some_rather::long_namespace::and_then_the_function';
	const page = await show(t, draw(`a;${name} 5\na;b 1\n`));
	const labels = [];
	for (const width of [1000, 300, 1400]) {
		await page.setViewportSize({ width, height: 500 });
		await settle(page);
		await settle(page);
		assert.equal((await frame(page, 'all')).width, width - 13);
		const { label, width: room } = await frame(page, name);
		labels.push(label);
		const size = await page.evaluate(() => {
			const texts = [
				...document.querySelectorAll('#groups text'),
			];
			return Math.max(
				...texts.map((e) => e.getComputedTextLength()),
			);
		});
		assert.ok(size <= room, `${size} in ${room}`);
	}
	assert.equal(labels[0], name);
	assert.match(labels[1], /^some_.*….*function$/, 'both ends tell');
	assert.equal(labels[2], name);
});

test('names are cut at the right where that was asked for', async (t) => {
	const name = 'some_rather::long_namespace::and_then_the_function';
	const file = draw(`a;${name} 5\na;b 1\n`, '--truncate-text-right');
	const page = await show(t, file, '', {
		viewport: { width: 300, height: 400 },
	});
	assert.match((await frame(page, name)).label, /^some_.*…$/);
});

test('a width that was asked for is kept where there is room', async (t) => {
	const page = await show(t, draw(STACKS, '--width=800'));
	assert.equal((await frame(page, 'all')).width, 800 - 13);
	await page.setViewportSize({ width: 600, height: 500 });
	await settle(page);
	await settle(page);
	assert.equal((await frame(page, 'all')).width, 600 - 13);
});

test('i turns flame and icicle, --inverted begins with one', async (t) => {
	const page = await show(t, draw(STACKS));
	const upright = async () =>
		(await frame(page, 'all')).y > (await frame(page, 'main')).y;
	assert.ok(await upright());
	await press(page, 'i');
	assert.ok(!(await upright()));
	assert.equal(hashOf(page), '#v=icicle');
	await page.click('#view-flame');
	await settle(page);
	assert.ok(await upright());
	const inverted = await show(t, draw(STACKS, '--inverted'));
	assert.ok(
		(await frame(inverted, 'all')).y <
			(await frame(inverted, 'main')).y,
	);
	await press(inverted, 'i');
	assert.equal(hashOf(inverted), '#v=flame');
});

test('r: from the leaves to their callers', async (t) => {
	const page = await show(t, draw(STACKS));
	await press(page, 'r');
	const all = await frames(page);
	const [root] = all;
	const titles = all
		.filter((f) => Math.abs(f.y - root.y) === 16)
		.map((f) => f.title);
	assert.deepEqual(titles, [
		'alloc (65 samples, 32.50%)',
		'call (15 samples, 7.50%)',
		'parse (10 samples, 5.00%)',
		'read (30 samples, 15.00%)',
		'visit (18 samples, 9.00%)',
		'wait (50 samples, 25.00%)',
		'walk (12 samples, 6.00%)',
	]);
	await click(page, 'alloc');
	assert.equal(hashOf(page), '#z=alloc&v=reversed');
	assert.equal(
		(await frame(page, 'call')).title,
		'call (45 samples, 22.50%)',
	);
	await press(page, 'r');
	assert.equal(
		(await frame(page, 'main')).title,
		'main (150 samples, 75.00%)',
	);
});

test('s without a function leads to the table, where one is chosen', async (t) => {
	const page = await show(t, draw(STACKS));
	await press(page, 's');
	assert.equal(hashOf(page), '#v=table');
	await page.click('#view-flame');
	await page.click('#view-sandwich');
	await settle(page);
	assert.equal(hashOf(page), '#v=table');
});

test('s: callers above and callees below, each sample once', async (t) => {
	const page = await show(t, draw(STACKS));
	await hover(page, 'call');
	await press(page, 's');
	assert.equal(hashOf(page), '#v=sandwich&f=call');
	const all = await frames(page);
	const call = all.find((f) => f.name === 'call' && f.width > 900);
	assert.equal(call.title, 'call (60 samples, 30.00%)');
	const row = (step) =>
		all
			.filter((f) => f.y === call.y + step * 16)
			.map((f) => f.title);
	assert.deepEqual(row(-1), ['eval (60 samples, 30.00%)']);
	assert.deepEqual(row(-2), ['main (60 samples, 30.00%)']);
	assert.deepEqual(row(1), [
		'alloc (25 samples, 12.50%)',
		'eval (35 samples, 17.50%)',
	]);
	await click(page, 'alloc');
	assert.equal(hashOf(page), '#z=alloc&v=sandwich&f=call');
	const now = (await frames(page)).find((f) => f.y === call.y);
	assert.equal(now.title, call.title, 'the function stays where it was');
	await press(page, 'Backspace');
	await settle(page);
	await page.focus('#stage');
	await press(page, 'ArrowDown');
	assert.equal(
		await text(page, 'name'),
		'eval',
		'keys walk to the callees',
	);
});

test('a sandwich stays where it is while either half is zoomed', async (t) => {
	const stack = (name, depth) =>
		Array.from({ length: depth }, (_, k) => name + k).join(';');
	const folded = `${stack('long', 60)};f;x 5\n${stack('short', 3)};f;y 5\n`;
	const page = await show(t, draw(folded), '#v=sandwich&f=f', {
		viewport: { width: 1000, height: 400 },
	});
	const [, y] = await middle(page, 'f');
	await click(page, 'short2');
	assert.equal(hashOf(page), '#u=short2&v=sandwich&f=f');
	assert.equal((await middle(page, 'f'))[1], y);
	await click(page, 'y');
	assert.equal((await middle(page, 'f'))[1], y);
});

test('t: the table, sorted, searched, a row opens its sandwich', async (t) => {
	const page = await show(t, draw(STACKS));
	await press(page, 't');
	const rows = () =>
		page.evaluate(() =>
			[...document.getElementById('rows').children].map(
				(row) =>
					[...row.children].map(
						(cell) => cell.textContent,
					),
			),
		);
	assert.deepEqual((await rows()).slice(0, 3), [
		['32.50%65', '32.50%65', 'alloc'],
		['25.00%50', '25.00%50', 'wait'],
		['15.00%30', '15.00%30', 'read'],
	]);
	await page.click('#sort-total');
	assert.deepEqual((await rows())[0], ['0.00%0', '75.00%150', 'main']);
	const call = (await rows()).find((row) => row[2] === 'call');
	assert.deepEqual(
		call,
		['7.50%15', '30.00%60', 'call'],
		'recursion once',
	);
	await page.click('#sort-name');
	assert.equal((await rows())[0][2], 'alloc');
	await page.click('#sort-name');
	assert.equal((await rows())[0][2], 'walk');
	const order = await page.evaluate(() =>
		document
			.getElementById('sort-name')
			.parentNode.getAttribute('aria-sort'),
	);
	assert.equal(order, 'descending');
	await page.evaluate(() => window.search('^(main|call)$'));
	assert.deepEqual(
		(await rows()).map((row) => row[2]),
		['main', 'call'],
	);
	assert.equal(await text(page, 'name'), '2 functions');
	await page.focus('#scroll');
	await press(page, 'ArrowDown', 'Enter');
	assert.match(hashOf(page), /v=sandwich&f=call/);
});

test('the table holds only the rows on screen', async (t) => {
	const many = Array.from({ length: 5000 }, (_, k) => `f${k} ${k + 1}`);
	const page = await show(t, draw(many.join('\n')), '#v=table');
	const state = () =>
		page.evaluate(() => {
			const rows = document.getElementById('rows').children;
			return [rows.length, rows[0].lastChild.textContent];
		});
	assert.deepEqual((await state())[1], 'f4999');
	assert.ok((await state())[0] < 60);
	await page.focus('#scroll');
	await press(page, 'End');
	await settle(page);
	assert.ok((await state())[0] < 60);
	assert.equal(await text(page, 'live'), 'f0');
});

test('x removes a frame, f keeps a function, o folds recursion; all undone', async (t) => {
	const page = await show(t, draw(STACKS));
	await hover(page, 'idle');
	await press(page, 'x');
	assert.equal(
		(await frame(page, 'all')).title,
		'all (150 samples, 100%)',
	);
	assert.ok(!(await names(page)).includes('idle'));
	assert.equal(await text(page, 'crumbs'), 'without idle ×');
	assert.equal(hashOf(page), '#o=-idle');
	await hover(page, 'eval');
	await press(page, 'f');
	assert.equal(
		(await frame(page, 'all')).title,
		'all (60 samples, 100%)',
	);
	assert.ok(!(await names(page)).includes('main'));
	assert.equal(await text(page, 'crumbs'), 'without idle ×only eval ×');
	const again = await show(t, draw(STACKS), new URL(page.url()).hash);
	assert.deepEqual(await names(again), await names(page));
	await press(page, 'Backspace');
	await page.waitForFunction(() => location.hash === '#o=-idle');
	await settle(page);
	await hover(page, 'walk');
	await press(page, 'o');
	const walks = (await names(page)).filter((name) => name === 'walk');
	assert.equal(walks.length, 1);
	assert.equal(
		(await frame(page, 'walk')).title,
		'walk (30 samples, 20.00%)',
	);
	await page.click('#crumbs button');
	await settle(page);
	assert.equal(
		(await frame(page, 'all')).title,
		'all (200 samples, 100%)',
	);
	await press(page, 'o');
	assert.equal(hashOf(page), '');
});

test('calls of a flame chart stand where their time is', async (t) => {
	const folded = 'm 5\nm;a 3\nm 2\nm;b 4\nm 6\nz;c 1\nz 9\n';
	const places = async (page) => {
		const list = await frames(page);
		const [all] = list.filter((f) => f.name === 'all');
		return list
			.map((f) => [
				f.name,
				Math.round(((f.x - all.x) / all.width) * 30),
			])
			.sort();
	};
	const page = await show(t, draw(folded, '--flamechart'));
	assert.deepEqual(await places(page), [
		['a', 5],
		['all', 0],
		['b', 10],
		['c', 20],
		['m', 0],
		['z', 20],
	]);
	await hover(page, 'b');
	assert.match(await text(page, 'facts'), /4 /);
});

test('a flame chart keeps time order and merges nothing', async (t) => {
	const folded = 'm;b 1\nm;a 2\nm;b 3\n';
	const page = await show(t, draw(folded, '--flamechart'));
	const row = (await frames(page)).filter((f) => f.name !== 'all');
	row.sort((x, y) => x.y - y.y || x.x - y.x);
	assert.deepEqual(
		row.slice(0, 3).map((f) => f.title),
		[
			'b (1 samples, 16.67%)',
			'a (2 samples, 33.33%)',
			'b (3 samples, 50.00%)',
		],
	);
	await hover(page, 'b');
	assert.match(
		await text(page, 'facts'),
		/2 of this name: 4 \(66\.67%\)/,
	);
});
