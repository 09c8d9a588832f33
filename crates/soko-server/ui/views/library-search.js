// @ts-check
// What a search over all collections found: collections, and levels as cards.

import { get } from '../api.js';
import { count, h, icon, plural, put, sorry } from '../dom.js';
import { makeGrid } from './library-levels.js';
import { addressOf } from './library-shelf.js';

/** How long typing rests before it is asked for. */
const REST = 150;

export class Found {
	constructor(page, root) {
		Object.assign(this, { page, rows: [] });
		this.told = h('p', { class: 'note', role: 'status' });
		this.collections = h('ul', { class: 'found-collections' });
		this.place = h('div', { class: 'level-place' });
		put(
			root,
			h('header', { class: 'heading' }, h('div', { class: 'about' }, h('h1', null, 'Search'), this.told)),
			this.collections,
			this.place,
		);
		page.title('Search');
		page.keys({
			'ArrowDown ArrowRight ArrowUp ArrowLeft': ['move among the levels', () => this.grid?.activate(this.grid.active)],
		});
		document.addEventListener('look', () => this.draw(), { signal: page.signal });
	}

	/** Looks for words; the newest question counts. */
	find(text) {
		history.replaceState(null, '', `#/library?find=${encodeURIComponent(text)}`);
		clearTimeout(this.resting);
		this.asking?.abort();
		this.resting = setTimeout(() => this.ask(text.trim()), REST);
	}

	async ask(text) {
		this.asking?.abort();
		this.asking = new AbortController();
		if (!text) {
			this.show(
				{ collections: [], levels: [], total: 0 },
				'Words of titles, authors and collections; all of them must be there.',
			);
			return;
		}
		try {
			const signal = AbortSignal.any([this.page.signal, this.asking.signal]);
			const found = await get(`/api/search?text=${encodeURIComponent(text.slice(0, 200))}`, signal);
			const { collections, levels, total } = found;
			const more = total > levels.length ? `, the first ${count(levels.length)} are shown` : '';
			this.show(found, `${plural(total, 'level')}${more}; ${plural(collections.length, 'collection')}`);
		} catch (error) {
			sorry(error);
		}
	}

	show({ collections, levels }, told) {
		this.rows = levels;
		this.told.textContent = told;
		put(
			this.collections,
			collections.map(({ id, title, levels: size }) =>
				h('li', null, h('a', { class: 'button', href: addressOf(id) }, icon('library'), `${title} (${count(size)})`)),
			),
		);
		this.draw();
	}

	draw() {
		this.stop?.abort();
		this.stop = new AbortController();
		this.grid = null;
		put(this.place);
		if (!this.rows.length || this.page.signal.aborted) return;
		const signal = AbortSignal.any([this.page.signal, this.stop.signal]);
		const made = makeGrid({
			id: '',
			rows: this.rows,
			mode: 'pictures',
			signal,
			onmove: (index) => {
				const { collection, number } = this.rows[index] ?? {};
				if (collection) sessionStorage.setItem('level', JSON.stringify({ collection, number }));
			},
		});
		put(this.place, made.box);
		this.grid = made.grid;
		made.grid.show(this.rows.length, 0);
	}
}
