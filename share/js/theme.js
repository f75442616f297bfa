// Light, dark, or what the system says.
const THEMES = ['system', 'light', 'dark'];
const THEME_KEY = 'flamegraph-theme';

// Storage may be forbidden; then nothing is remembered.
function storage(method, ...rest) {
	try {
		return localStorage[method](THEME_KEY, ...rest);
	} catch {
		return null;
	}
}

function applyTheme() {
	const { theme, system, printing } = page;
	page.dark =
		(theme === 'system' ? system.matches : theme === 'dark') &&
		!printing;
	page.root.classList.toggle('dark', page.dark);
}

function nextTheme() {
	page.theme = THEMES[(THEMES.indexOf(page.theme) + 1) % THEMES.length];
	storage('setItem', page.theme);
	applyTheme();
	drawFrames();
	toast('Theme: ' + page.theme);
}

function startTheme() {
	const theme = storage('getItem');
	page.theme = THEMES.includes(theme) ? theme : 'system';
	page.system = matchMedia('(prefers-color-scheme: dark)');
	page.system.addEventListener('change', () => {
		applyTheme();
		drawFrames();
	});
	applyTheme();
}
