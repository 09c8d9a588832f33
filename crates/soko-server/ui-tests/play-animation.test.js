// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Animation } from '../ui/views/play-animation.js';

/** A clock that a test moves: frames come when it says, timers when their time has come. */
function fakeClock() {
	const frames = new Map();
	const timers = new Map();
	let number = 0;
	const clock = {
		time: 1000,
		hidden: false,
		now: () => clock.time,
		frame: (tick) => {
			frames.set(++number, tick);
			return number;
		},
		cancelFrame: (frame) => frames.delete(frame),
		timer: (end, delay) => {
			timers.set(++number, { end, due: clock.time + delay });
			return number;
		},
		cancelTimer: (timer) => timers.delete(timer),
		still: () => clock.hidden,
		/** Lets time pass without a frame. */
		pass(ms) {
			clock.time += ms;
			for (const [timer, { end, due }] of [...timers]) if (due <= clock.time && timers.delete(timer)) end();
		},
		/** Lets time pass, then gives a frame. */
		draw(ms) {
			clock.pass(ms);
			for (const [frame, tick] of [...frames]) if (frames.delete(frame)) tick();
		},
		waiting: () => frames.size + timers.size,
	};
	return clock;
}

const START = { id: 7, ply: 0, player: [1, 1], facing: 'd', boxes: [[3, 1]] };
/** The state after steps to the right; the box in column 3 is pushed along. */
function walked(from, steps) {
	const trail = Array.from({ length: steps }, (_, i) => {
		const x = from.player[0] + i + 1;
		return { player: [x, 1], facing: 'r', ...(x >= 3 ? { pushed: [0, [x + 1, 1]] } : {}) };
	});
	const x = from.player[0] + steps;
	return { id: 7, ply: from.ply + steps, player: [x, 1], facing: 'r', boxes: [[Math.max(3, x + 1), 1]], trail };
}

function stage() {
	const clock = fakeClock();
	const shown = [];
	const animation = new Animation(({ player, boxes }) => shown.push([player[0], boxes[0][0]]), clock);
	return { clock, shown, animation };
}

test('a way is shown step by step and ends in the state', () => {
	const { clock, shown, animation } = stage();
	const state = walked(START, 4);
	animation.show(START, state);
	for (let i = 0; i < 4; i += 1) clock.draw(45);
	assert.deepEqual(shown, [
		[2, 3],
		[3, 4],
		[4, 5],
		[5, 6],
	]);
	assert.equal(clock.waiting(), 0, 'nothing is left to wait for');
});

test('a frame whose time precedes the start harms nothing', () => {
	const { clock, shown, animation } = stage();
	animation.show(START, walked(START, 4));
	clock.draw(-30);
	assert.deepEqual(shown.at(-1), [2, 3]);
	clock.draw(3000);
	assert.deepEqual(shown.at(-1), [5, 6]);
});

test('frames that are late skip steps but no box', () => {
	const { clock, shown, animation } = stage();
	animation.show(START, walked(START, 9));
	clock.draw(200);
	assert.deepEqual(shown.at(-1), [6, 7]);
	clock.draw(5000);
	assert.deepEqual(shown.at(-1), [10, 11]);
});

test('a state that comes on the way takes over', () => {
	const { clock, shown, animation } = stage();
	const first = walked(START, 6);
	const second = walked(first, 5);
	animation.show(START, first);
	clock.draw(50);
	animation.show(first, second);
	assert.deepEqual(shown.at(-1), [8, 9], 'it begins where the first was to end');
	for (let i = 0; i < 30; i += 1) clock.draw(45);
	assert.deepEqual(shown.at(-1), [12, 13]);
	assert.equal(clock.waiting(), 0);
});

test('what goes back is shown at once, in the middle of a way, too', () => {
	const { clock, shown, animation } = stage();
	const state = walked(START, 6);
	animation.show(START, state);
	clock.draw(50);
	animation.show(state, { ...START, trail: undefined });
	assert.deepEqual(shown.at(-1), [1, 3]);
	clock.draw(5000);
	assert.deepEqual(shown.at(-1), [1, 3]);
});

test('without frames the end is shown all the same', () => {
	const { clock, shown, animation } = stage();
	animation.show(START, walked(START, 6));
	clock.pass(5000);
	assert.deepEqual(shown.at(-1), [7, 8]);
	assert.equal(clock.waiting(), 0);
});

test('a hidden page shows every state at once', () => {
	const { clock, shown, animation } = stage();
	clock.hidden = true;
	animation.show(START, walked(START, 6));
	assert.deepEqual(shown, [[7, 8]]);
});

test('a way that is not the whole way from the state before is not shown', () => {
	const { shown, animation } = stage();
	const state = { ...walked(START, 6), ply: 9 };
	animation.show(START, state);
	animation.show({ ...START, id: 8 }, walked(START, 6));
	animation.show(null, walked(START, 6));
	assert.deepEqual(shown, [
		[7, 8],
		[7, 8],
		[7, 8],
	]);
});

test('an error while drawing does not leave the board behind', () => {
	const clock = fakeClock();
	const shown = [];
	let broken = false;
	const animation = new Animation(({ player }) => {
		if (broken) {
			broken = false;
			throw new Error('no such cell');
		}
		shown.push(player[0]);
	}, clock);
	animation.show(START, walked(START, 6));
	broken = true;
	assert.throws(() => clock.draw(60), /no such cell/);
	assert.equal(shown.at(-1), 7);
	assert.equal(clock.waiting(), 0);
	const odd = walked(START, 3);
	odd.trail[1] = /** @type {any} */ (undefined);
	animation.show(START, odd);
	assert.throws(() => clock.draw(60));
	assert.equal(shown.at(-1), 4);
});
