// @ts-check
// A folder of the library: its collections, and what can be done with all of them.

import { remove } from '../api.js';
import { button, count, h, icon, isSure, listTable, plural, put, say, sorry } from '../dom.js';
import { mergeCollections } from './library-merge.js';
import { addressOf, folderName, meter, sum } from './library-shelf.js';

export class FolderPage {
	constructor(page, root, folder) {
		Object.assign(this, { page, root, folder });
		page.title(folderName(folder));
	}

	draw(list) {
		const inside = list.filter(({ folder }) => folder === this.folder);
		if (!inside.length) {
			location.hash = '#/library';
			return;
		}
		const { levels, solved, mine } = sum(inside);
		const own = inside.every(({ origin }) => origin === 'imported');
		const authors = inside.some(({ author }) => author);
		const rows = inside.map((one) =>
			h(
				'tr',
				null,
				h('th', { scope: 'row' }, h('a', { href: addressOf(one.id) }, one.title)),
				authors ? h('td', { class: 'author' }, one.author ?? '') : null,
				h('td', { class: 'number' }, count(one.levels)),
				h('td', { class: 'number' }, count(one.mine)),
				h('td', { class: 'number' }, count(one.solved)),
				h('td', { class: 'part' }, meter(one)),
			),
		);
		put(
			this.root,
			h(
				'header',
				{ class: 'heading' },
				h(
					'div',
					{ class: 'about' },
					h('h1', null, folderName(this.folder)),
					folderName(this.folder) === this.folder ? null : h('p', { class: 'note' }, this.folder),
					h(
						'div',
						{ class: 'row' },
						h('span', { class: 'tag' }, plural(inside.length, 'collection')),
						h('span', { class: 'tag' }, plural(levels, 'level')),
						h(
							'span',
							{ class: `tag ${solved ? 'good' : ''}` },
							solved ? icon('check') : null,
							`${count(solved)} solved`,
						),
						mine ? h('span', { class: 'tag' }, `${count(mine)} by me`) : null,
					),
				),
				h(
					'div',
					{ class: 'toolbar' },
					button({
						icon: 'branch',
						text: 'Merge into one…',
						onclick: () =>
							mergeCollections(
								list,
								inside.map(({ id }) => id),
								folderName(this.folder),
							).catch(sorry),
					}),
					own
						? button({
								icon: 'trash',
								label: 'Remove the folder',
								kind: 'danger',
								onclick: () => this.removeAll(inside),
							})
						: null,
				),
			),
			h(
				'div',
				{ class: 'table-box' },
				listTable(
					[
						['Collection'],
						...(authors ? [['Author', 'author']] : []),
						['Levels', 'number'],
						['Solved by me', 'number'],
						['Solved', 'number'],
						[h('span', { class: 'visually-hidden' }, 'Part that is solved'), 'part'],
					],
					rows,
					'folder-table',
				),
			),
		);
	}

	async removeAll(inside) {
		const text = `“${folderName(this.folder)}” with ${plural(inside.length, 'collection')} and ${plural(sum(inside).levels, 'level')} is deleted from the data folder. Solutions that were found stay recorded.`;
		if (!(await isSure('Remove the folder?', text, 'Remove it'))) return;
		try {
			for (const { id } of inside) await remove(`/api/collections/${encodeURIComponent(id)}`);
			say(`“${folderName(this.folder)}” is removed`);
		} catch (error) {
			sorry(error);
		}
	}
}
