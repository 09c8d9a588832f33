// @ts-check
// The levels of a collection as cards with pictures, or as rows of a table.

import { button, count, h, icon } from '../dom.js';
import { exportAs } from '../export.js';
import { skin } from '../look.js';
import { COLUMNS, stateOf } from './library-filter.js';
import { blockSpacer, LevelGrid, rowSpacer } from './library-grid.js';

const CARD = { width: 176, height: 226, gap: 14 };
const LINE = 46;
const STATE = {
	solved: ['good', 'check', 'solved'],
	unsolved: ['', 'dot', 'not solved'],
	unplayable: ['bad', 'warning', 'cannot be played'],
};
const ACTIONS = [
	['solve', 'Solve'],
	['learn', 'Learn'],
	['edit', 'Edit'],
];

const address = (view, id, row) => `#/${view}/${encodeURIComponent(id)}/${row.number}`;
const isNamed = (row) => row.title && row.title !== String(row.number);
const nameOf = (row) => (isNamed(row) ? row.title : `Level ${row.number}`);
const picture = (id, row) => `/api/levels/${encodeURIComponent(id)}/${row.number}/picture.svg?cell=24&skin=${skin()}`;

/** What can be done with a level beside playing it. */
function actions(id, row) {
	const possible = row.error ? ACTIONS.filter(([view]) => view === 'edit') : ACTIONS;
	return h(
		'span',
		{ class: 'actions' },
		possible.map(([view, text]) =>
			h(
				'a',
				{
					href: address(view, id, row),
					tabindex: -1,
					class: 'button quiet square',
					'aria-label': `${text} ${nameOf(row)}`,
					title: text,
				},
				icon(view),
			),
		),
		button({
			icon: 'export',
			label: `Export ${nameOf(row)}`,
			title: 'Export',
			kind: 'quiet',
			tabindex: -1,
			onclick: () =>
				exportAs(`Export “${nameOf(row)}”`, `${id}-${row.number}`, (format) => ({
					path: `/api/levels/${encodeURIComponent(id)}/${row.number}/export?format=${format}`,
				})),
		}),
	);
}

function stateTag(row) {
	const [kind, name, text] = STATE[stateOf(row)];
	if (!kind) return h('span', { class: 'note' }, text);
	return h('span', { class: `tag ${kind}`, title: row.error ?? text }, icon(name), h('span', null, row.error ?? text));
}

/** A level that cannot be played is opened in the editor, which says why. */
const target = (id, row) => address(row.error ? 'edit' : 'play', id, row);

function describe(row) {
	const best = row.pushes === undefined ? '' : `, best ${row.pushes} pushes`;
	return `${row.number}. ${nameOf(row)}, ${row.width} by ${row.height}, ${row.boxes} boxes, ${STATE[stateOf(row)][2]}${best}`;
}

function card(id, row, index, column) {
	const state = stateOf(row);
	const facts = row.error
		? 'cannot be played'
		: `${row.boxes} ${row.boxes === 1 ? 'box' : 'boxes'}${row.pushes === undefined ? '' : ` · ${count(row.pushes)} pushes`}`;
	return h(
		'div',
		{ role: 'gridcell', class: `level ${state}`, 'data-index': index, 'aria-colindex': column + 1 },
		h(
			'a',
			{ class: 'level-link', href: target(id, row), title: row.error ?? nameOf(row) },
			h(
				'span',
				{ class: 'thumb' },
				h('img', { src: picture(id, row), alt: '', loading: 'lazy', decoding: 'async', draggable: false }),
				state === 'unsolved' ? null : h('span', { class: `badge ${STATE[state][0]}` }, icon(STATE[state][1])),
			),
			h(
				'span',
				{ class: 'caption' },
				isNamed(row) ? h('span', { class: 'number' }, row.number) : null,
				h('span', { class: 'name' }, nameOf(row)),
			),
			h('span', { class: 'note' }, facts),
			h('span', { class: 'visually-hidden' }, `, ${row.width} by ${row.height}, ${STATE[state][2] ?? state}`),
		),
		actions(id, row),
	);
}

const CELLS = {
	number: (row) => row.number,
	size: (row) => `${row.width} × ${row.height}`,
	boxes: (row) => row.boxes,
	pushes: (row) => count(row.pushes),
	moves: (row) => count(row.moves),
	optimum: (row) =>
		row.optimum === undefined
			? '–'
			: [count(row.optimum), row.pushes === row.optimum ? icon('check', 'attained') : null],
	state: stateTag,
};

function line(id, row, index) {
	const cells = COLUMNS.map(([key, , kind]) =>
		key === 'title'
			? h(
					'th',
					{ scope: 'row', role: 'rowheader', class: 'title' },
					h('a', { class: 'level-link', href: target(id, row), 'aria-label': describe(row) }, nameOf(row)),
				)
			: h('td', { role: 'gridcell', class: `${key} ${kind}` }, CELLS[key](row)),
	);
	const open = (event) => {
		if (!event.target.closest('a, button')) location.hash = target(id, row);
	};
	return h(
		'tr',
		{ role: 'row', 'data-index': index, class: stateOf(row), onclick: open },
		cells,
		h('td', { role: 'gridcell', class: 'do' }, actions(id, row)),
	);
}

/** A grid of levels; shown by its `show`. */
export function makeGrid({ id, rows, mode, filter, signal, sortBy, onmove }) {
	if (mode === 'table') return table({ id, rows, filter, signal, sortBy, onmove });
	const box = h('div', { class: 'cards', role: 'grid', 'aria-label': 'Levels' });
	const drawRow = (from, to) =>
		h(
			'div',
			{ role: 'row', class: 'cards-row' },
			rows.slice(from, to).map((row, i) => card(id, row, from + i, i)),
		);
	const measure = () => ({
		height: CARD.height + CARD.gap,
		columns: Math.max(2, Math.floor((box.clientWidth + CARD.gap) / (CARD.width + CARD.gap))),
	});
	const grid = new LevelGrid({
		box,
		body: box,
		drawRow,
		spacer: blockSpacer,
		measure: () => {
			const measured = measure();
			box.style.setProperty('--across', String(measured.columns));
			return measured;
		},
		onmove,
		signal,
	});
	return { box, grid };
}

function table({ id, rows, filter, signal, sortBy, onmove }) {
	const heads = COLUMNS.map(([key, name, kind]) => {
		const sorted = filter.sort === key ? (filter.down ? 'descending' : 'ascending') : 'none';
		const text = key === 'number' ? h('span', { 'aria-label': 'Number' }, '#') : name;
		return h(
			'th',
			{ scope: 'col', role: 'columnheader', 'data-key': key, class: `${key} ${kind}`, 'aria-sort': sorted },
			h(
				'button',
				{ type: 'button', onclick: () => sortBy(key) },
				text,
				h('span', { class: 'sorted', 'aria-hidden': 'true' }, { ascending: '▲', descending: '▼', none: '' }[sorted]),
			),
		);
	});
	const body = h('tbody');
	const box = h(
		'table',
		{ class: 'data levels-table', role: 'grid', 'aria-label': 'Levels', 'aria-colcount': COLUMNS.length + 1 },
		h(
			'thead',
			null,
			h(
				'tr',
				{ role: 'row', 'aria-rowindex': 1 },
				heads,
				h(
					'th',
					{ scope: 'col', role: 'columnheader', class: 'do' },
					h('span', { class: 'visually-hidden' }, 'Actions'),
				),
			),
		),
		body,
	);
	const grid = new LevelGrid({
		box,
		body,
		drawRow: (from) => line(id, rows[from], from),
		spacer: rowSpacer,
		measure: () => ({
			height: body.querySelector('tr[data-index]')?.getBoundingClientRect().height || LINE,
			columns: 1,
		}),
		onmove,
		signal,
	});
	grid.headRows = 1;
	return { box, grid };
}
