// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { entrantOf, freshLimits, orderOf } from '../ui/views/solve-form.js';

/** The limits as the server describes them, as far as a form asks. */
const DESCRIBED = {
	time_s: { default: 60 },
	memory_mib: { default: 2048 },
	nodes: { default: null },
	seed: { default: 1 },
	threads: { default: 1 },
};

test('a new page begins with the defaults of the server; a limit without one is empty', () => {
	assert.deepEqual(freshLimits(DESCRIBED), { time_s: 60, memory_mib: 2048, nodes: '', seed: 1, threads: 1 });
});

test('an order has numbers for the limits that are set and leaves the others out', () => {
	const limits = { ...freshLimits(DESCRIBED), time_s: '2.5', memory_mib: '', nodes: null };
	const order = orderOf({ collection: 'a', number: 1 }, entrantOf('astar'), limits, { race: 1 });
	assert.deepEqual(order, {
		level: { collection: 'a', number: 1 },
		player: 'astar',
		settings: {},
		time_s: 2.5,
		seed: 1,
		threads: 1,
		race: 1,
	});
});

test('a preset is named only if one was chosen', () => {
	const entrant = { ...entrantOf('astar'), preset: 'fast' };
	assert.equal(orderOf({}, entrant, {}, {}).preset, 'fast');
});
