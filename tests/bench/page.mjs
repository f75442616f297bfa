// page.mjs DIR: measures pages in headless Chromium, each several times in a
// fresh profile.  DIR holds, per input N, N.svg (flamesvg), N.static.svg (its
// picture without script) and N.json (for d3-flame-graph), as page.sh makes them.
// Prints a line per page, medians: load to the load event; zoom, back and
// search to the next painted frame; elements; MB of the renderer.
// Says so where flamesvg's pages are over the limits, which are for a machine
// that does nothing else.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { modules } from '../browser/modules.mjs';

const { chromium } = modules('playwright-core');
const dir = process.argv[2];
const RUNS = Number(process.env.RUNS || 3);

// Limits: load over that of an empty page by frames; ms, ms, count, MB.
const LOAD = [
	[1000, 200],
	[10000, 500],
	[100000, 600],
	[Infinity, 1100],
];
const STEP = 150;
const ELEMENTS = 10000;
const MEMORY = 250;
const MOST_D3 = 20000; /* frames; it takes minutes for more */

const median = (list) => {
	const sorted = list.filter(Number.isFinite).sort((a, b) => a - b);
	return sorted.length ? sorted[sorted.length >> 1] : NaN;
};

function memoryOf(pid) {
	const status = fs.readFileSync(`/proc/${pid}/status`, 'utf8');
	return Number(/VmRSS:\s+(\d+)/.exec(status)[1]) / 1024;
}

// Runs in the page: how long a step takes until it is painted.
async function steps(kind) {
	const painted = () =>
		new Promise((resolve) =>
			requestAnimationFrame(() =>
				requestAnimationFrame(resolve),
			),
		);
	const time = async (step) => {
		const from = performance.now();
		step();
		await painted();
		return performance.now() - from;
	};
	const box = (e) =>
		(
			e.getElementsByTagName('rect')[0] || e
		).getBoundingClientRect();
	const groups = [...document.querySelectorAll('g > title')].map(
		(t) => t.parentNode,
	);
	const widths = groups.map((g) => box(g).width);
	const wanted = Math.max(...widths) / 5;
	const best = widths.reduce(
		(at, width, k) =>
			Math.abs(width - wanted) < Math.abs(widths[at] - wanted)
				? k
				: at,
		0,
	);
	const hit = groups[best];
	const click = (element) => {
		const { x, y, width } = box(element);
		const place = {
			clientX: x + width / 2,
			clientY: y + 4,
			bubbles: true,
		};
		element.dispatchEvent(
			new MouseEvent('click', { ...place, view: window }),
		);
	};
	const out = { elements: document.getElementsByTagName('*').length };
	if (kind === 'static' || !groups.length) return out;
	hit.scrollIntoView?.({ block: 'center' });
	await painted();
	out.zoom = await time(() => click(hit));
	out.back = await time(() =>
		kind === 'd3'
			? window.chart.resetZoom()
			: document.getElementById('unzoom').dispatchEvent(
					new MouseEvent('click', {
						bubbles: true,
					}),
				),
	);
	const term = 'Request';
	out.search = await time(() =>
		kind === 'd3' ? window.chart.search(term) : window.search(term),
	);
	return out;
}

async function once(file, kind) {
	const profile = fs.mkdtempSync(path.join(os.tmpdir(), 'page-bench-'));
	const context = await chromium.launchPersistentContext(profile, {
		executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
		viewport: { width: 1280, height: 900 },
		args: [
			'--no-sandbox',
			'--disable-gpu',
			'--no-first-run',
			'--disable-background-networking',
			'--disable-component-update',
			'--disable-sync',
		],
	});
	try {
		const page = context.pages()[0];
		const faults = [];
		page.on('pageerror', (error) => faults.push(error.message));
		await page.goto(pathToFileURL(file).href, { timeout: 180000 });
		const load = await page.evaluate(async () => {
			await new Promise((resolve) =>
				setTimeout(resolve, 300),
			);
			const [entry] =
				performance.getEntriesByType('navigation');
			return entry.loadEventEnd;
		});
		const session = await context.browser().newBrowserCDPSession();
		const { processInfo } = await session.send(
			'SystemInfo.getProcessInfo',
		);
		const memory = Math.max(
			...processInfo
				.filter(({ type }) => type === 'renderer')
				.map(({ id }) => memoryOf(id)),
		);
		const found = faults.length
			? {}
			: await page.evaluate(steps, kind);
		return { load, memory, fault: faults[0], ...found };
	} finally {
		await context.close();
		fs.rmSync(profile, { recursive: true, force: true });
	}
}

// d3-flame-graph with its data in one page.
function makeD3(json) {
	const read = (name, file) =>
		fs.readFileSync(
			path.join(
				modules.resolve.paths(name)[0],
				name,
				'dist',
				file,
			),
			'utf8',
		);
	const file = json.replace(/json$/, 'html');
	fs.writeFileSync(
		file,
		`<!doctype html><meta charset="utf-8">
		<style>${read('d3-flame-graph', 'd3-flamegraph.css')}</style>
		<div id="chart"></div>
		<script>${read('d3', 'd3.min.js')}</script>
		<script>${read('d3-flame-graph', 'd3-flamegraph.umd.min.js')}</script>
		<script>
		window.chart = flamegraph.default().width(1240).transitionDuration(0);
		d3.select('#chart').datum(${fs.readFileSync(json, 'utf8')}).call(chart);
		</script>`,
	);
	return file;
}

async function measure(file, kind) {
	const runs = [];
	for (let k = 0; k < RUNS; k++) runs.push(await once(file, kind));
	const of = (key) => median(runs.map((run) => run[key]));
	return {
		load: of('load'),
		zoom: of('zoom'),
		back: of('back'),
		search: of('search'),
		elements: of('elements'),
		memory: of('memory'),
		fault: runs.map((run) => run.fault).find(Boolean),
	};
}

function report(name, numbers) {
	const cell = (value, width) =>
		(Number.isFinite(value) ? value.toFixed(0) : '-').padStart(
			width,
		);
	const { load, zoom, back, search, elements, memory, fault } = numbers;
	if (fault) console.log(name.padEnd(36) + fault);
	else
		console.log(
			name.padEnd(36) +
				`load ${cell(load, 5)} ms  zoom ${cell(zoom, 4)}  back ${cell(back, 4)}  ` +
				`search ${cell(search, 4)}  ${cell(elements, 6)} elements ` +
				`${cell(memory, 4)} MB`,
		);
}

const empty = path.join(dir, 'empty.svg');
fs.writeFileSync(empty, '<svg xmlns="http://www.w3.org/2000/svg"/>');
const base = await measure(empty, 'static');
report('an empty SVG', base);
const inputs = fs
	.readdirSync(dir)
	.filter((file) => /^[\w-]+\.svg$/.test(file) && file !== 'empty.svg')
	.map((file) => file.slice(0, -4))
	.sort((a, b) => parseInt(a) - parseInt(b));
for (const name of inputs) {
	const file = path.join(dir, name);
	const ours = await measure(file + '.svg', 'page');
	report(`${name}: flamesvg`, ours);
	const [, room] = LOAD.find(([most]) => parseInt(name) <= most);
	for (const [what, value, limit] of [
		['load', ours.load - base.load, room],
		['zoom', ours.zoom, STEP],
		['back', ours.back, STEP],
		['search', ours.search, STEP],
		['elements', ours.elements, ELEMENTS],
		['memory', ours.memory, MEMORY],
	])
		if (value > limit)
			console.log(
				`  ${what}: ${value.toFixed(0)} is over ${limit}`,
			);
	report(
		`${name}: its static picture`,
		await measure(file + '.static.svg', 'static'),
	);
	if (parseInt(name) <= MOST_D3)
		report(
			`${name}: d3-flame-graph`,
			await measure(makeD3(file + '.json'), 'd3'),
		);
}
