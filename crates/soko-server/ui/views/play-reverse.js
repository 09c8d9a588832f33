// @ts-check
// Reverse play: the level is shown solved, and boxes are pulled back to where they start. The server knows what a pull is.

import { post } from '../api.js';
import { BEGIN } from '../board-camera.js';
import { cameraKeys } from '../board-tools.js';
import { Turning } from '../board-turning.js';
import { button, count, h, icon, plural, put, sorry } from '../dom.js';
import { levelBar } from '../level-bar.js';
import { noticeBox } from './play-notice.js';
import { fingers } from './play-touch.js';

const DIRECTIONS = [
	['u', 'ArrowUp', 'w k', 'up'],
	['d', 'ArrowDown', 's j', 'down'],
	['l', 'ArrowLeft', 'a h', 'left'],
	['r', 'ArrowRight', 'd l', 'right'],
];

/** @param {any} page @param {any} level @param {any} facts @param {any} frame @param {any} board */
export async function openReverse(page, level, facts, frame, board) {
	const start = () => post('/api/reverse-games', level, page.signal);
	const first = await start();
	// What is to be reached is where the boxes start: a box there is drawn as one that is home.
	const load = (turn) => board.load({ level, goals: first.targets, turn });
	const game = new Reverse(page, level, facts, board, start);
	game.turning = new Turning(level, (turn) => load(turn).catch(sorry));
	await load(game.turning.turn);
	game.draw(frame);
	game.show(first);
	board.view.begin(BEGIN);
}

class Reverse {
	constructor(page, level, facts, board, start) {
		Object.assign(this, { page, level, facts, board, start });
		this.wanted = [];
		this.busy = false;
		this.pulling = false;
	}

	draw(frame) {
		this.counters = h('dl', { class: 'figures' });
		this.status = h('p', { class: 'play-status note', role: 'status' });
		this.notice = h('div', { 'aria-live': 'polite' });
		const undo = (grain, text) =>
			button({ text, 'data-undo': grain, icon: 'undo', onclick: () => this.act({ do: 'undo', grain }) });
		const pull = h('input', {
			type: 'checkbox',
			id: 'pulling',
			onchange: () => {
				this.pulling = pull.checked;
			},
		});
		const forward = `#/play/${encodeURIComponent(this.level.collection)}/${this.level.number}`;
		put(
			this.page.root,
			h(
				'div',
				{ class: 'split' },
				h('div', { class: 'stack' }, levelBar(this.facts, 'play'), frame, this.status),
				h(
					'aside',
					{ class: 'panel', 'aria-label': 'Game' },
					h(
						'section',
						{ class: 'card stack' },
						h('h2', null, 'Backwards'),
						this.counters,
						h(
							'p',
							{ class: 'note' },
							'The level is solved. Pull the boxes back to the marked squares, then walk to where the level begins. Arrows walk, Shift with an arrow pulls; a click walks, and before the first pull it puts the player anywhere.',
						),
						h('label', { class: 'check' }, pull, ' Arrows pull the box behind the player'),
						h('div', { class: 'row' }, undo('move', 'Move'), undo('push', 'Pull'), undo('all', 'All')),
						this.turning.draw(),
						h('a', { class: 'button', href: forward }, icon('play'), 'Play forwards'),
					),
					noticeBox(this.notice),
				),
			),
		);
		const keys = {};
		for (const [direction, arrow, letters, name] of DIRECTIONS) {
			const act = (what) => () => this.act({ do: what, direction: this.board.towards(direction) });
			const step = () => act(this.pulling ? 'pull' : 'step')();
			keys[`${arrow} ${letters}`] = [`step ${name}`, step, `step-${name}`];
			keys[`Shift+${arrow}`] = [`pull ${name}`, act('pull'), `pull-${name}`];
		}
		this.page.keys({
			...keys,
			...cameraKeys(() => [this.board]),
			...this.turning.keys(),
			'Backspace u Ctrl+z': ['undo one pull', () => this.act({ do: 'undo', grain: 'push' })],
			',': ['undo one move', () => this.act({ do: 'undo', grain: 'move' })],
			Home: ['back to the end', () => this.act({ do: 'undo', grain: 'all' })],
		});
		const touched = fingers({
			step: (shown) => this.act({ do: this.pulling ? 'pull' : 'step', direction: this.board.towards(shown) }),
			idle: () => !this.busy,
			tap: (cell) => this.act({ do: 'walk', to: cell }),
		});
		this.board.addEventListener('cell', ({ detail }) => {
			const { type, cell, event } = detail;
			touched(detail);
			if (type === 'pointerdown' && cell && event.button === 0 && event.pointerType !== 'touch')
				this.act({ do: 'walk', to: cell });
			if (type === 'contextmenu') event.preventDefault();
		});
	}

	/** Sends what the player wants; while a request is on its way the next acts are gathered. */
	async act(act) {
		if (this.wanted.length < 200) this.wanted.push(act);
		if (this.busy) return;
		this.busy = true;
		try {
			while (this.wanted.length && !this.page.signal.aborted) {
				const acts = this.wanted.splice(0, 64);
				this.show(await post(`/api/reverse-games/${this.state.id}/act`, { acts }, this.page.signal));
			}
		} catch (error) {
			this.wanted = [];
			if (error.status === 404) {
				this.show(await this.start());
				this.status.textContent = 'The server had lost this game: it begins anew.';
			} else sorry(error);
		} finally {
			this.busy = false;
		}
	}

	show(state) {
		this.state = state;
		const { board } = this;
		board.place(state);
		board.overlay('target', state.targets);
		board.overlay('mark', [state.start]);
		this.status.textContent = state.refused ?? '';
		put(
			this.counters,
			[
				['Moves', count(state.moves)],
				['Pulls', count(state.pulls)],
				['Boxes back', `${state.home}/${state.boxes.length}`],
			].map(([name, value]) => h('div', { 'data-counter': name }, h('dt', null, name), h('dd', null, value))),
		);
		for (const each of this.page.root.querySelectorAll('[data-undo]')) each.disabled = state.moves === 0;
		put(this.notice, state.solution ? this.won(state) : null);
	}

	won({ solution, pulls }) {
		const { collection, number } = this.level;
		const address = `${encodeURIComponent(collection)}/${number}`;
		return h(
			'div',
			{ class: 'notice good', 'data-solved': 'backwards' },
			icon('check'),
			h(
				'div',
				{ class: 'stack' },
				h('strong', null, `Back at the start with ${plural(pulls, 'pull')}: that is a solution, and it is kept.`),
				h(
					'div',
					{ class: 'row' },
					button({
						text: 'Play it forwards',
						icon: 'play',
						kind: 'primary',
						onclick: () => {
							location.hash = `#/play/${address}?moves=${solution}`;
						},
					}),
					h('a', { class: 'button', href: `#/replay/game/${address}/${solution}` }, icon('replay'), 'Watch it'),
				),
			),
		);
	}
}
