// @ts-check
// <soko-board>: a board that is drawn once and whose things move.
//
// Walls, floor and goals come from the server as one picture (the same drawing as every export); boxes and player are symbols
// of the skin that are moved by transforms, so a move on a 50 × 50 board changes three elements. What lies over the board is
// told cell by cell. The element knows no rules: it draws what it is given and reports where the pointer is.
//
// A board may be shown turned or mirrored (`board-orientation.js`). All cells and directions that go in and come out are those of
// the level; `columns` and `rows` are those on the screen.
//
// A browser paints a drawing anew as a whole when one thing in it moves, so a board is several drawings, one over the other: what
// lies still, boxes by the hundred, and on top the player. It also arranges every shape with a transform in every frame, which is why
// the still part and overlays become one shape each when they have many parts. What the browser needs for one act, in milliseconds of
// processor time in all frames of it and in the longest (100 × 100, 1,600 boxes and goals, Chromium; once with the processor slowed down
// six times), before and after:
//
//           before        after         before, slowed  after, slowed
//   step     72   26       26   10      330  195         140   71
//   drag    188   73       34    9     1214  504         250   61
//   undo     86   25       24   11      437  154         147   77
//
// Before, every box was a layer of its own (`will-change`), and every box was asked where it is. The
// server needs 0.7 ms for a step there, and its answer has 13 kB.

import { get, getText, levelPath } from './api.js';
import { CROWD, crowded } from './board-crowd.js';
import { gestures } from './board-gestures.js';
import {
	inWords,
	isSideways,
	levelCell,
	levelDirection,
	shownCell,
	shownDirection,
	shownItem,
} from './board-orientation.js';
import { overlayShapes } from './board-overlays.js';
import { tools } from './board-tools.js';
import { BoardView } from './board-view.js';
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
		this.still = drawing('still');
		this.crowds = [drawing('crowd')];
		this.symbols = s('defs');
		this.groundLayer = s('g', { class: 'ground' });
		this.underLayer = s('g', { class: 'under' });
		this.thingLayer = s('g', { class: 'things' });
		this.playerLayer = s('g', { class: 'things' });
		this.overLayer = s('g', { class: 'over' });
		this.still.append(this.groundLayer, this.underLayer);
		this.crowds[0].append(this.thingLayer);
		this.svg.append(this.symbols, this.playerLayer, this.overLayer);
		this.view = new BoardView(this);
		this.view.sheet.append(this.svg, this.still, ...this.crowds);
		gestures(this);
		/** @type {any} */ this.position = null;
		this.goals = new Set();
		this.boxes = [];
		this.player = null;
		this.overlays = new Map();
		/** Does a drag with the left button move the camera? */
		this.hand = false;
		/** How the level is shown, see `board-orientation.js`. */
		this.turn = 0;
		this.redraw = () => this.source && this.load(this.source).catch(() => {});
	}

	connectedCallback() {
		if (!this.svg.isConnected) this.append(this.view.probe, this.view.root);
		this.view.connect();
		document.addEventListener('look', this.redraw);
		for (const type of ['pointerdown', 'pointermove', 'pointerup', 'pointercancel', 'dblclick', 'contextmenu'])
			this.svg.addEventListener(type, this);
	}

	disconnectedCallback() {
		document.removeEventListener('look', this.redraw);
		this.view.disconnect();
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
		const [x, y] = this.view.placeAt(event).map(Math.floor);
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
		const [marks, text] = await Promise.all([sheet(name), ground]);
		const [symbols, picture] = [parse(marks), parse(text)];
		const parts = await still(text, picture);
		if (this.source !== source) return;
		/** The still part as it came, for those who draw it small. */
		this.ground = text;
		this.skin = name;
		this.turn = turn;
		const [, , width, height] = picture.getAttribute('viewBox').split(' ').map(Number);
		[this.columns, this.rows] = [Math.round(width / CELL), Math.round(height / CELL)];
		for (const one of [this.svg, this.still, ...this.crowds]) one.setAttribute('viewBox', `0 0 ${width} ${height}`);
		this.style.setProperty('--columns', String(this.columns));
		this.style.setProperty('--rows', String(this.rows));
		this.symbols.replaceChildren(...[...symbols.children].map((node) => document.importNode(node, true)));
		this.groundLayer.replaceChildren(...parts);
		this.goals = new Set((source.goals ?? []).map(String));
		this.player?.remove();
		this.player = null;
		for (const box of this.boxes) box.remove();
		this.boxes = [];
		this.view.measure();
		if (this.position) this.place(this.position);
		for (const [kind, cells] of this.overlays) this.overlay(kind, cells);
	}

	/**
	 * Places boxes and player: `{ player: [x, y], facing: 'l', boxes: [[x, y], …] }`. Boxes keep their place in the list when
	 * they move, so that each glides to where it went.
	 */
	place(position) {
		const { goals } = this;
		this.position = position;
		if (!this.skin) return;
		while (this.boxes.length > position.boxes.length) this.boxes.pop().remove();
		position.boxes.forEach((cell, i) => {
			this.boxes[i] ??= this.crowd(i).appendChild(s('use', { class: 'thing box' }));
			const box = this.boxes[i];
			if (!moveTo(box, this.shown(cell)) && box.goals === goals) return;
			box.goals = goals;
			box.home = goals.has(String(cell));
			show(box, `#${this.skin}-${box.home ? 'box-home' : 'box'}`);
		});
		if (position.player) {
			this.player ??= this.playerLayer.appendChild(s('use', { class: 'thing player' }));
			show(this.player, `#${this.skin}-player-${FACING[shownDirection(this.turn, position.facing ?? 'd')] ?? 'down'}`);
			if (moveTo(this.player, this.shown(position.player))) this.view.follow(this.player.at);
		} else if (this.player) {
			this.player.remove();
			this.player = null;
		}
		this.svg.setAttribute('aria-label', this.describe());
		this.dispatchEvent(new CustomEvent('placed'));
	}

	/** Where the box of a number is drawn. */
	crowd(i) {
		const at = Math.floor(i / CROWD);
		if (at === 0) return this.thingLayer;
		if (!this.crowds[at]) {
			this.crowds[at] = drawing('crowd');
			this.crowds[at].setAttribute('viewBox', `0 0 ${this.columns * CELL} ${this.rows * CELL}`);
			this.view.sheet.append(this.crowds[at]);
		}
		return this.crowds[at];
	}

	/** The position in words, with columns and rows of the level, as every message has them. */
	describe() {
		const { player } = this.position ?? {};
		const home = this.boxes.filter((box) => box.home).length;
		const at = player ? `, player at column ${player[0] + 1}, row ${player[1] + 1}` : '';
		const [columns, rows] = this.size;
		const how = this.turn ? `, shown ${inWords(this.turn)}` : '';
		return `Board of ${columns} by ${rows}${how}: ${home} of ${this.boxes.length} boxes on goals${at}`;
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
		const shown = this.turn ? items.map((item) => shownItem(item, this.turn, ...this.size)) : items;
		layer.append(
			s('g', { class: `overlay ${kind}` }, crowded(kind, shown, this.skin) ?? overlayShapes(kind, shown, this.skin)),
		);
	}
}

/** The still part: its parts, or one picture of them when they are many, since the browser arranges every part in every frame. */
async function still(text, picture) {
	if (picture.querySelectorAll('use').length < CROWD)
		return [...picture.children]
			.filter((node) => node.tagName !== 'title')
			.map((node) => document.importNode(node, true));
	const href = pictureOf(text);
	const [, , width, height] = picture.getAttribute('viewBox').split(' ');
	// Loaded before it is shown: nothing blinks.
	const loaded = new Image();
	loaded.src = href;
	await loaded.decode().catch(() => {});
	return [s('image', { href, width, height })];
}

/** A drawing as the address of a picture. */
const pictureOf = (text) => `data:image/svg+xml,${encodeURIComponent(text)}`;

/** One of the drawings that a board is made of, below the one that is told and pointed at. */
const drawing = (name) =>
	s('svg', { class: `board-layer ${name}`, 'aria-hidden': 'true', preserveAspectRatio: 'xMidYMid meet' });

/** Moves a thing, if it is not there yet. */
function moveTo(element, [x, y]) {
	if (element.at?.[0] === x && element.at[1] === y) return false;
	element.at = [x, y];
	element.style.transform = `translate(${x * CELL}px, ${y * CELL}px)`;
	return true;
}

function show(element, href) {
	if (element.getAttribute('href') !== href) element.setAttribute('href', href);
}

customElements.define('soko-board', SokoBoard);

/** A new board inside a frame that keeps it as large as there is room. */
export function boardFrame(label = 'Board') {
	const board = /** @type {SokoBoard} */ (document.createElement('soko-board'));
	const frame = h('div', { class: 'board-frame', 'aria-label': label, role: 'group' });
	put(frame, board, tools(board, frame));
	return { frame, board };
}
