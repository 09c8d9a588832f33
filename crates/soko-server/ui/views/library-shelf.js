// @ts-check
// The shelf: where all collections stand, in groups; a folder is one entry that opens. Above it, the search over all of them.

import { button, count, h, icon, plural, put } from '../dom.js';
import { askForLevels } from '../import.js';

const GROUPS = [
	['opened', 'Opened files'],
	['imported', 'Mine'],
	['builtin', 'Built in'],
];

/** Where the shelf was scrolled to, in this tab. */
let scrolled = 0;

/** The address of a collection. */
export const addressOf = (id) => `#/library/${encodeURIComponent(id)}`;
/** The address of a folder. */
export const folderAddress = (folder) => `#/library?folder=${encodeURIComponent(folder)}`;
/** A folder's own name, without those it lies in. */
export const folderName = (folder) => folder.split(/[/\\]/).at(-1) || folder;

/** Collections by group; those of one folder are one entry, where the first of them stands. */
export function shelves(collections) {
	return GROUPS.map(([origin, name]) => {
		const entries = [];
		const folders = new Map();
		for (const collection of collections) {
			if (collection.origin !== origin) continue;
			const { folder } = collection;
			if (!folder) entries.push({ collection });
			else if (folders.has(folder)) folders.get(folder).push(collection);
			else {
				folders.set(folder, [collection]);
				entries.push({ folder, inside: folders.get(folder) });
			}
		}
		return { name, entries };
	}).filter(({ entries }) => entries.length);
}

/** Levels and solutions of several collections. */
export const sum = (collections) => ({
	levels: collections.reduce((total, { levels }) => total + levels, 0),
	solved: collections.reduce((total, { solved }) => total + solved, 0),
	mine: collections.reduce((total, { mine }) => total + mine, 0),
});

/** How much is solved, as text: by whom only where it was the user. */
export function progressText({ levels, solved, mine }) {
	if (!solved) return plural(levels, 'level');
	return `${count(solved)} of ${count(levels)} solved${mine ? ` · ${count(mine)} by me` : ''}`;
}

/** How much is solved, as a bar: first what the user solved, then what solvers did. */
export function meter({ levels, solved, mine }) {
	if (!solved) return null;
	const width = (part) => ({ width: `${(100 * part) / Math.max(1, levels)}%` });
	return h(
		'span',
		{ class: 'meter', 'aria-hidden': 'true' },
		h('span', { class: 'by-me', style: width(mine) }),
		h('span', { class: 'by-solvers', style: width(solved - mine) }),
	);
}

export class Shelf {
	/**
	 * @param {any} page
	 * @param {HTMLElement} root
	 * @param {{ chosen: string | null, folder: string | null, text: string, onfind: (text: string) => void, onleave: () => void }} about
	 */
	constructor(page, root, about) {
		Object.assign(this, { page, ...about });
		this.search = h('input', {
			type: 'search',
			value: about.text,
			placeholder: 'Search all collections',
			'aria-label': 'Search titles, authors and collections',
			oninput: (event) => about.onfind(event.target.value),
			onkeydown: (event) => {
				if (event.key === 'Escape') about.onleave();
			},
		});
		this.narrow = h('div', { class: 'narrow-only' });
		this.wide = h('div', { class: 'wide-only' });
		put(
			root,
			button({ icon: 'import', text: 'Import…', kind: 'import', onclick: askForLevels }),
			h('label', { class: 'search find' }, icon('search'), this.search),
			this.narrow,
			this.wide,
		);
		page.signal.addEventListener('abort', () => {
			scrolled = this.wide.scrollTop;
		});
	}

	draw(collections) {
		const { wide, narrow } = this;
		const focused = wide.contains(document.activeElement) ? document.activeElement.getAttribute('href') : null;
		const place = this.drawn ? wide.scrollTop : scrolled;
		const groups = shelves(collections);
		put(
			wide,
			groups.map(({ name, entries }) => [
				h('h2', null, name),
				h(
					'ul',
					null,
					entries.map((entry) => this.entry(entry)),
				),
			]),
		);
		put(narrow, this.picker(groups));
		wide.scrollTop = place;
		if (!this.drawn) this.reveal();
		this.drawn = true;
		if (focused) wide.querySelector(`a[href=${JSON.stringify(focused)}]`)?.focus({ preventScroll: true });
	}

	/** Scrolls the shelf, not the page, to what is chosen. */
	reveal() {
		const link = /** @type {HTMLElement | null} */ (this.wide.querySelector('[aria-current]'));
		if (!link) return;
		const { top, bottom } = link.getBoundingClientRect();
		const box = this.wide.getBoundingClientRect();
		if (top < box.top || bottom > box.bottom) this.wide.scrollTop += (top + bottom) / 2 - (box.top + box.bottom) / 2;
	}

	entry({ collection, folder, inside }) {
		if (collection) return this.item(collection);
		const open = folder === this.folder || inside.some(({ id }) => id === this.chosen);
		const all = sum(inside);
		return h(
			'li',
			{ class: 'folder' },
			h(
				'a',
				{
					href: folderAddress(folder),
					title: folder,
					'aria-current': folder === this.folder ? 'page' : null,
				},
				h('span', { class: 'name' }, icon('folder'), folderName(folder)),
				h('span', { class: 'note' }, `${plural(inside.length, 'collection')} · ${progressText(all)}`),
				meter(all),
			),
			open
				? h(
						'ul',
						{ 'aria-label': folderName(folder) },
						inside.map((one) => this.item(one)),
					)
				: null,
		);
	}

	item(collection) {
		const { id, title } = collection;
		return h(
			'li',
			null,
			h(
				'a',
				{ href: addressOf(id), title, 'aria-current': id === this.chosen ? 'page' : null },
				h('span', { class: 'name' }, title),
				h('span', { class: 'note' }, progressText(collection)),
				meter(collection),
			),
		);
	}

	/** The same as one field, for narrow windows. */
	picker(groups) {
		const now = this.folder ? folderAddress(this.folder) : this.chosen ? addressOf(this.chosen) : '';
		const option = (value, text) => h('option', { value, selected: value === now }, text);
		const one = ({ id, title, levels }) => option(addressOf(id), `${title} (${levels})`);
		const field = h(
			'select',
			{
				'aria-label': 'Collection',
				onchange: () => {
					location.hash = field.value;
				},
			},
			now ? null : option('', 'Choose a collection'),
			groups.map(({ name, entries }) => [
				h(
					'optgroup',
					{ label: name },
					entries.filter((entry) => entry.collection).map((entry) => one(entry.collection)),
				),
				entries
					.filter((entry) => entry.folder)
					.map(({ folder, inside }) =>
						h(
							'optgroup',
							{ label: `${name}: ${folderName(folder)}` },
							option(folderAddress(folder), `${folderName(folder)}: ${plural(inside.length, 'collection')}`),
							inside.map(one),
						),
					),
			]),
		);
		for (const group of field.querySelectorAll('optgroup')) if (!group.children.length) group.remove();
		return field;
	}
}
