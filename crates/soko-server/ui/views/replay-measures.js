// @ts-check
// The measures of a solution, or of two side by side with what they differ by.

import { count, h } from '../dom.js';

const MEASURES = ['Moves', 'Pushes', 'Box lines', 'Box changes', 'Pushing sessions', 'Player lines'];

/**
 * @param {number[]} a
 * @param {number[]} [b]
 */
export function measureTable(a, b) {
	const better = (one, other) => (other !== undefined && one < other ? 'better' : '');
	return h(
		'section',
		{ class: 'card' },
		h('h2', null, 'Measures'),
		h(
			'table',
			{ class: 'data replay-measures' },
			b
				? h(
						'thead',
						null,
						h(
							'tr',
							null,
							h('td'),
							h('th', { scope: 'col', class: 'number' }, 'A'),
							h('th', { scope: 'col', class: 'number' }, 'B'),
							h('th', { scope: 'col', class: 'number' }, 'B − A'),
						),
					)
				: null,
			h(
				'tbody',
				null,
				MEASURES.map((name, i) =>
					h(
						'tr',
						null,
						h('th', { scope: 'row' }, name),
						h('td', { class: `number ${better(a[i], b?.[i])}` }, count(a[i])),
						b
							? [
									h('td', { class: `number ${better(b[i], a[i])}` }, count(b[i])),
									h(
										'td',
										{ class: 'number note' },
										b[i] === a[i] ? '=' : `${b[i] > a[i] ? '+' : '−'}${count(Math.abs(b[i] - a[i]))}`,
									),
								]
							: null,
					),
				),
			),
		),
	);
}
