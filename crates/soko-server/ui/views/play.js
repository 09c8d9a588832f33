// @ts-check
// Play by hand: the board is the page.
//
// The page sends what the player wants and shows what comes back. Keys that are faster than the line are gathered and sent
// together; a way of many steps is shown step by step.

import { get, levelPath, post } from '../api.js';
import { boardFrame } from '../board.js';
import { button, count, h, icon, plural, put, say, sorry } from '../dom.js';
import { levelBar } from '../level-bar.js';
import { AnalysisPanel } from './play-analysis.js';
import { Hints, lost as lostPosition } from './play-hint.js';
import { pointer } from './play-pointer.js';
import { timeline } from './play-timeline.js';

const HELP = [
	['off', 'Off', 'No help'],
	['dead-squares', 'Dead squares', 'Hatches squares from which a box can never reach a goal'],
	['lost-positions', 'Lost positions', 'Also says when a position is lost, and why'],
];
const METRICS = ['Moves', 'Pushes', 'Box lines', 'Box changes', 'Sessions', 'Player lines'];

/** @param {any} page */
export async function open(page) {
	const [collection, number] =
		page.args.length > 1 ? [page.args[0], Number(page.args[1])] : Object.values(page.currentLevel());
	const level = { collection, number };
	const { frame, board } = boardFrame('Game');
	const facts = await get(levelPath(level));
	if (!facts.prepared)
		throw Object.assign(
			new Error(`Level ${number} of ${facts.collection_title} cannot be played: ${facts.problems[0]?.message ?? ''}`),
			{ help: facts.problems[0]?.remedy, status: 409 },
		);
	await board.load({ level, goals: facts.prepared.goals });
	page.level(level, facts.title ?? `${facts.collection_title} ${number}`);
	const game = new Play(page, level, facts, board);
	game.draw(frame);
	await game.begin();
}

class Play {
	constructor(page, level, facts, board) {
		Object.assign(this, { page, level, facts, board });
		this.key = `game:${level.collection}/${level.number}`;
		this.help = localStorage.getItem('help') ?? 'lost-positions';
		this.wanted = [];
		this.busy = false;
		this.state = null;
		this.hints = new Hints(this);
		this.analysis = new AnalysisPanel(this);
		this.drawn = performance.now();
	}

	/** Takes up the game of this tab, or an unfinished one, or begins. */
	async begin() {
		const known = Number(sessionStorage.getItem(this.key)) || undefined;
		const state = await post('/api/games', { ...this.level, game: known });
		sessionStorage.setItem(this.key, String(state.id));
		if (state.id !== known && state.length > 0) say('Your unfinished game goes on here.');
		this.show(state);
		const keep = () => {
			if (this.state?.length)
				fetch(`/api/games/${this.state.id}/keep`, { method: 'POST', keepalive: true }).catch(() => {});
		};
		addEventListener('pagehide', keep, { signal: this.page.signal });
		this.page.signal.addEventListener('abort', keep);
	}

	draw(frame) {
		const { page } = this;
		this.counters = h('dl', { class: 'figures' });
		this.more = h('dl', { class: 'facts' });
		this.notice = h('div', { 'aria-live': 'polite' });
		this.line = h('div', { class: 'timeline' });
		this.tools = h('div', { class: 'stack' });
		this.exportBox = h('div', { class: 'row' });
		const helpBox = h(
			'div',
			{ class: 'segments', role: 'radiogroup', 'aria-label': 'Help' },
			HELP.map(([id, text, title]) =>
				h(
					'label',
					{ title },
					h('input', {
						type: 'radio',
						name: 'help',
						value: id,
						checked: id === this.help,
						onchange: () => this.setHelp(id),
					}),
					h('span', null, text),
				),
			),
		);
		const undoRow = (what, act) =>
			h(
				'div',
				{ class: 'undo-row', role: 'group', 'aria-label': what },
				h('span', { class: 'note' }, what),
				['move', 'push', 'session', 'all'].map((grain) =>
					button({
						text: grain,
						title: `${what} ${grain === 'all' ? 'everything' : `one ${grain}`}`,
						'aria-label': `${what} ${grain === 'all' ? 'all' : `one ${grain}`}`,
						'data-act': `${act}-${grain}`,
						onclick: () => this.act({ do: act, grain }),
					}),
				),
			);
		put(
			page.root,
			h(
				'div',
				{ class: 'split' },
				h('div', { class: 'stack' }, levelBar(this.facts, 'play'), frame, this.line),
				h(
					'aside',
					{ class: 'panel', 'aria-label': 'Game' },
					this.notice,
					h(
						'section',
						{ class: 'card' },
						this.counters,
						h('details', null, h('summary', null, 'More measures and facts'), this.more),
					),
					this.analysis.draw(),
					h('section', { class: 'card' }, h('h2', null, 'Take back'), undoRow('Undo', 'undo'), undoRow('Redo', 'redo')),
					h(
						'section',
						{ class: 'card' },
						h('h2', null, 'Help'),
						helpBox,
						h(
							'div',
							{ class: 'row' },
							button({
								icon: 'hint',
								text: 'Hint',
								title: 'The next push of a solution (I)',
								id: 'hint',
								onclick: () => this.hints.ask(),
							}),
							h(
								'a',
								{ class: 'button', href: `#/solve/${encodeURIComponent(this.level.collection)}/${this.level.number}` },
								icon('solve'),
								'Solve',
							),
						),
					),
					h('section', { class: 'card' }, h('h2', null, 'Export'), this.exportBox),
				),
			),
		);
		import('../export-menu.js')
			.then(({ exportMenu }) =>
				put(
					this.exportBox,
					exportMenu({
						level: this.level,
						start: () => this.facts.board.join('\n'),
						board: async () => (await get(`/api/games/${this.state.id}/moves`)).board,
						solution: async () => (await get(`/api/games/${this.state.id}/moves`)).played,
						solved: () => this.state?.solved === true,
					}),
				),
			)
			.catch(() => {});
		pointer(this);
		this.bindKeys();
		this.setHelp(this.help);
	}

	bindKeys() {
		const step = (direction) => () => this.act({ do: 'step', direction });
		const keys = {};
		for (const [direction, arrow, letters, name] of [
			['u', 'ArrowUp', 'w k', 'up'],
			['d', 'ArrowDown', 's j', 'down'],
			['l', 'ArrowLeft', 'a h', 'left'],
			['r', 'ArrowRight', 'd l', 'right'],
		]) {
			keys[`${arrow} ${letters}`] = [`step or push ${name}`, step(direction)];
			keys[`Ctrl+${arrow}`] = ['run until a box or wall', () => this.act({ do: 'run', direction })];
			keys[`Shift+${arrow}`] = ['push to the end', () => this.act({ do: 'push-to-end', direction })];
		}
		const go = (view, n) => () => {
			location.hash = `#/${view}/${encodeURIComponent(this.level.collection)}/${n}`;
		};
		const turn = (by) => () => {
			const n = this.level.number + by;
			if (n >= 1 && n <= this.facts.of) go('play', n)();
		};
		this.page.keys({
			...keys,
			'Backspace u Ctrl+z': ['undo one push', () => this.act({ do: 'undo', grain: 'push' })],
			'Ctrl+Shift+z Insert': ['redo one push', () => this.act({ do: 'redo', grain: 'push' })],
			',': ['undo one move', () => this.act({ do: 'undo', grain: 'move' })],
			'.': ['redo one move', () => this.act({ do: 'redo', grain: 'move' })],
			'[': ['undo a pushing session', () => this.act({ do: 'undo', grain: 'session' })],
			']': ['redo a pushing session', () => this.act({ do: 'redo', grain: 'session' })],
			'Home Escape': [
				'back to the start (keeps redo)',
				() => (this.grabbed ? this.letGo() : this.act({ do: 'undo', grain: 'all' })),
			],
			End: ['to the end of the line', () => this.act({ do: 'redo', grain: 'all' })],
			i: ['hint', () => this.hints.ask()],
			x: [
				'more or less help',
				() => this.setHelp(HELP[(HELP.findIndex(([id]) => id === this.help) + 1) % HELP.length][0]),
			],
			p: ['solve this level', go('solve', this.level.number)],
			PageUp: ['previous level', turn(-1)],
			PageDown: ['next level', turn(1)],
		});
	}

	/** Sends what is wanted; while a request is on its way the next ones are gathered. */
	async act(...acts) {
		this.letGo();
		this.wanted.push(...acts);
		if (this.busy) return;
		this.busy = true;
		try {
			while (this.wanted.length && !this.page.signal.aborted) {
				const batch = this.wanted.splice(0, 64);
				this.show(await post(`/api/games/${this.state.id}/act`, { acts: batch, help: this.help }));
			}
		} catch (error) {
			this.wanted = [];
			if (error.status === 404) await this.restart();
			else sorry(error);
		} finally {
			this.busy = false;
		}
	}

	/** The server does not know the game any more: take up what was kept. */
	async restart() {
		sessionStorage.removeItem(this.key);
		this.show(await post('/api/games', this.level));
	}

	show(state) {
		const before = this.state;
		this.state = state;
		this.hints.forget();
		this.animate(before, state);
		const [moves, pushes, ...rest] = state.metrics;
		put(
			this.counters,
			[
				['Moves', moves],
				['Pushes', pushes],
				[
					'Boxes home',
					`${state.boxes.filter((b) => this.board.goals.has(String(b))).length}/${this.facts.prepared.boxes}`,
				],
			].map(([name, value]) =>
				h(
					'div',
					{ 'data-counter': name },
					h('dt', null, name),
					h('dd', null, typeof value === 'number' ? count(value) : value),
				),
			),
		);
		const { prepared, best } = this.facts;
		put(
			this.more,
			rest.map((value, i) => [h('dt', null, METRICS[i + 2]), h('dd', null, count(value))]),
			h('dt', null, 'Fewest pushes known'),
			h('dd', null, best.length ? count(Math.min(...best.map((b) => b.pushes))) : '–'),
			this.facts.optimum ? [h('dt', null, 'Fewest possible'), h('dd', null, count(this.facts.optimum))] : null,
			h('dt', null, 'Size'),
			h('dd', null, `${this.facts.width} × ${this.facts.height}`),
			h('dt', null, 'State space'),
			h('dd', null, `10^${prepared.log10_states.toFixed(1)}`),
		);
		timeline(this);
		for (const grain of ['move', 'push', 'session', 'all']) {
			this.page.root.querySelector(`[data-act=undo-${grain}]`).disabled = state.ply === 0;
			this.page.root.querySelector(`[data-act=redo-${grain}]`).disabled = state.ply === state.length;
		}
		this.tell();
	}

	/** Shows a way step by step; a single step, or anything backwards, glides. */
	animate(before, state) {
		cancelAnimationFrame(this.frame ?? 0);
		const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
		const trail = calm || !before || !state.trail || state.trail.length < 2 ? null : state.trail;
		if (!trail) {
			this.board.place(state);
			this.drawn = performance.now();
			return;
		}
		const boxes = before.boxes.map((cell) => cell);
		const each = Math.min(45, 700 / trail.length);
		const start = performance.now();
		let shown = 0;
		const tick = (now) => {
			const due = Math.min(trail.length, Math.floor((now - start) / each) + 1);
			for (; shown < due; shown += 1) if (trail[shown].pushed) boxes[trail[shown].pushed[0]] = trail[shown].pushed[1];
			const { player, facing } = trail[due - 1];
			if (due === trail.length) this.board.place(state);
			else {
				this.board.place({ player, facing, boxes });
				this.frame = requestAnimationFrame(tick);
			}
		};
		tick(start);
	}

	/** What is to be said about the position: solved, lost, or nothing. */
	tell() {
		const { state, facts } = this;
		this.board.overlay('proof', null);
		this.analysis.follow(state);
		if (state.solved) {
			const won = state.records?.length ? `A new best in ${state.records.join(' and ')}.` : '';
			const next = this.level.number < facts.of;
			put(
				this.notice,
				h(
					'div',
					{ class: 'notice good', 'data-solved': '' },
					icon('check'),
					h(
						'div',
						{ class: 'stack' },
						h(
							'strong',
							null,
							`Solved with ${plural(state.metrics[1], 'push', 'pushes')} and ${plural(state.metrics[0], 'move')}. ${won}`,
						),
						h(
							'div',
							{ class: 'row' },
							next
								? h(
										'a',
										{
											class: 'button primary',
											href: `#/play/${encodeURIComponent(this.level.collection)}/${this.level.number + 1}`,
										},
										'Next level',
										icon('forward'),
									)
								: h('a', { class: 'button primary', href: '#/library' }, 'More levels'),
							button({
								icon: 'replay',
								text: 'Watch it',
								onclick: async () => {
									const { played } = await get(`/api/games/${state.id}/moves`);
									location.hash = `#/replay/game/${encodeURIComponent(this.level.collection)}/${this.level.number}/${played}`;
								},
							}),
						),
					),
				),
			);
			return;
		}
		put(this.notice);
		// The analysis tells it, too; once is enough.
		if (this.help === 'lost-positions' && state.ply > 0 && !this.analysis.on) this.advise(state);
	}

	async advise(state) {
		const advice = await get(`/api/games/${state.id}/advice`, this.page.signal).catch(() => null);
		if (!advice || this.state !== state || advice.ply !== state.ply) return;
		const { lost } = advice;
		if (!lost) return;
		this.board.overlay('proof', lost.boxes);
		put(
			this.notice,
			h(
				'div',
				{ class: 'notice bad', 'data-lost': lost.rule },
				icon('warning'),
				h('div', { class: 'stack' }, lostPosition(this, lost)),
			),
		);
	}

	setHelp(help) {
		this.help = help;
		localStorage.setItem('help', help);
		const radio = this.page.root.querySelector(`input[name=help][value=${help}]`);
		if (radio) radio.checked = true;
		this.board.overlay('dead', help === 'off' ? null : this.facts.prepared.dead);
		if (this.state) this.tell();
	}

	letGo() {
		this.grabbed = null;
		for (const kind of ['grabbed', 'target', 'dead-target']) this.board.overlay(kind, null);
	}
}
