// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { keepTurn, levelName, turnOf } from '../ui/board-turning.js';

function storage() {
	const items = new Map();
	return { getItem: (name) => items.get(name) ?? null, setItem: (name, text) => items.set(name, text) };
}

test('each level is turned on its own, and the way it is needs no memory', () => {
	const store = storage();
	const [one, two] = [1, 2].map((number) => levelName({ collection: 'rooms', number }));
	assert.equal(turnOf(one, store), 0);
	keepTurn(one, 3, store);
	keepTurn(two, 5, store);
	assert.deepEqual([turnOf(one, store), turnOf(two, store)], [3, 5]);
	keepTurn(one, 0, store);
	assert.equal(store.getItem('turns'), '{"rooms/2":5}');
});

test('a board of no level is not remembered, and what cannot be read is nothing', () => {
	const store = storage();
	keepTurn(levelName(null), 3, store);
	assert.equal(store.getItem('turns'), null);
	for (const text of ['no JSON', 'null', '{"rooms/1":9}', '{"rooms/1":"x"}']) {
		store.setItem('turns', text);
		assert.equal(turnOf('rooms/1', store), 0, text);
	}
});

test('the memory has an end: what was turned longest ago is forgotten', () => {
	const store = storage();
	for (let number = 1; number <= 501; number += 1) keepTurn(`rooms/${number}`, 1, store);
	assert.deepEqual([turnOf('rooms/1', store), turnOf('rooms/2', store), turnOf('rooms/501', store)], [0, 1, 1]);
	keepTurn('rooms/2', 2, store);
	keepTurn('rooms/502', 1, store);
	assert.deepEqual([turnOf('rooms/2', store), turnOf('rooms/3', store)], [2, 0]);
});
