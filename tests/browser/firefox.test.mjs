// A smoke test in Firefox, through Marionette, which every Firefox has built in:
// messages are "length:json" on a socket.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { draw, STACKS } from './harness.mjs';

const firefox = process.env.FIREFOX || '/usr/bin/firefox-esr';
const profile = fs.mkdtempSync(path.join(os.tmpdir(), 'page-firefox-'));
let child;
let socket;

after(() => {
	socket?.destroy();
	child?.kill();
	return new Promise((resolve) => {
		const clean = () => {
			fs.rmSync(profile, { recursive: true, force: true });
			resolve();
		};
		if (!child || child.exitCode !== null) clean();
		else child.on('exit', clean);
	});
});

// Starts Firefox; gives send(command, parameters).
async function start() {
	fs.writeFileSync(
		path.join(profile, 'user.js'),
		'user_pref("marionette.port", 0);' +
			'user_pref("datareporting.policy.dataSubmissionEnabled", false);' +
			'user_pref("app.update.disabledForTesting", true);' +
			'user_pref("network.dns.disabled", true);',
	);
	child = spawn(
		firefox,
		[
			'--headless',
			'--marionette',
			'--no-remote',
			'--profile',
			profile,
		],
		{ stdio: 'ignore', env: { ...process.env, HOME: profile } },
	);
	const file = path.join(profile, 'MarionetteActivePort');
	for (let k = 0; k < 300 && !fs.existsSync(file); k++)
		await new Promise((resolve) => setTimeout(resolve, 100));
	socket = net.connect(
		Number(fs.readFileSync(file, 'utf8')),
		'127.0.0.1',
	);
	let text = Buffer.alloc(0);
	const waiting = [];
	socket.on('data', (data) => {
		text = Buffer.concat([text, data]);
		for (;;) {
			const colon = text.indexOf(':');
			const length = Number(text.subarray(0, colon));
			if (colon < 0 || text.length < colon + 1 + length)
				return;
			const message = text.subarray(
				colon + 1,
				colon + 1 + length,
			);
			text = text.subarray(colon + 1 + length);
			waiting.shift()?.(JSON.parse(message));
		}
	});
	await new Promise((resolve) => waiting.push(resolve));
	let serial = 0;
	return async (name, parameters = {}) => {
		const body = JSON.stringify([0, ++serial, name, parameters]);
		const answer = new Promise((resolve) => waiting.push(resolve));
		socket.write(`${Buffer.byteLength(body)}:${body}`);
		const [, , error, result] = await answer;
		if (error) throw new Error(`${name}: ${error.message}`);
		return result?.value ?? result;
	};
}

test('Firefox: draws, zooms, goes back, searches, switches views', async () => {
	const send = await start();
	await send('WebDriver:NewSession', {
		capabilities: { alwaysMatch: { acceptInsecureCerts: true } },
	});
	const run = (script, ...args) =>
		send('WebDriver:ExecuteScript', { script, args });
	const page = pathToFileURL(draw(STACKS)).href;
	await send('WebDriver:Navigate', { url: page });
	const find = `
		window.faults ||= [];
		window.onerror ||= (message) => void faults.push(message);
		const frame = (name) => [...document.querySelectorAll('#groups > g')]
			.filter((g) => !g.hasAttribute('display'))
			.find((g) => g.firstChild.textContent.startsWith(name + ' ('));
		const width = (name) =>
			Number(frame(name)?.children[1].getAttribute('width') ?? 0);
		const key = (k) => document.getElementById('stage')
			.dispatchEvent(new KeyboardEvent('keydown', {key: k, bubbles: true}));
		const text = (id) => document.getElementById(id).textContent;
	`;
	const [whole, main] = await run(
		find + "return [width('all'), width('main')]",
	);
	assert.ok(whole > 500);
	assert.ok(Math.abs(main / whole - 0.75) < 0.01);
	const zoomed = await run(`${find}
		const {x, y, width: w} =
			frame('eval').children[1].getBoundingClientRect();
		frame('eval').dispatchEvent(new MouseEvent('click',
			{clientX: x + w / 2, clientY: y + 5, bubbles: true}));
		return [width('eval'), location.hash]`);
	assert.deepEqual(zoomed, [whole, '#z=main;eval']);
	await send('WebDriver:Back');
	await new Promise((resolve) => setTimeout(resolve, 300));
	assert.equal(await run(find + "return width('main')"), main);
	assert.equal(
		await run(find + "search('alloc'); return text('matched')"),
		'Matched: 32.50% of all',
	);
	await run(find + "search('(alloc|y)+')");
	for (let k = 0; k < 50; k++) {
		await new Promise((resolve) => setTimeout(resolve, 100));
		if (!(await run(find + "return text('matched')")).endsWith('…'))
			break;
	}
	assert.equal(
		await run(find + "return text('matched')"),
		'Matched: 32.50% of all',
	);
	const views = await run(`${find}
		key('t');
		const table = text('rows').includes('alloc');
		key('t'); key('r');
		const reversed = frame('alloc') !== undefined;
		key('r'); key('m'); key('i'); key('?');
		return [table, reversed, document.getElementById('sheet').hidden,
			faults.length]`);
	assert.deepEqual(views, [true, true, false, 0]);
	await send('WebDriver:Navigate', {
		url: page + '#z=main;parse&v=icicle',
	});
	assert.equal(await run(find + "return width('parse')"), whole);
	await send('Marionette:Quit', { flags: ['eForceQuit'] });
});
