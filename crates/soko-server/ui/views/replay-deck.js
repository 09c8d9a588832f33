// @ts-check
// One game on one board, with its caption and, if wanted, the numbers of its boxes.

import { postText } from '../api.js';
import { boardFrame } from '../board.js';
import { h, put } from '../dom.js';
import { skin } from '../look.js';
import { drawingOf } from '../start.js';
import { Trail } from './replay-trail.js';

export class Deck {
	constructor(replay, signal, turn = 0) {
		this.replay = replay;
		const { frame, board } = boardFrame(replay.title);
		this.board = board;
		board.hand = true;
		this.caption = h('header', { class: 'row deck-caption' });
		this.root = h('section', { class: 'deck', 'aria-label': replay.title }, this.caption, frame);
		this.trail = new Trail(replay);
		/** What is on the board. */
		this.shown = this.trail.position;
		this.numbered = false;
		this.turn = turn;
		/** The box that is pointed out. @type {number | null} */
		this.pointed = null;
		const redraw = () => this.draw().catch(() => {});
		document.addEventListener('look', redraw, { signal });
		this.ready = this.draw();
	}

	/** Where it stops. */
	get stops() {
		return this.trail.stops;
	}

	/** After how many moves it is. */
	get at() {
		return this.trail.at;
	}

	/** Draws the still part in the skin of the moment. */
	async draw() {
		const name = skin();
		const { turn } = this;
		const svg = await postText('/api/picture', {
			board: this.replay.board.join('\n'),
			part: 'ground',
			skin: name,
			cell: 64,
			turn,
		});
		if (this.turn !== turn) return;
		await this.board.load({ svg, goals: this.replay.goals, skin: name, turn });
		this.place();
	}

	/** Shows the board in another orientation. */
	turnTo(turn) {
		this.turn = turn;
		return this.draw();
	}

	/** Goes to the position after so many moves. */
	seek(to) {
		this.shown = this.trail.seek(to);
		this.place();
	}

	/** Shows a position that no step leads to. */
	show(placed) {
		this.shown = { ...placed, facing: 'd' };
		this.place();
	}

	/** Puts numbers on all boxes, or takes them away. */
	number(on) {
		this.numbered = on;
		this.mark();
	}

	/** Points out a box by its number from 0; none if null. */
	point(box) {
		this.pointed = box;
		this.mark();
	}

	place() {
		this.board.place(this.shown);
		this.mark();
	}

	mark() {
		const { boxes } = this.shown;
		const numbers = boxes.map((at, i) => ({ at, text: i + 1 }));
		this.board.overlay(
			'numbers',
			numbers.filter((_, i) => this.numbered || i === this.pointed),
		);
		this.board.overlay('mark', this.pointed === null ? null : boxes.slice(this.pointed, this.pointed + 1));
	}

	/** The board as it is now, in XSB. */
	text() {
		return drawingOf(this.replay.board, this.shown);
	}

	label(...children) {
		put(this.caption, children);
	}
}
