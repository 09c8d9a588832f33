// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lost } from '../ui/views/lost-run.js';
import { Walk } from '../ui/views/solve-walk.js';
import { installDocument } from './fake-dom.js';

installDocument();

/** A way of so many pushes to the right. */
const way = (pushes, begun = 0) => ({
	begun,
	start: { player: [1, 1], boxes: [[2, 1]] },
	steps: Array.from({ length: pushes }, (_, i) => ({
		direction: 'r',
		push: true,
		from: [1 + i, 1],
		to: [2 + i, 1],
		box: { index: 0, from: [2 + i, 1], to: [3 + i, 1] },
	})),
});

test('it stands at the end and goes from position to position', () => {
	let moved = 0;
	const walk = new Walk(() => {
		moved += 1;
	});
	assert.deepEqual([walk.position(), walk.root.hidden], [null, true]);
	walk.show(way(3));
	assert.equal(walk.root.hidden, false);
	assert.equal(walk.place.textContent, 'position 3 of 3');
	assert.deepEqual(walk.position().boxes, [[5, 1]]);
	const [first, previous, , next, last] = walk.root.all('button');
	previous.fire('click');
	assert.equal(walk.place.textContent, 'position 2 of 3');
	first.fire('click');
	first.fire('click');
	assert.deepEqual(walk.position().player, [1, 1]);
	next.fire('click');
	last.fire('click');
	assert.deepEqual([walk.position().player, moved], [[4, 1], 6]);
});

test('what was played before the run is left out', () => {
	const walk = new Walk(() => {});
	walk.show(way(3, 2));
	assert.equal(walk.place.textContent, 'position 1 of 1');
	walk.jump(0);
	assert.deepEqual(walk.position().boxes, [[4, 1]]);
});

test('a way without a push takes no room', () => {
	const walk = new Walk(() => {});
	walk.show(way(0));
	assert.equal(walk.root.hidden, true);
});

test('a run that its server does not know any more is over', () => {
	const job = { id: 7, status: 'solving', words: 'solving', paused: true, queue: 2, position: {}, result: null };
	const state = lost(job);
	assert.deepEqual([state.status, state.paused, state.queue, state.result.status], ['stopped', false, null, 'stopped']);
	assert.match(state.words, /^lost/);
	assert.equal(lost({ ...job, status: 'solved' }), null, 'what is over stays as it was');
	assert.equal(lost(null), null);
});
