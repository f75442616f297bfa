// Names by id, ids by name.

function nameId(name) {
	page.ids ||= new Map(page.names.map((text, id) => [text, id]));
	return page.ids.get(name) ?? -1;
}

// The place of each name in alphabetical order.
function nameRank() {
	if (page.rank) return page.rank;
	const { names } = page;
	page.rank = new Uint32Array(names.length);
	const sorted = Array.from(names.keys()).sort((a, b) =>
		names[a] < names[b] ? -1 : names[a] > names[b] ? 1 : 0,
	);
	sorted.forEach((id, k) => (page.rank[id] = k));
	return page.rank;
}
