// @ts-check
// <soko-board>: a board that is drawn once and whose things move.
//
// Walls, floor and goals come from the server as one picture (the same drawing as every export); boxes and player are symbols
// of the skin that are moved by transforms, so a move on a 50 × 50 board changes three elements. What lies over the board is
// told cell by cell. The element knows no rules: it draws what it is given and reports where the pointer is.
//
// A board may be shown turned or mirrored (`board-orientation.js`). All cells and directions that go in and come out are those of
// the level; `columns` and `rows` are those on the screen.

import { get, getText, levelPath } from './api.js';
import {
	inWords,
	isSideways,
	levelCell,
	levelDirection,
	shownCell,
	shownDirection,
	shownItem,
} from './board-orientation.js';
import { triangles } from './board-triangles.js';
import { h, put, s } from './dom.js';
import { skin } from './look.js';

const CELL = 64;
/** @type {Map<string, Promise<string>>} */
const sheets = new Map();
const FACING = { u: 'up', r: 'right', d: 'down', l: 'left', U: 'up', R: 'right', D: 'down', L: 'left' };

const parse = (text) => /** @type {any} */ (new DOMParser().parseFromString(text, 'image/svg+xml').documentElement);
const sheet = (name) => {
	if (!sheets.has(name)) sheets.set(name, getText(`/api/skins/${name}`));
	return /** @type {Promise<string>} */ (sheets.get(name));
};

export class SokoBoard extends HTMLElement {
	constructor() {
		super();
		this.svg = s('svg', { class: 'board-svg', role: 'img', preserveAspectRatio: 'xMidYMid meet' });
		this.symbols = s('defs');
		this.groundLayer = s('g', { class: 'ground' });
		this.underLayer = s('g', { class: 'under' });
		this.thingLayer = s('g', { class: 'things' });
		this.overLayer = s('g', { class: 'over' });
		this.svg.append(this.symbols, this.groundLayer, this.underLayer, this.thingLayer, this.overLayer);
		/** @type {any} */ this.position = null;
		this.goals = new Set();
		this.boxes = [];
		this.player = null;
		this.overlays = new Map();
		/** How the level is shown, see `board-orientation.js`. */
		this.turn = 0;
		this.redraw = () => this.source && this.load(this.source).catch(() => {});
	}

	connectedCallback() {
		if (!this.svg.isConnected) this.append(this.svg);
		document.addEventListener('look', this.redraw);
		for (const type of ['pointerdown', 'pointermove', 'pointerup', 'pointercancel', 'dblclick', 'contextmenu'])
			this.svg.addEventListener(type, this);
	}

	disconnectedCallback() {
		document.removeEventListener('look', this.redraw);
	}

	handleEvent(event) {
		const cell = this.cellAt(event);
		this.dispatchEvent(new CustomEvent('cell', { detail: { type: event.type, cell, event }, cancelable: true }));
	}

	/** Columns and rows of the level. @returns {[number, number]} */
	get size() {
		return isSideways(this.turn) ? [this.rows, this.columns] : [this.columns, this.rows];
	}

	/** Where a cell is shown. */
	shown(cell) {
		return this.turn ? shownCell(this.turn, cell, ...this.size) : cell;
	}

	/** The direction of the level that points that way on the screen. */
	towards(direction) {
		return levelDirection(this.turn, direction);
	}

	/** The cell under the pointer, or null. */
	cellAt(event) {
		const matrix = this.svg.getScreenCTM();
		if (!matrix) return null;
		const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
		const [x, y] = [Math.floor(point.x / CELL), Math.floor(point.y / CELL)];
		return x >= 0 && y >= 0 && x < this.columns && y < this.rows ? levelCell(this.turn, [x, y], ...this.size) : null;
	}

	/** Shows a level of the library: `{ collection, number }`; resolves with its facts. */
	async showLevel(level) {
		const facts = await get(levelPath(level));
		await this.load({ level, goals: facts.prepared?.goals ?? [] });
		return facts;
	}

	/**
	 * Draws the still part: of a level (`{ level, goals, turn }`), or a picture at hand (`{ svg, goals, skin, turn }`), which is
	 * turned already.
	 */
	async load(source) {
		this.source = source;
		const name = source.skin ?? skin();
		const turn = source.turn ?? 0;
		const look = `skin=${name}${turn ? `&turn=${turn}` : ''}`;
		const ground = source.svg ?? (source.level && getText(`${levelPath(source.level)}/ground.svg?${look}`));
		const [symbols, picture] = (await Promise.all([sheet(name), ground])).map(parse);
		if (this.source !== source) return;
		this.skin = name;
		this.turn = turn;
		const [, , width, height] = picture.getAttribute('viewBox').split(' ').map(Number);
		[this.columns, this.rows] = [Math.round(width / CELL), Math.round(height / CELL)];
		this.svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
		this.style.setProperty('--columns', String(this.columns));
		this.style.setProperty('--rows', String(this.rows));
		this.symbols.replaceChildren(...[...symbols.children].map((node) => document.importNode(node, true)));
		const parts = [...picture.children].filter((node) => node.tagName !== 'title');
		this.groundLayer.replaceChildren(...parts.map((node) => document.importNode(node, true)));
		this.goals = new Set((source.goals ?? []).map(String));
		this.player = null;
		this.boxes = [];
		this.thingLayer.replaceChildren();
		if (this.position) this.place(this.position);
		for (const [kind, cells] of this.overlays) this.overlay(kind, cells);
	}

	/**
	 * Places boxes and player: `{ player: [x, y], facing: 'l', boxes: [[x, y], …] }`. Boxes keep their place in the list when
	 * they move, so that each glides to where it went.
	 */
	place(position) {
		this.position = position;
		if (!this.skin) return;
		while (this.boxes.length > position.boxes.length) this.boxes.pop().remove();
		position.boxes.forEach((cell, i) => {
			this.boxes[i] ??= this.thingLayer.appendChild(s('use', { class: 'thing box' }));
			const box = this.boxes[i];
			const href = `#${this.skin}-${this.goals.has(String(cell)) ? 'box-home' : 'box'}`;
			if (box.getAttribute('href') !== href) box.setAttribute('href', href);
			moveTo(box, this.shown(cell));
		});
		if (position.player) {
			this.player ??= this.thingLayer.appendChild(s('use', { class: 'thing player' }));
			const href = `#${this.skin}-player-${FACING[shownDirection(this.turn, position.facing ?? 'd')] ?? 'down'}`;
			if (this.player.getAttribute('href') !== href) this.player.setAttribute('href', href);
			moveTo(this.player, this.shown(position.player));
		} else if (this.player) {
			this.player.remove();
			this.player = null;
		}
		this.svg.setAttribute('aria-label', this.describe());
	}

	/** The position in words, with columns and rows of the level, as every message has them. */
	describe() {
		const { player, boxes } = this.position ?? { boxes: [] };
		const home = boxes.filter((cell) => this.goals.has(String(cell))).length;
		const at = player ? `, player at column ${player[0] + 1}, row ${player[1] + 1}` : '';
		const [columns, rows] = this.size;
		const how = this.turn ? `, shown ${inWords(this.turn)}` : '';
		return `Board of ${columns} by ${rows}${how}: ${home} of ${boxes.length} boxes on goals${at}`;
	}

	/**
	 * Lays something over the board; an empty list takes it away.
	 * - `dead`, `reachable`: cells `[x, y]` below the boxes
	 * - `proof`, `mark`, `target`, `grabbed`: cells outlined above them
	 * - `arrows`: `{ at: [x, y], direction: 'u', strength: 0…1, best: bool }`; `push`: the same, bold
	 * - `next`: the same again, the best bold and the others in outline; `losing`: the same, crossed out
	 * - `heat`: `{ at: [x, y], value: 0…1, text }`
	 * - `triangles`: see `board-triangles.js`
	 * - `path`: cells joined by a line
	 */
	overlay(kind, items) {
		if (!items || items.length === 0) this.overlays.delete(kind);
		else this.overlays.set(kind, items);
		const below = ['dead', 'reachable', 'heat', 'triangles'].includes(kind);
		const layer = below ? this.underLayer : this.overLayer;
		layer.querySelector(`.${kind}`)?.remove();
		if (!items || items.length === 0 || !this.skin) return;
		const draw = DRAW[kind] ?? outline;
		const shown = this.turn ? items.map((item) => shownItem(item, this.turn, ...this.size)) : items;
		layer.append(
			s('g', { class: `overlay ${kind}` }, kind === 'path' ? path(shown) : shown.map((item) => draw(item, this.skin))),
		);
	}
}

function moveTo(element, [x, y]) {
	const transform = `translate(${x * CELL}px, ${y * CELL}px)`;
	if (element.style.transform !== transform) element.style.transform = transform;
}

const outline = ([x, y]) => s('rect', { x: x * CELL + 3, y: y * CELL + 3, width: CELL - 6, height: CELL - 6, rx: 10 });
const TURN = { u: 0, r: 90, d: 180, l: 270 };

const DRAW = {
	triangles,
	dead: ([x, y], name) => s('use', { href: `#${name}-dead`, x: x * CELL, y: y * CELL }),
	reachable: ([x, y], name) => s('use', { href: `#${name}-reachable`, x: x * CELL, y: y * CELL }),
	arrows: ({ at: [x, y], direction, strength = 1, best = true }) =>
		s('path', {
			class: best ? 'best' : 'other',
			opacity: 0.25 + 0.75 * Math.max(0, Math.min(1, strength)),
			transform: `translate(${x * CELL + 32} ${y * CELL + 32}) rotate(${TURN[direction.toLowerCase()]}) scale(${0.5 + 0.5 * strength})`,
			d: 'M0 -27l9 13h-6v8h-6v-8h-6z',
		}),
	push: ({ at: [x, y], direction }) =>
		s('path', {
			transform: `translate(${x * CELL + 32} ${y * CELL + 32}) rotate(${TURN[direction.toLowerCase()]})`,
			d: 'M0 -58l20 24h-12v34h-16v-34h-12z',
		}),
	numbers: ({ at: [x, y], text }) => s('text', { x: x * CELL + 32, y: y * CELL + 42 }, text),
	next: ({ at: [x, y], direction, best }) =>
		s('path', {
			class: best ? 'best' : 'other',
			transform: `translate(${x * CELL + 32} ${y * CELL + 32}) rotate(${TURN[direction.toLowerCase()]})`,
			d: best ? 'M0 -58l20 24h-12v34h-16v-34h-12z' : 'M0 -44l12 15h-7v16h-10v-16h-12z',
		}),
	losing: ({ at: [x, y], direction }) =>
		s(
			'g',
			{ transform: `translate(${x * CELL + 32} ${y * CELL + 32}) rotate(${TURN[direction.toLowerCase()]})` },
			['halo', 'cross'].map((name) => s('path', { class: name, d: 'M-7 -33l14 14m0 -14l-14 14' })),
		),
	heat: ({ at: [x, y], value, text }) =>
		s(
			'g',
			{ style: { '--heat': value } },
			s('rect', { x: x * CELL, y: y * CELL, width: CELL, height: CELL }),
			text ? s('text', { x: x * CELL + 32, y: y * CELL + 38 }, text) : null,
		),
};

function path(cells) {
	return s('polyline', { points: cells.map(([x, y]) => `${x * CELL + 32},${y * CELL + 32}`).join(' ') });
}

customElements.define('soko-board', SokoBoard);

/** A new board inside a frame that keeps it as large as there is room. */
export function boardFrame(label = 'Board') {
	const board = /** @type {SokoBoard} */ (document.createElement('soko-board'));
	const frame = h('div', { class: 'board-frame', 'aria-label': label, role: 'group' });
	put(frame, board);
	return { frame, board };
}
