// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { levelOf } from '../ui/level-address.js';

const current = { collection: 'mine', number: 7 };
const at = (...args) => levelOf({ args, currentLevel: () => current });

test('an address names a level, a collection stands for its first one', () => {
	assert.deepEqual(at('a', '3'), { collection: 'a', number: 3 });
	assert.deepEqual(at('a'), { collection: 'a', number: 1 });
	assert.deepEqual(at(), current);
});

test('what is no number is refused in words', () => {
	for (const text of ['abc', '', '0', '-1', '1.5', '1e3', ' 2', '99999999999'])
		assert.throws(() => at('a', text), { status: 400, message: `“${text}” is no number of a level` }, text);
});
