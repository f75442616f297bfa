// Names and stacks to the clipboard; where that is forbidden, to a field from
// which they can be taken by hand.

async function copyText(page, text, what) {
	try {
		await navigator.clipboard.writeText(text);
		toast(page, what + ' copied');
	} catch {
		const field = htmlElement('textarea', {
			readonly: '',
			'aria-label': what + ', copy it from here',
			onblur: () => toast(page, ''),
		});
		field.value = text;
		toast(page, 'Copy with Ctrl-C: ', field);
		field.select();
	}
}

function toast(page, ...content) {
	const { toast: element } = page.elements;
	element.replaceChildren(...content);
	element.classList.toggle('shown', content[0] !== '');
	clearTimeout(page.toasting);
	if (content.length === 1)
		page.toasting = setTimeout(() => element.classList.remove('shown'), 1500);
}

function copyName(page) {
	const at = focusedNode(page);
	if (at) copyText(page, nodeName(page, at.part.tree, at.node), 'Name');
}

// Root first, as in a line of folded stacks.
function copyStack(page) {
	const at = focusedNode(page);
	if (!at) return;
	const { tree } = at.part;
	const names = rootToNode(tree, at.node).map((i) => nodeName(page, tree, i));
	copyText(page, names.join(';'), 'Stack');
}
