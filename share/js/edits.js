// Frames taken out, functions brought to the front, recursion folded.

function focusedNode() {
	const at = page.pointed || page.focus;
	return at && { ...at, id: at.part.tree.name[at.node] };
}

function addEdit(edit) {
	const edits = [...page.state.edits, edit];
	go({ edits, ...UNZOOMED });
}

function removeFrame() {
	const at = focusedNode();
	if (!at || at.part.kind !== 'flame' || at.node === 0) return;
	addEdit({ kind: 'remove', path: pathOf(page.base, at.node) });
}

function focusFunction() {
	const at = focusedNode();
	if (at && at.id >= 0)
		addEdit({ kind: 'focus', name: page.names[at.id] });
}

function foldRecursion() {
	const { edits } = page.state;
	const others = edits.filter((edit) => edit.kind !== 'fold');
	if (others.length < edits.length) go({ edits: others, ...UNZOOMED });
	else addEdit({ kind: 'fold' });
}

function sandwich(id) {
	const at = focusedNode();
	const name = id ?? (at ? at.id : -1);
	if (name < 0) return;
	go({ view: 'sandwich', of: page.names[name], ...UNZOOMED });
}
