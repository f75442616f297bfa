// Point 1: zoom, undo, reset.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
	click,
	draw,
	frame,
	frames,
	hashOf,
	names,
	press,
	settle,
	show,
	STACKS,
	text,
} from './harness.mjs';

const WIDE = 988; /* of 1000 px */

async function near(page, name, width) {
	const found = (await frame(page, name)).width;
	assert.ok(
		Math.abs(found - width) < 2,
		`${name}: ${found}, not ${width}`,
	);
}

test('the first picture shows all frames, the root at the floor', async (t) => {
	const page = await show(t, draw(STACKS));
	await near(page, 'all', WIDE);
	await near(page, 'main', WIDE * 0.75);
	await near(page, 'parse', WIDE * 0.3);
	const [all, main] = [
		await frame(page, 'all'),
		await frame(page, 'main'),
	];
	assert.ok(all.y > main.y && main.y > (await frame(page, 'parse')).y);
	assert.equal(all.title, 'all (200 samples, 100%)');
	assert.equal(
		(await frame(page, 'parse')).title,
		'parse (60 samples, 30.00%)',
	);
	assert.equal((await frame(page, 'read')).label, 'read');
});

test('a click zooms, ancestors stay, siblings go', async (t) => {
	const page = await show(t, draw(STACKS));
	const before = await frame(page, 'parse');
	await click(page, 'parse');
	await near(page, 'parse', WIDE);
	await near(page, 'read', WIDE / 2);
	for (const name of ['all', 'main']) {
		await near(page, name, WIDE);
		assert.ok((await frame(page, name)).above);
	}
	assert.equal((await frame(page, 'parse')).y, before.y, 'rows stay');
	assert.ok(!(await names(page)).includes('idle'));
	assert.equal(hashOf(page), '#z=main;parse');
});

test('Enter zooms to the focus; a click on an ancestor zooms out to it', async (t) => {
	const page = await show(t, draw(STACKS));
	await page.focus('#stage');
	await press(page, 'ArrowUp', 'ArrowUp', 'Enter');
	await near(page, 'eval', WIDE);
	await click(page, 'main');
	await near(page, 'main', WIDE);
	await near(page, 'eval', (WIDE * 60) / 150);
	await click(page, 'all');
	await near(page, 'main', WIDE * 0.75);
	assert.equal(hashOf(page), '');
});

test('zoom and back gives the identical geometry', async (t) => {
	const page = await show(t, draw(STACKS));
	const before = await frames(page);
	const drawn = () =>
		page.evaluate(() =>
			['slivers', 'paths'].map(
				(id) => document.getElementById(id).innerHTML,
			),
		);
	const paths = await drawn();
	await click(page, 'eval');
	await click(page, 'call');
	await press(page, 'Backspace', 'Backspace');
	await page.waitForFunction(() => location.hash === '');
	await settle(page);
	assert.deepEqual(await frames(page), before);
	assert.deepEqual(await drawn(), paths);
});

test('Backspace, Back and Forward go through the zooms', async (t) => {
	const page = await show(t, draw(STACKS));
	await click(page, 'main');
	await click(page, 'eval');
	await click(page, 'alloc');
	await press(page, 'Backspace');
	await page.waitForFunction(() => location.hash === '#z=main;eval');
	await near(page, 'eval', WIDE);
	await page.goBack();
	await settle(page);
	await near(page, 'main', WIDE);
	await page.goForward();
	await settle(page);
	await near(page, 'eval', WIDE);
	await page.goBack();
	await page.goBack();
	await settle(page);
	await near(page, 'main', WIDE * 0.75);
	assert.equal(new URL(page.url()).hash, '');
	await press(page, 'Backspace');
	assert.match(page.url(), /\.svg$/, 'the page is not left');
});

test('undo works where the history may not be used', async (t) => {
	const page = await show(t, draw(STACKS));
	await page.evaluate(() => {
		history.pushState = history.replaceState = () => {
			throw new DOMException('no', 'SecurityError');
		};
	});
	await click(page, 'main');
	await click(page, 'eval');
	await press(page, 'Backspace');
	await near(page, 'main', WIDE);
	await press(page, 'Backspace');
	await near(page, 'main', WIDE * 0.75);
	await click(page, 'main');
	await page.evaluate(() => ['a', 'al'].forEach(window.search));
	await press(page, 'Backspace');
	await near(page, 'main', WIDE * 0.75);
	assert.equal(await text(page, 'matched'), '', 'typing is one step');
});

test('Esc leaves help, then search, then zoom', async (t) => {
	const page = await show(t, draw(STACKS), '#z=main;eval&s=alloc');
	await press(page, '?', 'Escape');
	assert.equal(hashOf(page), '#z=main;eval&s=alloc');
	await press(page, 'Escape');
	assert.equal(hashOf(page), '#z=main;eval');
	await press(page, 'Escape');
	assert.equal(hashOf(page), '');
});

test('Reset is there when needed: the zoom first, then all', async (t) => {
	const page = await show(t, draw(STACKS));
	const seen = () =>
		page.evaluate(
			() =>
				getComputedStyle(
					document.getElementById('unzoom'),
				).visibility,
		);
	assert.equal(await seen(), 'hidden');
	await press(page, 'i');
	await click(page, 'eval');
	assert.equal(await seen(), 'visible');
	await page.click('#unzoom');
	assert.equal(hashOf(page), '#v=icicle');
	await press(page, '0');
	assert.equal(hashOf(page), '');
	assert.equal(await seen(), 'hidden');
});

test('a zoom moves for 150 ms at most, not at all where that is unwanted', async (t) => {
	// How long what a zoom starts takes; asked at once, for it is soon over.
	const zoom = (page) =>
		page.evaluate(() => {
			const at = document.querySelectorAll('#groups rect')[3];
			const { x, y } = at.getBoundingClientRect();
			const place = {
				clientX: x + 5,
				clientY: y + 5,
				bubbles: true,
			};
			at.dispatchEvent(new MouseEvent('click', place));
			return document
				.getElementById('frames')
				.getAnimations()
				.map(
					(a) =>
						a.effect.getComputedTiming()
							.duration,
				);
		});
	const lively = await show(t, draw(STACKS), '', { reducedMotion: null });
	const [duration] = await zoom(lively);
	assert.ok(duration > 0 && duration <= 150);
	const calm = await show(t, draw(STACKS));
	assert.deepEqual(await zoom(calm), []);
});

test('1,000 zooms: no element and no memory is left behind', async (t) => {
	const page = await show(t, draw(STACKS));
	const session = await page.context().newCDPSession(page);
	const weigh = async () => {
		await session.send('HeapProfiler.collectGarbage');
		const { usedSize } = await session.send('Runtime.getHeapUsage');
		const { nodes } = await session.send('Memory.getDOMCounters');
		return { usedSize, nodes };
	};
	const zoom = (times) =>
		page.evaluate((n) => {
			const stage = document.getElementById('stage');
			const key = (name) =>
				stage.dispatchEvent(
					new KeyboardEvent('keydown', {
						key: name,
						bubbles: true,
					}),
				);
			for (let k = 0; k < n; k++) {
				key('ArrowUp');
				key(k % 2 ? 'ArrowRight' : 'ArrowUp');
				key('Enter');
				key('0');
			}
		}, times);
	await zoom(50);
	const before = await weigh();
	await zoom(500);
	const after = await weigh();
	assert.ok(after.nodes <= before.nodes + 20, 'elements pile up');
	assert.ok(after.usedSize < before.usedSize + 300e3, 'memory piles up');
	assert.equal(await text(page, 'name'), 'all');
});
