// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Standing } from '../ui/views/solve-standing.js';
import { installDocument } from './fake-dom.js';

installDocument();

const BEST = {
	phase: 'plan',
	backward: true,
	features: [
		{ name: 'packed', value: 3, of: 10 },
		{ name: 'rooms', value: 2, of: null },
	],
	position: { player: [1, 1], boxes: [] },
};
const JOB = { status: 'solving', phase: 'plan', measures: {}, notes: [], best: null };

test('a player that has told nothing takes no room', () => {
	const standing = new Standing(() => {});
	standing.show({ ...JOB, phase: null });
	assert.equal(standing.root.hidden, true);
});

test('strategy, measures and the newest note are shown while it is solving', () => {
	const standing = new Standing(() => {});
	standing.show({
		...JOB,
		measures: { bound: 12, other: 3, depth: 40 },
		notes: [{ text: 'old' }, { text: 'restart' }],
	});
	assert.equal(standing.strategy.outline, 'p[span[plan], span[bound 12, depth 40], span[restart]]');
	assert.equal(standing.best.hidden, true);
});

test('the best position names its features and how many there are', () => {
	const standing = new Standing(() => {});
	standing.show({ ...JOB, best: BEST });
	assert.equal(standing.title.textContent, 'Best position · plan · from the end');
	assert.equal(standing.features.outline, 'dl[div[dt[packed], dd[3, small[ of 10]]], div[dt[rooms], dd[2]]]');
});

test('a solved job shows no best position any more', () => {
	const standing = new Standing(() => {});
	standing.show({ ...JOB, best: BEST });
	standing.show({ ...JOB, best: BEST, status: 'solved' });
	assert.equal(standing.best.hidden, true);
	assert.equal(standing.root.hidden, true);
});

test('the switch puts the best position on the board and takes it away', () => {
	let switched = 0;
	const standing = new Standing(() => {
		switched += 1;
	});
	const job = { ...JOB, best: BEST };
	assert.equal(standing.position(job), null);
	standing.switch.fire('click');
	assert.equal(standing.position(job), BEST.position);
	assert.equal(standing.switch.getAttribute('aria-pressed'), 'true');
	standing.switch.fire('click');
	assert.deepEqual([standing.position(job), switched], [null, 2]);
});
