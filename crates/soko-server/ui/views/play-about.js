// @ts-check
// What the file of a level says about it: whom to credit, and the notes.

import { h } from '../dom.js';

/** @param {any} facts what `/api/levels/…` says @returns {any} null if there is nothing */
export function about(facts) {
	const notes = facts.notes.join('\n').trim();
	if (!notes && !facts.author) return null;
	return h(
		'div',
		{ class: 'about-level' },
		facts.author ? h('p', { 'data-about': 'author' }, h('span', { class: 'note' }, 'Author '), facts.author) : null,
		notes
			? h('p', { class: 'level-notes', 'data-about': 'notes', tabIndex: 0, 'aria-label': 'Notes of the level' }, notes)
			: null,
	);
}
