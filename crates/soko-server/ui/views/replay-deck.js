// @ts-check
// One game on one board: steps are applied and taken back as the server told them.

import { postText } from '../api.js';
import { boardFrame } from '../board.js';
import { h, put } from '../dom.js';
import { skin } from '../look.js';

export class Deck {
	constructor(replay, signal) {
		this.replay = replay;
		const { frame, board } = boardFrame(replay.title);
		this.board = board;
		this.caption = h('header', { class: 'row deck-caption' });
		this.root = h('section', { class: 'deck', 'aria-label': replay.title }, this.caption, frame);
		this.position = {
			player: [...replay.start.player],
			boxes: replay.start.boxes.map((cell) => [...cell]),
			facing: 'd',
		};
		this.at = 0;
		const { steps } = replay;
		/** Where to stop: after every move, or after every push. */
		this.stops = { moves: [...Array(steps.length + 1).keys()], pushes: [0] };
		for (const [i, step] of steps.entries()) if (step.push) this.stops.pushes.push(i + 1);
		if (this.stops.pushes.at(-1) !== steps.length) this.stops.pushes.push(steps.length);
		const redraw = () => this.draw().catch(() => {});
		document.addEventListener('look', redraw, { signal });
		this.ready = this.draw();
	}

	/** Draws the still part in the skin of the moment. */
	async draw() {
		const name = skin();
		const svg = await postText('/api/picture', {
			board: this.replay.board.join('\n'),
			part: 'ground',
			skin: name,
			cell: 64,
		});
		await this.board.load({ svg, goals: this.replay.goals, skin: name });
		this.board.place(this.position);
	}

	/** Goes to the position after so many moves. */
	seek(to) {
		const { steps } = this.replay;
		const { position } = this;
		while (this.at < to) {
			const step = steps[this.at++];
			position.player = step.to;
			if (step.box) position.boxes[step.box.index] = step.box.to;
			position.facing = step.direction;
		}
		while (this.at > to) {
			const step = steps[--this.at];
			position.player = step.from;
			if (step.box) position.boxes[step.box.index] = step.box.from;
			position.facing = this.at > 0 ? steps[this.at - 1].direction : 'd';
		}
		this.board.place(position);
	}

	/** Shows a position that no step leads to. */
	show(placed) {
		this.board.place({ ...placed, facing: 'd' });
	}

	/** The board as it is now, in XSB. */
	text() {
		const rows = this.replay.board.map((row) =>
			[...row].map((c) => ({ '@': ' ', $: ' ', '*': '.', '+': '.' })[c] ?? c),
		);
		for (const [x, y] of this.position.boxes) rows[y][x] = rows[y][x] === '.' ? '*' : '$';
		const [x, y] = this.position.player;
		rows[y][x] = rows[y][x] === '.' ? '+' : '@';
		return rows.map((row) => row.join('')).join('\n');
	}

	label(...children) {
		put(this.caption, children);
	}
}
