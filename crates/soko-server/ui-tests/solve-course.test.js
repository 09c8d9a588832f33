// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Course, placed, powerOf } from '../ui/views/solve-course.js';
import { installDocument } from './fake-dom.js';

installDocument();

const moment = (at, expanded, estimate) => ({ at, expanded, rate: 10, memory: 2048, estimate });

test('the gauge is logarithmic and the curves begin with two moments', () => {
	const course = new Course(10);
	course.show({ expanded: 0, course: [] });
	assert.equal(course.root.hidden, true);
	course.show({ expanded: 100_000, course: [moment(0.2, 1, null)] });
	assert.equal(course.bar.style.values.get('width'), '50%');
	assert.equal(course.words.textContent, '100,000 of 1.0 × 10¹⁰ positions');
	assert.equal(course.sparks.hidden, true);
	course.show({ expanded: 100_000, course: [moment(0.2, 1, null), moment(1, 20, 7)] });
	const hidden = () => course.curves.map(({ root }) => root.hidden);
	assert.deepEqual(hidden(), [true, false, false], 'no estimate yet');
	course.show({ expanded: 100_000, course: [moment(0.2, 1, 9), moment(1, 20, 7)] });
	assert.deepEqual(hidden(), [false, false, false]);
	assert.equal(course.curves[0].value.textContent, '7');
	assert.match(course.curves[0].svg.getAttribute('aria-label'), /from 9 to 7, highest 9/);
});

test('a pointer on a curve reads what was then', () => {
	const course = new Course(10);
	course.show({ expanded: 20, course: [moment(0, 1, 9), moment(1, 20, 7), moment(2, 30, 3)] });
	const [estimate] = course.curves;
	estimate.svg.getBoundingClientRect = () => ({ left: 0, width: 100 });
	estimate.svg.fire('pointermove', { clientX: 52 });
	assert.deepEqual([estimate.value.textContent, estimate.when.textContent], ['7', 'at 1.00 s']);
	estimate.svg.fire('pointerleave');
	assert.deepEqual([estimate.value.textContent, estimate.when.textContent], ['3', '']);
});

test('an optimiser has no part of the search space', () => {
	const course = new Course(10);
	course.show({ expanded: 20, before: { pushes: 3, moves: 9 }, course: [] });
	assert.equal(course.box.hidden, true);
});

test('points lie between the edges, whatever they are', () => {
	for (const points of [
		[[0, 0]],
		[[3, 5]],
		[
			[1, 2],
			[4, 0],
			[9, 7],
		],
	])
		for (const [x, y] of placed(/** @type {[number, number][]} */ (points)))
			assert.ok(x >= 0 && x <= 200 && y >= 0 && y <= 48, `${x} ${y}`);
	assert.deepEqual([powerOf(2), powerOf(25.25)], ['100', '1.8 × 10²⁵']);
});
