// All functions, self and total.  Only the rows on screen exist.
const TABLE_ROW = 24; /* px */

// [key, head, value per name]
function tableColumns() {
	const { columns } = functionSums();
	const { self, total } = columns[columns.length - 1];
	const list = [
		['self', 'Self', self],
		['total', 'Total', total],
	];
	if (columns.length > 1) {
		const before = columns[1].total;
		const change = total.map((after, id) => after - before[id]);
		list.push(
			['before', 'Before', before],
			['change', 'Change', change],
		);
	}
	return list;
}

// Ids of the functions, as searched for and sorted.
function tableOrder(columns) {
	const { frames } = functionSums();
	const { key, up } = page.sort;
	const rank = nameRank();
	const sign = up ? 1 : -1;
	const [, , values = rank] = columns.find(([id]) => id === key) || [];
	return Array.from(frames.keys())
		.filter((id) => frames[id] && (!page.hit || page.hit[id]))
		.sort(
			(a, b) =>
				sign * (values[a] - values[b]) ||
				rank[a] - rank[b],
		);
}

function buildTable() {
	return html(
		'div#table',
		{ role: 'table', 'aria-label': 'Functions' },
		html('div#head', { role: 'row' }),
		html(
			'div#scroll',
			{ tabindex: '0', onscroll: drawRows },
			html('div#rows', { role: 'rowgroup' }),
		),
	);
}

function headCell([key, text]) {
	const { sort } = page;
	const on = sort.key === key;
	const order = on ? (sort.up ? 'ascending' : 'descending') : null;
	const click = () => {
		page.sort = { key, up: on ? !sort.up : key === 'name' };
		drawTable();
	};
	return html(
		'div',
		{ role: 'columnheader', class: key, 'aria-sort': order },
		button('#sort-' + key, text, 'Sort by ' + text, click),
	);
}

function drawTable() {
	const columns = tableColumns();
	page.order = tableOrder(columns);
	page.row = Math.max(0, Math.min(page.row, page.order.length - 1));
	const heads = [...columns, ['name', 'Function']];
	ui.head.replaceChildren(...heads.map(headCell));
	setAll(ui.table, {
		'aria-rowcount': page.order.length + 1,
		class: columns.length > 2 ? 'wide' : null,
	});
	ui.rows.style.height = page.order.length * TABLE_ROW + 'px';
	drawRows();
}

function tableCell([key, , values], id) {
	const { opts, all } = page;
	const value = values[id];
	const signed = key === 'change';
	const text = (signed && value > 0 ? '+' : '') + countText(opts, value);
	const share = signed
		? signedPercent(value / all)
		: percentText(value, all);
	const part = Math.min(100, (100 * Math.abs(value)) / all).toFixed(2);
	return html(
		'div',
		{ role: 'cell', class: key, style: `--part: ${part}%` },
		html('span', { class: 'share' }, share),
		html('span', null, text),
	);
}

function drawRows() {
	const first = Math.max(
		0,
		Math.floor(ui.scroll.scrollTop / TABLE_ROW) - 5,
	);
	const count = Math.ceil(ui.scroll.clientHeight / TABLE_ROW) + 10;
	const columns = tableColumns();
	const rows = page.order.slice(first, first + count).map((id, at) => {
		const k = first + at;
		const row = {
			role: 'row',
			'aria-rowindex': k + 2,
			class: k === page.row ? 'current' : null,
			style: `top: ${k * TABLE_ROW}px`,
			onclick: () => sandwich(id),
		};
		const name = plainName(page.names[id]);
		return html(
			'div',
			row,
			...columns.map((column) => tableCell(column, id)),
			html('div', { role: 'cell', class: 'name' }, name),
		);
	});
	ui.rows.replaceChildren(...rows);
}

// True if the key was for the table.
function tableKey({ key, target }) {
	const { scroll } = ui;
	const last = page.order.length - 1;
	const pageful = Math.max(
		1,
		Math.floor(scroll.clientHeight / TABLE_ROW) - 1,
	);
	const steps = {
		ArrowDown: 1,
		ArrowUp: -1,
		PageDown: pageful,
		PageUp: -pageful,
		Home: -last,
		End: last,
	};
	if (target.localName === 'button' || last < 0) return false;
	if (key === 'Enter') sandwich(page.order[page.row]);
	if (!Object.hasOwn(steps, key)) return key === 'Enter';
	page.row = Math.max(0, Math.min(last, page.row + steps[key]));
	const top = page.row * TABLE_ROW;
	const room = scroll.clientHeight - TABLE_ROW;
	scroll.scrollTop = Math.max(
		top - room,
		Math.min(top, scroll.scrollTop),
	);
	drawRows();
	say(plainName(page.names[page.order[page.row]]));
	return true;
}
