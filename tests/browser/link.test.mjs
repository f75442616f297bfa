// Point 3: the state is in the link, by names.
import assert from 'node:assert/strict';
import http from 'node:http';
import fs from 'node:fs';
import { test } from 'node:test';
import {
	click,
	draw,
	frame,
	hashOf,
	keep,
	names,
	press,
	settle,
	show,
	STACKS,
	text,
	urlOf,
} from './harness.mjs';

test('a link opens zoom, search and view', async (t) => {
	const page = await show(t, draw(STACKS), '#z=main;parse&v=icicle&s=^a');
	assert.ok((await frame(page, 'parse')).width > 980);
	const [main, parse] = [
		await frame(page, 'main'),
		await frame(page, 'parse'),
	];
	assert.ok(main.y < parse.y, 'icicle');
	assert.equal((await frame(page, 'alloc')).fill, '#e600e6');
	const typed = await page.evaluate(
		() => document.getElementById('search').value,
	);
	assert.equal(typed, '^a');
});

test('a link still works on a newer file: it goes as deep as there is', async (t) => {
	const link = '#z=main;eval;call;alloc';
	const page = await show(t, draw('main;eval;other 5\nx 1\n'), link);
	assert.ok((await frame(page, 'eval')).width > 980);
	const gone = await show(t, draw('other 5\nx 1\n'), link);
	assert.deepEqual(await names(gone), ['all', 'other', 'x']);
	await click(gone, 'other');
	assert.equal(hashOf(gone), '#z=other');
});

test('reload and a changed hash keep and change the view', async (t) => {
	const page = await show(t, draw(STACKS));
	await click(page, 'eval');
	await press(page, 'i');
	await page.reload();
	await settle(page);
	assert.ok((await frame(page, 'eval')).width > 980);
	await page.evaluate(() => (location.hash = '#z=idle'));
	await settle(page);
	assert.ok((await frame(page, 'idle')).width > 980);
});

test('names with signs of the link itself', async (t) => {
	const hard = ['a&b=c', 'x~2', 'y*3', 'p%20q', '#h', 'é😀<"\'>'];
	const folded = hard.map((name) => `r;${name};leaf 9`).join('\n');
	for (const name of hard) {
		const page = await show(t, draw(folded));
		await click(page, name);
		const again = await show(
			t,
			draw(folded),
			new URL(page.url()).hash,
		);
		assert.ok((await frame(again, name)).width > 980, name);
	}
});

test('equal siblings of a flame chart are name~2', async (t) => {
	const file = draw('r;a;first 1\nr;b 1\nr;a;second 1\n', '--flamechart');
	const page = await show(t, file);
	await click(page, 'a', 1);
	assert.equal(hashOf(page), '#z=r;a~2');
	const again = await show(t, file, '#z=r;a~2');
	assert.ok((await frame(again, 'second')).width > 980);
});

test('links of other tools and odd ones do no harm', async (t) => {
	const file = draw(STACKS);
	const plain = await names(await show(t, file));
	const old = await show(t, file, '?x=100.5&y=485&s=alloc');
	assert.equal(await text(old, 'matched'), 'Matched: 32.50% of all');
	for (const at of [
		'?x=1&y=2',
		'?x=");evil("&y=*',
		'#z=%E0%A4%A;;;',
		'#v=nosuch',
		'#v=sandwich',
		'#v=sandwich&f=nosuch',
		'#s=',
		'#o=-|.|?|-nosuch',
		'#__proto__=x',
	]) {
		const page = await show(t, file, at);
		assert.deepEqual(await names(page), plain, at);
	}
});

test('over http, in an object and in an iframe', async (t) => {
	const svg = draw(STACKS);
	const server = http.createServer((request, response) => {
		const { pathname } = new URL(request.url, 'http://x');
		if (pathname === '/p.svg') {
			response.setHeader('Content-Type', 'image/svg+xml');
			response.end(fs.readFileSync(svg));
		} else {
			response.setHeader('Content-Type', 'text/html');
			response.end(
				'<!doctype html><link rel="icon" href="data:,"><body>' +
					'<object data="p.svg" type="image/svg+xml"></object>' +
					'<iframe src="p.svg#z=main;eval" width=700 height=300></iframe>',
			);
		}
	});
	await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
	t.after(() => server.close());
	const base = `http://127.0.0.1:${server.address().port}`;
	const alone = await show(t, base + '/p.svg#z=main');
	await click(alone, 'eval');
	await press(alone, 'Backspace');
	await alone.waitForFunction(() => location.hash === '#z=main');

	const page = await show(t, base + '/');
	const inner = page.frames().slice(1);
	const iframe = inner.find((f) => f.url().includes('#'));
	const object = inner.find((f) => f !== iframe);
	const wide = (f, name) =>
		f.evaluate((n) => {
			for (const g of document.querySelectorAll(
				'#groups > g',
			))
				if (g.textContent.startsWith(n + ' ('))
					return Number(
						g.children[1].getAttribute(
							'width',
						),
					);
		}, name);
	const size = await page.evaluate(
		() => document.querySelector('object').clientWidth,
	);
	assert.equal(size, 1200, 'an object is as wide as the picture');
	assert.equal(await wide(object, 'all'), 1200 - 13);
	assert.equal(await wide(iframe, 'eval'), 700 - 13);
});

test('the static picture: in an img, and where scripts are off', async (t) => {
	const svg = draw(STACKS);
	const html = keep(
		'img.html',
		`<!doctype html><title>x</title><style>body{margin:0}</style>
		<img src="${urlOf(svg)}">`,
	);
	const viewport = { width: 1200, height: 300 };
	const page = await show(t, html, '', { viewport });
	const image = await page.screenshot();
	const bare = await page.context().browser().newContext({
		viewport,
		javaScriptEnabled: false,
	});
	t.after(() => bare.close());
	const alone = await bare.newPage();
	await alone.goto(urlOf(svg));
	const still = await alone.screenshot();
	assert.ok(still.equals(image), 'both show the same');
	const live = await show(t, svg, '', { viewport });
	assert.ok(!(await live.screenshot()).equals(image));
	assert.ok(image.length > 8000, 'it is not blank');
});

test('damaged data: the static picture comes back', async (t) => {
	const whole = fs.readFileSync(draw(STACKS), 'utf8');
	for (const [old, bad, fault] of [
		['"v":1', '"v":9', /unknown data version 9/],
		['"bg":', '"bag":', /undefined/],
	]) {
		const file = keep('damaged.svg', whole.replace(old, bad));
		const page = await show(t, file, '', { errors: true });
		const state = await page.evaluate(() => ({
			live: document.documentElement.classList.contains(
				'live',
			),
			shown: document
				.getElementById('static')
				.getBoundingClientRect().width,
			title: document
				.getElementById('title')
				.getBoundingClientRect().width,
		}));
		assert.equal(state.live, false);
		assert.ok(state.shown > 1000 && state.title > 50);
		assert.match(page.faults.join(), fault);
	}
});

test('a script that does not run at all: the static picture comes back', async (t) => {
	const whole = fs.readFileSync(draw(STACKS), 'utf8');
	const file = keep(
		'broken.svg',
		whole.replace("'use strict';", ') syntax ('),
	);
	const page = await show(t, file, '', { errors: true });
	assert.ok(
		await page.evaluate(
			() =>
				document
					.getElementById('static')
					.getBoundingClientRect().width,
		),
	);
});
