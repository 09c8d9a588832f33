// @ts-check
// A menu of files: the board, the solution, the protocol, as far as they are there and allowed now.

import { save, saveBlob } from './api.js';
import { copyText } from './clipboard.js';
import { h, icon, put, say, sorry } from './dom.js';
import { skin } from './look.js';

const GIF_CELL = 32;
const PNG_CELL = 64;

/**
 * @typedef {object} Exported
 * @property {() => string | Promise<string>} board the board as it is now, in XSB
 * @property {(() => string | null)} [start] the board at the start of the solution, if it is another
 * @property {(() => string | null | Promise<string>)} [solution] moves in LURD; null or empty if there are none
 * @property {() => boolean} [solved] do the moves solve the level? Else there is nothing to animate; yes if not told
 * @property {{ collection: string, number: number } | null} [level] for the files' names
 * @property {(() => string | null)} [protocol] the address of the protocol; null if there is none
 * @property {(() => { export_board?: boolean, export_protocol?: boolean } | null)} [allows] what the status allows; all if not told
 */

/** @param {Exported} what @returns {any} the menu; its `refresh` is called when what is allowed changes while it is open */
export function exportMenu(what) {
	const list = h('div', { class: 'menu-items' });
	const menu = h(
		'details',
		{ class: 'menu' },
		h('summary', { class: 'button', title: 'Save as a file' }, icon('export'), h('span', null, 'Export')),
		list,
	);
	const close = () => {
		menu.open = false;
	};
	const outside = (event) => {
		if (!menu.contains(event.target)) close();
	};
	menu.addEventListener('toggle', () => {
		if (menu.open) {
			menu.refresh();
			document.addEventListener('pointerdown', outside);
		} else {
			put(list);
			document.removeEventListener('pointerdown', outside);
		}
	});
	menu.addEventListener('keydown', (event) => {
		if (event.key === 'Escape') {
			close();
			menu.querySelector('summary').focus();
			event.stopPropagation();
		}
	});
	menu.refresh = async () => {
		if (!menu.open) return;
		try {
			put(list, await groups(what, close));
		} catch (error) {
			close();
			sorry(error);
		}
	};
	return menu;
}

async function groups(what, close) {
	const name = what.level ? `${what.level.collection}-${what.level.number}` : 'board';
	const rights = what.allows?.() ?? {};
	const item = (id, text, note, run, allowed = true) =>
		h(
			'button',
			{
				type: 'button',
				class: 'menu-item',
				'data-export': id,
				disabled: !allowed,
				onclick: async () => {
					close();
					try {
						await run();
					} catch (error) {
						sorry(error);
					}
				},
			},
			h('span', null, text),
			h('small', { class: 'note' }, note),
		);
	const board = rights.export_board !== false;
	const solution = (await what.solution?.()) || null;
	const protocol = rights.export_protocol === false ? null : (what.protocol?.() ?? null);
	const animated = Boolean(solution) && (what.solved?.() ?? true);
	const picture = async (format, cell) =>
		save('/api/picture', `${name}.${format}`, { board: await what.board(), format, cell, skin: skin() });
	const gif = async (pace) =>
		save('/api/animation', `${name}.gif`, {
			board: what.start?.() ?? (await what.board()),
			solution,
			pace,
			cell: GIF_CELL,
			skin: skin(),
		});
	return [
		h('h3', null, 'Board'),
		item('xsb', 'Text', 'XSB', async () => saveBlob(`${(await what.board()).trimEnd()}\n`, `${name}.xsb`), board),
		item('svg', 'Drawing', 'SVG', () => picture('svg', PNG_CELL), board),
		item('png', 'Picture', 'PNG', () => picture('png', PNG_CELL), board),
		what.solution
			? [
					h('h3', null, 'Moves'),
					item(
						'copy',
						'Copy',
						'LURD',
						async () => {
							await copyText(solution ?? '');
							say('The moves are in the clipboard');
						},
						Boolean(solution),
					),
					item('lurd', 'Text', 'LURD', () => saveBlob(`${solution}\n`, `${name}.lurd.txt`), Boolean(solution)),
					item('gif-moves', 'Animation of all moves', 'GIF', () => gif('moves'), animated),
					item('gif-pushes', 'Animation of the pushes', 'GIF', () => gif('pushes'), animated),
				]
			: null,
		what.protocol
			? [
					h('h3', null, 'Protocol of the run'),
					item(
						'protocol',
						'For people',
						'text',
						() => save(String(protocol), `${name}-protocol.txt`),
						Boolean(protocol),
					),
					item(
						'protocol-json',
						'For programs',
						'JSON',
						() => save(`${protocol}?format=json`, `${name}-protocol.json`),
						Boolean(protocol),
					),
				]
			: null,
	];
}
