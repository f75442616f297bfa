// Names and stacks to the clipboard; where that is forbidden, to a field from
// which they can be taken by hand.

async function copyText(text, what) {
	try {
		await navigator.clipboard.writeText(text);
		toast(what + ' copied');
	} catch {
		const field = html(
			'textarea',
			{ readonly: '', 'aria-label': what },
			text,
		);
		toast('Copy with Ctrl-C: ', field);
		field.select();
	}
}

// A short word on what was done; what holds a field stays until the next one.
function toast(...content) {
	ui.toast.replaceChildren(...content);
	ui.toast.hidden = false;
	clearTimeout(page.toasting);
	if (content.length === 1)
		page.toasting = setTimeout(
			() => (ui.toast.hidden = true),
			1500,
		);
}

function copyName() {
	const { tree, node } = focusedNode();
	copyText(nodeName(tree, node), 'Name');
}

// Root first, as in a line of folded stacks.
function copyStack() {
	const { tree, node } = focusedNode();
	const names = rootToNode(tree, node).map((i) => nodeName(tree, i));
	copyText(names.join(';'), 'Stack');
}
