// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { prose } from '../ui/prose.js';
import { installDocument } from './fake-dom.js';

installDocument();

test('blank lines part paragraphs, line ends within one do not', () => {
	assert.equal(prose('one\ntwo\r\n\r\n\n\nthree').outline, 'div[p[one two], p[three]]');
});

test('code, bold and emphasis become elements', () => {
	assert.equal(prose('a `b*c*` **d** *e* f').outline, 'div[p[a , code[b*c*],  , strong[d],  , em[e],  f]]');
});

test('the star of a name is no emphasis', () => {
	assert.equal(prose('A* on 2 levels, A* on 3').outline, 'div[p[A* on 2 levels, A* on 3]]');
	assert.equal(prose('2 * 3 * 4').outline, 'div[p[2 * 3 * 4]]');
});

test('a list has its items, also when they are wrapped', () => {
	assert.equal(prose('- one\n  more\n- *two*').outline, 'div[ul[li[one   more], li[em[two]]]]');
});

test('links lead to the web alone', () => {
	const [link] = prose('see [here](https://example.org/a)').all('a');
	assert.equal(link.href, 'https://example.org/a');
	assert.equal(link.getAttribute('rel'), 'noopener noreferrer');
	assert.deepEqual(prose('[x](javascript://alert)').all('a'), []);
});

test('markup of others stays text', () => {
	assert.equal(prose('<b>x</b>').outline, 'div[p[<b>x</b>]]');
});
