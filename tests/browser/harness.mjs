// What the tests of the page need: flamesvg's pages in a real browser.  An error
// in the console, an uncaught exception or a dialog fails the test.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before } from 'node:test';
import { pathToFileURL } from 'node:url';
import { modules } from './modules.mjs';

const { chromium } = modules('playwright-core');
const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'page-'));
let browser;

before(async () => {
	browser = await chromium.launch({
		executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
		args: [
			'--no-sandbox',
			'--disable-gpu',
			'--no-first-run',
			'--disable-background-networking',
			'--disable-component-update',
			'--disable-sync',
			'--enable-precise-memory-info',
		],
	});
});

after(async () => {
	await browser?.close();
	fs.rmSync(dir, { recursive: true, force: true });
});

// 200 samples: recursion, a name in several places, a kernel mark.
export const STACKS = `main;parse;read_[k] 30
main;parse;alloc 20
main;parse 10
main;eval;call;alloc 25
main;eval;call;eval;call 15
main;eval;call;eval;call;alloc 20
main;walk;walk;walk 12
main;walk;walk;visit 18
idle;wait_[k] 50
`;

let serial = 0;

// The file of the picture that flamesvg makes of folded stacks.
export function draw(folded, ...options) {
	const file = path.join(dir, `${++serial}.svg`);
	const tool = path.join(process.env.BIN || 'build/bin', 'flamesvg');
	const out = fs.openSync(file, 'w');
	execFileSync(tool, ['-q', ...options], {
		input: folded,
		stdio: ['pipe', out, 'inherit'],
	});
	fs.closeSync(out);
	return file;
}

export function keep(name, text) {
	const file = path.join(dir, name);
	fs.writeFileSync(file, text);
	return file;
}

export const urlOf = (file) => pathToFileURL(file).href;

// Opens a file.  context: options of the browser's context; errors: true where
// the test expects some.
export async function show(t, file, at = '', { errors, ...options } = {}) {
	const context = await browser.newContext({
		viewport: { width: 1000, height: 600 },
		reducedMotion: 'reduce',
		...options,
	});
	const page = await context.newPage();
	const faults = [];
	page.on('pageerror', (error) => faults.push(String(error.stack)));
	page.on('console', (message) => {
		if (/error|warning/.test(message.type()))
			faults.push(message.text());
	});
	page.on('dialog', (dialog) => {
		faults.push('dialog: ' + dialog.message());
		dialog.dismiss();
	});
	page.faults = faults;
	t.after(async () => {
		await context.close();
		if (!errors) assert.deepEqual(faults, []);
	});
	await page.goto(/^https?:/.test(file) ? file : urlOf(file) + at);
	await settle(page);
	return page;
}

// Two frames later all is drawn.
export function settle(page) {
	return page.evaluate(
		() =>
			new Promise((resolve) =>
				setTimeout(() =>
					requestAnimationFrame(() =>
						requestAnimationFrame(resolve),
					),
				),
			),
	);
}

// All frames that have elements: {name, title, x, y, width, fill, ink, label}.
export function frames(page) {
	return page.evaluate(() =>
		[
			...document.querySelectorAll(
				'#groups > g:not([display])',
			),
		].map((g) => {
			const [title, rect, text] = g.children;
			const number = (key) => Number(rect.getAttribute(key));
			return {
				name: title.textContent.replace(
					/ \([^(]*\)$/,
					'',
				),
				title: title.textContent,
				x: number('x'),
				y: number('y'),
				width: number('width'),
				fill: rect.getAttribute('fill'),
				ink: text.getAttribute('fill'),
				label: text.textContent,
				above: g.getAttribute('class') === 'above',
			};
		}),
	);
}

export async function frame(page, name, nth = 0) {
	const found = (await frames(page)).filter((f) => f.name === name);
	assert.ok(found.length > nth, `no frame ${name}`);
	return found[nth];
}

// The middle of a frame, in the window's pixels.
export async function middle(page, name, nth = 0) {
	const { x, y, width } = await frame(page, name, nth);
	const origin = await page.evaluate(() => {
		const box = document
			.getElementById('frames')
			.getBoundingClientRect();
		return { x: box.x, y: box.y };
	});
	return [origin.x + x + width / 2, origin.y + y + 5];
}

export async function click(page, name, nth) {
	await page.mouse.click(...(await middle(page, name, nth)));
	await settle(page);
}

export async function hover(page, name, nth) {
	await page.mouse.move(...(await middle(page, name, nth)));
	await settle(page);
}

export async function press(page, ...keys) {
	for (const key of keys) await page.keyboard.press(key);
	await settle(page);
}

export function text(page, id) {
	return page.evaluate(
		(key) => document.getElementById(key).textContent,
		id,
	);
}

export const hashOf = (page) => decodeURIComponent(new URL(page.url()).hash);

// The names of what is drawn, widest first.
export async function names(page) {
	const all = await frames(page);
	return all.sort((a, b) => b.width - a.width).map((f) => f.name);
}
