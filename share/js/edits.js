// Frames taken out, functions brought to the front, recursion folded.

function focusedNode(page) {
	const at = page.pointed || page.focus;
	return at && { ...at, id: at.part.tree.name[at.node] };
}

function addEdit(page, edit) {
	const edits = [...page.state.edits, edit];
	go(page, { edits, zoom: [], callers: [] });
}

function removeFrame(page) {
	const at = focusedNode(page);
	if (!at || at.part.kind !== 'flame' || at.node === 0) return;
	addEdit(page, { kind: 'remove', path: pathOf(page, page.base, at.node) });
}

function focusFunction(page) {
	const at = focusedNode(page);
	if (at && at.id >= 0) addEdit(page, { kind: 'focus', name: page.names[at.id] });
}

function foldRecursion(page) {
	const { edits } = page.state;
	const others = edits.filter((edit) => edit.kind !== 'fold');
	if (others.length < edits.length)
		go(page, { edits: others, zoom: [], callers: [] });
	else addEdit(page, { kind: 'fold' });
}

function sandwich(page, id) {
	const at = focusedNode(page);
	const name = id ?? (at ? at.id : -1);
	if (name < 0) return;
	go(page, { view: 'sandwich', of: page.names[name], zoom: [], callers: [] });
}
