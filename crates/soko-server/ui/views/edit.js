// @ts-check
// The editor: draw a board and be told at once what is wrong with it.

import { get, levelPath, post } from '../api.js';
import { cameraKeys } from '../board-tools.js';
import { button, dialog, h, icon, put, s, say, sorry } from '../dom.js';
import { numberOf } from '../level-address.js';
import { skin } from '../look.js';
import { Canvas } from './edit-canvas.js';
import { Drawing, pack, room, TOOLS, unpack } from './edit-drawing.js';
import { drawCheck, generatePanel, savePanel } from './edit-panel.js';
import { Verdict } from './edit-verdict.js';

/** @param {any} page */
export async function open(page) {
	const start = await begin(page);
	const editor = new Editor(page, start);
	await editor.check();
}

/** The drawing of the address: a board, a level, or an empty room. */
async function begin(page) {
	const [collection, number] = page.args;
	const rows = await fromAddress(page.query.get('board'));
	if (!collection) return { rows: rows ?? room(), origin: null };
	const level = { collection, number: numberOf(number ?? '1') };
	const [facts, all] = await Promise.all([get(levelPath(level), page.signal), get('/api/collections', page.signal)]);
	const changeable = all.find(({ id }) => id === collection)?.origin === 'imported';
	page.level(level, facts.title ?? `Level ${level.number}`);
	return {
		rows: rows ?? facts.board,
		title: facts.title,
		author: facts.author,
		origin: {
			...level,
			changeable,
			board: facts.board.join('\n'),
			name: facts.collection_title,
			trouble: facts.prepared ? '' : facts.problems.find(({ severity }) => severity === 'error')?.message,
		},
	};
}

async function fromAddress(board) {
	if (!board) return null;
	return unpack(board) ?? (await post('/api/board', { text: board })).rows;
}

/** A tool's picture: the skin's own, where it has one. */
function toolPicture(id) {
	if (id === 'erase') return icon('close');
	const drawn =
		id === 'wall' || id === 'floor'
			? s('rect', { class: `tool-${id}`, x: 2, y: 2, width: 60, height: 60, rx: 8 })
			: s('use');
	return s('svg', { viewBox: '0 0 64 64', class: 'tool-picture', 'aria-hidden': 'true' }, drawn);
}

class Editor {
	constructor(page, { rows, title, author, origin }) {
		Object.assign(this, { page, origin, tool: 'wall', dead: localStorage.getItem('edit-dead') === 'on' });
		this.drawing = new Drawing(rows);
		this.cursor = this.drawing.cells((c) => '@+'.includes(c))[0] ?? [this.drawing.width >> 1, this.drawing.height >> 1];
		this.canvas = new Canvas({
			begin: () => this.drawing.mark(),
			stroke: (cell, erase) => this.stroke(cell, erase ? 'erase' : this.tool),
			end: () => this.changed(),
			// A second finger has come: the first one drew nothing.
			cancel: () => {
				this.drawing.takeBack();
				this.changed();
			},
		});
		this.checks = h('section', { class: 'card check-card' });
		this.live = h('p', { class: 'visually-hidden', role: 'status' });
		this.tools = h('div', { class: 'toolbar tools', role: 'group', 'aria-label': 'Draw' });
		this.size = h('output', { class: 'size' });
		this.verdict = new Verdict({
			page,
			show: (solution) => this.tryOut(solution),
			mark: (boxes) => this.canvas.board.overlay('grabbed', boxes),
		});
		const saving = savePanel({
			origin,
			title,
			author,
			board: () => this.drawing.text,
			onsaved: (saved, name) => this.saved(saved, name),
		});
		const heading = !origin ? 'New level' : title && title !== String(origin.number) ? title : `Level ${origin.number}`;
		const from = origin
			? `From level ${origin.number} of “${origin.name}”${origin.changeable ? '' : '; saving makes a copy'}${origin.trouble ? `. Its file: ${origin.trouble}` : ''}`
			: 'Draw with the pointer, or with keys (? lists them)';
		this.heading = h('h1', null, heading);
		this.from = h('span', { class: 'note' }, from);
		this.bar = h('div', { class: 'edit-bar' }, this.tools, this.actions());
		this.desk = h('section', { class: 'stack' }, this.bar, this.canvas.frame, this.live);
		put(
			page.root,
			h('header', { class: 'heading' }, h('div', null, this.heading, this.from)),
			h(
				'div',
				{ class: 'split' },
				this.desk,
				h(
					'aside',
					{ class: 'panel', 'aria-label': 'About the drawing' },
					this.checks,
					this.verdict.card,
					saving.card,
					this.sides(),
					generatePanel((made) => this.take(made.rows)),
				),
			),
		);
		this.canvas.frame.classList.add('edit-frame');
		page.title(heading);
		this.drawTools();
		this.bind(saving.save);
		this.place();
	}

	actions() {
		const turn = (way) => () => this.turn(way);
		this.tryButton = button({
			icon: 'play',
			text: 'Try out',
			title: 'Play the drawing',
			'data-action': 'try',
			kind: 'try-out',
			disabled: true,
			onclick: () => this.tryOut(),
		});
		return h(
			'div',
			{ class: 'toolbar' },
			this.tryButton,
			button({ icon: 'undo', label: 'Undo', onclick: () => this.step('undo') }),
			button({ icon: 'redo', label: 'Redo', onclick: () => this.step('redo') }),
			button({ icon: 'rotate', label: 'Turn clockwise', onclick: turn('right') }),
			button({ icon: 'mirror', label: 'Mirror left and right', onclick: turn('mirror') }),
			button({ icon: 'mirror', label: 'Mirror top and bottom', class: 'button square upright', onclick: turn('flip') }),
			button({ icon: 'import', label: 'Paste a board as text', onclick: () => this.askForText() }),
			h(
				'a',
				{ class: 'button', href: '#/edit', title: 'Begin a new level', id: 'new-level' },
				icon('plus'),
				h('span', null, 'New'),
			),
		);
	}

	sides() {
		const side = (name) =>
			h(
				'div',
				{ class: 'side', role: 'group', 'aria-label': `${name} side` },
				button({ text: '−', 'aria-label': `Take away at the ${name}`, onclick: () => this.resize(name, -1) }),
				h('span', null, name),
				button({ text: '+', 'aria-label': `Add at the ${name}`, onclick: () => this.resize(name, 1) }),
			);
		return h(
			'details',
			{ class: 'card sides' },
			h('summary', null, 'Size ', this.size),
			h('div', { class: 'side-grid' }, ['top', 'left', 'right', 'bottom'].map(side)),
		);
	}

	bind(save) {
		const { page } = this;
		/** An arrow moves the cursor, or the player of a trial. */
		const move = (dx, dy, direction, along) => () => {
			if (this.trial) this.trial.act({ do: along ? 'push-to-end' : 'step', direction });
			else this.move(dx, dy, along);
		};
		const tools = Object.fromEntries(
			TOOLS.map(([id, , name, keys]) => [
				keys,
				[
					`draw ${name.toLowerCase()}`,
					() => {
						if (this.trial) return;
						this.choose(id);
						this.press();
					},
					`draw-${id}`,
				],
			]),
		);
		const drawing = (run) => () => {
			if (!this.trial) run();
		};
		page.keys({
			// The minus draws floor, and so does f.
			...cameraKeys(() => [(this.trial ?? this.canvas).board], { signs: false, find: false }),
			ArrowUp: ['move the cursor up', move(0, -1, 'u')],
			ArrowDown: ['move the cursor down', move(0, 1, 'd')],
			ArrowLeft: ['move the cursor left', move(-1, 0, 'l')],
			ArrowRight: ['move the cursor right', move(1, 0, 'r')],
			'Shift+ArrowUp': ['draw on the way up', move(0, -1, 'u', true)],
			'Shift+ArrowDown': ['draw on the way down', move(0, 1, 'd', true)],
			'Shift+ArrowLeft': ['draw on the way left', move(-1, 0, 'l', true)],
			'Shift+ArrowRight': ['draw on the way right', move(1, 0, 'r', true)],
			...tools,
			Enter: ['draw with the chosen tool', drawing(() => this.press())],
			'Ctrl+z': ['undo', () => this.step('undo')],
			'Ctrl+y Ctrl+Shift+z': ['redo', () => this.step('redo')],
			'Ctrl+s': ['save', save],
			r: ['turn clockwise', drawing(() => this.turn('right'))],
			m: ['mirror left and right', drawing(() => this.turn('mirror'))],
			t: ['try the drawing out', drawing(() => this.tryOut()), 'try'],
			Escape: ['back from the trial to the drawing', () => this.drawOn()],
		});
		// The blank is floor too, as in every level file.
		page.keys({
			' ': [
				'draw floor',
				drawing(() => {
					this.choose('floor');
					this.press();
				}),
				'draw-floor',
			],
		});
		addEventListener(
			'paste',
			(event) => {
				if (/** @type {HTMLElement} */ (event.target).closest('input, textarea')) return;
				const text = event.clipboardData?.getData('text') ?? '';
				if (!text.trim()) return;
				event.stopImmediatePropagation();
				this.paste(text);
			},
			{ capture: true, signal: page.signal },
		);
		document.addEventListener('look', () => this.check(), { signal: page.signal });
	}

	drawTools() {
		if (!this.tools.children.length)
			put(
				this.tools,
				TOOLS.map(([id, , name]) =>
					h(
						'button',
						{
							type: 'button',
							class: 'button tool',
							'data-tool': id,
							'data-action': `draw-${id}`,
							title: name,
							onclick: () => this.choose(id),
						},
						toolPicture(id),
						h('span', null, name),
					),
				),
			);
		for (const tool of this.tools.children) {
			tool.setAttribute('aria-pressed', String(tool.dataset.tool === this.tool));
			const { tool: id } = tool.dataset;
			tool.querySelector('use')?.setAttribute('href', `#${skin()}-${id === 'player' ? 'player-down' : id}`);
		}
	}

	choose(tool) {
		this.tool = tool;
		this.drawTools();
	}

	/** Draws at the cursor. */
	press() {
		this.drawing.mark();
		this.stroke(this.cursor, this.tool);
		this.changed();
		this.tell();
	}

	stroke(cell, tool) {
		this.cursor = cell;
		if (this.drawing.paint(cell[0], cell[1], tool)) {
			this.canvas.patch(cell, this.drawing.at(cell[0], cell[1]));
			this.check();
		}
		this.place();
	}

	move(dx, dy, draws = false) {
		const [x, y] = this.cursor;
		if (draws) {
			this.drawing.mark();
			this.stroke(this.cursor, this.tool);
		}
		this.cursor = [
			Math.max(0, Math.min(this.drawing.width - 1, x + dx)),
			Math.max(0, Math.min(this.drawing.height - 1, y + dy)),
		];
		if (draws) {
			this.stroke(this.cursor, this.tool);
			this.changed();
		}
		this.place();
		this.tell();
	}

	tell() {
		const [x, y] = this.cursor;
		this.live.textContent = `Column ${x + 1}, row ${y + 1}: ${this.drawing.nameAt(x, y)}`;
	}

	place() {
		const [x, y] = this.cursor;
		this.cursor = [Math.min(x, this.drawing.width - 1), Math.min(y, this.drawing.height - 1)];
		this.canvas.place(this.drawing, this.cursor);
		this.size.textContent = `${this.drawing.width} × ${this.drawing.height}`;
	}

	/** Plays the drawing, or walks through a solution of it. */
	async tryOut(moves = '') {
		const { Trial } = await import('./edit-trial.js');
		const { answer } = this;
		if (!answer?.facts || answer.rows.join('\n') !== this.drawing.text) return;
		this.drawOn();
		this.trial = new Trial({
			page: this.page,
			text: this.drawing.text,
			picture: { svg: answer.ground, goals: answer.goals, skin: skin() },
			moves,
			onleave: () => this.drawOn(),
		});
		this.bar.replaceWith(this.trial.bar);
		this.canvas.frame.replaceWith(this.trial.frame);
		this.page.root.classList.add('is-trial');
		/** @type {HTMLElement | null} */ (document.activeElement)?.blur();
	}

	/** Ends the trial. */
	drawOn() {
		if (!this.trial) return;
		const inside = this.trial.bar.contains(document.activeElement);
		this.trial.bar.replaceWith(this.bar);
		this.trial.frame.replaceWith(this.canvas.frame);
		this.trial = null;
		this.page.root.classList.remove('is-trial');
		if (inside) this.tryButton.focus();
	}

	/** From now on the drawing is a level of the user's: its address, its heading and the other views follow. */
	saved(level, title) {
		this.origin = level;
		const query = location.hash.split('?')[1];
		const path = `#/edit/${encodeURIComponent(level.collection)}/${level.number}`;
		history.replaceState(null, '', query ? `${path}?${query}` : path);
		const name = title ?? `Level ${level.number}`;
		this.heading.textContent = name;
		this.from.textContent = `Level ${level.number} of “${level.name}”; saving again replaces it`;
		this.page.level(level, name);
	}

	resize(side, by) {
		this.drawOn();
		this.drawing.mark();
		if (this.drawing.resize(side, by)) this.changed();
	}

	step(way) {
		if (this.trial) {
			this.trial.act({ do: way, grain: 'push' });
			return;
		}
		if (this.drawing[way]()) this.changed();
	}

	take(rows) {
		this.drawOn();
		this.drawing.mark();
		this.drawing.set(rows);
		this.changed();
	}

	async turn(way) {
		try {
			this.take((await post('/api/board', { text: this.drawing.text, turn: way }, this.page.signal)).rows);
		} catch (error) {
			sorry(error);
		}
	}

	async askForText() {
		const text = h('textarea', {
			rows: 12,
			spellcheck: false,
			'aria-label': 'A board as text',
			value: this.drawing.rows.join('\n').replace(/-/g, ' '),
		});
		if (
			(await dialog(
				'The board as text',
				[text, h('small', { class: 'note' }, '# wall, $ box, . goal, * box on goal, @ player, + player on goal')],
				[
					['', 'Cancel'],
					['ok', 'Use it', 'primary'],
				],
			)) === 'ok'
		)
			this.paste(text.value);
	}

	async paste(text) {
		try {
			this.take((await post('/api/board', { text }, this.page.signal)).rows);
			say('The board is pasted', { kind: 'good' });
		} catch (error) {
			sorry(error);
		}
	}

	/** After a change that is complete: the address follows. */
	changed() {
		const { hash } = location;
		const path = hash.split('?')[0] || '#/edit';
		history.replaceState(
			null,
			'',
			`${path}?board=${encodeURIComponent(pack(this.drawing.rows)).replace(/%24/g, '$').replace(/%40/g, '@').replace(/%7C/g, '|')}`,
		);
		this.place();
		this.check();
	}

	/** Asks the server about the drawing: one question at a time, the newest next. */
	async check() {
		this.asked = true;
		if (this.asking) return;
		this.asking = true;
		try {
			while (this.asked && !this.page.signal.aborted) {
				this.asked = false;
				const name = skin();
				this.answer = await post('/api/board', { text: this.drawing.text, skin: name }, this.page.signal);
				if (!this.asked) await this.show(name);
			}
		} catch (error) {
			sorry(error);
		}
		this.asking = false;
	}

	async show(name) {
		const { answer } = this;
		await this.canvas.show(answer, name, {
			problems: answer.problems.flatMap(({ at, severity }) => (at && severity === 'error' ? [at] : [])),
			dead: this.dead ? answer.facts?.dead : [],
		});
		this.place();
		this.drawTools();
		const errors = answer.problems.filter(({ severity }) => severity === 'error');
		const state = errors[0]?.message ?? 'can be played';
		if (state !== this.told) this.live.textContent = state;
		this.told = state;
		const drawn = answer.rows.join('\n') === this.drawing.text;
		this.tryButton.disabled = !answer.facts;
		this.verdict.about(answer.facts && drawn ? this.drawing.text : null);
		drawCheck(this.checks, answer, {
			dead: this.dead,
			goTo: (cell) => {
				this.cursor = cell;
				this.place();
				this.tell();
			},
			setDead: (on) => {
				this.dead = on;
				localStorage.setItem('edit-dead', on ? 'on' : 'off');
				this.canvas.board.overlay('dead', on ? answer.facts?.dead : []);
			},
		});
	}
}
