// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { copyText } from '../ui/clipboard.js';

test('a secure page writes to the clipboard', async () => {
	let written = '';
	const clipboard = { writeText: async (text) => (written = text) };
	Object.defineProperty(globalThis, 'navigator', { value: { clipboard }, configurable: true });
	await copyText('rRdl');
	assert.equal(written, 'rRdl');
});

test('elsewhere the text is selected, copied and taken away again', async () => {
	Object.defineProperty(globalThis, 'navigator', { value: {}, configurable: true });
	const steps = [];
	const area = {
		value: '',
		style: {},
		select: () => steps.push(`select ${area.value}`),
		remove: () => steps.push('remove'),
	};
	const button = { closest: () => null, focus: () => steps.push('focus') };
	Object.defineProperty(globalThis, 'document', {
		value: {
			activeElement: button,
			createElement: () => area,
			body: { append: () => steps.push('append') },
			execCommand: (name) => steps.push(name) > 0,
		},
		configurable: true,
	});
	await copyText('rRdl');
	assert.deepEqual(steps, ['append', 'select rRdl', 'copy', 'remove', 'focus']);
});

test('a browser that does not let the page copy is told of', async () => {
	Object.assign(document, { execCommand: () => false });
	await assert.rejects(copyText('rRdl'), { help: 'save it as a file' });
});
