// Text of the input and the options stays text in each place where a picture
// shows it, with our script and without: nothing runs, nothing is loaded.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { draw, keep, settle, show } from './harness.mjs';

const EVILS = [
	'</script><script>window.hit=1</script>',
	']]></metadata><script>window.hit=1</script>',
	'--><script>window.hit=1</script><!--',
	'" onload="window.hit=1" onmouseover="window.hit=1" x="',
	"' onload='window.hit=1",
	'<image href="https://evil.example/x.png"/>',
	'<style>@import url(https://evil.example/x.css)</style>',
	'url(https://evil.example/x.svg#p)',
	'";}@import url(https://evil.example/y.css);a{b:"',
	'javascript:window.hit=1',
	'data:text/html,<script>window.hit=1</script>',
	'&#60;script&#62;window.hit=1&#60;/script&#62;',
	'&evil;',
	'\\u003cscript\\u003ewindow.hit=1\\u003c/script\\u003e',
	'\\"}];window.hit=1;//',
];

// No TAB in a field: it would begin the next one.
function attributes(evil) {
	const fields = [
		`href=${evil}`,
		`title=${evil}`,
		`class=${evil}`,
		`id=${evil}`,
		`target=${evil}`,
		`g_extra=data-x="${evil}" onload="window.hit=1" style="${evil}" stroke="${evil}"`,
		`a_extra=rel='${evil}' onclick='window.hit=1' xlink:href='${evil}'`,
	];
	return [evil.split(';')[0], 'plain']
		.map((name) => [name, ...fields].join('\t') + '\n')
		.join('');
}

function hostilePicture(evil, ...options) {
	const folded = `plain;${evil};leaf 10\n${evil} 5\nplain;other 3\n`;
	return draw(
		folded,
		`--title=${evil}`,
		`--subtitle=${evil}`,
		`--countname=${evil}`,
		`--nametype=${evil}`,
		`--notes=${evil}`,
		`--fonttype=${evil}`,
		`--nameattr=${keep('attributes', attributes(evil))}`,
		...options,
	);
}

async function checkHarmless(t, file, evil) {
	const asked = [];
	const page = await show(t, file);
	page.on('request', (request) => asked.push(request.url()));
	await page.reload();
	await settle(page);
	const size = page.viewportSize();
	for (let y = 20; y < size.height; y += 40) {
		await page.mouse.move(300, y);
	}
	await settle(page);
	const seen = await page.evaluate(() => ({
		hit: window.hit ?? 0,
		broken: document.querySelectorAll('parsererror').length,
		loaders: document.querySelectorAll('image, img, use, iframe')
			.length,
		handlers: [...document.querySelectorAll('*')].filter((e) =>
			e.getAttributeNames().some((name) => /^on/.test(name)),
		).length,
		links: [...document.querySelectorAll('a')]
			.map((a) => a.href.baseVal ?? a.href)
			.filter((href) => /^(javascript|data):/i.test(href)),
	}));
	assert.deepEqual(
		seen,
		{ hit: 0, broken: 0, loaders: 0, handlers: 0, links: [] },
		evil,
	);
	for (const url of asked) assert.match(url, /^file:/, evil);
}

test('with our script', async (t) => {
	for (const evil of EVILS)
		await checkHarmless(t, hostilePicture(evil), evil);
});

test('without it', async (t) => {
	for (const evil of EVILS)
		await checkHarmless(
			t,
			hostilePicture(evil, '--no-javascript'),
			evil,
		);
});

test('drawn otherwise', async (t) => {
	const evil = EVILS.join(' ');
	for (const option of [
		'--inverted',
		'--reverse',
		'--flamechart',
		'--pretty-xml',
		'--titles=all',
		'--colors=java',
		'--colors=module',
	])
		await checkHarmless(t, hostilePicture(evil, option), evil);
});
