// @ts-check
// The buttons and keys that turn and mirror a board, and the memory of how each level was turned.

import { inWords, mirrored, rotated } from './board-orientation.js';
import { button, h } from './dom.js';

/** How many levels are remembered; the one that was turned longest ago is forgotten first. */
const MOST = 500;
const STORE = 'turns';
const ONLY_SHOWN = 'only what is shown changes, moves and exports stay those of the level';

/** @param {Pick<Storage, 'getItem'>} store @returns {Record<string, number>} */
function read(store) {
	try {
		return JSON.parse(store.getItem(STORE) ?? '{}') ?? {};
	} catch {
		return {};
	}
}

/** How a level was turned last. @param {string | null} level @param {Pick<Storage, 'getItem'>} store */
export function turnOf(level, store = localStorage) {
	const turn = level ? read(store)[level] : 0;
	return Number.isInteger(turn) && turn > 0 && turn < 8 ? turn : 0;
}

/** Remembers it. @param {string | null} level @param {number} turn @param {Pick<Storage, 'getItem' | 'setItem'>} store */
export function keepTurn(level, turn, store = localStorage) {
	if (!level) return;
	const { [level]: _, ...others } = read(store);
	const all = turn ? [...Object.entries(others), [level, turn]] : Object.entries(others);
	store.setItem(STORE, JSON.stringify(Object.fromEntries(all.slice(-MOST))));
}

/** The name of a level in that memory. @param {{ collection: string, number: number } | null | undefined} level */
export const levelName = (level) => (level ? `${level.collection}/${level.number}` : null);

export class Turning {
	/**
	 * @param {{ collection: string, number: number } | null | undefined} level without one nothing is remembered
	 * @param {(turn: number) => void} show draws the board in an orientation
	 */
	constructor(level, show) {
		this.level = levelName(level);
		this.show = show;
		this.turn = turnOf(this.level);
	}

	set(turn) {
		if (turn === this.turn) return;
		this.turn = turn;
		keepTurn(this.level, turn);
		this.tell();
		this.show(turn);
	}

	rotate(by) {
		this.set(rotated(this.turn, by));
	}

	mirror() {
		this.set(mirrored(this.turn));
	}

	draw() {
		const tool = (icon, action, label, onclick) =>
			button({ icon, label, title: `${label}: ${ONLY_SHOWN}`, 'data-action': action, onclick });
		this.reset = button({
			text: 'Reset',
			title: 'The board as the level has it',
			id: 'turn-reset',
			onclick: () => this.set(0),
		});
		this.words = h('span', { class: 'note', role: 'status', 'data-turned': '' });
		this.tell();
		return h(
			'div',
			{ class: 'row turning', role: 'group', 'aria-label': 'Turn the board' },
			tool('rotateLeft', 'turn-left', 'Turn the board left', () => this.rotate(-1)),
			tool('rotate', 'turn-right', 'Turn the board right', () => this.rotate(1)),
			tool('mirror', 'mirror', 'Mirror the board left and right', () => this.mirror()),
			this.reset,
			this.words,
		);
	}

	/** Says how the board is shown. */
	tell() {
		if (!this.words) return;
		this.reset.disabled = this.turn === 0;
		const words = inWords(this.turn);
		this.words.textContent = words ? `Shown ${words}. Moves, columns and rows are the level’s own.` : '';
	}

	/** The keys of all that. @param {string} mirror */
	keys(mirror = 'm') {
		return {
			r: ['turn the board right', () => this.rotate(1), 'turn-right'],
			'Shift+r': ['turn the board left', () => this.rotate(-1), 'turn-left'],
			[mirror]: ['mirror the board left and right', () => this.mirror(), 'mirror'],
		};
	}
}
