// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fingers, swipe } from '../ui/views/play-touch.js';

function setUp() {
	const done = [];
	let idle = true;
	let timer = null;
	const clock = {
		later: (run) => {
			timer = run;
			return run;
		},
		stop: (one) => {
			if (timer === one) timer = null;
		},
	};
	const take = fingers(
		{ step: (direction) => done.push(direction), idle: () => idle, tap: (cell) => done.push(String(cell)) },
		clock,
	);
	return {
		done,
		send: (type, x, y, more = {}) =>
			take({
				type,
				cell: [Math.floor(x / 30), Math.floor(y / 30)],
				event: { pointerType: 'touch', isPrimary: true, clientX: x, clientY: y, ...more },
			}),
		/** The timer rings, if it is set. */
		ring: () => {
			const run = timer;
			timer = null;
			run?.();
		},
		waits: () => timer !== null,
		busy: () => {
			idle = false;
		},
	};
}

test('a swipe goes to the nearer of four directions', () => {
	assert.equal(swipe(5, 5), null);
	assert.equal(swipe(40, 10), 'r');
	assert.equal(swipe(-40, 10), 'l');
	assert.equal(swipe(10, 40), 'd');
	assert.equal(swipe(10, -40), 'u');
});

test('a tap is told with its cell, and a swipe is no tap', () => {
	const { done, send } = setUp();
	send('pointerdown', 100, 100);
	send('pointermove', 104, 101);
	send('pointerup', 104, 101);
	assert.deepEqual(done, ['3,3']);
	send('pointerdown', 100, 100);
	send('pointermove', 140, 101);
	send('pointerup', 100, 101);
	assert.deepEqual(done, ['3,3', 'r']);
});

test('a finger that stays goes on, and turns', () => {
	const { done, send, ring, waits } = setUp();
	send('pointerdown', 100, 100);
	send('pointermove', 140, 100);
	send('pointermove', 180, 100);
	assert.deepEqual(done, ['r']);
	ring();
	ring();
	send('pointermove', 180, 140);
	assert.deepEqual(done, ['r', 'r', 'r', 'd']);
	send('pointerup', 180, 140);
	assert.equal(waits(), false);
});

test('it is never faster than the game', () => {
	const { done, send, ring, busy, waits } = setUp();
	send('pointerdown', 100, 100);
	send('pointermove', 140, 100);
	busy();
	ring();
	assert.deepEqual(done, ['r']);
	assert.equal(waits(), true);
});

test('a second finger ends it, and a mouse is none', () => {
	const { done, send, waits } = setUp();
	send('pointerdown', 100, 100);
	send('pointermove', 140, 100);
	send('pointercancel', 140, 100, { pointerType: undefined });
	assert.equal(waits(), false);
	send('pointerup', 140, 100);
	send('pointerdown', 100, 100, { pointerType: 'mouse' });
	send('pointerup', 100, 100, { pointerType: 'mouse' });
	assert.deepEqual(done, ['r']);
});
