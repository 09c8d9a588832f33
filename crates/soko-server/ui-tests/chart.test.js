// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { figure, ticks } from '../ui/chart.js';

test('ticks are round, inside the range and few', () => {
	assert.deepEqual(ticks(0, 10, 5), [0, 2, 4, 6, 8, 10]);
	assert.deepEqual(ticks(3, 97, 5), [20, 40, 60, 80]);
	assert.deepEqual(ticks(-1, 1, 4), [-1, -0.5, 0, 0.5, 1]);
});

test('zero is zero, not the rest of a sum', () => {
	const all = ticks(-0.55, 0.25, 8);
	assert.equal(all.length, 8);
	assert.equal(all.filter((tick) => Object.is(tick, 0)).length, 1);
});

test('a range of one value has a tick', () => {
	assert.deepEqual(ticks(5, 5, 5), [5]);
});

test('figures are short and have a true minus', () => {
	assert.equal(figure(0.123456), '0.123');
	assert.equal(figure(-12345), '−12,345');
	assert.equal(figure(-0.5), '−0.5');
	assert.equal(figure(-0), '0');
	assert.equal(figure(100.6), '101');
	assert.equal(figure(2_500_000), '2.50 M');
	assert.equal(figure(-2_500_000), '−2.50 M');
});
