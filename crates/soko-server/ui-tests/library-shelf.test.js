// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { summary, total } from '../ui/import-report.js';
import { folderName, progressText, shelves } from '../ui/views/library-shelf.js';

const one = (id, origin, folder) => ({ id, title: id, origin, folder, levels: 10, solved: 0, mine: 0 });

test('a folder is one entry, where the first of its collections stands', () => {
	const groups = shelves([
		one('a', 'opened', 'x/caves'),
		one('b', 'opened'),
		one('c', 'opened', 'x/caves'),
		one('d', 'builtin'),
	]);
	const shown = groups.map(({ name, entries }) => [
		name,
		entries.map(({ collection, folder, inside }) => collection?.id ?? `${folder}: ${inside.map(({ id }) => id)}`),
	]);
	assert.deepEqual(shown, [
		['Opened files', ['x/caves: a,c', 'b']],
		['Built in', ['d']],
	]);
	assert.equal(folderName('x/caves'), 'caves');
	assert.equal(folderName('caves'), 'caves');
});

test('what is solved is told, and by whom', () => {
	assert.equal(progressText({ levels: 1, solved: 0, mine: 0 }), '1 level');
	assert.equal(progressText({ levels: 1200, solved: 3, mine: 0 }), '3 of 1,200 solved');
	assert.equal(progressText({ levels: 9, solved: 3, mine: 1 }), '3 of 9 solved · 1 by me');
});

test('an import says how many levels were taken and left out', () => {
	const collection = { title: 'Caves', levels: 5 };
	assert.equal(summary({ name: 'a', collection, playable: 5 }), 'a: 5 levels imported');
	assert.equal(summary({ name: 'a', collection, playable: 1 }), 'a: 1 level taken, 4 left out');
	assert.equal(summary({ name: 'a', playable: 0 }), 'a: no level was found');
	assert.equal(summary({ name: 'a', error: { message: 'too large' } }), 'a: too large');
	const answers = [{ collection, playable: 5 }, { collection, playable: 3 }, { error: {} }];
	assert.equal(total(answers, 'Folder'), 'Folder: 8 levels taken from 2 of 3 files; 2 levels left out');
	assert.equal(
		total(answers.slice(0, 1), 'Folder', collection),
		'Folder: 5 levels taken from 1 file, now the collection “Caves”',
	);
});
