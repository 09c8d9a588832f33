// @ts-check
// What is seen of a board: the arithmetic, without a page.
//
// Lengths are CSS pixels, places on the board are counted in cells. A camera is the size of a cell and an offset: how much of the
// board lies left of and above what is seen. It never leaves the board.

/** The size of a cell with which a touch screen begins, and below which a board counts as large there and with a mouse. */
export const BEGIN = 32;
export const SMALL_TOUCH = 20;
export const SMALL = 24;
/** The largest cell, unless the whole board is shown with larger ones. */
const MOST = 120;
/** One press of a button or key. */
export const PRESS = 1.5;

const between = (least, value, most) => Math.min(most, Math.max(least, value));

/** A wanted size of a cell, made possible: never smaller than with the whole board in sight. */
export const allowed = (cell, fit) => between(fit, cell, Math.max(MOST, 2 * fit));

/** How much of the page the board takes: as much as there is, as little as it needs. */
export const windowOf = ({ columns, rows }, cell, room) => ({
	width: Math.min(room.width, columns * cell),
	height: Math.min(room.height, rows * cell),
});

/** An offset along one axis, kept on the board. */
export const kept = (offset, count, cell, seen) => between(0, offset, Math.max(0, count * cell - seen));

/** The offset along one axis with which a place of the board lies so many pixels from the edge of what is seen. */
export const offsetFor = (place, at, count, cell, seen) => kept(place * cell - at, count, cell, seen);

/** How near to the edge the player may come before the camera follows: cells are seen ahead, and in a narrow window it is centred. */
const margin = (cell, seen) => Math.min(Math.max(2.5 * cell, seen * 0.2), seen / 2);

/** The offset nearest to the present one with which a cell is well inside what is seen. */
export function following(offset, index, count, cell, seen) {
	const [middle, edge] = [(index + 0.5) * cell, margin(cell, seen)];
	return kept(between(middle + edge - seen, offset, middle - edge), count, cell, seen);
}

/** The part of the board that is seen, in cells. */
export const seenPart = ({ x, y }, cell, seen) => ({
	left: x / cell,
	top: y / cell,
	width: seen.width / cell,
	height: seen.height / cell,
});

/**
 * The corner for something that must not cover the player: the one it has, if that is free, else the one farthest away.
 * @param {{ x: number, y: number } | null} player from the corner of what is seen, in pixels
 */
export function freeCorner(corner, player, seen, size) {
	const gap = 12;
	const covers = ([right, bottom]) =>
		player !== null &&
		(right ? player.x > seen.width - size.width - gap : player.x < size.width + gap) &&
		(bottom ? player.y > seen.height - size.height - gap : player.y < size.height + gap);
	if (!player || !covers(corner)) return corner;
	return [player.x < seen.width / 2, player.y < seen.height / 2];
}
