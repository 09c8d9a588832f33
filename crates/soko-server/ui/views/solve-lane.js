// @ts-check
// One player at work: its board, its status, its numbers, and what came of it.

import { post } from '../api.js';
import { boardFrame } from '../board.js';
import { button, bytes, count, h, icon, plural, put, seconds, sorry } from '../dom.js';
import { playerName, playerTitle } from '../players.js';
import { drawingOf, startOf } from '../start.js';
import { Course } from './solve-course.js';
import { joinGame } from './solve-here.js';
import { beforeAfter } from './solve-optimise.js';
import { Standing } from './solve-standing.js';
import { Walk } from './solve-walk.js';

const LOOKS = {
	'not-prepared': ['', 'warning'],
	ready: ['info', 'play'],
	solving: ['accent', 'solve'],
	solved: ['good', 'check'],
	stopped: ['warn', 'stop'],
	'out-of-time': ['warn', 'replay'],
	'no-solution': ['bad', 'close'],
};

/** The badge of a status: colour, icon and words. */
export function badge(status, words, paused = false) {
	const [kind, name] = LOOKS[status] ?? ['', 'dot'];
	return h('span', { class: `tag ${kind}`, 'data-status': status }, icon(paused ? 'pause' : name), words);
}

/** What is proven about a solution. */
const proof = (optimal) =>
	optimal
		? h('span', { class: 'tag good' }, icon('check'), `proven: fewest ${optimal.replaceAll('-', ' ')}`)
		: h('span', { class: 'tag' }, 'no proof that it is shortest');

/** Why there is no solution. */
function reason({ rule, sentence }) {
	const from = rule ? h('small', { class: 'note' }, `The start is lost already; rule: ${rule}.`) : null;
	return h(
		'div',
		{ class: 'notice bad', 'data-why': rule ?? 'search' },
		icon('warning'),
		h('div', null, sentence, from),
	);
}

/** What the board shows of a run that ended without a solution. */
function lastPosition({ reached, position }) {
	if (!reached && !position) return null;
	const how = reached
		? `${plural(reached.pushes, 'push', 'pushes')} from where it began.`
		: 'How it is reached from the start is not known, as in a search from the end.';
	return h('p', { class: 'note', 'data-last': reached ? 'way' : 'alone' }, `The position expanded last: ${how}`);
}

/**
 * A lane shows an entrant before, while and after it plays.
 * @param {any} facts the level's facts
 */
export class Lane {
	constructor(facts, entrant, { racing, allows, signal, board: rows = facts.board, onremove = null, onedit = null }) {
		this.facts = facts;
		this.signal = signal;
		/** The drawing of where it begins. */
		this.rows = rows;
		this.allows = allows;
		this.entrant = entrant;
		this.job = null;
		this.received = 0;
		const { frame, board } = boardFrame(`Board of ${playerTitle(entrant.player)}`);
		this.board = board;
		board.hand = true;
		this.crown = h('span', { class: 'lane-crown', hidden: true }, icon('race', 'First to solve it'));
		this.badge = h('span', { role: 'status', 'aria-live': 'polite' });
		this.name = h('h2', null, playerName(entrant.player, entrant.preset));
		this.bar = h('span');
		this.meter = h(
			'div',
			{ class: 'lane-meter', role: 'progressbar', 'aria-label': 'Time used', 'aria-valuemin': 0, 'aria-valuemax': 100 },
			this.bar,
		);
		this.numbers = h('dl', { class: 'figures lane-numbers' });
		this.standing = new Standing(() => this.job && this.place(this.job));
		this.walk = new Walk(() => this.job && this.place(this.job));
		this.course = new Course(facts.prepared?.log10_states);
		this.result = h('div', { class: 'lane-result' });
		this.notes = h('details', { class: 'lane-notes', hidden: true }, h('summary', null, 'Notes'), h('ol'));
		this.stop = button({
			icon: 'stop',
			label: `Stop ${playerTitle(entrant.player)}`,
			kind: 'quiet',
			hidden: true,
			onclick: () => this.ask('stop'),
		});
		this.remove = onremove
			? button({
					icon: 'close',
					label: `Take ${playerTitle(entrant.player)} out of the race`,
					kind: 'quiet',
					onclick: onremove,
				})
			: null;
		this.edit = onedit
			? button({ icon: 'settings', label: `Set up ${playerTitle(entrant.player)}`, kind: 'quiet', onclick: onedit })
			: null;
		this.root = h(
			'section',
			{
				class: `card lane${racing ? ' racing' : ''}`,
				'aria-label': playerTitle(entrant.player),
				'data-player': entrant.player,
			},
			h(
				'header',
				{ class: 'row' },
				this.crown,
				this.name,
				this.badge,
				h('span', { class: 'spacer' }),
				this.edit,
				this.stop,
				this.remove,
			),
			frame,
			this.walk.root,
			this.result,
			this.meter,
			this.numbers,
			this.course.root,
			this.standing.root,
			this.notes,
		);
		this.loaded = board
			.load({ level: { collection: facts.collection, number: facts.number }, goals: facts.prepared?.goals ?? [] })
			.catch(sorry);
		this.put(null);
		this.idle();
	}

	/** Another player is to play here. */
	rename({ player, preset }) {
		put(this.name, playerName(player, preset));
		this.root.setAttribute('aria-label', playerTitle(player));
		this.root.dataset.player = player;
		this.root.querySelector('.board-frame').setAttribute('aria-label', `Board of ${playerTitle(player)}`);
	}

	async ask(what) {
		// What comes of it is told by the stream; the answer may be older than what was told meanwhile.
		try {
			if (this.job) await post(`/api/jobs/${this.job.id}/${what}`);
		} catch (error) {
			sorry(error);
		}
	}

	status() {
		return this.job?.status ?? (this.facts.prepared ? 'ready' : 'not-prepared');
	}

	idle() {
		this.meter.hidden = true;
		put(this.badge, badge(this.status(), this.facts.prepared ? 'ready' : 'not prepared'));
		put(this.numbers);
	}

	/** Takes a newer state of its job. */
	show(job) {
		const before = this.job;
		this.job = job;
		this.received = performance.now();
		const solving = job.status === 'solving';
		if (job.from) this.rows = job.from.board;
		if (!before || before.words !== job.words || before.status !== job.status || before.queue !== job.queue) {
			put(
				this.badge,
				badge(
					job.status,
					job.queue ? `waiting, ${job.queue === 1 ? 'next' : `place ${job.queue}`}` : job.words,
					job.paused,
				),
			);
			put(this.name, playerName(job.player, job.preset));
			this.stop.hidden = !solving;
			if (this.remove) this.remove.hidden = solving;
			if (this.edit) this.edit.hidden = solving;
		}
		this.place(job);
		this.tick();
		this.course.show(job);
		this.standing.show(job);
		if (!solving && before?.status !== job.status && job.reached?.path && this.allows(job.status).walk)
			this.walk.load(job.id, this.signal);
		this.board.overlay('proof', job.why?.boxes);
		if (job.notes.length !== before?.notes.length) {
			this.notes.hidden = !job.notes.length;
			put(this.notes.querySelector('summary'), plural(job.notes.length, 'note'));
			put(
				this.notes.querySelector('ol'),
				job.notes.map(({ at, text }) => h('li', null, h('small', { class: 'note' }, seconds(at)), ' ', text)).reverse(),
			);
		}
		if (job.status !== before?.status || job.incumbents.length !== before?.incumbents.length)
			put(this.result, this.outcome(job));
	}

	/** While it plays the position it is at; then where it has got to, or where on the way there one stands. */
	place(job) {
		const reached = () => this.walk.position() ?? job.reached?.position ?? job.position;
		this.put(this.standing.position(job) ?? (job.status === 'solving' ? job.position : reached()));
	}

	/** Shows a position; none is the start. */
	put(position) {
		this.shown = position ? { facing: 'd', ...position } : startOf(this.rows);
		this.board.place(this.shown);
	}

	/** What is on the board, in XSB. */
	text() {
		return drawingOf(this.rows, this.shown);
	}

	/** The numbers now; between two states of the server only the clock goes on. */
	tick() {
		const { job } = this;
		if (!job) return;
		const going = job.status === 'solving' && !job.paused && !job.queue;
		const ahead = going ? Math.min(2, (performance.now() - this.received) / 1000) : 0;
		const elapsed = Math.min(job.elapsed + ahead, job.time_s ?? Infinity);
		const share = job.time_s ? Math.min(1, elapsed / job.time_s) : 0;
		this.meter.hidden = false;
		this.meter.setAttribute('aria-valuenow', String(Math.round(share * 100)));
		this.bar.style.setProperty('width', `${share * 100}%`);
		this.meter.classList.toggle('over', job.status !== 'solving');
		const figure = (name, value, title) =>
			h(
				'div',
				{ title, 'data-figure': name.startsWith('of ') ? 'time' : name },
				h('dt', null, name),
				h('dd', null, value),
			);
		put(
			this.numbers,
			figure(`of ${seconds(job.time_s)}`, elapsed ? seconds(elapsed) : '–', 'Time, pauses not counted'),
			figure('iterations', count(job.iterations)),
			figure('initialised', count(job.generated), 'Positions initialised'),
			figure('expanded', count(job.expanded), 'Positions expanded'),
			figure('per second', count(job.rate), 'Positions expanded per second'),
			figure('memory', bytes(job.peak_memory), 'Most memory held'),
		);
	}

	outcome(job) {
		if (job.status === 'solving') {
			const last = job.incumbents.at(-1);
			return last
				? h(
						'p',
						{ class: 'note' },
						`Found so far: ${plural(last.pushes, 'push', 'pushes')}, ${plural(last.moves, 'move')}`,
					)
				: null;
		}
		const { result } = job;
		const { walk, export_protocol: told } = this.allows(job.status);
		const way = result?.solution ? 'Replay' : job.reached?.path ? 'Walk through it' : 'Start and last position';
		const begun = job.from?.moves ?? '';
		const links = h(
			'div',
			{ class: 'row' },
			walk && (result?.solution || job.reached || job.position)
				? h(
						'a',
						{ class: `button ${result?.solution ? 'primary' : ''}`, 'data-walk': '', href: `#/replay/job/${job.id}` },
						icon('replay'),
						way,
					)
				: null,
			walk && job.before && job.run
				? h(
						'a',
						{
							class: 'button',
							'data-compare': '',
							href: `#/replay/job/${job.id}?${new URLSearchParams({ with: `run/${job.run}/before` })}`,
						},
						icon('shorter'),
						'Beside what it was',
					)
				: null,
			walk && job.reached?.path
				? button({
						icon: 'play',
						text: 'Play it',
						title: 'Takes it into your game: it lies ahead, and Redo plays it',
						'data-join': '',
						onclick: () => joinGame(job.level, `${begun}${job.reached.path}`, begun.length).catch(sorry),
					})
				: null,
			told && job.run
				? h(
						'a',
						{
							class: 'button',
							'data-protocol': '',
							href: `/api/jobs/${job.id}/protocol`,
							target: '_blank',
							rel: 'noopener',
						},
						icon('rows'),
						'Protocol',
					)
				: null,
		);
		if (result?.solution) {
			const lengths = job.before
				? beforeAfter(job.before, result)
				: [
						h('strong', null, plural(result.pushes, 'push', 'pushes')),
						h('span', null, `· ${plural(result.moves, 'move')}`),
					];
			return [
				h('p', { class: 'lane-solved' }, lengths, proof(result.optimal)),
				h('details', null, h('summary', null, 'Solution in LURD'), h('code', { class: 'lane-lurd' }, result.solution)),
				links,
			];
		}
		return [
			job.error ? h('div', { class: 'notice bad' }, icon('warning'), h('div', null, job.error)) : null,
			job.why ? reason(job.why) : null,
			walk ? lastPosition(job) : null,
			links,
		];
	}
}
