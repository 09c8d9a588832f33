// @ts-check
// Analysis beside the game: what the server knows of the position by now, as a line in the panel and, if wanted, as arrows on the
// board.
//
// The server thinks as long as this page watches `analysis:GAME`; switched off, the page watches nothing. States come as they
// get better. One that is about another step of the game waits until the board shows that step.

import { h, icon, put } from '../dom.js';
import { segments } from '../segments.js';
import { watch } from '../stream.js';

const KEY = 'analysis';
/** How much is told. Arrows give the solution away, so one has to ask for them. */
const MODES = [
	['off', 'Off', 'Nothing is thought about'],
	['line', 'Line', 'Says whether the position can be solved'],
	['arrows', 'Arrows', 'Also shows the next pushes, and those that lose'],
];
const OVERLAYS = ['next', 'losing'];
/** Milliseconds before an old line gives way to "Thinking": most answers come sooner. */
const PATIENCE = 400;

export class AnalysisPanel {
	/** @param {any} game */
	constructor(game) {
		this.game = game;
		const kept = localStorage.getItem(KEY);
		this.mode = MODES.some(([id]) => id === kept) ? kept : 'line';
		/** The newest state that came. @type {any} */
		this.newest = null;
		/** What is shown: the state, and the boxes it is about. @type {{ state: any, boxes: string } | null} */
		this.shown = null;
		/** Ends the watching of a game. @type {AbortController | null} */
		this.watching = null;
		this.watched = 0;
		this.patience = 0;
		game.page.signal.addEventListener('abort', () => this.leave());
	}

	draw() {
		this.line = h('div', { class: 'analysis-line', 'aria-live': 'polite' });
		return h(
			'section',
			{ class: 'card analysis', 'aria-label': 'Analysis' },
			h(
				'div',
				{ class: 'analysis-head' },
				h('h2', null, 'Analysis'),
				segments('analysis', 'Analysis', MODES, this.mode, (id) => this.turn(id)),
			),
			this.line,
		);
	}

	get on() {
		return this.mode !== 'off';
	}

	turn(mode) {
		this.mode = mode;
		localStorage.setItem(KEY, mode);
		this.clear();
		if (this.game.state) this.game.tell();
	}

	/** The board shows this state of the game. */
	follow(state) {
		if (!this.on) {
			this.leave();
			this.clear();
			put(this.line, h('span', { class: 'note' }, 'Off: nothing is thought about.'));
			return;
		}
		if (this.watched !== state.id) this.watch(state.id);
		clearTimeout(this.patience);
		if (this.fits(state)) return this.show();
		if (this.shown?.boxes === String(state.boxes)) return;
		// Arrows of another position would be wrong; the line may stand until the next one comes.
		this.clear();
		this.line.classList.add('stale');
		this.patience = setTimeout(() => this.say('unknown', [h('strong', null, 'Thinking…')]), PATIENCE);
	}

	watch(id) {
		this.leave();
		this.watched = id;
		this.watching = new AbortController();
		watch(
			`analysis:${id}`,
			(state) => {
				this.newest = state;
				if (this.on && this.game.state && this.fits(this.game.state)) {
					clearTimeout(this.patience);
					this.show();
				}
			},
			this.watching.signal,
		);
	}

	leave() {
		clearTimeout(this.patience);
		this.watching?.abort();
		this.watching = null;
		this.watched = 0;
		this.newest = null;
	}

	/** Is the newest state about what the board shows? */
	fits(state) {
		return this.newest?.ply === state.ply && this.newest.line === state.line;
	}

	show() {
		const { newest: state, game } = this;
		const boxes = String(game.state.boxes);
		const arrows = this.mode === 'arrows';
		game.board.overlay('next', arrows ? state.next : null);
		game.board.overlay('losing', arrows ? state.losing : null);
		this.shown = { state, boxes };
		if (state.lost) {
			this.say('lost', [h('strong', null, state.text)]);
			game.tellLost(state.lost);
			return;
		}
		const losing = state.losing.length;
		const loses = losing === 1 ? 'One push loses the game.' : `${losing} pushes lose the game.`;
		this.say(state.verdict, [
			h('strong', null, state.text),
			h(
				'span',
				{ class: 'note' },
				[losing ? loses : null, state.thinking ? 'Thinking on…' : null].filter(Boolean).join(' '),
			),
		]);
	}

	/** Sets the line, unless it says this already: what does not change is not read aloud again. */
	say(verdict, content) {
		this.line.classList.remove('stale');
		const line = h(
			'div',
			{ class: `analysis-verdict ${verdict}`, 'data-verdict': verdict },
			icon({ lost: 'warning', solvable: 'check', solved: 'check' }[verdict] ?? 'hint'),
			h('div', null, content),
		);
		if (this.line.firstElementChild?.outerHTML !== line.outerHTML) put(this.line, line);
	}

	clear() {
		this.shown = null;
		for (const kind of OVERLAYS) this.game.board.overlay(kind, null);
	}
}
