// Points 4, 5, 8, 10: what is said of a frame; keyboard, screen reader, touch.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import {
	draw,
	hashOf,
	hover,
	keep,
	click,
	middle,
	press,
	settle,
	show,
	STACKS,
	text,
} from './harness.mjs';
import { encodeFolded, page as pageOf, share } from './fixture.mjs';

const facts = async (page) => (await text(page, 'facts')).split('  ·  ');

test('details: total, self, percent of all, view, parent', async (t) => {
	const page = await show(t, draw(STACKS));
	await hover(page, 'parse');
	assert.equal(await text(page, 'name'), 'parse');
	assert.deepEqual(await facts(page), [
		'60 samples',
		'30.00% of all',
		'40.00% of parent',
		'self 10 (5.00%)',
	]);
	await click(page, 'main');
	await hover(page, 'parse');
	assert.deepEqual(await facts(page), [
		'60 samples',
		'30.00% of all',
		'40.00% of view',
		'40.00% of parent',
		'self 10 (5.00%)',
	]);
	await page.mouse.move(5, 5);
	await settle(page);
	assert.equal(await text(page, 'name'), 'main', 'back to the focus');
});

test('details: the unit, factor and decimals of the options', async (t) => {
	const file = draw(
		'a 1.5\na;b 2.5\n',
		'--countname=ms',
		'--factor=10',
		'--nametype=Call:',
	);
	const page = await show(t, file);
	await hover(page, 'b');
	assert.equal((await facts(page))[0], '25 ms');
	assert.equal((await facts(page))[1], '62.50% of all');
	assert.equal(await page.getAttribute('#name', 'data-type'), 'Call:');
});

test('the frame under the pointer marks all of its name, with their sum', async (t) => {
	const page = await show(t, draw(STACKS));
	const marked = () =>
		page.evaluate(
			() =>
				document
					.getElementById('same')
					.getAttribute('d')
					.split('M').length - 1,
		);
	await hover(page, 'alloc');
	assert.equal(await marked(), 3);
	assert.ok((await facts(page)).includes('3 of this name: 65 (32.50%)'));
	await hover(page, 'walk', 1);
	assert.equal(await marked(), 3);
	assert.ok((await facts(page)).includes('3 of this name: 30 (15.00%)'));
	await page.mouse.move(5, 5);
	await settle(page);
	assert.equal(await marked(), 0);
});

test('what is too narrow is said, and its title shows over its pixels', async (t) => {
	const thin = Array.from({ length: 37 }, (_, k) => `r;thin${k} 1`);
	const file = draw('r;wide 200000\n' + thin.join('\n'), '--minwidth=0');
	const page = await show(t, file);
	await hover(page, 'r');
	assert.ok(
		(await facts(page)).includes(
			'+37 narrower children, 37 samples',
		),
		await text(page, 'facts'),
	);
	const few = await show(t, draw('r;a 100000\nr;b 1\nr;c 250\n'));
	await hover(few, 'r');
	assert.ok((await facts(few)).includes('+1 narrower child, 1 samples'));
	const [, y] = await middle(few, 'a');
	const [x] = await middle(few, 'r');
	await few.mouse.move(x + 493, y);
	await settle(few);
	assert.equal(await text(few, 'tip'), 'c (250 samples, 0.25%)');
});

test('c copies the name, C the stack', async (t) => {
	const page = await show(t, draw(STACKS), '', {
		permissions: ['clipboard-read', 'clipboard-write'],
	});
	const clipboard = () =>
		page.evaluate(() => navigator.clipboard.readText());
	await hover(page, 'read');
	await press(page, 'c');
	assert.equal(await clipboard(), 'read');
	assert.equal(await text(page, 'toast'), 'Name copied');
	await press(page, 'Shift+C');
	assert.equal(await clipboard(), 'main;parse;read');
});

test('without a clipboard the text is there to be taken', async (t) => {
	const page = await show(t, draw(STACKS), '#z=main;parse');
	await page.evaluate(() => {
		Object.defineProperty(navigator, 'clipboard', {
			value: undefined,
		});
	});
	await press(page, 'C');
	const field = await page.evaluate(() => {
		const area = document.activeElement;
		return [
			area.localName,
			area.value.slice(
				area.selectionStart,
				area.selectionEnd,
			),
		];
	});
	assert.deepEqual(field, ['textarea', 'main;parse']);
	await press(page, 'Escape');
	assert.equal(
		await page.evaluate(() => document.activeElement.id),
		'stage',
	);
});

test('arrows walk: callee, caller, siblings; Home; in an icicle downwards', async (t) => {
	const page = await show(t, draw(STACKS));
	const walked = [];
	await page.focus('#stage');
	for (const key of [
		'ArrowUp',
		'ArrowUp',
		'ArrowRight',
		'ArrowLeft',
		'ArrowLeft',
		'ArrowUp',
		'ArrowDown',
		'ArrowDown',
		'ArrowDown',
		'ArrowDown',
	]) {
		await press(page, key);
		walked.push(await text(page, 'name'));
	}
	assert.deepEqual(walked, [
		'main',
		'eval',
		'parse',
		'eval',
		'eval',
		'call',
		'eval',
		'main',
		'all',
		'all',
	]);
	await press(page, 'ArrowUp', 'ArrowUp', 'Home');
	assert.equal(await text(page, 'name'), 'all');
	await press(page, 'i', 'ArrowDown', 'ArrowDown');
	assert.equal(await text(page, 'name'), 'eval');
	await press(page, 'ArrowUp');
	assert.equal(await text(page, 'name'), 'main');
});

test('the focus is seen, and scrolls into sight', async (t) => {
	const deep =
		Array.from({ length: 300 }, (_, k) => 'f' + k).join(';') + ' 1';
	const page = await show(t, draw(deep));
	await page.focus('#stage');
	await press(page, ...Array.from({ length: 200 }, () => 'ArrowUp'));
	assert.equal(await text(page, 'name'), 'f199');
	const [ring, stage] = await page.evaluate(() =>
		['ring', 'stage'].map((id) => {
			const { top, bottom, width } = document
				.getElementById(id)
				.getBoundingClientRect();
			return { top, bottom, width };
		}),
	);
	assert.ok(ring.top >= stage.top && ring.bottom <= stage.bottom);
	assert.ok(ring.width > 900);
	const stroke = await page.evaluate(
		() =>
			getComputedStyle(document.getElementById('ring'))
				.strokeWidth,
	);
	assert.equal(stroke, '2px');
});

test('a screen reader walks a tree: names, levels, places, what matches', async (t) => {
	const page = await show(t, draw(STACKS));
	const session = await page.context().newCDPSession(page);
	const tree = async () => {
		const { nodes } = await session.send(
			'Accessibility.getFullAXTree',
		);
		return nodes
			.filter((node) => !node.ignored)
			.map((node) => ({
				role: node.role?.value,
				name: node.name?.value,
				...Object.fromEntries(
					(node.properties || []).map((p) => [
						p.name,
						p.value.value,
					]),
				),
				active: (node.properties || [])
					.filter(
						(p) =>
							p.name ===
							'activedescendant',
					)
					.map(
						(p) =>
							p.value.relatedNodes[0]
								.idref,
					)[0],
			}));
	};
	await page.focus('#stage');
	await press(page, 'ArrowUp', 'ArrowUp', 'ArrowRight');
	let nodes = await tree();
	const stage = nodes.find((node) => node.role === 'tree');
	assert.match(stage.name, /^Frames/);
	assert.match(stage.active, /^frame-flame-\d+$/);
	const items = nodes.filter((node) => node.role === 'treeitem');
	assert.ok(items.length >= 15);
	const read = items.find((item) => item.name.startsWith('read ('));
	assert.equal(read.name, 'read (30 samples, 15.00%)');
	assert.equal(read.level, 4);
	const chosen = items.filter((item) => item.selected);
	assert.equal(chosen.length, 1);
	assert.equal(chosen[0].name, 'parse (60 samples, 30.00%)');
	assert.equal(chosen[0].level, 3);
	const place = await page.evaluate(() => {
		const id = document
			.getElementById('stage')
			.getAttribute('aria-activedescendant');
		const { ariaPosInSet, ariaSetSize, ariaExpanded } =
			document.getElementById(id);
		return [ariaPosInSet, ariaSetSize, ariaExpanded];
	});
	assert.deepEqual(place, ['2', '3', 'true']);
	await page.evaluate(() => window.search('alloc'));
	nodes = await tree();
	for (const [role, name] of [
		['searchbox', /Search functions/],
		['button', /^Match case/],
		['button', /^flame or icicle/],
		['button', /^all keys/],
		['heading', /^Flame Graph/],
	])
		assert.ok(
			nodes.some(
				(node) =>
					node.role === role &&
					name.test(node.name),
			),
			`${role} ${name}`,
		);
	assert.match(await text(page, 'live'), /3 frames .*32\.50% of all/);
	assert.equal(await page.getAttribute('#live', 'aria-live'), 'polite');
});

test('by keyboard alone: every control has a name and shows its focus', async (t) => {
	const page = await show(t, draw(STACKS), '#s=alloc');
	const seen = [];
	await page.evaluate(() => document.activeElement?.blur());
	for (let k = 0; k < 30; k++) {
		await page.keyboard.press('Tab');
		const stop = await page.evaluate(() => {
			const e =
				document.activeElement ||
				document.documentElement;
			const label = e.getAttribute?.('aria-label');
			const { outlineStyle } = getComputedStyle(e);
			return { id: e.id, label, outlineStyle };
		});
		if (seen.some(({ id }) => id === stop.id)) break;
		seen.push(stop);
	}
	const ids = seen.map(({ id }) => id);
	for (const id of [
		'view-table',
		'search',
		'case',
		'next',
		'unzoom',
		'stage',
	])
		assert.ok(ids.includes(id), `${id} in ${ids}`);
	for (const { id, label, outlineStyle } of seen) {
		if (id === 'flamegraph' || id === '') continue;
		assert.ok(label, id);
		assert.equal(outlineStyle, 'solid', id);
	}
});

test('? lists every key, and so does the manual', async (t) => {
	const page = await show(t, draw(STACKS));
	await press(page, '?');
	const listed = await page.evaluate(() => {
		const sheet = document.getElementById('sheet');
		return [...sheet.getElementsByTagName('th')].map(
			(th) => th.textContent,
		);
	});
	const keys = listed.flatMap((keysOf) => keysOf.split(/\s+/));
	const source = fs.readFileSync(
		path.join(share, 'js/keyboard.js'),
		'utf8',
	);
	const table = /const ACTIONS = \{([^]*?)\n\};/.exec(source)[1];
	const actions = [...table.matchAll(/^\t(?:'(.)'|(\w+)): /gm)].map(
		(m) => m[1] || m[2],
	);
	assert.ok(actions.length > 15);
	for (const key of actions) assert.ok(keys.includes(key), key);
	const manual = execFileSync(
		'mandoc',
		['-Tascii', path.join(share, '../flamesvg/flamesvg.1')],
		{ encoding: 'utf8' },
	)
		.replaceAll(/.[\b]/g, '')
		.split(/[\s,]+/);
	for (const key of keys)
		assert.ok(manual.includes(key), `the manual lacks ${key}`);
	await page.click('#sheet');
	assert.ok(
		await page.evaluate(
			() => document.getElementById('sheet').hidden,
		),
	);
});

test('touch: a tap zooms, a long press tells', async (t) => {
	const page = await show(t, draw(STACKS), '', {
		hasTouch: true,
		isMobile: true,
		viewport: { width: 390, height: 700 },
	});
	await page.touchscreen.tap(...(await middle(page, 'eval')));
	await settle(page);
	assert.equal(hashOf(page), '#z=main;eval');
	const session = await page.context().newCDPSession(page);
	const [x, y] = await middle(page, 'alloc');
	const touch = (type, touchPoints) =>
		session.send('Input.dispatchTouchEvent', { type, touchPoints });
	await touch('touchStart', [{ x, y }]);
	await page.waitForTimeout(700);
	await touch('touchEnd', []);
	await settle(page);
	assert.equal(await text(page, 'name'), 'alloc');
	assert.equal(hashOf(page), '#z=main;eval', 'no zoom');
	const { height } = await page.evaluate(() => {
		const box = document
			.getElementById('search')
			.getBoundingClientRect();
		return { height: box.height };
	});
	assert.ok(height >= 36, 'controls for fingers');
});

test('a frame with a link follows it, Ctrl zooms', async (t) => {
	const attributes = keep(
		'attributes',
		'parse\thref=#s=linked\ttarget=_self\ttitle=My title\n',
	);
	const page = await show(t, draw(STACKS, `--nameattr=${attributes}`));
	await click(page, 'My title');
	assert.match(page.url(), /#s=linked$/);
	await page.evaluate(() => (location.hash = ''));
	await settle(page);
	await page.keyboard.down('Control');
	await click(page, 'My title');
	await page.keyboard.up('Control');
	assert.equal(hashOf(page), '#z=main;parse');
});

test('a link that is a script is not followed', async (t) => {
	const href = 'javascript:void(window.hit=1)';
	const attrs = { parse: { href, target: '_self' } };
	const data = encodeFolded(STACKS, { attrs });
	const page = await show(t, keep('link.svg', pageOf(data)));
	await click(page, 'parse');
	await page.waitForTimeout(200);
	assert.equal(await page.evaluate(() => window.hit), undefined);
});
