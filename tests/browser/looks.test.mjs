// Point 11: dark, contrast, motion, print.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
	draw,
	frames,
	press,
	settle,
	show,
	STACKS,
	text,
	urlOf,
} from './harness.mjs';

const PALETTES =
	'hot mem io red green blue yellow purple aqua orange java js perl wakeup python rust';

// WCAG 2 contrast of two colours #rrggbb.
function contrast(a, b) {
	const light = (colour) => {
		const [r, g, b3] = [1, 3, 5].map((at) => {
			const v = parseInt(colour.slice(at, at + 2), 16) / 255;
			return v <= 0.04045
				? v / 12.92
				: ((v + 0.055) / 1.055) ** 2.4;
		});
		return 0.2126 * r + 0.7152 * g + 0.0722 * b3;
	};
	const [x, y] = [light(a), light(b)];
	return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

async function checkInk(page, what) {
	for (const { label, fill, ink } of await frames(page))
		if (label)
			assert.ok(
				contrast(fill, ink) >= 4.5,
				`${what} ${fill} ${ink}`,
			);
}

// The contrast of all text of the page's own, by its computed colours.
async function checkWords(page, what) {
	const pairs = await page.evaluate(() => {
		const solid = (e) => {
			for (; e && e.nodeType === 1; e = e.parentNode) {
				const { backgroundColor } = getComputedStyle(e);
				if (!/, 0\)$/.test(backgroundColor))
					return backgroundColor;
			}
			return 'rgb(255, 255, 255)';
		};
		return [
			...document.querySelectorAll(
				'#app button, #app h1, #facts, th, td',
			),
		]
			.filter((e) => e.textContent)
			.map((e) => [
				e.textContent,
				getComputedStyle(e).color,
				solid(e),
			]);
	});
	const hex = (rgb) =>
		'#' +
		rgb
			.match(/\d+/g)
			.slice(0, 3)
			.map((v) => Number(v).toString(16).padStart(2, '0'))
			.join('');
	for (const [words, ink, back] of pairs)
		assert.ok(
			contrast(hex(ink), hex(back)) >= 4.5,
			`${what}: ${words}`,
		);
}

test('text has a contrast of 4.5 in every palette, light and dark', async (t) => {
	const names = Array.from(
		{ length: 40 },
		(_, k) => `r;f${k * 7}_[${'kji'[k % 3]}] 9`,
	);
	let page;
	for (const palette of PALETTES.split(' ')) {
		const file = draw(names.join('\n'), `--colors=${palette}`);
		if (page) await page.goto(urlOf(file) + '#s=f1');
		else
			page = await show(t, file, '#s=f1', {
				colorScheme: 'light',
			});
		await page.emulateMedia({ colorScheme: 'light' });
		await settle(page);
		await checkInk(page, palette + ' searched');
		await press(page, 'Escape');
		await checkInk(page, palette);
		await page.emulateMedia({ colorScheme: 'dark' });
		await settle(page);
		await checkInk(page, palette + ' dark');
		await page.evaluate(() => (location.hash = '#z=r;f7_[j]'));
		await settle(page);
		await checkInk(page, palette + ' zoomed');
	}
});

test('text of the page has it too; differentials as well', async (t) => {
	const file = draw(
		'a;b 1 9\na;c 9 1\nd 5 5\ne 0 3\nf 3 0\n',
		'--columns=2',
	);
	for (const colorScheme of ['light', 'dark']) {
		const page = await show(t, file, '', { colorScheme });
		await press(page, '?');
		await checkWords(page, colorScheme);
		await press(page, '?');
		await checkInk(page, colorScheme + ' differential');
		await press(page, 'b');
		await checkInk(page, colorScheme + ' safe pair');
	}
});

const dark = (page) =>
	page.evaluate(() =>
		document.documentElement.classList.contains('dark'),
	);

test('dark as the system is, and by the switch, which is remembered', async (t) => {
	const file = draw(STACKS);
	const page = await show(t, file, '', { colorScheme: 'dark' });
	assert.ok(await dark(page));
	const [{ fill }] = await frames(page);
	await page.emulateMedia({ colorScheme: 'light' });
	await settle(page);
	assert.ok(!(await dark(page)));
	assert.notEqual((await frames(page))[0].fill, fill);
	await page.click('#theme');
	assert.equal(await text(page, 'toast'), 'Theme: light');
	await press(page, 'm');
	assert.ok(await dark(page));
	await page.reload();
	await settle(page);
	assert.ok(await dark(page), 'remembered');
	await press(page, 'm');
	assert.ok(!(await dark(page)), 'as the system again');
});

test('high contrast and forced colours are followed', async (t) => {
	const page = await show(t, draw(STACKS), '', { contrast: 'more' });
	const style = (id, key) =>
		page.evaluate(
			([i, k]) =>
				getComputedStyle(document.getElementById(i))[k],
			[id, key],
		);
	const ink = await style('name', 'color');
	assert.equal(await style('facts', 'color'), ink);
	const stroke = await page.evaluate(
		() =>
			getComputedStyle(document.querySelector('#groups rect'))
				.stroke,
	);
	assert.equal(stroke, ink);
	await page.emulateMedia({ forcedColors: 'active' });
	assert.equal(await style('frames', 'forcedColorAdjust'), 'none');
	assert.equal(await style('view-flame', 'outlineStyle'), 'solid');
});

test('paper shows the view as it is, all rows, in light colours', async (t) => {
	const deep =
		Array.from({ length: 80 }, (_, k) => 'f' + k).join(';') + ' 5';
	const page = await show(t, draw(deep + '\nx 5\n'), '#z=f0', {
		colorScheme: 'dark',
	});
	const before = await frames(page);
	assert.ok(before.length < 60, 'not all rows are on screen');
	await page.evaluate(() => {
		window.addEventListener('beforeprint', () => {
			window.printed = {
				rows: document.querySelectorAll(
					'#groups > g:not([display])',
				).length,
				dark: document.documentElement.classList.contains(
					'dark',
				),
				box: document
					.getElementById('frames')
					.getAttribute('viewBox'),
			};
		});
	});
	const pdf = await page.pdf({ landscape: true });
	assert.equal(
		(pdf.toString('latin1').match(/\/Type \/Page\b/g) || []).length,
		1,
	);
	const printed = await page.evaluate(() => window.printed);
	assert.equal(printed.rows, 81);
	assert.equal(printed.dark, false);
	assert.match(printed.box, /^0 0 1000 1\d\d\d$/);
	await settle(page);
	assert.ok(await dark(page));
	const after = (await frames(page)).slice(0, before.length);
	assert.deepEqual(after, before, 'the screen is as before');
});

test('the bar keeps to the width of a phone; nothing sticks out', async (t) => {
	for (const width of [320, 390, 768]) {
		const page = await show(t, draw(STACKS), '#s=alloc', {
			viewport: { width, height: 700 },
		});
		const wide = await page.evaluate(
			() =>
				[
					...document
						.getElementById('app')
						.querySelectorAll(
							'button, input, p, h1',
						),
				]
					.map((e) => e.getBoundingClientRect())
					.filter(
						(box) =>
							box.width &&
							(box.right >
								innerWidth ||
								box.left < 0),
					).length,
		);
		assert.equal(wide, 0, `${width}`);
	}
});

// Boxes by id or selector, in the window's pixels.
const boxes = (page, ...selectors) =>
	page.evaluate(
		(list) =>
			list.map((selector) => {
				const e = document.querySelector(selector);
				const { x, y, right, bottom } =
					e.getBoundingClientRect();
				return { x, y, right, bottom };
			}),
		selectors,
	);

const PHONE = {
	viewport: { width: 360, height: 640 },
	isMobile: true,
	hasTouch: true,
};

test('a phone lays the page out in its own width: search, help, facts', async (t) => {
	const file = draw(
		'main;a 30 50\nmain;b 0 30\nidle 25 0\n',
		'--columns=2',
	);
	const page = await show(t, file, '#z=main;a&s=a', PHONE);
	assert.equal(await page.evaluate(() => innerWidth), 360);
	const [place, frame, facts] = await boxes(
		page,
		'#place',
		'#frame',
		'#facts',
	);
	assert.ok(place.right <= 360, 'how many match is not cut off');
	assert.ok(facts.bottom <= frame.bottom, 'nor are the facts');
	await page.tap('#help');
	const [sheet] = await boxes(page, '#sheet');
	assert.ok(sheet.right - sheet.x > 300, 'the sheet is not half as wide');
});

test("a differential's table on a phone: a row is one line", async (t) => {
	const file = draw('a;b 1 9\na;c 9 1\nd 5 5\n', '--columns=2');
	const page = await show(t, file, '#v=table', PHONE);
	const cells = await page.evaluate(() =>
		[...document.querySelector('#rows > *').children]
			.map((e) => e.getBoundingClientRect())
			.filter(({ width }) => width)
			.map(({ x, y }) => [x, y]),
	);
	assert.equal(cells.length, 3);
	assert.ok(Math.abs(cells[0][1] - cells[2][1]) < 5, `${cells}`);
	const [head, name] = await boxes(page, '#sort-name', '#rows .name');
	assert.equal(head.x, name.x);
});

test('the bar wraps before its buttons do, and does not move with the matches', async (t) => {
	const page = await show(t, draw(STACKS), '#s=alloc');
	for (const width of [600, 800, 900, 1000, 1200]) {
		await page.setViewportSize({ width, height: 500 });
		await settle(page);
		const [title, tools, before] = await boxes(
			page,
			'h1',
			'#tools',
			'#search',
		);
		assert.ok(tools.y < title.bottom, `${width}`);
		await page.evaluate(() => {
			const place = document.getElementById('place');
			place.textContent = '2,345 of 6,349';
		});
		const [after] = await boxes(page, '#search');
		assert.deepEqual(after, before, `${width}`);
		await press(page, 'n');
	}
});
