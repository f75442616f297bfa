// pictures.mjs SVG FOLDER: the pictures of the README, taken of an SVG.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { modules } from './modules.mjs';

const { chromium } = modules('playwright-core');
const [svg, folder] = process.argv.slice(2);
const browser = await chromium.launch({
	executablePath: '/usr/bin/chromium',
	args: ['--no-sandbox', '--disable-gpu'],
});

async function picture(name, colorScheme, hash) {
	const page = await browser.newPage({
		viewport: { width: 1200, height: 580 },
		colorScheme,
	});

	await page.goto(pathToFileURL(path.resolve(svg)).href + hash);
	await page.waitForTimeout(500);
	await page.screenshot({ path: path.join(folder, name) });
	await page.close();
}

await picture('flamegraph.png', 'light', '');
await picture('search.png', 'dark', '#s=intersect|posting');
await browser.close();
