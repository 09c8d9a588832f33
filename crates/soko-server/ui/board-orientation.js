// @ts-check
// How a board is shown: turned and mirrored. The level, its moves and its files know nothing of it.
//
// An orientation is a number from 0 to 7, the same that the server draws by: from 4 on the board is mirrored at its vertical axis,
// then it is turned by so many quarters clockwise. Cells and directions of the level go through here on their way to the screen,
// and back on their way from pointer and keys.

const CLOCKWISE = 'urdl';

/** @param {number} orientation */
const quarters = (orientation) => orientation % 4;
/** @param {number} orientation */
const isMirrored = (orientation) => orientation >= 4;

/** Do columns and rows change places? @param {number} orientation */
export const isSideways = (orientation) => orientation % 2 === 1;

/**
 * Where a cell of the level is shown. `columns` and `rows` are those of the level.
 * @param {number} orientation @param {number[]} cell @param {number} columns @param {number} rows
 */
export function shownCell(orientation, [x, y], columns, rows) {
	const across = isMirrored(orientation) ? columns - 1 - x : x;
	return [
		[across, y],
		[rows - 1 - y, across],
		[columns - 1 - across, rows - 1 - y],
		[y, columns - 1 - across],
	][quarters(orientation)];
}

/**
 * The cell of the level that is shown at a place. `columns` and `rows` are those of the level.
 * @param {number} orientation @param {number[]} shown @param {number} columns @param {number} rows
 */
export function levelCell(orientation, shown, columns, rows) {
	return isSideways(orientation)
		? shownCell(inverse(orientation), shown, rows, columns)
		: shownCell(inverse(orientation), shown, columns, rows);
}

/**
 * The direction on the screen of one of the level, a letter of LURD; capitals stay capitals.
 * @param {number} orientation @param {string} direction
 */
export function shownDirection(orientation, direction) {
	const letter = direction.toLowerCase();
	const at = CLOCKWISE.indexOf(letter);
	if (at < 0) return direction;
	const mirrored = isMirrored(orientation) ? (4 - at) % 4 : at;
	const shown = CLOCKWISE[(mirrored + quarters(orientation)) % 4];
	return direction === letter ? shown : shown.toUpperCase();
}

/** The direction of the level that points that way on the screen. @param {number} orientation @param {string} shown */
export const levelDirection = (orientation, shown) => shownDirection(inverse(orientation), shown);

/** What undoes it. Turning a mirrored board back is turning it on: the mirror comes first. @param {number} orientation */
export const inverse = (orientation) => (isMirrored(orientation) ? orientation : (4 - orientation) % 4);

/** What is shown, turned by quarters clockwise. @param {number} orientation @param {number} by */
export const rotated = (orientation, by) =>
	orientation - quarters(orientation) + ((((quarters(orientation) + by) % 4) + 4) % 4);

/** What is shown, with left and right exchanged. @param {number} orientation */
export const mirrored = (orientation) => (isMirrored(orientation) ? 0 : 4) + ((4 - quarters(orientation)) % 4);

/** An orientation in words; nothing for a board that is shown as it is. @param {number} orientation */
export function inWords(orientation) {
	const turned = ['', 'turned right', 'turned upside down', 'turned left'][quarters(orientation)];
	return [isMirrored(orientation) ? 'mirrored' : '', turned].filter(Boolean).join(' and ');
}

/**
 * A thing that lies over the board, as it is shown: a cell, or something `at` a cell that may have a direction, or several.
 * @param {any} item @param {number} orientation @param {number} columns @param {number} rows
 * @returns {any}
 */
export function shownItem(item, orientation, columns, rows) {
	if (Array.isArray(item)) return shownCell(orientation, item, columns, rows);
	const shown = { ...item, at: shownCell(orientation, item.at, columns, rows) };
	if (item.direction) shown.direction = shownDirection(orientation, item.direction);
	if (item.q)
		shown.q = item.q.map((/** @type {any} */ one) => ({
			...one,
			direction: shownDirection(orientation, one.direction),
		}));
	return shown;
}
