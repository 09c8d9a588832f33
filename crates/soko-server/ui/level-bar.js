// @ts-check
// The heading of every view that is about one level: its name, its neighbours, its other views.

import { h, icon } from './dom.js';

/** @param {any} facts what `/api/levels/…` says @param {string} view */
export function levelBar(facts, view) {
	const address = (number, to = view) => `#/${to}/${encodeURIComponent(facts.collection)}/${number}`;
	const neighbour = (by, name, text) => {
		const number = facts.number + by;
		return number >= 1 && number <= facts.of
			? h('a', { class: 'button square quiet', href: address(number), 'aria-label': text, title: text }, icon(name))
			: h('span', { class: 'button square quiet off', 'aria-hidden': 'true' }, icon(name));
	};
	return h(
		'header',
		{ class: 'heading level-bar' },
		neighbour(-1, 'back', 'Previous level'),
		h(
			'div',
			null,
			h('h1', { title: facts.title }, facts.title ?? `Level ${facts.number}`),
			h(
				'span',
				{ class: 'note' },
				h('a', { href: `#/library/${encodeURIComponent(facts.collection)}` }, facts.collection_title),
				` · ${facts.number} of ${facts.of}`,
				facts.author ? ` · ${facts.author}` : '',
			),
		),
		neighbour(1, 'forward', 'Next level'),
	);
}
