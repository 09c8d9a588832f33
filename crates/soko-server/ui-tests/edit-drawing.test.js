// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Drawing, pack, room, unpack } from '../ui/views/edit-drawing.js';

test('rows of any length become a rectangle without blanks', () => {
	const drawing = new Drawing(['#', '# _', '']);
	assert.deepEqual(drawing.rows, ['#--', '#--', '---']);
	assert.deepEqual([drawing.width, drawing.height], [3, 3]);
	assert.deepEqual(new Drawing([]).rows, ['-']);
});

test('a stroke keeps the goal below a box or a player', () => {
	const drawing = new Drawing(['.-$@']);
	for (const [x, tool] of [
		[0, 'box'],
		[1, 'box'],
		[2, 'goal'],
		[3, 'goal'],
	])
		assert.equal(drawing.paint(x, 0, tool), true);
	assert.equal(drawing.text, '*$*+');
	drawing.paint(0, 0, 'erase');
	drawing.paint(1, 0, 'erase');
	assert.equal(drawing.text, '.-*+');
	assert.equal(drawing.nameAt(3, 0), 'player on goal');
});

test('a stroke that changes nothing says so', () => {
	const drawing = new Drawing(['#*']);
	assert.equal(drawing.paint(0, 0, 'wall'), false);
	assert.equal(drawing.paint(1, 0, 'box'), false);
});

test('there is one player, and it leaves its goal behind', () => {
	const drawing = new Drawing(['+-', '-.']);
	drawing.paint(1, 1, 'player');
	assert.deepEqual(drawing.rows, ['.-', '-+']);
});

test('undo and redo walk through the strokes', () => {
	const drawing = new Drawing(['---']);
	for (const x of [0, 1]) {
		drawing.mark();
		drawing.paint(x, 0, 'wall');
	}
	assert.equal(drawing.undo(), true);
	assert.equal(drawing.text, '#--');
	assert.equal(drawing.undo(), true);
	assert.equal(drawing.text, '---');
	assert.equal(drawing.undo(), false);
	assert.equal(drawing.redo(), true);
	assert.equal(drawing.text, '#--');
	drawing.mark();
	drawing.paint(2, 0, 'wall');
	assert.equal(drawing.redo(), false, 'a new stroke ends what could be done again');
});

test('a marked stroke that changed nothing is no step of its own', () => {
	const drawing = new Drawing(['--']);
	drawing.mark();
	drawing.paint(0, 0, 'wall');
	drawing.mark();
	drawing.paint(0, 0, 'wall');
	drawing.mark();
	assert.equal(drawing.past.length, 2);
	drawing.undo();
	assert.equal(drawing.text, '--');
});

test('the drawing grows and shrinks on the side that was asked for', () => {
	const drawing = new Drawing(['#$', '.@']);
	assert.equal(drawing.resize('left', 1), true);
	assert.deepEqual(drawing.rows, ['-#$', '-.@']);
	assert.equal(drawing.resize('bottom', 1), true);
	assert.deepEqual(drawing.rows, ['-#$', '-.@', '---']);
	assert.equal(drawing.resize('top', -1), true);
	assert.equal(drawing.resize('right', -1), true);
	assert.deepEqual(drawing.rows, ['-.', '--']);
});

test('a drawing keeps one cell and at most 100 a side', () => {
	assert.equal(new Drawing(['#']).resize('left', -1), false);
	const wide = new Drawing(['-'.repeat(100)]);
	assert.equal(wide.resize('right', 1), false);
	assert.equal(wide.resize('top', 1), true);
});

test('rows go into an address and come back', () => {
	const rows = ['#####', '#.$@#', '#####'];
	assert.equal(pack(rows), '5#|#.$@#|5#');
	assert.deepEqual(unpack(pack(rows)), rows);
	assert.deepEqual(unpack(pack(room(10, 8))), room(10, 8));
});

test('an address that is none of ours gives nothing', () => {
	for (const line of ['', null, '3a', '<script>', '-'.repeat(30_001), '16385#', '9999#|9999#'])
		assert.equal(unpack(line), null, String(line).slice(0, 20));
});

test('a stroke that was none is taken back, and cannot be redone', () => {
	const drawing = new Drawing(['###', '#-#', '###']);
	drawing.mark();
	drawing.paint(1, 1, 'box');
	drawing.takeBack();
	assert.equal(drawing.text, '###\n#-#\n###');
	assert.equal(drawing.undo(), false);
	assert.equal(drawing.redo(), false);
});
