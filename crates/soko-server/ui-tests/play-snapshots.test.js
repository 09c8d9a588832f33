// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keep, kept, MOST_KEPT, MOST_LEVELS, remove } from '../ui/views/play-snapshots.js';

function memory() {
	const stored = new Map();
	return {
		stored,
		getItem: (key) => stored.get(key) ?? null,
		setItem: (key, value) => void stored.set(key, value),
	};
}
const position = (name) => ({ name, moves: 'llu', pushes: 1 });
const names = (store, hash) => kept(store, hash).map(({ name }) => name);

test('positions are kept by level, the newest first, and forgotten one by one', () => {
	const store = memory();
	for (const name of ['a', 'b', 'c']) keep(store, 'x', position(name));
	keep(store, 'y', position('d'));
	assert.deepEqual(names(store, 'x'), ['c', 'b', 'a']);
	remove(store, 'x', kept(store, 'x')[1].id);
	keep(store, 'x', position('e'));
	assert.deepEqual(names(store, 'x'), ['e', 'c', 'a']);
	assert.equal(new Set(kept(store, 'x').map(({ id }) => id)).size, 3);
	assert.deepEqual(names(store, 'y'), ['d']);
});

test('positions and levels are bounded', () => {
	const store = memory();
	for (let i = 0; i < MOST_KEPT; i += 1) keep(store, 'x', position(String(i)));
	assert.throws(() => keep(store, 'x', position('more')), /20 positions of this level are kept/);
	for (let i = 0; i < MOST_LEVELS; i += 1) keep(store, `level ${i}`, position('p'));
	assert.deepEqual(names(store, 'x'), [], 'the level used longest ago makes room');
	assert.equal(Object.keys(JSON.parse(store.stored.get('snapshots'))).length, MOST_LEVELS);
});

test('a full or damaged storage is told or read as empty', () => {
	const store = memory();
	store.stored.set('snapshots', '{damaged');
	assert.deepEqual(kept(store, 'x'), []);
	store.setItem = () => {
		throw new Error('quota');
	};
	assert.throws(() => keep(store, 'x', position('a')), /no room/);
});
