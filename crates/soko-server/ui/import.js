// @ts-check
// Levels from files, from the clipboard or dropped on the window.
//
// Files are sent as they are: the server finds out encoding and format, keeps what can be read and says what cannot.

import { post } from './api.js';
import { button, dialog, field, h, icon, plural, say, sorry } from './dom.js';

/** @param {File[]} files */
export async function importFiles(files) {
	const answers = [];
	for (const file of files) {
		// A file that is refused does not keep the others out.
		answers.push(
			await send(file, file.name).then(
				(answer) => ({ name: file.name, ...answer }),
				(error) => ({ name: file.name, error, diagnostics: [] }),
			),
		);
	}
	await report(answers);
}

/** @param {string} text @param {string} name */
export async function importText(text, name) {
	await report([{ name, ...(await send(new Blob([text]), name)) }]);
}

/** Sends a file; where there are too many at once, a little later. */
async function send(blob, name, tries = 10) {
	try {
		return await post(`/api/collections?name=${encodeURIComponent(name.slice(0, 200))}`, blob);
	} catch (error) {
		if (error.status !== 429 || tries === 0) throw error;
		await new Promise((resolve) => {
			setTimeout(resolve, 1000);
		});
		return send(blob, name, tries - 1);
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
	const body = [
		h(
			'div',
			{ class: 'row' },
			button({ icon: 'import', text: 'Choose files…', kind: 'primary', onclick: () => files.click() }),
			files,
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

/** Says what became of the files and opens the last new collection. */
async function report(answers) {
	const opened = answers
		.map((answer) => answer.collection)
		.filter(Boolean)
		.at(-1);
	if (opened) location.hash = `#/library/${encodeURIComponent(opened.id)}`;
	const serious = answers.some((answer) => !answer.collection || answer.diagnostics.some((d) => d.severity !== 'note'));
	if (!serious) {
		for (const answer of answers) say(summary(answer), { kind: 'good' });
		return;
	}
	const title = answers.length === 1 ? `Import of ${answers[0].name}` : `Import of ${answers.length} files`;
	await dialog(title, answers.map(findings), [['ok', 'Close', 'primary']]);
}

function summary({ name, collection, already, playable, error }) {
	if (error) return `${name}: ${error.message}`;
	if (!collection) return `${name}: no level was found`;
	if (already) return `${name} is there already, as “${collection.title}”`;
	const bad = collection.levels - playable;
	return `${name}: ${plural(collection.levels, 'level')} imported${bad ? `, ${bad} of them cannot be played` : ''}`;
}

function findings(answer) {
	const { collection, format, encoding, diagnostics, left_off: more } = answer;
	return h(
		'section',
		{ class: 'stack' },
		h(
			'p',
			{ class: `notice ${collection ? 'good' : 'bad'}` },
			icon(collection ? 'check' : 'warning'),
			h(
				'span',
				null,
				h('strong', null, summary(answer)),
				collection ? h('span', { class: 'note' }, ` (${format}, ${encoding})`) : null,
			),
		),
		diagnostics.length ? h('ul', { class: 'findings' }, diagnostics.map(finding)) : null,
		more ? h('p', { class: 'note' }, `… and ${plural(more, 'more finding')}.`) : null,
	);
}

const KIND = { error: ['bad', 'warning'], warning: ['warn', 'warning'], note: ['info', 'help'] };

function finding({ severity, line, column, level, message, remedy, quote, caret }) {
	const [kind, name] = KIND[severity] ?? KIND.note;
	const where = `${level ? `level ${level}, ` : ''}line ${line}, column ${column}`;
	return h(
		'li',
		null,
		h(
			'div',
			{ class: 'row' },
			h('span', { class: `tag ${kind}` }, icon(name), severity),
			h('strong', null, message),
			h('small', { class: 'note' }, where),
		),
		quote.trim() ? h('pre', null, quote, '\n', ' '.repeat(caret), h('span', { class: 'caret' }, '^')) : null,
		remedy ? h('small', { class: 'note' }, remedy) : null,
	);
}
