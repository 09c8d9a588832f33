// @ts-check
// The drawing as a game, before it is saved. The server plays: the page brings the moves along and gets the position back.

import { post } from '../api.js';
import { boardFrame } from '../board.js';
import { button, count, h, icon, plural, put, sorry } from '../dom.js';

/** Acts that wait while the line is slow. */
const WAITING = 32;

export class Trial {
	/**
	 * @param {object} about
	 * @param {any} about.page
	 * @param {string} about.text the drawing
	 * @param {{ svg: string, goals: number[][], skin: string }} about.picture
	 * @param {string} [about.moves] moves that can be walked through
	 * @param {() => void} about.onleave
	 */
	constructor({ page, text, picture, moves = '', onleave }) {
		const { frame, board } = boardFrame('Trial');
		Object.assign(this, { page, text, frame, board, line: moves, done: 0, wanted: [], busy: false });
		frame.classList.add('edit-frame');
		this.told = h('output', { class: 'trial-told', role: 'status' });
		const undo = (grain) => () => this.act({ do: 'undo', grain });
		this.bar = h(
			'div',
			{ class: 'edit-bar trial-bar' },
			h('div', { class: 'row' }, h('strong', null, 'Trying out'), this.told),
			h(
				'div',
				{ class: 'toolbar' },
				button({ icon: 'undo', label: 'Undo one push', onclick: undo('push') }),
				button({ icon: 'redo', label: 'Redo one push', onclick: () => this.act({ do: 'redo', grain: 'push' }) }),
				button({ icon: 'restart', label: 'Back to the start', onclick: undo('all') }),
				button({
					icon: 'edit',
					text: 'Draw on',
					kind: 'primary',
					title: 'Back to the drawing (Escape)',
					onclick: onleave,
				}),
			),
		);
		board.addEventListener('cell', (event) => this.pointer(event.detail));
		board.load(picture).then(() => this.act(null), sorry);
	}

	/** Does something; several that come quickly are done one after another. */
	async act(what) {
		if (this.wanted.length < WAITING) this.wanted.push(what);
		if (this.busy) return;
		this.busy = true;
		try {
			while (this.wanted.length && !this.page.signal.aborted) {
				const [act] = this.wanted.splice(0, 1);
				const asked = { board: this.text, moves: this.line, done: this.done, ...(act ? { act } : {}) };
				this.show(await post('/api/board/play', asked, this.page.signal));
			}
		} catch (error) {
			this.wanted.length = 0;
			sorry(error);
		}
		this.busy = false;
	}

	show(state) {
		this.state = state;
		this.line = state.moves.lurd;
		this.done = state.ply;
		this.board.overlay('grabbed', null);
		this.grabbed = null;
		this.board.place(state);
		const [moves, pushes] = state.metrics;
		const figures = `${plural(pushes, 'push', 'pushes')}, ${plural(moves, 'move')}`;
		const ahead = state.length - state.ply;
		put(
			this.told,
			state.solved
				? h('span', { class: 'tag good' }, icon('check'), `Solved: ${figures}`)
				: `${figures}${ahead ? `; ${count(ahead)} to redo` : ''}`,
		);
		this.bar.dataset.solved = String(state.solved);
	}

	isBox(cell) {
		return this.state?.boxes.some((box) => String(box) === String(cell));
	}

	/** A click walks, a box is dragged or clicked and then its target. */
	pointer({ type, cell, event }) {
		if (!this.state || event.button > 0) return;
		if (type === 'pointerdown') {
			this.pressed = cell;
			if (cell) this.board.svg.setPointerCapture(event.pointerId);
		} else if (type === 'pointercancel') this.pressed = null;
		else if (type === 'pointerup' && this.pressed && cell) {
			const from = this.pressed;
			this.pressed = null;
			const same = String(from) === String(cell);
			const held = this.grabbed;
			if (!same && this.isBox(from)) this.act({ do: 'push', from, to: cell });
			else if (same && held && String(held) !== String(cell) && !this.isBox(cell))
				this.act({ do: 'push', from: held, to: cell });
			else if (same && this.isBox(cell)) {
				this.grabbed = held && String(held) === String(cell) ? null : cell;
				this.board.overlay('grabbed', this.grabbed ? [cell] : null);
			} else if (same) this.act({ do: 'walk', to: cell });
		}
	}
}
