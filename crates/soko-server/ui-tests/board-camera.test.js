// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allowed, following, freeCorner, kept, offsetFor, seenPart, windowOf } from '../ui/board-camera.js';

const HALL = { columns: 100, rows: 50 };

test('a cell is never smaller than with the whole board in sight, and not larger than makes sense', () => {
	assert.equal(allowed(2, 7), 7);
	assert.equal(allowed(32, 7), 32);
	assert.equal(allowed(5000, 7), 120);
	assert.equal(allowed(5000, 88), 176);
});

test('a board takes no more of the page than it needs', () => {
	const room = { width: 600, height: 400 };
	assert.deepEqual(windowOf(HALL, 32, room), room);
	assert.deepEqual(windowOf({ columns: 40, rows: 5 }, 32, room), { width: 600, height: 160 });
});

test('the camera never leaves the board', () => {
	assert.equal(kept(-5, 100, 32, 600), 0);
	assert.equal(kept(9999, 100, 32, 600), 2600);
	assert.equal(kept(40, 10, 32, 600), 0);
});

test('a place stays where it is while zooming, as far as there is board', () => {
	for (const cell of [20, 33, 70]) {
		const offset = offsetFor(41.25, 130, 100, cell, 600);
		assert.ok(Math.abs(41.25 * cell - offset - 130) < 1e-9);
	}
	assert.equal(offsetFor(1, 300, 100, 32, 600), 0);
});

test('the camera follows only near the edge', () => {
	const go = (offset, index) => following(offset, index, 100, 30, 600);
	assert.equal(go(900, 40), 900);
	// A margin of 120 pixels: the middle of cell 60 is at 1815.
	assert.equal(go(900, 60), 1815 + 120 - 600);
	assert.equal(go(900, 30), 915 - 120);
	assert.equal(go(900, 0), 0);
	assert.equal(go(900, 99), 2400);
	// A window of two cells: the player is in the middle.
	assert.equal(following(0, 50, 100, 30, 60), 50.5 * 30 - 30);
});

test('the overview leaves its corner before it covers the player, and stays otherwise', () => {
	const [seen, size] = [
		{ width: 400, height: 300 },
		{ width: 120, height: 80 },
	];
	const at = (corner, x, y) => freeCorner(corner, { x, y }, seen, size);
	assert.deepEqual(at([true, false], 380, 20), [false, true]);
	assert.deepEqual(at([true, false], 200, 20), [true, false]);
	assert.deepEqual(at([false, true], 20, 280), [true, false]);
	assert.deepEqual(freeCorner([true, true], null, seen, size), [true, true]);
	for (const corner of [
		[true, true],
		[true, false],
		[false, true],
		[false, false],
	])
		for (let x = 0; x <= 400; x += 20)
			for (let y = 0; y <= 300; y += 20) {
				const [right, bottom] = at(corner, x, y);
				const [left, top] = [right ? 400 - 120 : 0, bottom ? 300 - 80 : 0];
				assert.ok(!(x > left && x < left + 120 && y > top && y < top + 80), `${x} ${y} ${corner}`);
			}
});

test('the part that is seen is told in cells', () => {
	assert.deepEqual(seenPart({ x: 64, y: 32 }, 32, { width: 320, height: 160 }), {
		left: 2,
		top: 1,
		width: 10,
		height: 5,
	});
});
