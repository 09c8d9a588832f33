// @ts-check
// The levels of a collection as cards with pictures, or as rows of a table.

import { button, count, h, icon, plural } from '../dom.js';
import { exportAs } from '../export.js';
import { skin } from '../look.js';
import { COLUMNS, solvedBy, stateOf } from './library-filter.js';
import { blockSpacer, LevelGrid, rowSpacer } from './library-grid.js';

const CARD = { width: 176, height: 226, gap: 14 };
const LINE = 46;
const STATE = {
	solved: ['good', 'check', 'solved'],
	unsolved: ['', 'dot', 'not solved'],
	unplayable: ['bad', 'warning', 'cannot be played'],
};
/** The same, where there is little room. */
const SHORT = { mine: 'by me', solvers: 'solver', both: 'by both', '': 'solved' };
/** Who solved it, in words. */
const BY = { mine: 'solved by me', solvers: 'solved by a solver', both: 'solved by me and by a solver', '': 'solved' };
const ACTIONS = [
	['solve', 'Solve'],
	['learn', 'Learn'],
	['edit', 'Edit'],
];

/** A level that was found by a search says where it is. */
const idOf = (id, row) => row.collection ?? id;
const address = (view, id, row) => `#/${view}/${encodeURIComponent(idOf(id, row))}/${row.number}`;
const isNamed = (row) => row.title && row.title !== String(row.number);
const nameOf = (row) => (isNamed(row) ? row.title : `Level ${row.number}`);
const picture = (id, row) =>
	`/api/levels/${encodeURIComponent(idOf(id, row))}/${row.number}/picture.svg?cell=24&skin=${skin()}`;

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
				exportAs(`Export “${nameOf(row)}”`, `${idOf(id, row)}-${row.number}`, (format) => ({
					path: `/api/levels/${encodeURIComponent(idOf(id, row))}/${row.number}/export?format=${format}`,
				})),
		}),
	);
}

/** The mark of a solution: a tick for the user's own, a chip for a solver's. */
const mark = (by) => (by === 'solvers' ? ['solver', 'solve'] : ['good', 'check']);

function stateTag(row) {
	const state = stateOf(row);
	if (state === 'unsolved') return h('span', { class: 'note' }, STATE.unsolved[2]);
	const by = solvedBy(row);
	const [kind, name] = state === 'solved' ? mark(by) : STATE[state];
	const text = row.error ?? BY[by];
	return h('span', { class: `tag ${kind}`, title: text }, icon(name), h('span', null, row.error ?? SHORT[by]));
}

function badges(row) {
	const state = stateOf(row);
	if (state === 'unsolved') return null;
	const one = (kind, name) => h('span', { class: `badge ${kind}` }, icon(name));
	if (state === 'unplayable') return h('span', { class: 'badges' }, one('bad', 'warning'));
	const by = solvedBy(row);
	return h(
		'span',
		{ class: 'badges', title: BY[by] },
		one(...mark(by)),
		by === 'both' ? one(...mark('solvers')) : null,
	);
}

/** A level that cannot be played is opened in the editor, which says why. */
const target = (id, row) => address(row.error ? 'edit' : 'play', id, row);

const words = (row) => (stateOf(row) === 'solved' ? BY[solvedBy(row)] : STATE[stateOf(row)][2]);

function describe(row) {
	const best = row.pushes === undefined ? '' : `, best ${row.pushes} pushes`;
	return `${row.number}. ${nameOf(row)}, ${row.width} by ${row.height}, ${row.boxes} boxes, ${words(row)}${best}`;
}

function card(id, row, index, column) {
	const state = stateOf(row);
	const facts = row.error
		? 'cannot be played'
		: `${row.boxes} ${row.boxes === 1 ? 'box' : 'boxes'}${row.pushes === undefined ? '' : ` · ${plural(row.pushes, 'push', 'pushes')}`}`;
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
				badges(row),
			),
			h(
				'span',
				{ class: 'caption' },
				isNamed(row) ? h('span', { class: 'number' }, row.number) : null,
				h('span', { class: 'name' }, nameOf(row)),
			),
			row.collection_title ? h('span', { class: 'note' }, row.collection_title) : null,
			h('span', { class: 'note' }, facts),
			h('span', { class: 'visually-hidden' }, `, ${row.width} by ${row.height}, ${words(row)}`),
		),
		actions(id, row),
	);
}

const CELLS = {
	number: (row) => row.number,
	size: (row) => `${row.width} × ${row.height}`,
	boxes: (row) => row.boxes,
	mine: (row) => count(row.mine?.pushes),
	solvers: (row) => count(row.solvers?.pushes),
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
					h(
						'a',
						{ class: 'level-link', href: target(id, row), title: nameOf(row), 'aria-label': describe(row) },
						nameOf(row),
					),
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
	const heads = COLUMNS.map(([key, name, kind, about]) => {
		const sorted = filter.sort === key ? (filter.down ? 'descending' : 'ascending') : 'none';
		const text = key === 'number' ? h('span', { 'aria-label': 'Number' }, '#') : name;
		return h(
			'th',
			{ scope: 'col', role: 'columnheader', 'data-key': key, class: `${key} ${kind}`, 'aria-sort': sorted },
			h(
				'button',
				{ type: 'button', title: about, onclick: () => sortBy(key) },
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
