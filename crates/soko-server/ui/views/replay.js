// @ts-check
// Walking through a solution, a run or a game; and through two of them side by side.

import { ApiError, get, levelPath } from '../api.js';
import { cameraKeys } from '../board-tools.js';
import { Turning } from '../board-turning.js';
import { add, button, count, field, h, icon, plural, put, select, sorry } from '../dom.js';
import { exportMenu } from '../export-menu.js';
import { numberOf } from '../level-address.js';
import { levelBar } from '../level-bar.js';
import { playerName } from '../players.js';
import { Deck } from './replay-deck.js';
import { pushList } from './replay-list.js';
import { measureTable } from './replay-measures.js';

const SPEEDS = [0.5, 1, 2, 5, 10, 20, 50];
/** How the source of a solution ends that was made shorter. */
const BEFORE = '/before';
/** Steps a second at speed 1. */
const PACE = 4;

const load = (source) => get(`/api/replay?source=${encodeURIComponent(source)}`);

/** @param {any} page */
export async function open(page) {
	const { collection, number } = page.currentLevel();
	let facts = null;
	const source = page.args.length ? page.args.join('/') : `level/${collection}/${number}`;
	let replay;
	try {
		// Whether a level has a solution is asked first: that there is none yet is no error.
		if (source.startsWith('level/')) {
			const [, id, n] = source.split('/');
			const level = { collection: id, number: numberOf(n ?? '1') };
			facts = await get(levelPath(level), page.signal);
			page.level(level, facts.title ?? `${facts.collection_title} ${n}`);
			if (!facts.best.length) {
				const why = facts.prepared
					? { message: 'No solution of this level is known', help: 'Solve it, or play it yourself.' }
					: { message: 'This level cannot be played', help: facts.problems[0]?.message };
				nothing(page, source, why);
				return;
			}
		}
		replay = await load(source);
	} catch (error) {
		if (!(error instanceof ApiError) || error.status >= 500 || !error.status) throw error;
		// Of a level that is not there nothing can be solved or played.
		nothing(page, error.status === 404 || error.status === 400 ? '' : source, error);
		return;
	}
	const other = page.query.get('with');
	const second = other ? await load(other) : null;
	if (replay.level) {
		page.level(replay.level, replay.level.title ?? `${replay.level.collection_title} ${replay.level.number}`);
		facts ??= await get(levelPath(replay.level), page.signal);
	} else page.title(replay.title);
	new Replay(page, replay, second, facts);
}

/** Nothing to walk through: what would help. */
function nothing(page, source, error) {
	const [kind, collection, number] = source.split('/');
	const at = kind === 'level' || kind === 'game' ? `${encodeURIComponent(collection)}/${number}` : null;
	put(
		page.root,
		h(
			'section',
			{ class: 'empty' },
			icon('replay'),
			h('h1', null, error.message),
			error.help ? h('p', null, error.help) : null,
			h(
				'div',
				{ class: 'row' },
				at
					? [
							h('a', { class: 'button primary', href: `#/solve/${at}` }, icon('solve'), 'Solve it'),
							h('a', { class: 'button', href: `#/play/${at}` }, icon('play'), 'Play it'),
						]
					: h('a', { class: 'button', href: '#/library' }, 'To the library'),
			),
		),
	);
}

class Replay {
	constructor(page, replay, second, facts) {
		Object.assign(this, { page, replay, facts });
		this.turning = new Turning(replay.level, (turn) => {
			for (const deck of this.decks) deck.turnTo(turn).catch(sorry);
		});
		this.decks = [replay, second].filter(Boolean).map((one) => new Deck(one, page.signal, this.turning.turn));
		// Beside what it began with a solution is compared push by push.
		const original = second?.source.endsWith(BEFORE) ?? false;
		this.unit = page.query.get('unit') === 'pushes' || original ? 'pushes' : 'moves';
		this.pairing = page.query.get('by') === 'count' || original ? 'count' : 'fraction';
		this.speed = Number(localStorage.getItem('replay-speed')) || 2;
		this.at = 0;
		this.playing = false;
		this.build();
		this.keys();
		for (const [i, deck] of this.decks.entries()) {
			deck.label(
				this.decks.length > 1 ? h('span', { class: 'tag accent' }, 'AB'[i]) : null,
				deck.replay.player ? h('strong', null, playerName(deck.replay.player)) : null,
				h('span', { class: 'note' }, deck.replay.title),
			);
		}
		page.signal.addEventListener('abort', () => this.play(false));
		this.setUnit(this.unit);
		if (replay.last && !replay.steps.length) this.lastPosition(true);
		else if (replay.unfinished) this.go(this.length());
		else
			this.go(
				Math.max(
					0,
					this.stops(0).findLastIndex((stop) => stop <= replay.begun),
				),
			);
	}

	build() {
		const { replay, decks } = this;
		const { level } = replay;
		this.slider = h('input', {
			type: 'range',
			min: 0,
			step: 1,
			value: 0,
			'aria-label': 'Position',
			oninput: () => {
				this.play(false);
				this.go(Number(this.slider.value));
			},
		});
		this.place = h('output', { class: 'replay-place' });
		const tool = (name, label, onclick) => button({ icon: name, label, onclick });
		this.playButton = button({
			icon: 'play',
			label: 'Play',
			kind: 'primary',
			id: 'play',
			onclick: () => this.play(!this.playing),
		});
		this.loop = button({
			icon: 'restart',
			label: 'Begin again at the end',
			'aria-pressed': 'false',
			onclick: () => this.loop.setAttribute('aria-pressed', String(this.loop.getAttribute('aria-pressed') !== 'true')),
		});
		this.speedChoice = select(
			SPEEDS.map((speed) => [String(speed), `${speed}×`]),
			String(this.speed),
			(speed) => this.setSpeed(Number(speed)),
			{ 'aria-label': 'Speed' },
		);
		this.unitChoice = select(
			[
				['moves', 'by move'],
				['pushes', 'by push'],
			],
			this.unit,
			(unit) => this.setUnit(unit),
			{ 'aria-label': 'Step' },
		);
		this.numbers = button({
			text: 'Numbers',
			title: 'Numbers on the boxes, as the list has them',
			'data-action': 'numbers',
			'aria-pressed': 'false',
			id: 'numbers',
			onclick: () => this.number(),
		});
		const transport = h(
			'div',
			{ class: 'card transport' },
			this.slider,
			h(
				'div',
				{ class: 'toolbar' },
				tool('first', 'To the start', () => this.jump(0)),
				tool('previous', 'One step back', () => this.jump(this.at - 1)),
				this.playButton,
				tool('next', 'One step on', () => this.jump(this.at + 1)),
				tool('last', 'To the end', () => this.jump(this.length())),
				this.loop,
				this.numbers,
				h('span', { class: 'spacer' }),
				this.place,
				this.unitChoice,
				this.speedChoice,
			),
		);
		this.list = pushList(
			replay.steps,
			(move) => this.jump(this.decks[0].stops[this.unit].findIndex((stop) => stop >= move)),
			(box) => this.decks[0].point(box),
		);
		const walk = replay.steps.length > 0;
		const heading = this.facts
			? levelBar(this.facts, 'replay/level')
			: h(
					'header',
					{ class: 'heading' },
					h('div', null, h('h1', null, 'Replay'), h('small', { class: 'note' }, replay.title)),
				);
		add(heading, [
			h('span', { class: 'spacer' }),
			replay.optimal
				? h('span', { class: 'tag good' }, icon('check'), `proven: fewest ${replay.optimal.replaceAll('-', ' ')}`)
				: null,
			level
				? h(
						'a',
						{ class: 'button', href: `#/solve/${encodeURIComponent(level.collection)}/${level.number}` },
						icon('solve'),
						'Solve',
					)
				: null,
			exportMenu({
				board: () => decks[0].text(),
				start: () => replay.board.join('\n'),
				solution: () => (replay.solved ? replay.lurd : null),
				level,
				protocol: () =>
					replay.job ? `/api/jobs/${replay.job}/protocol` : replay.run ? `/api/runs/${replay.run}/protocol` : null,
			}),
		]);
		put(
			this.page.root,
			heading,
			h(
				'div',
				{ class: 'split' },
				h(
					'div',
					{ class: 'stack' },
					walk ? this.account() : null,
					h(
						'div',
						{ class: `decks${decks.length > 1 ? ' two' : ''}` },
						decks.map(({ root }) => root),
					),
					walk ? transport : this.ends(),
				),
				h(
					'div',
					{ class: 'panel' },
					walk ? measureTable(this.replay.measures, this.decks[1]?.replay.measures) : null,
					this.comparison(),
					h('section', { class: 'card' }, h('h2', null, 'Turn the board'), this.turning.draw()),
					walk ? h('section', { class: 'card' }, h('h2', null, 'Pushes'), this.list.root) : null,
				),
			),
		);
	}

	/** What is walked, if it is not just a solution from the start of the level. */
	account() {
		const { unfinished, begun, steps } = this.replay;
		const pushes = steps.slice(begun).filter(({ push }) => push).length;
		const words = [
			unfinished
				? `This run ended without a solution. The way leads to the position it had expanded last, ${plural(pushes, 'push', 'pushes')} from where it began.`
				: null,
			begun ? `It began after ${plural(begun, 'move')} of a game.` : null,
		].filter(Boolean);
		return words.length
			? h('p', { class: `notice ${unfinished ? 'warn' : ''}`, 'data-account': '' }, icon('replay'), words.join(' '))
			: null;
	}

	/** Of a run whose way is not known there are two positions: the start and the last one. */
	ends() {
		const { last } = this.replay;
		this.endButtons = [
			['Start', false],
			['Last position', true],
		].map(([text, end]) =>
			button({ text, disabled: end && !last, 'aria-pressed': 'false', onclick: () => this.lastPosition(end) }),
		);
		return h(
			'div',
			{ class: 'card' },
			h(
				'p',
				null,
				'This run ended without a solution. ',
				last
					? 'The last position is the one it had expanded last. How it is reached from the start is not known, as in a search from the end.'
					: 'Its last position is not known.',
			),
			h('div', { class: 'row' }, this.endButtons),
		);
	}

	lastPosition(end) {
		if (end) this.decks[0].show(this.replay.last);
		else this.decks[0].seek(0);
		for (const [i, one] of (this.endButtons ?? []).entries())
			one.setAttribute('aria-pressed', String(end === (i === 1)));
	}

	comparison() {
		const { others, source } = this.replay;
		const compared = this.page.query.get('with') ?? '';
		const known =
			others.some((other) => other.source === compared) || !compared
				? others
				: [...others, { source: compared, title: compared }];
		const go = (path, query) => {
			location.hash = `#/replay/${path.split('/').map(encodeURIComponent).join('/')}${query ? `?${new URLSearchParams(query)}` : ''}`;
		};
		const original = others.find((other) => other.source.endsWith(BEFORE) && other.source !== source);
		const show = select(
			[
				[source, 'this one'],
				...others.filter((other) => other.source !== source).map((other) => [other.source, other.title]),
			],
			source,
			(path) => go(path, compared ? { with: compared } : null),
			{ name: 'show' },
		);
		const beside = select(
			[['', 'nothing'], ...known.map((other) => [other.source, other.title])],
			compared,
			(path) => go(source, path ? { with: path } : null),
			{ name: 'with' },
		);
		return h(
			'section',
			{ class: 'card replay-compare' },
			h('h2', null, 'Compare'),
			original && compared !== original.source
				? button({
						icon: 'shorter',
						text: 'Beside what it was before',
						id: 'original',
						onclick: () => go(source, { with: original.source }),
					})
				: null,
			others.length ? field('Show', show) : null,
			known.length ? field('Beside it', beside) : null,
			this.decks.length > 1
				? field(
						'In step by',
						select(
							[
								['fraction', 'share of the way'],
								['count', 'number of steps'],
							],
							this.pairing,
							(by) => {
								this.pairing = by;
								this.setUnit(this.unit);
							},
							{ name: 'by' },
						),
					)
				: null,
			known.length ? null : h('p', { class: 'note' }, 'No other solution is known.'),
		);
	}

	keys() {
		this.page.keys({
			...cameraKeys(() => this.decks.map(({ board }) => board), { signs: false }),
			Home: ['to the start', () => this.jump(0)],
			End: ['to the end', () => this.jump(this.length())],
			ArrowLeft: ['one step back', () => this.jump(this.at - 1)],
			ArrowRight: ['one step on', () => this.jump(this.at + 1)],
			Space: ['play or pause', () => this.play(!this.playing)],
			'+ =': ['faster', () => this.faster(1)],
			'- _': ['slower', () => this.faster(-1)],
			m: ['step by move', () => this.setUnit('moves')],
			p: ['step by push', () => this.setUnit('pushes')],
			l: ['begin again at the end', () => this.loop.click()],
			n: ['numbers on the boxes', () => this.number(), 'numbers'],
			...this.turning.keys('Shift+m'),
			'PageUp [': ['previous level', () => this.neighbour(-1)],
			'PageDown ]': ['next level', () => this.neighbour(1)],
		});
	}

	/** Puts numbers on the boxes, or takes them away. */
	number() {
		const on = this.numbers.getAttribute('aria-pressed') !== 'true';
		this.numbers.setAttribute('aria-pressed', String(on));
		for (const deck of this.decks) deck.number(on);
	}

	neighbour(by) {
		if (!this.facts) return;
		const { collection, number, of } = this.facts;
		const next = number + by;
		if (next >= 1 && next <= of) location.hash = `#/replay/level/${encodeURIComponent(collection)}/${next}`;
	}

	stops(i) {
		return this.decks[i].stops[this.unit];
	}

	length() {
		const lengths = this.decks.map((_, i) => this.stops(i).length - 1);
		return this.decks.length > 1 && this.pairing === 'count' ? Math.max(...lengths) : lengths[0];
	}

	setUnit(unit) {
		const move = this.decks[0].at;
		this.unit = unit;
		this.unitChoice.value = unit;
		this.slider.max = String(this.length());
		const found = this.stops(0).findIndex((stop) => stop >= move);
		this.go(found < 0 ? this.length() : found);
	}

	setSpeed(speed) {
		this.speed = speed;
		this.speedChoice.value = String(speed);
		localStorage.setItem('replay-speed', String(speed));
		this.page.root.style.setProperty('--step', `${Math.min(140, Math.round(800 / (PACE * speed)))}ms`);
	}

	faster(by) {
		this.setSpeed(SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, SPEEDS.indexOf(this.speed) + by))] ?? 1);
	}

	jump(to) {
		this.play(false);
		this.go(to);
	}

	/** Goes to a place on the way, both decks in step. */
	go(to) {
		const length = this.length();
		this.at = Math.max(0, Math.min(length, to));
		this.decks.forEach((deck, i) => {
			const stops = this.stops(i);
			const place =
				i === 0 || this.pairing === 'count'
					? this.at
					: Math.round((length ? this.at / length : 0) * (stops.length - 1));
			deck.seek(stops[Math.min(place, stops.length - 1)]);
		});
		this.slider.value = String(this.at);
		this.slider.setAttribute('aria-valuetext', `${this.at} of ${length} ${this.unit}`);
		this.place.textContent = `${count(this.at)} of ${count(length)}`;
		this.list.mark(this.decks[0].at);
	}

	play(on) {
		if (on === this.playing) return;
		this.playing = on;
		put(this.playButton, icon(on ? 'pause' : 'play'));
		this.playButton.setAttribute('aria-label', on ? 'Pause' : 'Play');
		this.setSpeed(this.speed);
		cancelAnimationFrame(this.frame);
		if (!on) return;
		if (this.at >= this.length()) this.go(0);
		let before = performance.now();
		let owed = 0;
		const frame = (now) => {
			owed += ((now - before) / 1000) * PACE * this.speed;
			before = now;
			const steps = Math.floor(owed);
			owed -= steps;
			if (steps) this.go(this.at + steps);
			if (this.at >= this.length()) {
				if (this.loop.getAttribute('aria-pressed') !== 'true') {
					this.play(false);
					return;
				}
				if (steps) {
					this.go(0);
					owed = -PACE * this.speed;
				}
			}
			this.frame = requestAnimationFrame(frame);
		};
		this.frame = requestAnimationFrame(frame);
	}
}
