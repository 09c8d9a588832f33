// @ts-check
// Play by hand: the board is the page.
//
// The page sends what the player wants and shows what comes back (`play-link.js`); a way of many steps is shown step by step
// (`play-animation.js`).

import { get, levelPath } from '../api.js';
import { boardFrame } from '../board.js';
import { BEGIN } from '../board-camera.js';
import { cameraKeys } from '../board-tools.js';
import { Turning } from '../board-turning.js';
import { button, count, h, icon, put, sorry } from '../dom.js';
import { levelOf } from '../level-address.js';
import { levelBar } from '../level-bar.js';
import { segments } from '../segments.js';
import { watchConnection } from '../stream.js';
import { about } from './play-about.js';
import { AnalysisPanel } from './play-analysis.js';
import { Animation } from './play-animation.js';
import { fromHere } from './play-from-here.js';
import { Hints } from './play-hint.js';
import { GameLink } from './play-link.js';
import { movesCard } from './play-moves.js';
import { lostNotice, noticeBox, solvedNotice } from './play-notice.js';
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
	const level = levelOf(page);
	const { frame, board } = boardFrame('Game');
	const facts = await get(levelPath(level));
	if (!facts.prepared)
		throw Object.assign(
			new Error(
				`Level ${level.number} of ${facts.collection_title} cannot be played: ${facts.problems[0]?.message ?? ''}`,
			),
			{ help: facts.problems[0]?.remedy, status: 409 },
		);
	page.level(level, facts.title ?? `${facts.collection_title} ${level.number}`);
	if (page.query.has('reverse')) {
		await (await import('./play-reverse.js')).openReverse(page, level, facts, frame, board);
		return;
	}
	const game = new Play(page, level, facts, board);
	await game.load();
	game.draw(frame);
	await game.begin();
	board.view.begin(BEGIN);
}

class Play {
	constructor(page, level, facts, board) {
		Object.assign(this, { page, level, facts, board });
		this.help = localStorage.getItem('help') ?? 'lost-positions';
		this.state = null;
		this.turning = new Turning(level, () => this.load().catch(sorry));
		/** The boxes of the position that is known to be lost, and those of one of which that was dismissed. */
		this.lost = null;
		this.dismissed = null;
		this.hints = new Hints(this);
		this.analysis = new AnalysisPanel(this);
		this.animation = new Animation((position) => board.place(position));
		this.link = new GameLink(level, page.signal, {
			state: (state) => this.show(state),
			away: () => this.tellStatus(),
			error: sorry,
		});
		page.signal.addEventListener('abort', () => this.animation.stop());
		document.addEventListener('visibilitychange', () => this.animation.finish(), { signal: page.signal });
	}

	/** Draws the still part of the board, turned as the player wants it. */
	load() {
		return this.board.load({ level: this.level, goals: this.facts.prepared.goals, turn: this.turning.turn });
	}

	/** Takes up the game of this tab, or an unfinished one, or begins. */
	async begin() {
		const { state, other } = await this.link.open();
		const moves = this.page.query.get('moves');
		if (moves) {
			// A reload goes on with the game, wherever it is by then.
			history.replaceState(null, '', location.hash.split('?')[0]);
			await this.link.attempt([{ do: 'enter', moves }]);
		} else if (other && state.length > 0) this.status.textContent = 'Your unfinished game goes on here.';
		watchConnection((connected) => this.link.connection(connected), this.page.signal);
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
		this.status = h('p', { class: 'play-status note', role: 'status' });
		this.exportBox = h('div', { class: 'row' });
		const helpBox = segments('help', 'Help', HELP, this.help, (id) => this.setHelp(id));
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
				h(
					'div',
					{ class: 'stack' },
					levelBar(this.facts, 'play'),
					frame,
					h('div', { class: 'play-foot' }, this.status, this.thumbs(), this.line),
					noticeBox(this.notice, () => {
						this.dismissed = this.lost;
					}),
				),
				h(
					'aside',
					{ class: 'panel', 'aria-label': 'Game' },
					h(
						'section',
						{ class: 'card' },
						this.counters,
						h('details', null, h('summary', null, 'More measures and facts'), this.more),
						about(this.facts),
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
							{ class: 'help-ways' },
							button({
								icon: 'hint',
								text: 'Hint',
								title: 'The next push of a solution',
								'data-action': 'hint',
								id: 'hint',
								onclick: () => this.hints.ask(),
							}),
							h(
								'a',
								{ class: 'button', href: `#/solve/${encodeURIComponent(this.level.collection)}/${this.level.number}` },
								icon('solve'),
								'Solve',
							),
							fromHere(this),
						),
					),
					movesCard(this),
					h('section', { class: 'card' }, h('h2', null, 'Turn the board'), this.turning.draw()),
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

	/** Undo, redo and hint for thumbs; the style sheet shows them on touch screens and in narrow windows. */
	thumbs() {
		const one = (what, act) =>
			button({
				icon: act,
				text: what,
				title: `${what} one push`,
				'data-thumb': act,
				onclick: () => this.act({ do: act, grain: 'push' }),
			});
		return h(
			'div',
			{ class: 'play-thumbs', role: 'group', 'aria-label': 'Moves' },
			one('Undo', 'undo'),
			one('Redo', 'redo'),
			button({ icon: 'hint', text: 'Hint', 'data-thumb': 'hint', onclick: () => this.hints.ask() }),
		);
	}

	bindKeys() {
		// An arrow means what is seen, however the board is turned.
		const act = (what, shown) => () => this.act({ do: what, direction: this.board.towards(shown) });
		const keys = {};
		for (const [direction, arrow, letters, name] of [
			['u', 'ArrowUp', 'w k', 'up'],
			['d', 'ArrowDown', 's j', 'down'],
			['l', 'ArrowLeft', 'a h', 'left'],
			['r', 'ArrowRight', 'd l', 'right'],
		]) {
			keys[`${arrow} ${letters}`] = [`step or push ${name}`, act('step', direction), `step-${name}`];
			keys[`Ctrl+${arrow}`] = [`run ${name} until a box or wall`, act('run', direction), `run-${name}`];
			keys[`Shift+${arrow}`] = [`push ${name} to the end`, act('push-to-end', direction), `push-${name}`];
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
			...cameraKeys(() => [this.board]),
			...this.turning.keys(),
			'Backspace u Ctrl+z': ['undo one push', () => this.act({ do: 'undo', grain: 'push' })],
			'Ctrl+Shift+z Ctrl+y Insert': ['redo one push', () => this.act({ do: 'redo', grain: 'push' })],
			',': ['undo one move', () => this.act({ do: 'undo', grain: 'move' })],
			'.': ['redo one move', () => this.act({ do: 'redo', grain: 'move' })],
			'[': ['undo a pushing session', () => this.act({ do: 'undo', grain: 'session' })],
			']': ['redo a pushing session', () => this.act({ do: 'redo', grain: 'session' })],
			Home: ['back to the start (keeps redo)', () => this.act({ do: 'undo', grain: 'all' })],
			Escape: ['let go of a box, close what is open', () => this.escape()],
			Enter: ['next level, once this one is solved', () => this.state?.solved && turn(1)()],
			End: ['to the end of the line', () => this.act({ do: 'redo', grain: 'all' })],
			i: ['hint', () => this.hints.ask(), 'hint'],
			x: [
				'more or less help',
				() => this.setHelp(HELP[(HELP.findIndex(([id]) => id === this.help) + 1) % HELP.length][0]),
			],
			p: ['solve this level', go('solve', this.level.number)],
			PageUp: ['previous level', turn(-1)],
			PageDown: ['next level', turn(1)],
		});
	}

	/** Sends what the player wants. */
	act(...acts) {
		this.letGo();
		this.link.send(acts);
	}

	/** Says in one line what holds the game up: no connection, no room to keep games, an act that is not possible. */
	tellStatus() {
		const { away, waiting } = this.link;
		const { trouble, refused } = this.state ?? {};
		const more = waiting.length ? ` ${count(waiting.length)} more will be played when the server is back.` : '';
		if (away) this.status.textContent = `Not connected. Your moves are kept.${more}`;
		else if (trouble) this.status.textContent = `Games cannot be kept at the moment: ${trouble}`;
		else this.status.textContent = refused?.why ?? '';
	}

	show(state) {
		const before = this.state;
		this.state = state;
		this.hints.forget();
		this.board.overlay('refused', state.refused ? [state.refused.at] : null);
		this.tellStatus();
		this.animation.show(before, state);
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
		this.page.root.querySelector('[data-thumb=undo]').disabled = state.ply === 0;
		this.page.root.querySelector('[data-thumb=redo]').disabled = state.ply === state.length;
		for (const grain of ['move', 'push', 'session', 'all']) {
			this.page.root.querySelector(`[data-act=undo-${grain}]`).disabled = state.ply === 0;
			this.page.root.querySelector(`[data-act=redo-${grain}]`).disabled = state.ply === state.length;
		}
		this.tell();
	}

	/** What is to be said about the position: solved, lost, or nothing. */
	tell() {
		const { state } = this;
		// Walking about does not change that a position is lost.
		if (state.solved || this.lost !== String(state.boxes)) {
			this.lost = null;
			this.board.overlay('proof', null);
			put(this.notice, state.solved ? solvedNotice(this) : null);
		}
		// A button that was just pressed would take Enter for itself.
		if (state.solved && document.activeElement?.closest('.panel button'))
			this.notice.querySelector('a.primary').focus();
		this.analysis.follow(state);
		// The analysis tells it, too; once is enough.
		if (this.help === 'lost-positions' && state.ply > 0 && !state.solved && !this.analysis.on) this.advise(state);
	}

	async advise(state) {
		const advice = await get(`/api/games/${state.id}/advice`, this.page.signal).catch(() => null);
		if (!advice?.lost || this.state !== state || advice.ply !== state.ply) return;
		this.tellLost(advice.lost);
	}

	/** Says that the position is lost, unless that was dismissed or a hint says it. */
	tellLost(why) {
		this.lost = String(this.state.boxes);
		this.board.overlay('proof', why.boxes);
		if (this.dismissed === this.lost || this.notice.querySelector('[data-hint]')) return;
		const notice = lostNotice(this, why);
		if (this.notice.firstElementChild?.outerHTML !== notice.outerHTML) put(this.notice, notice);
	}

	setHelp(help) {
		this.help = help;
		this.link.help = help;
		localStorage.setItem('help', help);
		const radio = this.page.root.querySelector(`input[name=help][value=${help}]`);
		if (radio) radio.checked = true;
		this.board.overlay('dead', help === 'off' ? null : this.facts.prepared.dead);
		if (this.state) this.tell();
	}

	/** Lets go of a box and closes menus. It never takes moves back. */
	escape() {
		this.letGo();
		for (const menu of this.page.root.querySelectorAll('details.menu[open]')) menu.open = false;
	}

	letGo() {
		this.grabbed?.asking.abort();
		this.grabbed = null;
		for (const kind of ['grabbed', 'target', 'dead-target']) this.board.overlay(kind, null);
	}
}
