// @ts-check
// Four triangles in a cell, one for each action from it, coloured by what the action is held to be worth. The best one has a thick
// edge and a dot, so that it is found without its colour; one that was never tried is hatched by a dashed edge and pale.

import { s } from './dom.js';

const CELL = 64;
const MIDDLE = CELL / 2;
/** The edge of each triangle, and the place of its mark and its text. */
const SIDES = {
	u: { edge: [2, 2, 62, 2], mark: [32, 11], text: [32, 25] },
	r: { edge: [62, 2, 62, 62], mark: [54, 32], text: [47, 27] },
	d: { edge: [62, 62, 2, 62], mark: [32, 54], text: [32, 50] },
	l: { edge: [2, 62, 2, 2], mark: [10, 32], text: [17, 27] },
};

/**
 * One cell.
 * @param {{ at: [number, number], q: { direction: string, value: number, text?: string, best?: boolean, tried?: boolean }[] }} item
 * `value` is from 0 to 1.
 */
export function triangles({ at: [x, y], q }) {
	// The best one is drawn last, so that its edge lies over the others.
	const sorted = [...q].sort((a, b) => Number(a.best ?? false) - Number(b.best ?? false));
	return s(
		'g',
		{ transform: `translate(${x * CELL} ${y * CELL})`, 'data-cell': `${x},${y}` },
		sorted.map(({ direction, value, text, best = false, tried = true }) => {
			const side = SIDES[direction.toLowerCase()];
			const [x0, y0, x1, y1] = side.edge;
			return s(
				'g',
				{
					class: `${best ? 'best' : ''} ${tried ? '' : 'untried'}`,
					'data-direction': direction,
					style: { '--heat': value },
				},
				s('path', { d: `M${x0} ${y0}L${x1} ${y1}L${MIDDLE} ${MIDDLE}z` }),
				best ? s('circle', { cx: side.mark[0], cy: side.mark[1], r: 4.5 }) : null,
				text ? s('text', { x: side.text[0], y: side.text[1] }, text) : null,
			);
		}),
	);
}
