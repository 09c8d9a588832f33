// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';

import {
	inverse,
	inWords,
	isSideways,
	levelCell,
	levelDirection,
	mirrored,
	rotated,
	shownCell,
	shownDirection,
	shownItem,
} from '../ui/board-orientation.js';

const ALL = [0, 1, 2, 3, 4, 5, 6, 7];
const [COLUMNS, ROWS] = [5, 3];
const cells = Array.from({ length: COLUMNS * ROWS }, (_, i) => [i % COLUMNS, Math.floor(i / COLUMNS)]);
const size = (orientation) => (isSideways(orientation) ? [ROWS, COLUMNS] : [COLUMNS, ROWS]);
const STEP = { u: [0, -1], r: [1, 0], d: [0, 1], l: [-1, 0] };

test('every cell has a place of its own, and the way back', () => {
	for (const orientation of ALL) {
		const shown = cells.map((cell) => shownCell(orientation, cell, COLUMNS, ROWS));
		const [columns, rows] = size(orientation);
		assert.ok(shown.every(([x, y]) => x >= 0 && y >= 0 && x < columns && y < rows));
		assert.equal(new Set(shown.map(String)).size, cells.length);
		assert.deepEqual(
			shown.map((cell) => levelCell(orientation, cell, COLUMNS, ROWS)),
			cells,
		);
	}
});

test('a step leads to the same cell, before it is shown or after', () => {
	for (const orientation of ALL)
		for (const [direction, [dx, dy]] of Object.entries(STEP)) {
			const [x, y] = shownCell(orientation, [2, 1], COLUMNS, ROWS);
			const shown = shownDirection(orientation, direction);
			const [sx, sy] = STEP[shown];
			assert.deepEqual([x + sx, y + sy], shownCell(orientation, [2 + dx, 1 + dy], COLUMNS, ROWS));
			assert.equal(levelDirection(orientation, shown), direction);
			assert.equal(shownDirection(orientation, direction.toUpperCase()), shown.toUpperCase());
		}
});

test('turning and mirroring act on what is shown', () => {
	for (const orientation of ALL) {
		const [columns, rows] = size(orientation);
		for (const cell of cells) {
			const shown = shownCell(orientation, cell, COLUMNS, ROWS);
			const right = shownCell(rotated(orientation, 1), cell, COLUMNS, ROWS);
			assert.deepEqual(right, [rows - 1 - shown[1], shown[0]]);
			const glass = shownCell(mirrored(orientation), cell, COLUMNS, ROWS);
			assert.deepEqual(glass, [columns - 1 - shown[0], shown[1]]);
		}
		assert.equal(rotated(rotated(orientation, 1), -1), orientation);
		assert.equal(rotated(orientation, 4), orientation);
		assert.equal(mirrored(mirrored(orientation)), orientation);
		assert.equal(inverse(inverse(orientation)), orientation);
	}
	assert.equal(new Set(ALL.map(mirrored)).size, 8);
});

test('what lies over the board goes where its cell goes', () => {
	const arrow = { at: [0, 0], direction: 'R', strength: 1 };
	assert.deepEqual(shownItem([0, 0], 1, COLUMNS, ROWS), [2, 0]);
	assert.deepEqual(shownItem(arrow, 1, COLUMNS, ROWS), { at: [2, 0], direction: 'D', strength: 1 });
	assert.deepEqual(shownItem({ at: [1, 2], q: [{ direction: 'l', value: 1 }] }, 4, COLUMNS, ROWS), {
		at: [3, 2],
		q: [{ direction: 'r', value: 1 }],
	});
	assert.deepEqual(shownItem({ at: [1, 2], text: '7' }, 2, COLUMNS, ROWS), { at: [3, 0], text: '7' });
});

test('an orientation in words', () => {
	assert.equal(inWords(0), '');
	assert.equal(inWords(3), 'turned left');
	assert.equal(inWords(6), 'mirrored and turned upside down');
});
