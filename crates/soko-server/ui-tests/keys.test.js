// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { ariaKeys, Keys, keyLabel, keyName, keyParts, refusal } from '../ui/keys.js';

function storage() {
	const items = new Map();
	return { getItem: (name) => items.get(name) ?? null, setItem: (name, text) => items.set(name, text) };
}

/** A view with three actions. */
function view(store = storage(), name = 'play') {
	const keys = new Keys(name, store);
	const done = [];
	const act = (what) => () => done.push(what);
	keys.bind({
		'Backspace u Ctrl+z': ['undo one push', act('undo')],
		i: ['hint', act('hint')],
		'ArrowUp w': ['step or push up', act('up'), 'step-up'],
	});
	return { keys, done, store, press: (key) => keys.at(key)?.run(/** @type {any} */ ({})) };
}

test('usual keys do what the view binds', () => {
	const { keys, done, press } = view();
	for (const key of ['u', 'i', 'w', 'ArrowUp', 'q']) press(key);
	assert.deepEqual(done, ['undo', 'hint', 'up', 'up']);
	assert.deepEqual(keys.of('undo-one-push'), ['Backspace', 'u', 'Ctrl+z']);
	assert.deepEqual(keys.of('nothing'), []);
});

test('a key is exchanged, added and taken away, and the next visit knows', () => {
	const { keys, store } = view();
	keys.give('hint', 'q', 'i');
	keys.give('step-up', '8');
	keys.take('undo-one-push', 'u');
	for (const known of [keys, view(store).keys]) {
		assert.deepEqual(known.of('hint'), ['q']);
		assert.deepEqual(known.of('step-up'), ['ArrowUp', 'w', '8']);
		assert.deepEqual(known.of('undo-one-push'), ['Backspace', 'Ctrl+z']);
		assert.equal(known.at('i'), null);
		assert.equal(known.at('u'), null);
	}
	assert.deepEqual(view(store, 'replay').keys.of('hint'), ['i'], 'other views keep theirs');
});

test('a key has one action: who gets it takes it from the other', () => {
	const { keys } = view();
	keys.give('hint', 'u', 'i');
	assert.equal(keys.at('u')?.id, 'hint');
	assert.deepEqual(keys.of('undo-one-push'), ['Backspace', 'Ctrl+z']);
	keys.give('hint', 'u');
	assert.deepEqual(keys.of('hint'), ['u'], 'giving what it has changes nothing');
	keys.reset('undo-one-push');
	assert.equal(keys.at('u')?.id, 'hint', 'what was chosen goes before what is usual');
	assert.deepEqual(keys.of('undo-one-push'), ['Backspace', 'Ctrl+z']);
	keys.reset();
	assert.equal(keys.at('u')?.id, 'undo-one-push');
	assert.deepEqual(keys.of('hint'), ['i']);
});

test('an action without keys stays without until it is reset', () => {
	const { keys, store } = view();
	keys.take('hint', 'i');
	assert.deepEqual(view(store).keys.of('hint'), []);
	assert.equal(keys.isChanged('hint'), true);
	keys.give('hint', 'i');
	assert.equal(keys.isChanged('hint'), false, 'the usual keys are no change');
	assert.equal(store.getItem('keys'), '{}');
});

test('keys that are bound later, and twice, belong to their actions', () => {
	const { keys, store } = view();
	keys.give('hint', 'x', 'i');
	keys.bind({ x: ['mark', () => {}], 'Space m': ['hint', () => {}], '+': ['faster', () => {}] });
	assert.equal(keys.at('x')?.id, 'hint');
	assert.deepEqual(keys.of('mark'), []);
	assert.equal(keys.at('+')?.id, 'faster');
	assert.deepEqual(keys.actions.get('hint')?.usual, ['i', ' ', 'm']);
	store.setItem('keys', 'no JSON');
	assert.deepEqual(view(store).keys.of('hint'), ['i'], 'a broken memory is none');
});

test('a press has a name, and the name a label', () => {
	const press = (key, more = {}) => /** @type {any} */ ({ key, ...more });
	assert.equal(keyName(press('Z', { ctrlKey: true, shiftKey: true })), 'Ctrl+Shift+z');
	assert.equal(keyName(press('?', { shiftKey: true })), '?');
	assert.equal(keyName(press('ArrowUp', { shiftKey: true })), 'Shift+ArrowUp');
	const sign = press('[', { ctrlKey: true, altKey: true, getModifierState: (name) => name === 'AltGraph' });
	assert.equal(keyName(sign), '[', 'AltGr writes a sign');
	assert.deepEqual(keyParts('Ctrl+Shift+z'), ['Ctrl', 'Shift', 'Z']);
	assert.deepEqual(keyParts('Ctrl++'), ['Ctrl', '+']);
	assert.deepEqual(keyParts('+'), ['+']);
	assert.equal(keyLabel(' '), 'Space');
	assert.equal(keyLabel('Shift+ArrowLeft'), 'Shift+←');
	assert.equal(ariaKeys(['Ctrl+z', ' ', '+']), 'Control+z Space Plus');
});

test('keys that cannot be had are refused in words', () => {
	for (const name of [
		'Tab',
		'Shift+Tab',
		'Escape',
		'?',
		'F5',
		'Ctrl+w',
		'Ctrl+Shift+n',
		'Ctrl+Tab',
		'Alt+ArrowLeft',
		'Dead',
	])
		assert.notEqual(refusal(name), '', name);
	for (const name of ['q', 'Q', 'Ctrl+z', 'Ctrl+ArrowUp', 'Shift+r', ' ', 'Enter', '+', 'Delete', 'f', 'ö'])
		assert.equal(refusal(name), '', name);
	assert.match(refusal('Ctrl+w'), /Ctrl\+W belongs to the browser/);
});
