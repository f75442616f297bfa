// Light, dark, or what the system says.
const THEMES = ['system', 'light', 'dark'];
const THEME_KEY = 'flamegraph-theme';

function savedTheme() {
	try {
		const theme = localStorage.getItem(THEME_KEY);
		return THEMES.includes(theme) ? theme : 'system';
	} catch {
		return 'system';
	}
}

function saveTheme(theme) {
	try {
		localStorage.setItem(THEME_KEY, theme);
	} catch {
		/* Not remembered where nothing may be stored. */
	}
}

function applyTheme() {
	const dark =
		page.theme === 'dark' ||
		(page.theme === 'system' && page.darkSystem.matches);
	page.dark = dark && !page.printing;
	page.root.classList.toggle('dark', page.dark);
}

function nextTheme() {
	page.theme = THEMES[(THEMES.indexOf(page.theme) + 1) % THEMES.length];
	saveTheme(page.theme);
	applyTheme();
	drawFrames();
	toast(`Theme: ${page.theme}`);
}

function startTheme() {
	page.theme = savedTheme();
	page.darkSystem = matchMedia('(prefers-color-scheme: dark)');
	page.darkSystem.addEventListener('change', () => {
		applyTheme();
		drawFrames();
	});
	applyTheme();
}
