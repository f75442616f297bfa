// export.mjs speedscope|d3 FILE: opens what stackagg exported in the viewer that
// it is for, in a real browser, and prints what the viewer shows, a line a
// frame: speedscope "self TAB total TAB name", d3 "total TAB name".
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { modules } from './modules.mjs';

const { chromium } = modules('playwright-core');
const [viewer, file] = process.argv.slice(2);

function inPackage(name, ...rest) {
	return path.join(modules.resolve.paths(name)[0], name, ...rest);
}

// The table of its third view holds every function: "12.00 (34%)".
async function speedscope(page) {
	const index = inPackage('speedscope', 'dist/release/index.html');
	const script = path.resolve(`${file}.js`);
	const text = fs.readFileSync(file).toString('base64');

	// As its own command does.
	fs.writeFileSync(
		script,
		`speedscope.loadFileFromBase64('x', '${text}')`,
	);
	await page.goto(`${pathToFileURL(index)}#localProfilePath=${script}`);
	// It takes keys when it is ready, and doesn't say when.
	for (let tries = 0; tries < 300 && !(await page.$('table')); tries++) {
		await page.keyboard.press('3');
		await page.waitForTimeout(100);
	}
	return page.$$eval('tr', (rows) =>
		rows
			.map((row) =>
				[...row.cells].map((cell) => cell.textContent),
			)
			.filter((cells) => cells.length === 3),
	);
}

async function d3(page) {
	await page.setContent('<div id="chart"></div>');
	await page.addScriptTag({ path: inPackage('d3', 'dist/d3.min.js') });
	await page.addScriptTag({
		path: inPackage(
			'd3-flame-graph',
			'dist/d3-flamegraph.umd.min.js',
		),
	});
	return page.evaluate(
		(data) => {
			const { d3, flamegraph } = window;

			d3.select('#chart')
				.datum(data)
				.call(
					flamegraph
						.default()
						.width(1e6)
						.minFrameSize(0)
						.transitionDuration(0),
				);
			return [
				...document.querySelectorAll('#chart g.frame'),
			].map((g) => {
				const node = d3.select(g).datum();

				return [node.value, node.data.name];
			});
		},
		JSON.parse(fs.readFileSync(file, 'utf8')),
	);
}

const browser = await chromium.launch({
	executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
	args: ['--no-sandbox', '--enable-unsafe-swiftshader'],
});
try {
	const page = await browser.newPage();

	page.on('pageerror', (error) => {
		console.error(error);
		process.exitCode = 1;
	});
	for (const cells of await { speedscope, d3 }[viewer](page))
		console.log(cells.join('\t'));
} finally {
	await browser.close();
}
