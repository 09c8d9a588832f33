// @ts-check
// What lies on very many cells of a board, as one shape: a browser arranges every shape in every frame, and ten thousand of them would
// take longer than the frame lasts.

import { s } from './dom.js';

const CELL = 64;
/** From so many on. */
export const CROWD = 128;
const OUTLINED = ['proof', 'mark', 'target', 'grabbed', 'dead-target'];
let patterns = 0;

/** One square per cell, smaller than the cell by a rim. */
export const squares = (cells, rim) =>
	cells
		.map(([x, y]) => `M${x * CELL + rim} ${y * CELL + rim}h${CELL - 2 * rim}v${CELL - 2 * rim}h${2 * rim - CELL}z`)
		.join('');

/** An overlay of many cells, or null where every cell has to be drawn for itself. */
export function crowded(kind, items, skin) {
	if (items.length < CROWD) return null;
	if (OUTLINED.includes(kind)) return s('path', { d: squares(items, 3) });
	if (kind !== 'dead' && kind !== 'reachable') return null;
	// The skin's own mark, once for every cell of the grid, seen through the cells.
	patterns += 1;
	const id = `crowd-${patterns}`;
	const grid = { id, width: CELL, height: CELL, patternUnits: 'userSpaceOnUse' };
	return [
		s('pattern', grid, s('use', { href: `#${skin}-${kind}` })),
		s('path', { d: squares(items, 0), fill: `url(#${id})` }),
	];
}
