// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startOf } from '../ui/start.js';

test('boxes and player are found on floor and on goals', () => {
	assert.deepEqual(startOf(['#####', '#$.*#', '#-+-#', '#####']), {
		player: [2, 2],
		boxes: [
			[1, 1],
			[3, 1],
		],
		facing: 'd',
	});
	assert.deepEqual(startOf(['#@#']).player, [1, 0]);
});

test('a drawing without a player has none', () => {
	assert.deepEqual(startOf(['#-#']), { player: null, boxes: [], facing: 'd' });
});
