// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawingOf } from '../ui/start.js';
import { Trail } from '../ui/views/replay-trail.js';

const REPLAY = {
	start: { player: [1, 1], boxes: [[3, 1]] },
	steps: [
		{ direction: 'r', push: false, from: [1, 1], to: [2, 1] },
		{ direction: 'r', push: true, from: [2, 1], to: [3, 1], box: { index: 0, from: [3, 1], to: [4, 1] } },
		{ direction: 'l', push: false, from: [3, 1], to: [2, 1] },
	],
};

test('a way is walked there and back', () => {
	const trail = new Trail(REPLAY);
	assert.deepEqual(trail.stops, { moves: [0, 1, 2, 3], pushes: [0, 2, 3] });
	assert.deepEqual(trail.seek(2), { player: [3, 1], boxes: [[4, 1]], facing: 'r' });
	assert.deepEqual(trail.seek(3), { player: [2, 1], boxes: [[4, 1]], facing: 'l' });
	assert.deepEqual(trail.seek(0), { player: [1, 1], boxes: [[3, 1]], facing: 'd' });
	assert.deepEqual(REPLAY.start, { player: [1, 1], boxes: [[3, 1]] }, 'what was told stays as it is');
});

test('a position is drawn over the ground of a level', () => {
	const rows = ['######', '#@ $.#', '######'];
	assert.equal(drawingOf(rows, { player: [3, 1], boxes: [[4, 1]] }), '######\n#  @*#\n######');
	assert.equal(drawingOf(rows, { player: [4, 1], boxes: [[1, 1]] }), '######\n#$  +#\n######');
});
