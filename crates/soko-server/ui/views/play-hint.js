// @ts-check
// Hints: the next push of a solution, or the way back out of a lost position.
//
// A search may take a while. It says that it thinks, holds up nothing, and ends when it is stopped or when the game goes on.

import { post } from '../api.js';
import { button, h, icon, put, sorry } from '../dom.js';

export class Hints {
	/** @param {any} game */
	constructor(game) {
		this.game = game;
		/** The hint that holds here. @type {any} */
		this.shown = null;
		/** Stops the search at work. @type {AbortController | null} */
		this.search = null;
	}

	/** Asks for a hint, plays the one that is shown, or stops the search for one. */
	async ask() {
		const { game } = this;
		if (this.search) return this.stop();
		if (this.shown?.moves) return game.act({ do: 'play', moves: this.shown.moves });
		const state = game.state;
		const search = new AbortController();
		game.page.signal.addEventListener('abort', () => search.abort(), { signal: search.signal });
		this.search = search;
		this.label('Stop thinking');
		// What is known comes at once; a notice that flashes up would only disturb.
		const patience = setTimeout(() => this.think(), 150);
		try {
			const hint = await post(`/api/games/${state.id}/hint`, {}, search.signal);
			if (this.search !== search || game.state !== state) return;
			if (hint.kind === 'stopped') this.stop();
			else this.show(hint);
		} catch (error) {
			if (!search.signal.aborted) sorry(error);
		} finally {
			clearTimeout(patience);
			if (this.search === search) this.end();
		}
	}

	/** The game has gone on: neither a hint nor a search for one holds any more. */
	forget() {
		this.shown = null;
		this.game.board.overlay('push', null);
		if (this.search) this.stop();
	}

	stop() {
		this.search?.abort();
		if (this.game.notice.querySelector('[data-hint=thinking]')) put(this.game.notice);
		this.end();
	}

	end() {
		this.search = null;
		this.label('Hint');
	}

	label(text) {
		const label = this.game.page.root.querySelector('#hint span');
		if (label) label.textContent = text;
	}

	think() {
		this.say('thinking', '', [
			h('strong', null, 'Thinking…'),
			h('span', { class: 'note' }, 'You can play on; that ends the search.'),
			button({ text: 'Stop', id: 'stop-hint', onclick: () => this.stop() }),
		]);
	}

	show(hint) {
		const { game } = this;
		this.shown = hint;
		if (hint.at) game.board.overlay('push', [hint]);
		const kind = { lost: 'bad', unknown: 'warn' }[hint.kind] ?? '';
		this.say(hint.kind, kind, [
			hint.lost ? lost(game, hint.lost) : h('span', null, hint.text),
			hint.moves
				? button({ text: 'Play it', icon: 'play', onclick: () => game.act({ do: 'play', moves: hint.moves }) })
				: null,
		]);
	}

	say(name, kind, content) {
		put(
			this.game.notice,
			h('div', { class: `notice ${kind}`, 'data-hint': name }, icon('hint'), h('div', { class: 'stack' }, content)),
		);
	}
}

/** Why a position is lost, since when, and the way back. */
export function lost(game, why) {
	const since = why.fatal_ply
		? `Move ${why.fatal_ply} (${why.fatal_move}) lost the game${why.at_latest ? ', if not one before it' : ''}`
		: 'It was lost from the start';
	return [
		h('strong', null, 'This position is lost.'),
		h('span', null, why.sentence),
		h('span', { class: 'note' }, why.rule === 'search' ? `${since}.` : `${since}; rule: ${why.rule}.`),
		why.back_ply === null
			? null
			: button({
					icon: 'undo',
					text: 'Back to before it',
					onclick: () => game.act({ do: 'jump', ply: why.back_ply }),
				}),
	];
}
