// @ts-check
// Tables of reports whose cells lead to the runs they were made of, and drawings.

import { saveBlob } from '../api.js';
import { button, h, icon, put, s } from '../dom.js';
import { playerName } from '../players.js';
import { inline } from '../prose.js';

/** The style of drawings comes from where they are drawn. */
export function plotStyle() {
	if (document.querySelector('link[href="/api/plots.css"]')) return null;
	return new Promise((resolve) => {
		document.head.append(h('link', { rel: 'stylesheet', href: '/api/plots.css', onload: resolve, onerror: resolve }));
	});
}

const figureOf = (text) => {
	const match = text.replaceAll(',', '').match(/-?\d+(\.\d+)?/);
	return match ? Number(match[0]) : null;
};

/** The address of the runs behind a cell. */
function runsAddress(base, [contender, level]) {
	const query = new URLSearchParams();
	if (contender !== null) query.set('contender', String(contender));
	if (level !== null) query.set('level', String(level));
	return `${base}/runs?${query}`;
}

/**
 * A table that sorts by its columns.
 * @param {any} table @param {{ base: string, orders: Map<string, { column: number, down: boolean }>, save: (id: string) => void }} tools
 */
export function dataTable(table, tools) {
	let order = tools.orders.get(table.id) ?? { column: -1, down: false };
	const body = h('tbody');
	const heads = h('tr');
	const sorted = () => {
		const rows = table.rows.map((cells, i) => ({ cells, runs: table.runs[i] }));
		const { column, down } = order;
		if (column < 0) return rows;
		const key = (row) => (table.numeric[column] ? figureOf(row.cells[column]) : row.cells[column]);
		const compare = (a, b) => {
			const [x, y] = [key(a), key(b)];
			// What has no figure stays at the end, whichever way the rest is sorted.
			if (x === null || y === null) return x === y ? 0 : x === null ? 1 : -1;
			const sign = typeof x === 'number' ? x - y : String(x).localeCompare(String(y), 'en', { numeric: true });
			return down ? -sign : sign;
		};
		return rows.sort(compare);
	};
	const draw = () => {
		put(
			heads,
			table.columns.map((name, i) =>
				h(
					'th',
					{
						scope: 'col',
						class: table.numeric[i] ? 'number' : '',
						'aria-sort': order.column !== i ? 'none' : order.down ? 'descending' : 'ascending',
					},
					h(
						'button',
						{
							type: 'button',
							onclick: () => {
								order = { column: i, down: order.column === i ? !order.down : false };
								tools.orders.set(table.id, order);
								draw();
							},
						},
						name,
						order.column === i ? (order.down ? ' ▾' : ' ▴') : '',
					),
				),
			),
		);
		put(
			body,
			sorted().map(({ cells, runs }) =>
				h(
					'tr',
					null,
					cells.map((cell, i) => {
						// A contender that has no name of its own is called like its player.
						const text = cell && table.columns[i] === 'contender' ? playerName(cell) : cell;
						return h(
							i ? 'td' : 'th',
							{ scope: i ? null : 'row', class: table.numeric[i] ? 'number' : '' },
							runs[i] && text
								? h(
										'a',
										{ class: 'cell-link', href: runsAddress(tools.base, runs[i]), title: 'The runs behind this' },
										text,
									)
								: text,
						);
					}),
				),
			),
		);
	};
	draw();
	return h(
		'section',
		{ class: 'stack' },
		h(
			'header',
			{ class: 'row' },
			h('p', { class: 'lab-caption' }, inline(table.caption)),
			h('span', { class: 'spacer' }),
			button({
				icon: 'export',
				text: 'CSV',
				kind: 'quiet',
				title: 'Save this table',
				onclick: () => tools.save(table.id),
			}),
		),
		h(
			'div',
			{ class: 'table-box lab-box', tabindex: 0, role: 'region', 'aria-label': table.caption },
			h('table', { class: 'data' }, h('thead', null, heads), body),
		),
		table.total > table.rows.length
			? h('p', { class: 'note' }, `The first ${table.rows.length} of ${table.total} rows; the file has all.`)
			: null,
	);
}

/** A drawing: its nodes are taken over, its marks lead to runs. */
export function drawing(figure, base) {
	const parsed = new DOMParser().parseFromString(figure.svg, 'image/svg+xml').documentElement;
	const svg = /** @type {any} */ (document.importNode(parsed, true));
	for (const node of svg.querySelectorAll('script, foreignObject')) node.remove();
	svg.setAttribute('role', 'img');
	const [, , width, height] = (svg.getAttribute('viewBox') ?? '').split(' ').map(Number);
	if (height > 1.1 * width) svg.classList.add('tall');
	svg.setAttribute('aria-label', figure.caption);
	// Marks are for the pointer: hundreds of tiny links would be in the way of keys, and the tables have the same runs.
	for (const link of [...svg.querySelectorAll('a')]) {
		const [, query] = (link.getAttribute('href') ?? '').split('#runs?');
		const open =
			query === undefined
				? null
				: () => {
						location.hash = `${base}/runs?${query}`;
					};
		link.replaceWith(
			s('g', { class: `${link.getAttribute('class') ?? ''} plot-link`, onclick: open }, ...link.childNodes),
		);
	}
	return h(
		'figure',
		{ class: 'card lab-figure' },
		h('div', { class: 'lab-scroll' }, svg),
		h(
			'figcaption',
			null,
			h('span', null, inline(figure.caption)),
			button({ icon: 'export', label: `Save ${figure.id} as SVG`, kind: 'quiet', onclick: () => saveSvg(figure) }),
		),
	);
}

async function saveSvg(figure) {
	const css = await (await fetch('/api/plots.css')).text();
	const svg = figure.svg.replace(/<svg[^>]*>/, (tag) => `${tag}<style>${css}</style>`);
	saveBlob(new Blob([svg], { type: 'image/svg+xml' }), `${figure.id}.svg`);
}

/** Nothing to show. */
export const nothing = (text) => h('section', { class: 'empty' }, icon('lab'), h('h2', null, text));
