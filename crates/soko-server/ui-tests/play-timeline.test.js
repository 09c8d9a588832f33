// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timeline } from '../ui/views/play-timeline.js';
import { FakeElement, installDocument } from './fake-dom.js';

installDocument();

const line = (id, more) => ({ id, steps: 8, pushes: 1, solved: false, parent: null, from: 0, ...more });

function game(state) {
	const acts = [];
	return { state, line: new FakeElement('div', ''), act: (what) => acts.push(what), acts };
}

test('the slider stands where the game stands and asks to jump', () => {
	const one = game({ ply: 3, length: 8, line: 0, lines: [line(0)] });
	timeline(one);
	const slider = one.line.querySelector('input');
	assert.deepEqual([slider.value, slider.max, slider.disabled], ['3', '8', false]);
	assert.equal(one.line.querySelector('output').textContent, '3 / 8');
	assert.equal(one.line.querySelector('ol').hidden, true, 'one line needs no list');
	slider.value = '5';
	slider.fire('input');
	assert.deepEqual(one.acts, [{ do: 'jump', ply: 5 }]);
});

test('after the pointer has used it the slider gives the keys back', () => {
	const one = game({ ply: 3, length: 8, line: 0, lines: [line(0)] });
	timeline(one);
	const slider = one.line.querySelector('input');
	let given = 0;
	slider.blur = () => {
		given += 1;
	};
	slider.fire('input');
	assert.equal(given, 0, 'the keyboard may use it, too');
	slider.fire('pointerup');
	assert.equal(given, 1);
});

test('the slider is kept when the game goes on', () => {
	const one = game({ ply: 0, length: 0, line: 0, lines: [line(0, { steps: 0 })] });
	timeline(one);
	const slider = one.line.querySelector('input');
	assert.equal(slider.disabled, true);
	one.state = { ...one.state, ply: 1, length: 1 };
	timeline(one);
	assert.equal(one.line.querySelector('input'), slider);
	assert.equal(slider.disabled, false);
});

test('other lines are told in words and lead to their end', () => {
	const lines = [line(0, { solved: true, pushes: 2 }), line(1, { parent: 0, from: 4, steps: 16 })];
	const one = game({ ply: 8, length: 8, line: 0, lines });
	timeline(one);
	const [here, other] = one.line.all('button');
	assert.equal(here.title, '8 moves, 2 pushes, solved');
	assert.equal(here.getAttribute('aria-current'), 'true');
	assert.equal(other.title, '16 moves, 1 push, left after 4');
	assert.deepEqual(
		[...other.querySelector('span').style.values],
		[
			['--from', '0.25'],
			['--to', '1'],
		],
	);
	other.fire('click');
	assert.deepEqual(one.acts, [{ do: 'switch', line: 1, ply: 16 }]);
});

test('only the newest twelve lines are listed', () => {
	const lines = Array.from({ length: 20 }, (_, id) => line(id));
	const one = game({ ply: 0, length: 8, line: 19, lines });
	timeline(one);
	const listed = one.line.all('button').map((button) => button.getAttribute('data-line'));
	assert.deepEqual([listed.length, listed[0], listed.at(-1)], [12, '8', '19']);
});
