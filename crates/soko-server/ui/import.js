// @ts-check
// Levels from files and folders, from the clipboard or dropped on the window.
//
// Files are sent as they are: the server finds out encoding and format, keeps what can be read and says what cannot. A folder
// becomes one entry of the shelf, or one collection.

import { post } from './api.js';
import { button, dialog, field, h, plural, say, sorry } from './dom.js';
import { filesOf } from './import-folder.js';
import { report } from './import-report.js';

/** With more files than this a window says how far the import is. */
const QUICK = 3;
/** Files of a folder that are looked at: as many as the server keeps collections. */
const MOST = 500;

/** @param {File[]} files */
export async function importFiles(files) {
	await report(await sendAll(files, null));
}

/** Files and folders that were dropped. @param {File[]} files @param {any[]} entries what the browser says they are */
export async function importDropped(files, entries) {
	const folders = entries.filter((entry) => entry?.isDirectory);
	// A folder is also among the files, as one that cannot be read.
	const names = new Set(folders.map(({ name }) => name));
	const loose = files.filter(({ name }) => !names.has(name));
	if (loose.length) await importFiles(loose);
	for (const folder of folders) await importFolder(folder.name, await filesOf(folder, MOST));
}

/** A folder: one entry of the shelf, or one collection. @param {string} name @param {File[]} files */
export async function importFolder(name, files) {
	const shown = files.filter((file) => !file.name.startsWith('.'));
	if (shown.length < 2) {
		if (shown.length) await importFiles(shown);
		else say(`There are no files in “${name}”`);
		return;
	}
	const all = shown.sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true })).slice(0, MOST);
	const choice = (value, text, note, checked) =>
		h(
			'label',
			{ class: 'choice' },
			h('input', { type: 'radio', name: 'as', value, checked }),
			h('span', null, h('strong', null, text), h('small', { class: 'note' }, note)),
		);
	const body = h(
		'fieldset',
		{ class: 'choices' },
		h('legend', null, `${plural(all.length, 'file')} become`),
		choice('folder', 'a folder', 'One entry of the shelf; it opens and shows a collection for every file.', true),
		choice('one', 'one collection', 'All levels in the order of the files.', false),
		shown.length > all.length
			? h('p', { class: 'note' }, `Of ${shown.length} files the first ${MOST} are taken.`)
			: null,
	);
	const answer = await dialog(`Import the folder “${name}”`, body, [
		['', 'Cancel'],
		['ok', 'Import', 'primary'],
	]);
	if (answer !== 'ok') return;
	const whole = body.querySelector(':checked').value === 'one';
	const answers = await sendAll(all, name);
	const there = answers.map(({ collection }) => collection?.id).filter(Boolean);
	if (!whole || !there.length) {
		await report(answers, { folder: name });
		return;
	}
	const fresh = answers.filter(({ already }) => !already).map(({ collection }) => collection?.id);
	const collections = [...new Set(there)];
	const made = await post('/api/merge', { title: name, collections, remove: fresh.filter(Boolean) });
	await report(answers, { folder: name, merged: made.collection });
}

/** @param {string} text @param {string} name */
export async function importText(text, name) {
	await report([{ name, ...(await send(new Blob([text]), name)) }]);
}

/** Sends files one after another; one that is refused does not keep the others out. */
async function sendAll(files, folder) {
	const answers = [];
	const progress = files.length > QUICK ? openProgress(folder ?? 'files', files.length) : null;
	for (const file of files) {
		if (progress?.stopped) break;
		progress?.show(answers.length);
		answers.push(
			await send(file, file.name, folder).then(
				(answer) => ({ name: file.name, ...answer }),
				(error) => ({ name: file.name, error, diagnostics: [], left_out: [] }),
			),
		);
	}
	progress?.close();
	return answers;
}

/** A window that says how many files are in, with a way out. */
function openProgress(name, most) {
	const bar = h('progress', { max: most, value: 0, 'aria-label': 'Files imported' });
	const text = h('p', { role: 'status' });
	const state = {
		stopped: false,
		show(done) {
			bar.value = done;
			text.textContent = `${done} of ${most} files are in`;
		},
		close() {
			bar.closest('dialog')?.close('done');
		},
	};
	dialog(`Importing ${name}`, [text, bar], [['', 'Stop']]).then((answer) => {
		state.stopped = answer !== 'done';
	});
	return state;
}

/** Sends a file; where there are too many at once, a little later. */
async function send(blob, name, folder = null, tries = 10) {
	try {
		const query = new URLSearchParams({
			name: name.slice(0, 200),
			...(folder ? { folder: folder.slice(0, 120) } : {}),
		});
		return await post(`/api/collections?${query}`, blob);
	} catch (error) {
		if (error.status !== 429 || tries === 0) throw error;
		await new Promise((resolve) => {
			setTimeout(resolve, 1000);
		});
		return send(blob, name, folder, tries - 1);
	}
}

/** Asks for levels: a text to paste, or files. */
export async function askForLevels() {
	const text = h('textarea', {
		rows: 11,
		spellcheck: false,
		placeholder: '; Title\n#####\n#@$.#\n#####',
		'aria-label': 'Levels as text',
	});
	const name = h('input', { value: '', placeholder: 'Pasted', maxLength: 100 });
	const files = h('input', {
		type: 'file',
		multiple: true,
		hidden: true,
		onchange: () => {
			const chosen = [...files.files];
			files.closest('dialog').close('');
			if (chosen.length) importFiles(chosen).catch(sorry);
		},
	});
	const folder = h('input', {
		type: 'file',
		webkitdirectory: true,
		hidden: true,
		class: 'folder-input',
		onchange: () => {
			const chosen = [...folder.files];
			const name = chosen[0]?.webkitRelativePath.split('/')[0];
			folder.closest('dialog').close('');
			if (chosen.length) importFolder(name || 'Folder', chosen).catch(sorry);
		},
	});
	const body = [
		h(
			'div',
			{ class: 'row' },
			button({ icon: 'import', text: 'Choose files…', kind: 'primary', onclick: () => files.click() }),
			files,
			button({ icon: 'folder', text: 'Choose a folder…', onclick: () => folder.click() }),
			folder,
			h('small', { class: 'note' }, 'or drop them anywhere on the page. Every format and encoding is recognised.'),
		),
		field('Or paste levels', text),
		field('Name', name),
	];
	if (
		(await dialog('Import levels', body, [
			['', 'Cancel'],
			['ok', 'Import the text', 'primary'],
		])) !== 'ok'
	)
		return;
	if (!text.value.trim()) {
		say('There is no text to import');
		return;
	}
	await importText(text.value, name.value.trim() || 'Pasted').catch(sorry);
}
