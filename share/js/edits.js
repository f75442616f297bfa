// Frames taken out, functions brought to the front, recursion folded.

function addEdit(edit) {
	go({ ...UNZOOMED, edits: [...page.state.edits, edit] });
}

// What keys are about: the frame under the pointer, else the focus.
function focusedNode() {
	const { part, node } = page.pointed || page.focus;
	return { part, node, tree: part.tree, id: part.tree.name[node] };
}

function removeFrame() {
	const { part, node, tree } = focusedNode();
	if (part.kind === 'flame' && node)
		addEdit({ kind: 'remove', path: pathOf(tree, node) });
}

function focusFunction() {
	const { id } = focusedNode();
	if (id >= 0) addEdit({ kind: 'focus', name: page.names[id] });
}

function foldRecursion() {
	const { edits } = page.state;
	const others = edits.filter(({ kind }) => kind !== 'fold');
	if (others.length < edits.length) go({ ...UNZOOMED, edits: others });
	else addEdit({ kind: 'fold' });
}

function sandwich(id = focusedNode().id) {
	if (id < 0) go({ view: 'table' });
	else go({ ...UNZOOMED, view: 'sandwich', of: page.names[id] });
}
