// @ts-check
// What became of an import: good news in passing, a warning with line numbers where anything was left out.

import { count, dialog, h, icon, plural, say } from './dom.js';

/** Files of which a toast each is shown; of more there is one for all. */
const TOASTS = 3;
/** Levels left out and findings that are listed of one file. */
const LISTED = 60;

const isSerious = ({ collection, diagnostics, left_out: out }) =>
	!collection || out.length > 0 || diagnostics.some(({ severity }) => severity !== 'note');

/**
 * Says what became of the files, and opens what is new.
 * @param {any[]} answers
 * @param {{ folder?: string, merged?: any }} [into]
 */
export async function report(answers, { folder, merged } = {}) {
	const opened = answers.map(({ collection }) => collection).filter(Boolean);
	if (merged) location.hash = `#/library/${encodeURIComponent(merged.id)}`;
	else if (folder && opened.some((one) => one.folder === folder))
		location.hash = `#/library?folder=${encodeURIComponent(folder)}`;
	else if (opened.length) location.hash = `#/library/${encodeURIComponent(opened.at(-1).id)}`;
	const serious = answers.filter(isSerious);
	const all = folder || answers.length > TOASTS ? total(answers, folder ?? 'Import', merged) : null;
	if (!serious.length) {
		for (const text of all ? [all] : answers.map(summary)) say(text, { kind: 'good' });
		return;
	}
	const title =
		folder || answers.length > 1
			? `Import of ${folder ?? plural(answers.length, 'file')}`
			: `Import of ${answers[0].name}`;
	const body = [
		all ? h('p', { class: 'notice warn' }, icon('warning'), h('strong', null, all)) : null,
		(all ? serious : answers).map((answer) => findings(answer)),
	];
	await dialog(title, body, [['ok', 'Close', 'primary']]);
}

const playableOf = (answers) => answers.reduce((sum, { playable }) => sum + (playable ?? 0), 0);

/** Several files in one sentence. */
export function total(answers, name, merged) {
	const taken = answers.filter(({ collection }) => collection);
	const levels = plural(playableOf(taken), 'level');
	const out = taken.reduce((sum, { collection, playable }) => sum + collection.levels - playable, 0);
	const files = `${count(taken.length)} of ${plural(answers.length, 'file')}`;
	return [
		`${name}: ${levels} taken from ${taken.length === answers.length ? plural(taken.length, 'file') : files}`,
		merged ? `, now the collection “${merged.title}”` : '',
		out ? `; ${plural(out, 'level')} left out` : '',
	].join('');
}

/** One file in one sentence. */
export function summary({ name, collection, already, playable, error }) {
	if (error) return `${name}: ${error.message}`;
	if (!collection) return `${name}: no level was found`;
	if (already) return `${name} is there already, as “${collection.title}”`;
	const out = collection.levels - playable;
	if (!out) return `${name}: ${plural(playable, 'level')} imported`;
	return `${name}: ${plural(playable, 'level')} taken, ${count(out)} left out`;
}

function findings(answer) {
	const { collection, playable, format, encoding, diagnostics, left_off: more, left_out: out, error } = answer;
	const bad = !collection || playable === 0;
	const kind = bad ? 'bad' : isSerious(answer) ? 'warn' : 'good';
	const rest = diagnostics.length - LISTED + (more ?? 0);
	return h(
		'section',
		{ class: 'stack' },
		h(
			'p',
			{ class: `notice ${kind}` },
			icon(kind === 'good' ? 'check' : 'warning'),
			h(
				'span',
				null,
				h('strong', null, summary(answer)),
				collection ? h('span', { class: 'note' }, ` (${format}, ${encoding})`) : null,
				error?.help ? h('span', { class: 'note' }, ` ${error.help}`) : null,
			),
		),
		out.length ? leftOut(collection, out) : null,
		diagnostics.length ? h('ul', { class: 'findings' }, diagnostics.slice(0, LISTED).map(finding)) : null,
		rest > 0 ? h('p', { class: 'note' }, `… and ${plural(rest, 'more finding')}.`) : null,
	);
}

/** A link out of the window closes it. */
const close = (event) => event.target.closest('dialog').close('');

/** Which levels were left out, and why. */
function leftOut({ id, levels }, out) {
	const one = ({ level, title, line, message }) => {
		const name = `Level ${level}${title && title !== String(level) ? ` “${title}”` : ''}`;
		const where = line ? `, line ${line}` : '';
		return h(
			'li',
			null,
			h('a', { href: `#/edit/${encodeURIComponent(id)}/${level}`, onclick: close }, `${name}${where}`),
			`: ${message}`,
		);
	};
	return h(
		'div',
		{ class: 'left-out' },
		h(
			'p',
			null,
			`These of ${plural(levels, 'level')} cannot be played. They stay in the collection as drawings that can be mended:`,
		),
		h('ul', null, out.slice(0, LISTED).map(one)),
		out.length > LISTED ? h('p', { class: 'note' }, `… and ${count(out.length - LISTED)} more.`) : null,
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
