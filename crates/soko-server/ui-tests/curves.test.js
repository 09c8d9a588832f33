// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mean, over, smoothed, valueAt } from '../ui/curves.js';

const near = (a, b) => assert.ok(Math.abs(a - b) < 1e-9, `${a} is not ${b}`);

test('smoothing by nothing changes nothing, and a constant stays what it is', () => {
	const points = [0, 6, 0, 6].map((y, x) => [x, y]);
	assert.deepEqual(smoothed(points, 0), points);
	for (const [, y] of smoothed(
		[3, 3, 3].map((y, x) => [x, y]),
		0.9,
	))
		near(y, 3);
});

test('smoothing remembers what came before, and its beginning is not drawn to zero', () => {
	const [[, first], [, second]] = smoothed(
		[8, 2].map((y, x) => [x, y]),
		0.5,
	);
	near(first, 8);
	near(second, (0.25 * 8 + 0.5 * 2) / 0.75);
});

test('a value lies between two points, and there is none beyond the ends', () => {
	const points = [
		[0, 0],
		[10, 5],
		[20, 5],
	];
	assert.equal(valueAt(points, 4), 2);
	assert.equal(valueAt(points, 20), 5);
	assert.equal(valueAt(points, 20.1), null);
	assert.equal(valueAt(points, -1), null);
	assert.equal(valueAt([], 0), null);
});

test('a curve moves to another axis by the clock of its run', () => {
	const clock = [
		[1, 10, 0.5],
		[3, 30, 2.5],
	];
	const points = [
		[1, -9],
		[2, -8],
		[3, -7],
		[4, -6],
	];
	assert.equal(over(points, clock, 'episodes'), points);
	assert.deepEqual(over(points, clock, 'steps'), [
		[10, -9],
		[20, -8],
		[30, -7],
		[30, -6],
	]);
	assert.deepEqual(over(points.slice(0, 2), clock, 'seconds'), [
		[0.5, -9],
		[1.5, -8],
	]);
	assert.deepEqual(over(points, [], 'steps'), [], 'a run without a clock');
});

test('the mean is where at least two runs are, and says how many', () => {
	const line = (length, height) => Array.from({ length }, (_, x) => [x, height]);
	const { points, band, runs } = mean([line(3, 1), line(5, 3), line(9, 8)]);
	assert.deepEqual(points, [
		[0, 4],
		[1, 4],
		[2, 4],
		[3, 5.5],
		[4, 5.5],
	]);
	assert.deepEqual(band[0], [0, 1, 8]);
	assert.deepEqual(band[4], [4, 3, 8]);
	assert.deepEqual(runs, [3, 3, 3, 2, 2]);
});

test('the mean of long curves has few points and both ends', () => {
	const long = Array.from({ length: 5000 }, (_, x) => [x, x]);
	const { points } = mean([long, long]);
	assert.ok(points.length <= 170, String(points.length));
	assert.deepEqual(
		[points[0], points[points.length - 1]],
		[
			[0, 0],
			[4999, 4999],
		],
	);
});
