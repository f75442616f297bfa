// What is looked at is one plain value, kept in the URL by names, so that a link
// still means the same on a newer file:
//   #z=a;b;c   zoomed to a;b;c          #u=x;y   zoomed in a sandwich's callers
//   &v=icicle  view                     &f=name  the sandwich's function
//   &s=re      search, &c=1 with case   &o=...   frames removed, focus, recursion
// A name stands percent-encoded; name~2 is the second of equal siblings of a
// flame chart, name*5 five frames of that name, one below the other.

function firstState(opts) {
	return {
		view: 'flame',
		icicle: opts.inverted,
		reversed: false,
		of: '',
		zoom: [],
		callers: [],
		search: '',
		matchCase: false,
		edits: [],
	};
}

// Readable in the address bar: what means nothing there or here stays.
function encodeName(name) {
	try {
		return encodeURIComponent(name)
			.replace(/%(3A|2F|2C|24|40)/g, decodeURIComponent)
			.replace(
				/[~*]/g,
				(c) => '%' + c.charCodeAt(0).toString(16),
			);
	} catch {
		return '';
	}
}

function decodeName(text) {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

function encodePath(path) {
	const steps = [];
	for (let k = 0; k < path.length;) {
		const { name, nth } = path[k];
		let run = 1;
		while (
			nth === 1 &&
			path[k + run]?.name === name &&
			path[k + run].nth === 1
		)
			run++;
		const suffix = nth > 1 ? '~' + nth : run > 1 ? '*' + run : '';
		steps.push(encodeName(name) + suffix);
		k += run;
	}
	return steps.join(';');
}

const DEEPEST_LINK = 1000000;

function decodePath(text) {
	const path = [];
	for (const step of text.split(';')) {
		const [, name, kind, digits] = /^(.*?)(?:([~*])(\d+))?$/s.exec(
			step,
		);
		const number = Number(digits || 1);
		const run = kind === '*' ? Math.min(number, DEEPEST_LINK) : 1;
		const nth = kind === '~' ? Math.max(1, number) : 1;
		for (let k = 0; k < run && path.length < DEEPEST_LINK; k++)
			path.push({ name: decodeName(name), nth });
	}
	return path;
}

// An edit is {kind: 'remove', path}, {kind: 'focus', name} or {kind: 'fold'}.
function encodeEdit(edit) {
	if (edit.kind === 'remove') return '-' + encodePath(edit.path);
	return edit.kind === 'focus' ? '.' + encodeName(edit.name) : '*';
}

function decodeEdit(text) {
	if (text[0] === '-')
		return { kind: 'remove', path: decodePath(text.slice(1)) };
	if (text[0] === '.')
		return { kind: 'focus', name: decodeName(text.slice(1)) };
	return text === '*' ? { kind: 'fold' } : null;
}

function encodeState(state, opts) {
	const parts = [];
	const add = (key, value, wanted = value) => {
		if (wanted) parts.push(key + '=' + value);
	};
	const views = [];
	if (state.view !== 'flame') views.push(state.view);
	if (state.icicle !== Boolean(opts.inverted))
		views.push(state.icicle ? 'icicle' : 'flame');
	if (state.reversed) views.push('reversed');
	add('o', state.edits.map(encodeEdit).join('|'));
	add('z', encodePath(state.zoom), state.zoom.length);
	add('u', encodePath(state.callers), state.callers.length);
	add('v', views.join('.'));
	if (state.view === 'sandwich') add('f', encodeName(state.of));
	add('s', encodeName(state.search));
	add('c', state.search && state.matchCase ? '1' : '');
	return parts.join('&');
}

// Whatever the text is, what comes back is a state.
function decodeState(hash, query, opts) {
	const state = firstState(opts);
	const values = new Map();
	for (const part of hash.replace(/^#/, '').split('&')) {
		const at = part.indexOf('=');
		if (at > 0) values.set(part.slice(0, at), part.slice(at + 1));
	}
	const value = (key) => values.get(key) || '';
	for (const view of value('v').split('.')) {
		if (view === 'table' || view === 'sandwich') state.view = view;
		if (view === 'icicle' || view === 'flame')
			state.icicle = view === 'icicle';
		if (view === 'reversed') state.reversed = true;
	}
	const path = (key) => (values.has(key) ? decodePath(value(key)) : []);
	state.zoom = path('z');
	state.callers = path('u');
	state.of = decodeName(value('f'));
	if (state.view === 'sandwich' && !state.of) state.view = 'flame';
	state.search = decodeName(value('s'));
	state.matchCase = value('c') === '1';
	state.edits = value('o').split('|').map(decodeEdit).filter(Boolean);
	const old = new URLSearchParams(query).get('s');
	if (!state.search && old) state.search = old;
	return state;
}
