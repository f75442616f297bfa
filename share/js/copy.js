// Names and stacks to the clipboard; where that is forbidden, to a field from
// which they can be taken by hand.

async function copyText(text, what) {
	try {
		await navigator.clipboard.writeText(text);
		toast(what + ' copied');
	} catch {
		const field = html('textarea', {
			readonly: '',
			'aria-label': what + ', copy it from here',
			onblur: () => toast(''),
		});
		field.value = text;
		toast('Copy with Ctrl-C: ', field);
		field.select();
	}
}

function toast(...content) {
	const { toast: element } = page.elements;
	element.replaceChildren(...content);
	element.classList.toggle('shown', content[0] !== '');
	clearTimeout(page.toasting);
	if (content.length === 1)
		page.toasting = setTimeout(
			() => element.classList.remove('shown'),
			1500,
		);
}

function copyName() {
	const at = focusedNode();
	if (at) copyText(nodeName(at.part.tree, at.node), 'Name');
}

// Root first, as in a line of folded stacks.
function copyStack() {
	const at = focusedNode();
	if (!at) return;
	const { tree } = at.part;
	const names = rootToNode(tree, at.node).map((i) => nodeName(tree, i));
	copyText(names.join(';'), 'Stack');
}
