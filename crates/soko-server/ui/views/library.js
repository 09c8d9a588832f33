// @ts-check
// All collections, and the levels of one of them as thumbnails or as a table.

import { get, remove, replace } from '../api.js';
import { button, count, dialog, field, h, icon, isSure, plural, put, say, select, sorry } from '../dom.js';
import { exportAs } from '../export.js';
import { askForLevels } from '../import.js';
import { COLUMNS, choose, isFiltering, readFilter, SIZES, STATES, writeFilter } from './library-filter.js';
import { makeGrid } from './library-levels.js';
import { Shelf } from './library-shelf.js';

/** @param {any} page */
export async function open(page) {
	const id = page.args[0] ?? '';
	const folder = page.query.get('folder');
	const text = page.query.get('find');
	const nav = h('nav', { class: 'collections card', 'aria-label': 'Collections' });
	const main = h('section', { class: 'levels', 'aria-live': 'off' });
	put(page.root, h('div', { class: 'library' }, nav, main));
	let list = await get('/api/collections', page.signal);
	const wanted = folder === null && text === null;
	const chosen = wanted ? (list.some((collection) => collection.id === id) ? id : list[0]?.id) : null;
	if (id && chosen !== id) say(`There is no collection “${id}”`, { help: 'it may have been removed' });
	let stop = new AbortController();
	const part = () => {
		stop.abort();
		stop = new AbortController();
		return { ...page, signal: AbortSignal.any([page.signal, stop.signal]) };
	};
	/** @type {Promise<import('./library-search.js').Found> | null} */
	let found = null;
	const find = async (words) => {
		found ??= import('./library-search.js').then(({ Found }) => new Found(part(), main));
		(await found).find(words);
	};
	const shelf = new Shelf(page, nav, {
		chosen,
		folder,
		text: text ?? '',
		onfind: find,
		onleave: () => {
			if (found) location.hash = chosen ? `#/library/${encodeURIComponent(chosen)}` : '#/library';
		},
	});
	page.keys({ f: ['search all collections', () => shelf.search.focus()] });
	shelf.draw(list);
	let drawn = null;
	if (text !== null) await find(text);
	else if (folder !== null) {
		const { FolderPage } = await import('./library-folder.js');
		drawn = new FolderPage(page, main, folder);
		drawn.draw(list);
	} else if (chosen) {
		if (id !== chosen) history.replaceState(null, '', `#/library/${encodeURIComponent(chosen)}`);
		drawn = new Levels(part(), main, chosen, () => list);
		await drawn.load();
	}
	let known = JSON.stringify(list.find((collection) => collection.id === chosen));
	page.watch('library', (collections) => {
		list = collections;
		shelf.draw(collections);
		if (found || !drawn) return;
		if (folder !== null) {
			drawn.draw(collections);
			return;
		}
		const mine = collections.find((collection) => collection.id === chosen);
		if (!mine) {
			location.hash = '#/library';
			return;
		}
		// An edited level changes no number of the list: imported collections are always looked at again.
		if (JSON.stringify(mine) !== known || (mine.origin === 'imported' && drawn.seen)) drawn.load().catch(sorry);
		known = JSON.stringify(mine);
		drawn.seen = true;
	});
}

class Levels {
	constructor(page, root, id, all) {
		Object.assign(this, { page, root, id, all, filter: readFilter(page.query), rows: [], shown: [], seen: false });
		this.mode = localStorage.getItem('library-view') ?? 'pictures';
		this.head = h('header', { class: 'heading' });
		this.tools = h('div', { class: 'toolbar filters', role: 'search', 'aria-label': 'Filter the levels' });
		this.place = h('div', { class: 'level-place' });
		this.live = h('p', { class: 'note', role: 'status' });
		put(root, this.head, this.tools, this.live, this.place);
		const active = () => this.shown[this.grid?.active ?? 0];
		const go = (view) => () => {
			if (active()) location.hash = `#/${view}/${encodeURIComponent(id)}/${active().number}`;
		};
		page.keys({
			'/': ['filter the levels', () => this.tools.querySelector('input').focus()],
			'ArrowDown ArrowRight ArrowUp ArrowLeft': ['move among the levels', () => this.grid?.activate(this.grid.active)],
			Enter: ['play the level', () => go(active()?.error ? 'edit' : 'play')()],
			s: ['solve the level', go('solve')],
			l: ['learn with the level', go('learn')],
			e: ['edit the level', go('edit')],
			v: ['thumbnails or table', () => this.setMode(this.mode === 'table' ? 'pictures' : 'table')],
			i: ['import levels', askForLevels],
		});
		document.addEventListener('look', () => this.draw(true), { signal: page.signal });
	}

	async load() {
		const first = !this.rows.length;
		const answer = await get(`/api/collections/${encodeURIComponent(this.id)}`, this.page.signal);
		if (this.page.signal.aborted) return;
		this.rows = answer.rows;
		this.info = answer;
		this.page.title(answer.title);
		this.drawHead();
		if (first) this.drawTools();
		this.draw(!first);
	}

	drawHead() {
		const { title, about, author, origin, levels, solved, mine } = this.info;
		const path = `/api/collections/${encodeURIComponent(this.id)}`;
		const own = origin === 'imported';
		put(
			this.head,
			h(
				'div',
				{ class: 'about' },
				h('h1', null, title),
				h('p', { class: 'note' }, [author ? `${author}. ` : '', about ?? ''].join('').slice(0, 240)),
				h(
					'div',
					{ class: 'row' },
					h('span', { class: 'tag' }, plural(levels, 'level')),
					h('span', { class: `tag ${solved ? 'good' : ''}` }, solved ? icon('check') : null, `${count(solved)} solved`),
					solved ? h('span', { class: 'tag' }, mine ? `${count(mine)} by me` : 'none by me') : null,
				),
			),
			h(
				'div',
				{ class: 'toolbar' },
				h('a', { class: 'button', href: `#/lab?levels=${encodeURIComponent(this.id)}` }, icon('solve'), 'Solve all…'),
				button({
					icon: 'export',
					text: 'Export…',
					onclick: () =>
						exportAs(`Export “${title}”`, this.id, (format) => ({ path: `${path}/export?format=${format}` })),
				}),
				button({
					icon: 'branch',
					label: 'Merge with other collections',
					onclick: () =>
						import('./library-merge.js')
							.then(({ mergeCollections }) => mergeCollections(this.all(), [this.id], title))
							.catch(sorry),
				}),
				own ? button({ icon: 'edit', label: 'Rename the collection', onclick: () => this.rename(path) }) : null,
				own
					? button({
							icon: 'trash',
							label: 'Remove the collection',
							kind: 'danger',
							onclick: () => this.removeAll(path),
						})
					: null,
			),
		);
	}

	async rename(path) {
		const title = h('input', { value: this.info.title, maxLength: 120, autofocus: true });
		const folder = h('input', { value: this.info.folder ?? '', maxLength: 120, list: 'folders', placeholder: 'None' });
		const folders = [...new Set(this.all().flatMap((one) => (one.origin === 'imported' && one.folder) || []))];
		const body = [
			field('Title', title),
			field('Folder', folder, 'Collections of one folder are one entry of the shelf.'),
			h(
				'datalist',
				{ id: 'folders' },
				folders.map((value) => h('option', { value })),
			),
		];
		const answer = await dialog('Rename the collection', body, [
			['', 'Cancel'],
			['ok', 'Rename', 'primary'],
		]);
		if (answer === 'ok') replace(path, { title: title.value, folder: folder.value.trim() }).catch(sorry);
	}

	async removeAll(path) {
		const text = `“${this.info.title}” with ${plural(this.rows.length, 'level')} is deleted from the data folder. Solutions that were found stay recorded.`;
		if (!(await isSure('Remove the collection?', text, 'Remove it'))) return;
		try {
			await remove(path);
			say(`“${this.info.title}” is removed`);
			if (this.page.currentLevel().collection === this.id) sessionStorage.removeItem('level');
			location.hash = '#/library';
		} catch (error) {
			sorry(error);
		}
	}

	drawTools() {
		const { filter } = this;
		const set = (key) => (value) => {
			filter[key] = value;
			this.draw();
		};
		const box = (key, label) =>
			h('input', {
				type: 'number',
				min: 0,
				max: 9999,
				value: filter[key],
				placeholder: label,
				'aria-label': `${label} boxes`,
				oninput: (event) => set(key)(event.target.value),
			});
		const mode = (name, iconName, label) =>
			button({ icon: iconName, label, 'aria-pressed': String(this.mode === name), onclick: () => this.setMode(name) });
		put(
			this.tools,
			h(
				'label',
				{ class: 'search' },
				icon('search'),
				h('input', {
					type: 'search',
					value: filter.text,
					placeholder: 'Title or number',
					'aria-label': 'Title or number',
					oninput: (event) => set('text')(event.target.value),
					onkeydown: (event) => {
						if (event.key === 'ArrowDown' || event.key === 'Enter') {
							event.preventDefault();
							this.grid?.activate(0);
						}
					},
				}),
			),
			select(STATES, filter.state, set('state'), { 'aria-label': 'State' }),
			h(
				'span',
				{ class: 'range', role: 'group', 'aria-label': 'Boxes' },
				h('span', { class: 'note' }, 'Boxes'),
				box('least', 'min'),
				'–',
				box('most', 'max'),
			),
			select(SIZES, filter.size, set('size'), { 'aria-label': 'Size' }),
			h('span', { class: 'spacer' }),
			this.mode === 'table'
				? null
				: select(
						COLUMNS.map(([key, name]) => [key, `By ${name === '#' ? 'number' : name.toLowerCase()}`]),
						filter.sort,
						(key) => {
							filter.sort = key;
							filter.down = false;
							this.draw();
						},
						{ 'aria-label': 'Order' },
					),
			h(
				'span',
				{ class: 'row modes', role: 'group', 'aria-label': 'Show as' },
				mode('pictures', 'grid', 'Thumbnails'),
				mode('table', 'rows', 'Table'),
			),
		);
	}

	setMode(mode) {
		this.mode = mode;
		localStorage.setItem('library-view', mode);
		this.drawTools();
		this.draw();
		this.tools.querySelector('.modes [aria-pressed="true"]').focus();
	}

	sortBy(key) {
		this.filter.down = this.filter.sort === key ? !this.filter.down : false;
		this.filter.sort = key;
		this.draw();
		this.place.querySelector(`th[data-key="${key}"] button`)?.focus();
	}

	/** Draws the levels; with `keep` the page stays where it is. */
	draw(keep = false) {
		if (this.page.signal.aborted) return;
		const number = this.shown[this.grid?.active ?? 0]?.number ?? this.remembered();
		this.shown = choose(this.rows, this.filter);
		// News may arrive when the user is on the way elsewhere: that address stays.
		const path = `#/library/${encodeURIComponent(this.id)}`;
		if (location.hash.split('?')[0] === path) history.replaceState(null, '', path + writeFilter(this.filter));
		const filtering = isFiltering(this.filter);
		this.live.textContent = filtering ? `${count(this.shown.length)} of ${plural(this.rows.length, 'level')}` : '';
		this.stop?.abort();
		this.stop = new AbortController();
		const { signal } = this.stop;
		this.page.signal.addEventListener('abort', () => this.stop.abort(), { signal });
		this.grid = null;
		if (!this.shown.length) {
			put(this.place, this.nothing(filtering));
			return;
		}
		const active = Math.max(
			0,
			this.shown.findIndex((row) => row.number === number),
		);
		const height = keep ? this.place.offsetHeight : 0;
		this.place.style.setProperty('min-height', `${height}px`);
		const made = makeGrid({
			id: this.id,
			rows: this.shown,
			mode: this.mode,
			filter: this.filter,
			signal,
			sortBy: (key) => this.sortBy(key),
			onmove: (index) => this.moved(index),
		});
		put(this.place, made.box);
		this.grid = made.grid;
		made.grid.show(this.shown.length, active);
		this.place.style.removeProperty('min-height');
		if (!keep && active > 12 && !this.positioned && this.rows.length === this.shown.length) made.grid.reveal();
		this.positioned = true;
	}

	remembered() {
		const level = this.page.currentLevel();
		return level.collection === this.id ? level.number : 1;
	}

	moved(index) {
		const row = this.shown[index];
		if (row) sessionStorage.setItem('level', JSON.stringify({ collection: this.id, number: row.number }));
	}

	nothing(filtering) {
		if (!filtering) return h('section', { class: 'empty' }, icon('library'), h('h2', null, 'No levels here'));
		const clear = () => {
			Object.assign(this.filter, { text: '', state: '', least: '', most: '', size: '' });
			this.drawTools();
			this.draw();
		};
		return h(
			'section',
			{ class: 'empty' },
			icon('search'),
			h('h2', null, 'No level is like that'),
			button({ text: 'Show all levels', onclick: clear }),
		);
	}
}
