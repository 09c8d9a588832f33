// @ts-check
// What lies over a board, drawn cell by cell: marks, arrows, values, a way.

import { triangles } from './board-triangles.js';
import { s } from './dom.js';

const CELL = 64;

const outline = ([x, y]) => s('rect', { x: x * CELL + 3, y: y * CELL + 3, width: CELL - 6, height: CELL - 6, rx: 10 });
const TURN = { u: 0, r: 90, d: 180, l: 270 };

const DRAW = {
	triangles,
	dead: ([x, y], name) => s('use', { href: `#${name}-dead`, x: x * CELL, y: y * CELL }),
	reachable: ([x, y], name) => s('use', { href: `#${name}-reachable`, x: x * CELL, y: y * CELL }),
	arrows: ({ at: [x, y], direction, strength = 1, best = true }) =>
		s('path', {
			class: best ? 'best' : 'other',
			opacity: 0.25 + 0.75 * Math.max(0, Math.min(1, strength)),
			transform: `translate(${x * CELL + 32} ${y * CELL + 32}) rotate(${TURN[direction.toLowerCase()]}) scale(${0.5 + 0.5 * strength})`,
			d: 'M0 -27l9 13h-6v8h-6v-8h-6z',
		}),
	push: ({ at: [x, y], direction }) =>
		s('path', {
			transform: `translate(${x * CELL + 32} ${y * CELL + 32}) rotate(${TURN[direction.toLowerCase()]})`,
			d: 'M0 -58l20 24h-12v34h-16v-34h-12z',
		}),
	numbers: ({ at: [x, y], text }) => s('text', { x: x * CELL + 32, y: y * CELL + 42 }, text),
	next: ({ at: [x, y], direction, best }) =>
		s('path', {
			class: best ? 'best' : 'other',
			transform: `translate(${x * CELL + 32} ${y * CELL + 32}) rotate(${TURN[direction.toLowerCase()]})`,
			d: best ? 'M0 -58l20 24h-12v34h-16v-34h-12z' : 'M0 -44l12 15h-7v16h-10v-16h-12z',
		}),
	losing: ({ at: [x, y], direction }) =>
		s(
			'g',
			{ transform: `translate(${x * CELL + 32} ${y * CELL + 32}) rotate(${TURN[direction.toLowerCase()]})` },
			['halo', 'cross'].map((name) => s('path', { class: name, d: 'M-7 -33l14 14m0 -14l-14 14' })),
		),
	heat: ({ at: [x, y], value, text }) =>
		s(
			'g',
			{ style: { '--heat': value } },
			s('rect', { x: x * CELL, y: y * CELL, width: CELL, height: CELL }),
			text ? s('text', { x: x * CELL + 32, y: y * CELL + 38 }, text) : null,
		),
};

const path = (cells) => s('polyline', { points: cells.map(([x, y]) => `${x * CELL + 32},${y * CELL + 32}`).join(' ') });

/** The shapes of one kind of overlay; `SokoBoard.overlay` lists the kinds. @param {string} kind @param {any[]} items @param {string} skin */
export function overlayShapes(kind, items, skin) {
	if (kind === 'path') return path(items);
	const draw = DRAW[kind] ?? outline;
	return items.map((item) => draw(item, skin));
}
