// @ts-check
// The board that is drawn on. A stroke is seen at once: boxes and player are moved, walls and floor are patched over;
// the server's picture follows and takes the place of the patches.

import { boardFrame } from '../board.js';
import { s } from '../dom.js';

const CELL = 64;

export class Canvas {
	/** @param {{ stroke: (cell: number[], erase: boolean) => void, begin: () => void, end: () => void, cancel: () => void }} on */
	constructor(on) {
		const { frame, board } = boardFrame('Drawing');
		Object.assign(this, { frame, board, on, drawing: false });
		this.patches = s('g', { class: 'patches' });
		this.lines = s('path', { class: 'edit-lines' });
		this.cursor = s('rect', { class: 'edit-cursor', width: CELL - 6, height: CELL - 6, rx: 8 });
		this.extras = s('g');
		board.groundLayer.after(this.patches, this.lines);
		board.thingLayer.after(this.extras);
		board.overLayer.after(this.cursor);
		board.addEventListener('cell', (event) => this.pointer(event));
	}

	pointer({ detail: { type, cell, event } }) {
		if (type === 'contextmenu') {
			event.preventDefault();
			return;
		}
		if (type === 'pointerdown' && cell && event.button !== 1) {
			event.preventDefault();
			this.board.svg.setPointerCapture(event.pointerId);
			this.drawing = true;
			this.erasing = event.button === 2;
			this.last = cell;
			this.on.begin();
			this.on.stroke(cell, this.erasing);
		} else if (type === 'pointermove' && this.drawing && cell && String(cell) !== String(this.last)) {
			for (const step of between(this.last, cell)) this.on.stroke(step, this.erasing);
			this.last = cell;
		} else if ((type === 'pointerup' || type === 'pointercancel') && this.drawing) {
			this.drawing = false;
			if (type === 'pointerup') this.on.end();
			else this.on.cancel();
		}
	}

	/** Shows boxes, player and the cursor of a drawing, now. */
	place(drawing, [x, y]) {
		this.board.goals = new Set(drawing.cells((c) => '.*+'.includes(c)).map(String));
		const [player, ...more] = drawing.cells((c) => '@+'.includes(c));
		// A board knows one player; a drawing may have too many.
		this.extras.replaceChildren(
			...more.map((cell) =>
				s('use', { href: `#${this.board.skin}-player-down`, x: cell[0] * CELL, y: cell[1] * CELL }),
			),
		);
		this.board.place({ player: player ?? null, boxes: drawing.cells((c) => '$*'.includes(c)) });
		this.cursor.setAttribute('x', String(x * CELL + 3));
		this.cursor.setAttribute('y', String(y * CELL + 3));
	}

	/** Covers a cell until the picture comes. */
	patch([x, y], c) {
		const kind = c === '#' ? 'wall' : 'floor';
		this.patches.append(s('rect', { class: kind, x: x * CELL, y: y * CELL, width: CELL, height: CELL }));
		if ('.*+'.includes(c))
			this.patches.append(s('use', { href: `#${this.board.skin}-goal`, x: x * CELL, y: y * CELL }));
	}

	/** Draws what the server says about a drawing. */
	async show(answer, skin, marks) {
		const { ground, goals, width, height } = answer;
		await this.board.load({ svg: ground, goals, skin });
		this.patches.replaceChildren();
		let d = '';
		for (let x = 0; x <= width; x += 1) d += `M${x * CELL} 0V${height * CELL}`;
		for (let y = 0; y <= height; y += 1) d += `M0 ${y * CELL}H${width * CELL}`;
		this.lines.setAttribute('d', d);
		this.board.overlay('proof', marks.problems);
		this.board.overlay('dead', marks.dead);
	}
}

/** The cells on the way from one to another, without the first: a quick pointer leaves no gaps. */
function between([x, y], [toX, toY]) {
	const steps = Math.max(Math.abs(toX - x), Math.abs(toY - y));
	return Array.from({ length: steps }, (_, i) => [
		Math.round(x + ((toX - x) * (i + 1)) / steps),
		Math.round(y + ((toY - y) * (i + 1)) / steps),
	]);
}
