// @ts-check
// What a board is seen through: a window that can be zoomed and scrolled.
//
// The board is laid out as large as it fits; more is a scale on top, and the place is the window's own scroll position. On touch
// screens the system scrolls it, with its own momentum, and goes on with the page when a new swipe begins at the edge.
//
// Chosen by measuring a step of zooming on a board of 100 × 100 with 1,600 boxes (Chromium, main thread, milliseconds; then with the
// processor slowed down six times): scale 12 and 99, another viewBox 40 and 278, another size of the drawing 44 and 307; a step of
// scrolling 11 and 79, of the viewBox 42 and 264. All are sharp at every size, for a scale draws the shapes anew.

import { allowed, following, kept, offsetFor, PRESS, SMALL, SMALL_TOUCH, windowOf } from './board-camera.js';
import { h } from './dom.js';

const still = matchMedia('(prefers-reduced-motion: reduce)');
const coarse = matchMedia('(pointer: coarse)');
/** A board is as large as it fits when it is so near to it. */
const NEAR = 1.02;

export class BoardView {
	/** @param {any} board */
	constructor(board) {
		this.board = board;
		this.sheet = h('div', { class: 'board-sheet' });
		this.root = h('div', { class: 'board-view' }, this.sheet);
		// As wide as the board when it fits, as high as there is room: the style sheets of the views decide, this is where they are asked.
		this.probe = h('div', { class: 'board-room', 'aria-hidden': 'true' });
		/** The size of a cell; null is as large as fits. @type {number | null} */
		this.wanted = null;
		this.fit = 0;
		this.room = { width: 0, height: 0 };
		this.seen = { width: 0, height: 0 };
		this.offset = { x: 0, y: 0 };
		this.sizes = new ResizeObserver(() => this.measure());
		this.root.addEventListener('scroll', () => {
			this.offset = { x: this.root.scrollLeft, y: this.root.scrollTop };
			this.tell();
		});
	}

	connect() {
		this.sizes.observe(this.board);
		this.sizes.observe(this.probe);
	}

	disconnect() {
		this.sizes.disconnect();
	}

	get cell() {
		return this.wanted ?? this.fit;
	}
	get zoomed() {
		return this.wanted !== null;
	}
	/** Are the cells too small when the whole board is seen? */
	get large() {
		return this.fit > 0 && this.fit < (coarse.matches ? SMALL_TOUCH : SMALL);
	}

	/** The room has changed, or the board: what was in the middle stays there. */
	measure() {
		const { columns, rows } = this.board;
		const [width, probe] = [this.board.clientWidth, this.probe.getBoundingClientRect()];
		if (!columns || !width) return;
		const middle = this.middle();
		this.fit = probe.width / columns;
		// Some views let a whole board be higher than the room, and the page scrolls.
		this.room = { width, height: Math.max(probe.height, this.fit * rows) };
		if (this.wanted !== null) {
			this.apply(this.wanted);
			this.show(middle);
		}
		this.tell();
	}

	/** The place in the middle of what is seen. */
	middle() {
		const { x, y } = this.offset;
		return [(x + this.seen.width / 2) / (this.cell || 1), (y + this.seen.height / 2) / (this.cell || 1)];
	}

	apply(cell) {
		const { columns, rows } = this.board;
		this.wanted = cell <= this.fit * NEAR ? null : allowed(cell, this.fit);
		const { zoomed } = this;
		this.seen = windowOf({ columns, rows }, this.cell, zoomed ? this.room : { width: Infinity, height: Infinity });
		const style = (element, name, value) => element.style.setProperty(name, zoomed ? value : '');
		style(this.root, 'width', `${this.seen.width}px`);
		style(this.root, 'height', `${this.seen.height}px`);
		style(this.sheet, 'width', `${columns * this.fit}px`);
		style(this.sheet, 'transform', `scale(${this.cell / this.fit})`);
		this.board.classList.toggle('zoomed', zoomed);
		// What the system scrolls must be in reach of its keys, too.
		if (zoomed && coarse.matches) this.root.tabIndex = 0;
		else this.root.removeAttribute('tabindex');
	}

	/**
	 * Zooms; what lies under a point of the window stays there.
	 * @param {number} cell the wanted size of a cell @param {{ clientX: number, clientY: number }} [point] the middle if not told
	 */
	zoomTo(cell, point) {
		const before = this.root.getBoundingClientRect();
		const { clientX, clientY } = point ?? {
			clientX: before.left + before.width / 2,
			clientY: before.top + before.height / 2,
		};
		this.hold(cell, this.placeAt({ clientX, clientY }), { clientX, clientY });
	}

	/** Zooms, and brings a place of the board below a point of the window. */
	hold(cell, place, { clientX, clientY }) {
		this.apply(cell);
		const { columns, rows } = this.board;
		const { left, top } = this.root.getBoundingClientRect();
		this.scroll(
			offsetFor(place[0], clientX - left, columns, this.cell, this.seen.width),
			offsetFor(place[1], clientY - top, rows, this.cell, this.seen.height),
		);
		this.tell();
	}

	/** The place of the board at a point of the window, in cells. */
	placeAt({ clientX, clientY }) {
		const { left, top, width } = this.sheet.getBoundingClientRect();
		const cell = width / this.board.columns;
		return [(clientX - left) / cell, (clientY - top) / cell];
	}

	/** Zooms about the player, if it is in sight. */
	closer(times = PRESS) {
		const at = this.board.player?.at;
		const { left, top, right, bottom } = this.root.getBoundingClientRect();
		const sheet = this.sheet.getBoundingClientRect();
		const [clientX, clientY] = at
			? [sheet.left + (at[0] + 0.5) * this.cell, sheet.top + (at[1] + 0.5) * this.cell]
			: [Number.NaN, Number.NaN];
		const seen = clientX > left && clientX < right && clientY > top && clientY < bottom;
		this.zoomTo(this.cell * times, seen ? { clientX, clientY } : undefined);
	}

	/** The whole board. */
	whole() {
		this.apply(0);
		this.scroll(0, 0);
		this.tell();
	}

	/** Goes on with the camera by so many pixels. */
	pan(dx, dy) {
		this.scroll(this.offset.x + dx, this.offset.y + dy);
	}

	/** Brings a place into the middle. */
	show([x, y], smooth = false) {
		const { columns, rows } = this.board;
		const { width, height } = this.seen;
		this.scroll(
			offsetFor(x, width / 2, columns, this.cell, width),
			offsetFor(y, height / 2, rows, this.cell, height),
			smooth,
		);
	}

	/** Keeps a cell well inside what is seen. */
	follow([x, y]) {
		if (!this.zoomed) return;
		const { columns, rows } = this.board;
		const { width, height } = this.seen;
		const [left, top] = [
			following(this.offset.x, x, columns, this.cell, width),
			following(this.offset.y, y, rows, this.cell, height),
		];
		if (Math.abs(left - this.offset.x) >= 1 || Math.abs(top - this.offset.y) >= 1) this.scroll(left, top, true);
	}

	/** A smooth way is the browser's: it needs no script, and a later one goes on from where it is. */
	scroll(x, y, smooth = false) {
		const { columns, rows } = this.board;
		const left = kept(x, columns, this.cell, this.seen.width);
		const top = kept(y, rows, this.cell, this.seen.height);
		const glide = smooth && !still.matches && !document.hidden;
		this.root.scrollTo({ left, top, behavior: glide ? 'smooth' : 'instant' });
		if (!glide) this.offset = { x: left, y: top };
	}

	/** On a touch screen a board with tiny cells begins where the player is. */
	begin(cell) {
		const at = this.board.player?.at;
		if (!coarse.matches || !this.large || this.zoomed || !at) return;
		this.apply(cell);
		this.show([at[0] + 0.5, at[1] + 0.5]);
		this.tell();
	}

	tell() {
		this.board.dispatchEvent(new CustomEvent('camera'));
	}
}
