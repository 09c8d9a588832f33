// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { button, bytes, count, h, heading, listTable, plural, put, s, seconds, select } from '../ui/dom.js';
import { FakeElement, installDocument } from './fake-dom.js';

installDocument();

test('properties, attributes, styles and listeners go where they belong', () => {
	let clicks = 0;
	const element = h('a', {
		href: '/x',
		class: 'tag',
		'data-id': 7,
		style: { '--from': 0.5 },
		onclick: () => {
			clicks += 1;
		},
	});
	assert.equal(element.href, '/x');
	assert.equal(element.getAttribute('class'), 'tag');
	assert.equal(element.getAttribute('data-id'), '7');
	assert.equal(element.style.values.get('--from'), '0.5');
	element.fire('click');
	assert.equal(clicks, 1);
});

test('null, undefined and false leave a property out; true is an empty attribute', () => {
	const element = h('p', { class: null, 'data-a': undefined, 'data-b': false, 'data-c': true });
	assert.deepEqual([...element.attributes], [['data-c', '']]);
});

test('an SVG element takes attributes alone', () => {
	const element = s('use', { href: '#box' });
	assert.equal(element.href, '');
	assert.equal(element.getAttribute('href'), '#box');
});

test('children are flattened, and text is never markup', () => {
	const element = h('p', null, ['a', [null, false, h('b', null, '<i>')], 0]);
	assert.equal(element.outline, 'p[a, b[<i>], 0]');
	assert.equal(put(element, 'new').outline, 'p[new]');
});

test('a button without text is named for screen readers', () => {
	const square = button({ icon: 'close', label: 'Close' });
	assert.equal(square.getAttribute('aria-label'), 'Close');
	assert.equal(square.title, 'Close');
	const named = button({ text: 'Go', label: 'Close' });
	assert.equal(named.getAttribute('aria-label'), null);
	assert.equal(named.textContent, 'Go');
});

test('a select tells the value that was chosen', () => {
	let chosen = '';
	const element = select([['a', 'First'], ['b']], 'b', (value) => {
		chosen = value;
	});
	assert.ok(element instanceof FakeElement);
	assert.deepEqual(
		element.all('option').map((option) => [option.value, option.textContent, option.selected]),
		[
			['a', 'First', false],
			['b', 'b', true],
		],
	);
	element.value = 'a';
	element.fire('change');
	assert.equal(chosen, 'a');
});

test('counts are whole below a million and short above', () => {
	assert.equal(count(null), '–');
	assert.equal(count(999_999), '999,999');
	assert.equal(count(1_234_567), '1.23 M');
	assert.equal(count(2e9), '2.00 G');
	assert.equal(plural(1, 'push', 'pushes'), '1 push');
	assert.equal(plural(1200, 'push', 'pushes'), '1,200 pushes');
});

test('times have the unit that suits them', () => {
	const shown = [undefined, 0.000_25, 0.0123, 5, 42.06, 61, 3725].map(seconds);
	assert.deepEqual(shown, ['–', '250 µs', '12.3 ms', '5.00 s', '42.1 s', '1 min 1 s', '1 h 2 min']);
});

test('sizes have binary units', () => {
	assert.deepEqual([0, 512, 1024, 3 * 2 ** 30].map(bytes), ['0 B', '512 B', '1.00 KiB', '3.00 GiB']);
});

test('a list has a head of columns, whose class is that of their cells', () => {
	const table = listTable(['job', ['time', 'number']], [h('tr', null, h('td', null, 'x'))], 'jobs');
	assert.equal(table.outline, 'table[thead[tr[th[job], th[time]]], tbody[tr[td[x]]]]');
	assert.deepEqual(
		table.all('th').map((cell) => [cell.getAttribute('scope'), cell.getAttribute('class')]),
		[
			['col', null],
			['col', 'number'],
		],
	);
});

test('a heading leads back and names where to', () => {
	const element = heading('#/lab', 'All experiments', 'Mine', 'two runs', h('b', null, 'idle'));
	const [back] = element.all('a');
	assert.deepEqual([back.href, back.getAttribute('aria-label')], ['#/lab', 'All experiments']);
	assert.equal(element.textContent, 'Minetwo runsidle');
});
