// @ts-check
// Several collections become one.

import { post } from '../api.js';
import { count, dialog, field, h, plural, put, say } from '../dom.js';

/**
 * Asks which collections shall be one, and merges them.
 * @param {any[]} list all collections
 * @param {string[]} chosen those that are ticked first
 * @param {string} title
 */
export async function mergeCollections(list, chosen, title) {
	const ticked = new Set(chosen);
	const name = h('input', { value: title, maxLength: 120, required: true });
	const told = h('p', { class: 'note', role: 'status' });
	const away = h('input', { type: 'checkbox' });
	const ids = () => list.map(({ id }) => id).filter((id) => ticked.has(id));
	const tell = () => {
		const all = list.filter(({ id }) => ticked.has(id));
		const levels = all.reduce((sum, one) => sum + one.levels, 0);
		told.textContent = `${plural(all.length, 'collection')} with ${plural(levels, 'level')}`;
	};
	const line = ({ id, title: text, levels, folder }) =>
		h(
			'label',
			{ class: 'check', 'data-text': `${text} ${folder ?? ''}`.toLocaleLowerCase() },
			h('input', {
				type: 'checkbox',
				value: id,
				checked: ticked.has(id),
				onchange: (event) => {
					ticked[event.target.checked ? 'add' : 'delete'](id);
					tell();
				},
			}),
			h('span', null, text),
			h('small', { class: 'note' }, count(levels)),
		);
	const first = list.filter(({ id }) => ticked.has(id));
	const others = list.filter(({ id }) => !ticked.has(id));
	const lines = h('div', { class: 'merge-list' });
	put(lines, [...first, ...others].map(line));
	const filter = h('input', {
		type: 'search',
		placeholder: 'Filter',
		'aria-label': 'Filter the collections',
		onkeydown: (event) => {
			if (event.key === 'Enter') event.preventDefault();
		},
		oninput: () => {
			const text = filter.value.trim().toLocaleLowerCase();
			for (const row of lines.children) row.hidden = !row.dataset.text.includes(text);
		},
	});
	tell();
	const body = [
		field('Title of the new collection', name),
		filter,
		h('fieldset', { class: 'merge' }, h('legend', { class: 'visually-hidden' }, 'Collections'), lines),
		told,
		h('label', { class: 'check' }, away, 'Remove those of mine that went into it'),
	];
	const answer = await dialog('Merge collections', body, [
		['', 'Cancel'],
		['ok', 'Merge', 'primary'],
	]);
	if (answer !== 'ok') return;
	if (!ticked.size) {
		say('Tick the collections that shall be one');
		return;
	}
	const own = list.filter(({ id, origin }) => ticked.has(id) && origin === 'imported').map(({ id }) => id);
	await merge(name.value.trim() || title, ids(), away.checked ? own : []);
}

/** Merges collections, says what became of it, and goes there. */
export async function merge(title, collections, remove) {
	const made = await post('/api/merge', { title, collections, remove });
	const { id, levels } = made.collection;
	if (made.left_out)
		say(`${plural(levels, 'level')} merged, ${count(made.left_out)} left out`, {
			kind: 'warn',
			help: 'Levels that cannot be played stay in their collections, which are kept.',
		});
	else say(`${plural(levels, 'level')} merged into “${made.collection.title}”`, { kind: 'good' });
	location.hash = `#/library/${encodeURIComponent(id)}`;
	return made;
}
