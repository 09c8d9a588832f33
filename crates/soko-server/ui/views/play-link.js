// @ts-check
// The line between a page and its game on the server. Nothing that was played is lost when the server goes away.
//
// The page keeps the moves of its game. When the server has lost the game, after a restart or because it held too many, the page
// brings them back and goes on. What the player wants while there is no answer waits, in the tab's storage too, and is sent as
// soon as the server is back. An act whose answer was lost is not done twice: the state tells whether it was done.

import { post } from '../api.js';

/** Most acts in one request, and most that wait. */
const BATCH = 64;
export const MOST_WAITING = 1000;
/** Milliseconds between two attempts to reach the server; the last one holds for all later attempts. */
const PAUSES = [500, 1000, 2000, 4000];

/**
 * @typedef {object} Listener
 * @property {(state: any) => void} state a newer state of the game
 * @property {(away: boolean, waiting: number) => void} away whether the server answers, and how many acts wait for it
 * @property {(error: any) => void} error what the server refused
 */

export class GameLink {
	/**
	 * @param {{ collection: string, number: number }} level @param {AbortSignal} signal @param {Listener} listener
	 * @param {{ ask?: typeof post, store?: Pick<Storage, 'getItem' | 'setItem'>, later?: (run: () => void, ms: number) => any }} [outside]
	 */
	constructor(level, signal, listener, outside = {}) {
		this.level = level;
		this.signal = signal;
		this.listener = listener;
		this.ask = outside.ask ?? post;
		this.store = outside.store ?? sessionStorage;
		this.later = outside.later ?? ((run, ms) => setTimeout(run, ms));
		this.key = `game:${level.collection}/${level.number}`;
		this.help = 'off';
		/** The line of the game in LURD, and how many of its steps are made. */
		this.moves = '';
		this.done = 0;
		this.game = 0;
		/** @type {any[]} */
		this.waiting = [];
		/** How many of those that wait were sent without an answer. */
		this.sent = 0;
		this.busy = false;
		this.away = false;
		this.failures = 0;
	}

	/** Takes up the game of this tab, or an unfinished one, or begins. Says whether it is another game than the tab had. */
	async open() {
		const known = this.read();
		Object.assign(this, known);
		const state = await this.start();
		this.settle(state);
		if (!this.signal.aborted) this.work();
		return { state, other: state.id !== known.game };
	}

	/** What this tab knows of its game. */
	read() {
		try {
			const known = JSON.parse(this.store.getItem(this.key) ?? 'null');
			const {
				game,
				moves = '',
				done = 0,
				waiting = [],
				sent = 0,
			} = typeof known === 'number' ? { game: known } : known;
			return { game, moves, done, waiting, sent };
		} catch {
			return { game: undefined, moves: '', done: 0, waiting: [], sent: 0 };
		}
	}

	write() {
		const { game, moves, done, waiting, sent } = this;
		try {
			this.store.setItem(this.key, JSON.stringify({ game, moves, done, waiting, sent }));
		} catch {
			// The storage of the tab is full: the server and this page still know the game.
		}
	}

	start() {
		const { level, game, moves, done, help } = this;
		return this.ask('/api/games', { ...level, game: game || undefined, moves, done, help }, this.signal);
	}

	/** The server has answered with the game: what was sent without an answer is done already if the game shows it. */
	settle(state) {
		const went = state.id === this.game && (state.moves.lurd !== this.moves || state.ply !== this.done);
		this.waiting.splice(0, went ? this.sent : 0);
		this.sent = 0;
		this.failures = 0;
		this.take(state);
		this.turn(false);
	}

	take(state) {
		const { from, lurd } = state.moves;
		this.moves = this.moves.slice(0, from) + lurd;
		this.done = state.ply;
		this.game = state.id;
		this.write();
		this.listener.state(state);
	}

	turn(away) {
		if (this.away === away && !away) return;
		this.away = away;
		this.listener.away(away, this.waiting.length);
	}

	/** Sends what the player wants; while a request is on its way the next acts are gathered. */
	send(acts) {
		this.waiting.push(...acts.slice(0, MOST_WAITING - this.waiting.length));
		if (!this.away) {
			this.work();
			return;
		}
		this.write();
		this.listener.away(true, this.waiting.length);
	}

	/** Sends acts whose refusal the caller tells; throws it. */
	async attempt(acts) {
		const state = await this.ask(`/api/games/${this.game}/act`, { acts, help: this.help }, this.signal);
		this.take(state);
		return state;
	}

	async work() {
		if (this.busy) return;
		this.busy = true;
		try {
			while (this.waiting.length && !this.away && !this.signal.aborted) {
				const batch = this.waiting.slice(0, BATCH);
				this.sent = batch.length;
				const state = await this.ask(`/api/games/${this.game}/act`, { acts: batch, help: this.help });
				this.waiting.splice(0, batch.length);
				this.sent = 0;
				this.take(state);
			}
		} catch (error) {
			await this.failed(error);
		} finally {
			this.busy = false;
		}
		if (this.waiting.length && !this.away && !this.signal.aborted) this.work();
	}

	async failed(error) {
		if (this.signal.aborted) return;
		if (error.status === 0) {
			this.lose();
			return;
		}
		if (error.status === 404) this.sent = 0;
		else {
			this.waiting = [];
			this.listener.error(error);
		}
		// Either the game is gone, or some acts before the one that was refused were done: the server knows.
		await this.back();
	}

	lose() {
		this.turn(true);
		this.write();
		const pause = PAUSES[Math.min(this.failures, PAUSES.length - 1)];
		this.failures += 1;
		this.later(() => this.away && this.back(), pause);
	}

	/** Asks for the game anew, and brings its moves along. */
	async back() {
		if (this.returning || this.signal.aborted) return;
		this.returning = true;
		try {
			this.settle(await this.start());
		} catch (error) {
			if (error.status === 0) this.lose();
			else if (!this.signal.aborted) {
				this.waiting = [];
				this.listener.error(error);
			}
		} finally {
			this.returning = false;
		}
		if (!this.away && !this.signal.aborted) this.work();
	}

	/** The stream of news is cut, or is there again: the server may be another one, which must learn of the game. */
	connection(connected) {
		const again = this.cut === true && connected;
		this.cut = !connected;
		if (this.game && (again || (connected && this.away))) this.back();
	}
}
