// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linesOf, nameOf, setupOf } from '../ui/views/learn-runs.js';
import { scaleOf } from '../ui/views/learn-triangles.js';

const run = (id, seed, values, more = {}) => ({
	id,
	seed,
	player: 'q-box',
	preset: null,
	parameters: { alpha: 1 },
	curves: { return: values.map((y, x) => [x, y]) },
	clock: values.map((_, x) => [x, 10 * x, x / 2]),
	...more,
});

test('runs that differ in their seeds alone are of one setup', () => {
	const one = run(1, 1, [0]);
	assert.equal(setupOf(one), setupOf(run(2, 7, [0])));
	assert.notEqual(setupOf(one), setupOf(run(2, 1, [0], { parameters: { alpha: 0.5 } })));
	assert.notEqual(setupOf(one), setupOf(run(2, 1, [0], { table: 'abcdef0123' })));
});

test('seeds of one setup are drawn faintly behind their mean', () => {
	const jobs = [run(1, 1, [0, 2]), run(2, 2, [4, 6]), run(3, 1, [9, 9], { player: 'q-path' })];
	const lines = linesOf(jobs, 'return', 'episodes', true);
	assert.deepEqual(
		lines.map(({ look, faint = false, band }) => [look, faint, Boolean(band)]),
		[
			[0, true, false],
			[0, true, false],
			[0, false, true],
			[1, false, false],
		],
	);
	assert.deepEqual(lines[2].points, [
		[0, 2],
		[1, 4],
	]);
	assert.match(lines[2].label, /q-box: mean of 2 seeds/);
	assert.equal(linesOf(jobs, 'return', 'episodes', false).filter(({ faint }) => faint).length, 0);
	assert.deepEqual(linesOf([jobs[0]], 'return', 'steps', true)[0].points, [
		[0, 0],
		[10, 2],
	]);
});

test('a run that began with a table is called so', () => {
	assert.match(nameOf(run(4, 2, [], { table: 'abcdef0123' })), /q-box, seed 2, from table abcdef · job 4/);
});

test('a value that stands for a lost game does not make all others alike', () => {
	const scale = scaleOf([-1e6, ...Array.from({ length: 40 }, (_, i) => 0 - i)]);
	assert.equal(scale.high, 0);
	assert.ok(scale.low > -50, String(scale.low));
	assert.equal(scale.of(-1e6), 0);
	assert.equal(scale.of(0), 1);
	assert.ok(scale.of(-10) > 0.5);
	assert.equal(scaleOf([3, 3]).of(3), 1);
});
