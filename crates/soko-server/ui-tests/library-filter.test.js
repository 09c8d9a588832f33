// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { choose, isFiltering, readFilter, solvedBy, stateOf, writeFilter } from '../ui/views/library-filter.js';

const ROWS = [
	{ number: 1, title: 'Cellar', width: 8, height: 6, boxes: 2, pushes: 12, moves: 40 },
	{ number: 2, width: 25, height: 9, boxes: 10 },
	{ number: 3, title: 'attic', width: 12, height: 12, boxes: 4, pushes: 7, moves: 30, optimum: 7 },
	{ number: 4, title: 'Broken', width: 5, height: 5, boxes: 0, error: 'no player' },
];
const shown = (address) => choose([...ROWS], readFilter(new URLSearchParams(address))).map(({ number }) => number);

test('an empty filter shows all levels in their order', () => {
	assert.deepEqual(shown(''), [1, 2, 3, 4]);
});

test('a text finds titles in any case, or one level by its number', () => {
	assert.deepEqual(shown('text=CELL'), [1]);
	assert.deepEqual(shown('text=2'), [2]);
});

test('states, boxes and sizes are filtered together', () => {
	assert.deepEqual(shown('state=solved'), [1, 3]);
	assert.deepEqual(shown('state=unplayable'), [4]);
	assert.deepEqual(shown('least=3&most=9'), [3]);
	assert.deepEqual(shown('size=8'), [1, 4]);
	assert.deepEqual(shown('size=over'), [2]);
	assert.deepEqual(shown('state=solved&size=8'), [1]);
});

test('what a level does not have comes last in either order', () => {
	assert.deepEqual(shown('sort=pushes'), [3, 1, 2, 4]);
	assert.deepEqual(shown('sort=pushes-down'), [1, 3, 2, 4]);
	assert.deepEqual(shown('sort=title'), [3, 4, 1, 2]);
	assert.deepEqual(shown('sort=title-down'), [1, 4, 3, 2]);
});

test('an unknown order is the order of the collection', () => {
	assert.deepEqual(shown('sort=colour'), [1, 2, 3, 4]);
});

test('a filter goes into the address and comes back', () => {
	const address = '?text=a+b&state=solved&most=5&sort=moves-down';
	const filter = readFilter(new URLSearchParams(address));
	assert.equal(writeFilter(filter), address);
	assert.equal(writeFilter(readFilter(new URLSearchParams(''))), '');
});

test('an order alone leaves nothing out', () => {
	assert.equal(isFiltering(readFilter(new URLSearchParams('sort=boxes'))), false);
	assert.equal(isFiltering(readFilter(new URLSearchParams('least=1'))), true);
});

test('an error outweighs a solution', () => {
	assert.equal(stateOf({ error: 'no goal', pushes: 3 }), 'unplayable');
});

test("the user's solutions are told apart from those of solvers", () => {
	const rows = [
		{ number: 1, width: 5, height: 5, boxes: 1, pushes: 3, mine: { pushes: 3, moves: 9 } },
		{ number: 2, width: 5, height: 5, boxes: 1, pushes: 2, solvers: { pushes: 2, moves: 8 } },
		{
			number: 3,
			width: 5,
			height: 5,
			boxes: 1,
			pushes: 1,
			mine: { pushes: 4, moves: 9 },
			solvers: { pushes: 1, moves: 7 },
		},
		{ number: 4, width: 5, height: 5, boxes: 1 },
	];
	const numbers = (address) => choose([...rows], readFilter(new URLSearchParams(address))).map(({ number }) => number);
	assert.deepEqual(rows.map(solvedBy), ['mine', 'solvers', 'both', '']);
	assert.deepEqual(numbers('state=mine'), [1, 3]);
	assert.deepEqual(numbers('state=solvers'), [2, 3]);
	assert.deepEqual(numbers('state=others'), [2]);
	assert.deepEqual(numbers('sort=mine'), [1, 3, 2, 4]);
	assert.deepEqual(numbers('sort=solvers-down'), [2, 3, 1, 4]);
});
