// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crowded, squares } from '../ui/board-crowd.js';

test('cells become squares of one path', () => {
	assert.equal(squares([[1, 2]], 0), 'M64 128h64v64h-64z');
	assert.equal(
		squares(
			[
				[0, 0],
				[1, 0],
			],
			3,
		),
		'M3 3h58v58h-58zM67 3h58v58h-58z',
	);
});

test('a few cells are drawn for themselves, and so is what differs from cell to cell', () => {
	assert.equal(crowded('target', [[1, 1]], 'wood'), null);
	assert.equal(crowded('arrows', Array(500).fill({ at: [1, 1] }), 'wood'), null);
});
