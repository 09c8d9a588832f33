// @ts-check
// Positions and drawings: what stands where in rows of text, and rows with player and boxes put elsewhere.

/** Where boxes and player stand in a drawing of rows. @param {string[]} rows */
export function startOf(rows) {
	const cells = rows.flatMap((row, y) => [...row].map((c, x) => ({ c, at: [x, y] })));
	const boxes = cells.filter(({ c }) => '$*'.includes(c)).map(({ at }) => at);
	const player = cells.findLast(({ c }) => '@+'.includes(c))?.at ?? null;
	return { player, boxes, facing: 'd' };
}

const GROUND = { '@': ' ', $: ' ', '*': '.', '+': '.' };

/** A drawing with player and boxes where a position has them, in XSB. @param {string[]} rows @param {any} position */
export function drawingOf(rows, { player, boxes }) {
	const cells = rows.map((row) => [...row].map((c) => GROUND[c] ?? c));
	for (const [x, y] of boxes) cells[y][x] = cells[y][x] === '.' ? '*' : '$';
	if (player) {
		const [x, y] = player;
		cells[y][x] = cells[y][x] === '.' ? '+' : '@';
	}
	return cells.map((row) => row.join('')).join('\n');
}
