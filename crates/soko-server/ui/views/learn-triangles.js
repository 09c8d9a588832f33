// @ts-check
// Q of every cell as four triangles: laid over the board, read out under the pointer, and as a table for keys and screen readers.

import { figure } from '../chart.js';
import { button, count, h, put } from '../dom.js';

const ORDER = ['u', 'r', 'd', 'l'];
const WORD = { u: 'up', r: 'right', d: 'down', l: 'left' };
/** Most rows of the table. */
const ROWS = 300;

/**
 * Colours over the range in which nearly all values lie: one that stands for a lost game must not make all others alike.
 * @param {number[]} values
 */
export function scaleOf(values) {
	const sorted = [...values].sort((a, b) => a - b);
	const low = sorted[Math.floor((sorted.length - 1) * 0.08)] ?? 0;
	const high = sorted[sorted.length - 1] ?? 0;
	return {
		low,
		high,
		of: (value) => (high > low ? Math.max(0, Math.min(1, (value - low) / (high - low))) : 1),
	};
}

/** The actions that are best, and how their values compare. @param {{ value: number }[]} q */
const bestOf = (q) => Math.max(...q.map(({ value }) => value));

/** @param {any} board */
export function trianglePanel(board) {
	/** @type {Map<string, any>} */ let cells = new Map();
	let shown = false;
	const out = h('output', { class: 'learn-cell', 'aria-live': 'polite' });
	const rows = h('tbody');
	const table = h(
		'details',
		{ ontoggle: () => table.open && fill() },
		h('summary', null, 'Q of every cell as a table'),
		h(
			'div',
			{ class: 'table-box learn-cells', tabindex: 0, role: 'region', 'aria-label': 'Q of every cell' },
			h(
				'table',
				{ class: 'data' },
				h(
					'thead',
					null,
					h(
						'tr',
						null,
						h('th', { scope: 'col' }, 'column, row'),
						ORDER.map((direction) => h('th', { scope: 'col', class: 'number' }, WORD[direction])),
					),
				),
				rows,
			),
		),
	);
	const element = h('section', { class: 'card learn-triangles', 'aria-label': 'Q of each cell' }, out, table);
	element.hidden = true;

	const words = ({ at, q }) => {
		const best = bestOf(q);
		const value = (direction) => {
			const one = q.find((other) => other.direction === direction);
			if (!one) return null;
			return `${WORD[direction]} ${figure(one.value)}${one.value === best ? ' (best)' : ''}${one.visits ? '' : ', never tried'}`;
		};
		return `Column ${at[0] + 1}, row ${at[1] + 1}: ${ORDER.map(value).filter(Boolean).join(' · ')}`;
	};

	/** Reads a cell out; nothing without one. */
	function read(at) {
		const cell = at && cells.get(String(at));
		board.overlay('target', cell ? [cell.at] : []);
		put(
			out,
			cell
				? words(cell)
				: 'Point at a cell to read its values. The dot marks the best action; a dashed edge: never tried.',
		);
	}

	board.addEventListener('cell', (event) => {
		if (!shown) return;
		const { type, cell } = event.detail;
		if (type === 'pointermove' || type === 'pointerdown') read(cell);
	});
	board.addEventListener('pointerleave', () => shown && read(null));

	function fill() {
		const list = [...cells.values()].sort((a, b) => a.at[1] - b.at[1] || a.at[0] - b.at[0]);
		const focused = rows.contains(document.activeElement) ? document.activeElement?.getAttribute('data-at') : null;
		put(
			rows,
			list.slice(0, ROWS).map((cell) => {
				const best = bestOf(cell.q);
				return h(
					'tr',
					null,
					h(
						'th',
						{ scope: 'row' },
						button({
							text: `${cell.at[0] + 1}, ${cell.at[1] + 1}`,
							kind: 'quiet small',
							'data-at': String(cell.at),
							'aria-label': `Show column ${cell.at[0] + 1}, row ${cell.at[1] + 1} on the board`,
							onfocus: () => read(cell.at),
							onclick: () => read(cell.at),
						}),
					),
					ORDER.map((direction) => {
						const one = cell.q.find((other) => other.direction === direction);
						const mark = one && one.value === best;
						return h(
							'td',
							{ class: `number ${mark ? 'best' : ''}`, title: one ? `tried ${count(one.visits)} times` : null },
							one ? figure(one.value) : '',
							mark ? h('span', { class: 'tag accent' }, 'best') : null,
						);
					}),
				);
			}),
			list.length > ROWS
				? h('tr', null, h('td', { colspan: 5, class: 'note' }, `and ${count(list.length - ROWS)} more cells`))
				: null,
		);
		if (focused) /** @type {any} */ (rows.querySelector(`[data-at="${focused}"]`))?.focus();
	}

	return {
		element,
		/**
		 * Draws the values of cells; an empty list takes them away. Says what the colours mean.
		 * @param {{ at: number[], q: { direction: string, value: number, visits: number }[] }[]} list @param {boolean} figures
		 */
		draw(list, figures = false) {
			shown = list.length > 0;
			element.hidden = !shown;
			cells = new Map(list.map((cell) => [String(cell.at), cell]));
			const scale = scaleOf(list.flatMap(({ q }) => q.map(({ value }) => value)));
			board.overlay(
				'triangles',
				list.map(({ at, q }) => {
					const best = bestOf(q);
					return {
						at,
						q: q.map(({ direction, value, visits }) => ({
							direction,
							value: scale.of(value),
							best: value === best,
							tried: visits > 0,
							text: figures ? figure(value) : '',
						})),
					};
				}),
			);
			if (!shown) {
				board.overlay('target', []);
				return '';
			}
			if (!out.textContent) read(null);
			if (table.open) fill();
			return scale.high > scale.low ? `blue ${figure(scale.low)} or less to amber ${figure(scale.high)}` : '';
		},
	};
}
