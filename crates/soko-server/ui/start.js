// @ts-check
// The position a level starts with, read off its drawing.

/** Where boxes and player stand in a drawing of rows. @param {string[]} rows */
export function startOf(rows) {
	const cells = rows.flatMap((row, y) => [...row].map((c, x) => ({ c, at: [x, y] })));
	const boxes = cells.filter(({ c }) => '$*'.includes(c)).map(({ at }) => at);
	const player = cells.findLast(({ c }) => '@+'.includes(c))?.at ?? null;
	return { player, boxes, facing: 'd' };
}
