// All functions, self and total.  Only the rows on screen exist.
const TABLE_ROW = 24; /* px */

function tableColumns() {
	const last = page.opts.columns === 2 ? 2 : 0;
	const sums = functionSums().columns;
	const columns = [
		['self', 'Self', sums[last].self],
		['total', 'Total', sums[last].total],
	];
	if (last) {
		const change = (kind) =>
			sums[2][kind].map(
				(after, id) => after - sums[1][kind][id],
			);
		columns.push(['before', 'Before', sums[1].total]);
		columns.push(['change', 'Change', change('total')]);
	}
	return columns;
}

// Ids of the functions, as sorted and searched for.
function tableOrder() {
	const { frames } = functionSums();
	const ids = [];
	for (let id = 0; id < frames.length; id++)
		if (frames[id] && !(page.hit && !page.hit[id])) ids.push(id);
	const { key, up } = page.sort;
	const sign = up ? 1 : -1;
	const rank = nameRank();
	const column = tableColumns().find(([id]) => id === key);
	return ids.sort((a, b) =>
		column
			? sign * (column[2][a] - column[2][b]) ||
				rank[a] - rank[b]
			: sign * (rank[a] - rank[b]),
	);
}

function buildTable() {
	const e = page.elements;
	e.head = html('div', { id: 'head', role: 'row' });
	e.rows = html('div', { id: 'rows', role: 'rowgroup' });
	e.scroll = html(
		'div',
		{ id: 'scroll', tabindex: '0', onscroll: () => drawRows() },
		e.rows,
	);
	e.table = html(
		'div',
		{ id: 'table', role: 'table', 'aria-label': 'Functions' },
		e.head,
		e.scroll,
	);
	return e.table;
}

function headCell(key, text) {
	const { sort } = page;
	const on = sort.key === key;
	const arrow = on ? (sort.up ? ' ▲' : ' ▼') : '';
	const order = on ? (sort.up ? 'ascending' : 'descending') : null;
	return html(
		'div',
		{ role: 'columnheader', class: key, 'aria-sort': order },
		button('sort-' + key, text + arrow, 'Sort by ' + text, () => {
			page.sort = { key, up: on ? !sort.up : key === 'name' };
			drawTable();
		}),
	);
}

function drawTable() {
	const { head, table, scroll, rows } = page.elements;
	const columns = tableColumns();
	page.order = tableOrder();
	page.row = Math.min(page.row, Math.max(0, page.order.length - 1));
	head.replaceChildren(
		...columns.map(([key, text]) => headCell(key, text)),
		headCell('name', 'Function'),
	);
	setAll(table, {
		'aria-rowcount': page.order.length + 1,
		class: columns.length > 2 ? 'wide' : null,
	});
	rows.style.height = page.order.length * TABLE_ROW + 'px';
	if (scroll.scrollTop > page.order.length * TABLE_ROW)
		scroll.scrollTop = 0;
	drawRows();
}

function tableCell(key, value) {
	const { opts, all } = page;
	const cell = html('div', { role: 'cell', class: key });
	const text = countText(opts, value);
	const share =
		key === 'change'
			? signedPercent(value / all)
			: percentText(value, all);
	cell.append(
		html('span', { class: 'share' }, share),
		html(
			'span',
			{},
			key === 'change' && value > 0 ? '+' + text : text,
		),
	);
	const part = Math.min(100, (100 * Math.abs(value)) / all);
	cell.style.setProperty('--part', part.toFixed(2) + '%');
	return cell;
}

function tableRow(columns, k) {
	const id = page.order[k];
	const row = html(
		'div',
		{
			role: 'row',
			'aria-rowindex': k + 2,
			class: k === page.row ? 'current' : null,
			onclick: () => sandwich(id),
		},
		...columns.map(([key, , values]) => tableCell(key, values[id])),
		html(
			'div',
			{ role: 'cell', class: 'name' },
			plainName(page.names[id]),
		),
	);
	row.style.top = k * TABLE_ROW + 'px';
	return row;
}

function drawRows() {
	const { scroll, rows } = page.elements;
	const first = Math.max(0, Math.floor(scroll.scrollTop / TABLE_ROW) - 5);
	const count = Math.ceil(scroll.clientHeight / TABLE_ROW) + 10;
	const columns = tableColumns();
	const made = [];
	for (let k = first; k < Math.min(page.order.length, first + count); k++)
		made.push(tableRow(columns, k));
	rows.replaceChildren(...made);
}

// True if the key was for the table.
function tableKey(event) {
	const { scroll } = page.elements;
	const pageful = Math.max(
		1,
		Math.floor(scroll.clientHeight / TABLE_ROW) - 1,
	);
	const steps = {
		ArrowDown: 1,
		ArrowUp: -1,
		PageDown: pageful,
		PageUp: -pageful,
		Home: -page.order.length,
		End: page.order.length,
	};
	if (event.target.localName === 'button') return false;
	if (event.key === 'Enter' && page.order.length) {
		sandwich(page.order[page.row]);
		event.preventDefault();
		return true;
	}
	if (!Object.hasOwn(steps, event.key)) return false;
	event.preventDefault();
	const last = page.order.length - 1;
	page.row = Math.max(0, Math.min(last, page.row + steps[event.key]));
	const top = page.row * TABLE_ROW;
	if (top < scroll.scrollTop) scroll.scrollTop = top;
	else if (top + TABLE_ROW > scroll.scrollTop + scroll.clientHeight)
		scroll.scrollTop = top + TABLE_ROW - scroll.clientHeight;
	drawRows();
	say(plainName(page.names[page.order[page.row]] || ''));
	return true;
}
