// @ts-check
// A small picture of a large board, in a corner of what is seen: where things are, and which part is seen. It goes to another corner
// before it covers the player.

import { freeCorner, seenPart } from './board-camera.js';
import { h } from './dom.js';

/** Its longer side, in pixels; less where there is little room. */
const SIDE = 120;

export class Overview {
	/** @param {any} board @param {() => boolean} hidden does the user want none? */
	constructor(board, hidden) {
		Object.assign(this, { board, hidden });
		/** Right and bottom? @type {boolean[]} */
		this.corner = [true, false];
		this.ground = document.createElement('canvas');
		this.canvas = h('canvas', { class: 'board-overview', 'aria-hidden': 'true' });
		board.append(this.canvas);
		const go = (event) => {
			if (event.type === 'pointerdown') this.canvas.setPointerCapture(event.pointerId);
			else if (!this.canvas.hasPointerCapture(event.pointerId)) return;
			event.preventDefault();
			const { left, top, width } = this.canvas.getBoundingClientRect();
			const cell = width / board.columns;
			this.held = true;
			board.view.show([(event.clientX - left) / cell, (event.clientY - top) / cell]);
		};
		this.canvas.addEventListener('pointerdown', go);
		this.canvas.addEventListener('pointermove', go);
		// It stays below the pointer as long as it is dragged.
		for (const type of ['pointerup', 'pointercancel'])
			this.canvas.addEventListener(type, () => {
				this.held = false;
				this.update();
			});
		for (const type of ['camera', 'placed']) board.addEventListener(type, () => this.update());
	}

	/** Draws with the next frame; several changes are one picture. */
	update() {
		const { zoomed, large } = this.board.view;
		this.canvas.hidden = !zoomed || !large || this.hidden();
		if (this.canvas.hidden || this.frame) return;
		this.frame = requestAnimationFrame(() => {
			this.frame = 0;
			this.draw();
		});
	}

	size() {
		const { columns, rows, view } = this.board;
		const side = Math.min(SIDE, view.seen.width * 0.34, view.seen.height * 0.45);
		const cell = side / Math.max(columns, rows);
		return { width: columns * cell, height: rows * cell, cell };
	}

	draw() {
		const { board, canvas } = this;
		const { width, height, cell } = this.size();
		const dense = Math.min(devicePixelRatio || 1, 3);
		const [wide, high] = [Math.round(width * dense), Math.round(height * dense)];
		if (canvas.width !== wide || canvas.height !== high) {
			Object.assign(canvas, { width: wide, height: high });
			canvas.style.width = `${width}px`;
			canvas.style.height = `${height}px`;
			this.drawn = null;
		}
		if (this.drawn !== board.source) this.drawGround(wide, high);
		const style = getComputedStyle(canvas);
		const pen = canvas.getContext('2d');
		pen.setTransform(1, 0, 0, 1, 0, 0);
		pen.clearRect(0, 0, wide, high);
		pen.drawImage(this.ground, 0, 0);
		pen.scale(cell * dense, cell * dense);
		for (const { at, home } of board.boxes) {
			pen.fillStyle = style.getPropertyValue(home ? '--home' : '--box');
			pen.fillRect(at[0] + 0.1, at[1] + 0.1, 0.8, 0.8);
		}
		const at = board.player?.at;
		if (at) {
			pen.fillStyle = style.getPropertyValue('--player');
			pen.beginPath();
			// Never smaller than can be seen.
			pen.arc(at[0] + 0.5, at[1] + 0.5, Math.max(0.7, 3 / cell), 0, 7);
			pen.fill();
		}
		const { view } = board;
		const { left, top, ...part } = seenPart(view.offset, view.cell, view.seen);
		pen.lineWidth = 2 / cell;
		pen.strokeStyle = style.getPropertyValue('--seen');
		pen.strokeRect(left, top, part.width, part.height);
		this.place(width, height);
	}

	/** Walls, floor and goals: the board's own picture, made small once. */
	drawGround(wide, high) {
		const { board, ground } = this;
		const { source } = board;
		this.drawn = source;
		const picture = new Image();
		picture.onload = () => {
			if (this.drawn !== source) return;
			Object.assign(ground, { width: wide, height: high });
			ground.getContext('2d')?.drawImage(picture, 0, 0, wide, high);
			this.update();
		};
		picture.src = `data:image/svg+xml,${encodeURIComponent(board.ground)}`;
	}

	place(width, height) {
		if (this.held) return;
		const { view, player } = this.board;
		const at = player && {
			x: (player.at[0] + 0.5) * view.cell - view.offset.x,
			y: (player.at[1] + 0.5) * view.cell - view.offset.y,
		};
		const seen = at && at.x > 0 && at.y > 0 && at.x < view.seen.width && at.y < view.seen.height;
		this.corner = freeCorner(this.corner, seen ? at : null, view.seen, {
			width: width + view.cell,
			height: height + view.cell,
		});
		this.canvas.dataset.corner = `${this.corner[1] ? 'bottom' : 'top'}-${this.corner[0] ? 'right' : 'left'}`;
	}
}
