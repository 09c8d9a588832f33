// @ts-check
// Solving a level: one player, or several that race. The runs are the server's; this page starts, watches and stops them, and what
// may be done when is read from the server's table of statuses.

import { get, levelPath, post } from '../api.js';
import { cameraKeys } from '../board-tools.js';
import { button, dialog, h, icon, listTable, put, say, sorry } from '../dom.js';
import { exportMenu } from '../export-menu.js';
import { levelOf } from '../level-address.js';
import { limitsOf } from '../limits.js';
import { playerTitle } from '../players.js';
import { watch } from '../stream.js';
import { lost } from './lost-run.js';
import { entrantOf, freshLimits, limitFields, orderOf, playerForm } from './solve-form.js';
import { hereNotice, positionAfter, pushesFrom } from './solve-here.js';
import { drawHistory, withOlder } from './solve-history.js';
import { badge, Lane } from './solve-lane.js';
import { levelChooser, levelFacts, problemList } from './solve-level.js';
import { Optimise } from './solve-optimise.js';

const MOST_ENTRANTS = 6;

/** What the user had set up, also after a reload or on another level. */
function draft(players, limits) {
	try {
		const known = JSON.parse(sessionStorage.getItem('solve') ?? '');
		known.entrants = known.entrants.filter(({ player }) => players.some(({ id }) => id === player));
		if (known.entrants.length) return { ...known, limits: { ...freshLimits(limits), ...known.limits } };
	} catch {
		/* a new page */
	}
	return { entrants: [entrantOf(players[0].id)], limits: freshLimits(limits), live: true };
}

/** @param {any} page */
export async function open(page) {
	const level = levelOf(page);
	const [facts, players, statuses, limits, collections, { rows }, jobs] = await Promise.all([
		get(levelPath(level)),
		get('/api/players'),
		get('/api/statuses'),
		limitsOf('job'),
		get('/api/collections'),
		get(`/api/collections/${encodeURIComponent(level.collection)}`),
		get('/api/jobs'),
	]);
	page.level(level, facts.title ?? `${facts.collection_title} ${facts.number}`);
	const here = await positionAfter(level, page.query.get('moves'), page.signal).catch(sorry);
	new Solve(page, level, facts, players, statuses, limits, collections, rows, jobs, here ?? null);
}

class Solve {
	constructor(page, level, facts, players, statuses, limits, collections, rows, jobs, here) {
		Object.assign(this, { page, level, facts, players, statuses, limits, jobs, here });
		this.draft = draft(players, limits);
		const wanted = players.find(({ id }) => id === page.query.get('player'));
		if (wanted && !(this.draft.entrants.length === 1 && this.draft.entrants[0].player === wanted.id))
			this.draft.entrants = [entrantOf(wanted.id)];
		this.edited = 0;
		this.lanes = [];
		this.chooser = levelChooser(level, collections, rows, ({ collection, number }) => {
			location.hash = `#/solve/${encodeURIComponent(collection)}/${number}`;
		});
		this.status = h('span', { class: 'solve-status', role: 'status', 'aria-live': 'polite' });
		this.track = h('div', { class: 'solve-track' });
		this.setup = h('fieldset', { class: 'solve-setup' });
		this.run = button({ icon: 'play', text: 'Run', kind: 'primary', id: 'run', onclick: () => this.start() });
		this.pause = button({ icon: 'pause', text: 'Pause', id: 'pause', onclick: () => this.hold() });
		this.stop = button({ icon: 'stop', text: 'Stop', kind: 'danger', id: 'stop', onclick: () => this.all('stop') });
		this.history = h('section', { class: 'card solve-history' });
		this.known = levelFacts(facts);
		this.optimise = new Optimise(level, here, limits.time_s, (job) => {
			this.attach([job], false);
			this.export.refresh();
			this.stop.focus();
		});
		this.export = exportMenu({
			board: () => this.shownLane().text(),
			start: () => this.shownLane().rows.join('\n'),
			level,
			allows: () => this.rights(),
			solution: () => this.lanes.find(({ job }) => job?.result?.solution)?.job.result.solution ?? null,
			protocol: () => {
				const lane = this.lanes.find(({ job }) => job?.run);
				return lane ? `/api/jobs/${lane.job.id}/protocol` : null;
			},
		});
		put(
			page.root,
			h(
				'div',
				{ class: 'heading' },
				h(
					'div',
					null,
					h('h1', { title: facts.title ?? null }, facts.title ?? `Level ${facts.number}`),
					h('small', { class: 'note' }, `${facts.collection_title} · ${facts.number} of ${facts.of}`),
				),
				this.chooser.box,
				h('span', { class: 'spacer' }),
				h(
					'div',
					{ class: 'row solve-now' },
					this.status,
					button({ icon: 'help', label: 'What each status allows', kind: 'quiet', onclick: () => this.explain() }),
				),
				h(
					'div',
					{ class: 'row solve-buttons', role: 'group', 'aria-label': 'Run' },
					this.run,
					this.pause,
					this.stop,
					this.export,
				),
			),
			here ? hereNotice(level, here) : null,
			h(
				'div',
				{ class: 'split' },
				h('div', { class: 'stack' }, this.track, this.optimise.root, this.history),
				h('div', { class: 'panel' }, h('section', { class: 'card' }, this.setup), this.known.root),
			),
		);
		page.keys({
			...cameraKeys(() => this.lanes.map(({ board }) => board)),
			r: ['run', () => this.run.disabled || this.start()],
			p: ['pause or go on', () => this.pause.disabled || this.hold()],
			s: ['stop', () => this.stop.disabled || this.all('stop')],
			'PageUp [': ['previous level', () => this.rights().change_level && this.chooser.previous()],
			'PageDown ]': ['next level', () => this.rights().change_level && this.chooser.next()],
		});
		if (here) this.refresh();
		else this.optimise.show(facts);
		this.find();
		page.watch('jobs', (news) => {
			// What the server does not know is null: it has said nothing yet.
			if (!news) return;
			const solved = this.solvedHere();
			this.jobs = withOlder(news, this.jobs);
			if (this.solvedHere() !== solved) this.refresh();
			drawHistory(this.history, this.mine(), (jobs) => this.attach(jobs));
		});
		const clock = setInterval(() => {
			for (const lane of this.solving()) lane.tick();
		}, 200);
		page.signal.addEventListener('abort', () => clearInterval(clock));
	}

	mine() {
		return this.jobs.filter(
			({ level }) => level.collection === this.level.collection && level.number === this.level.number,
		);
	}

	/** Shows the jobs that the address names, or those still at this level; else what is set up. */
	find() {
		const named = (this.page.query.get('jobs') ?? '').split(',').map(Number);
		const found = this.mine().filter(({ id }) => named.includes(id));
		const running = this.mine().filter(
			({ status, from }) => status === 'solving' && (!this.here || from === this.here.count),
		);
		this.attach(found.length ? found : running);
	}

	/** Lanes for jobs, or for the entrants if there are none. */
	attach(jobs, redraw = true) {
		this.follow?.abort();
		this.follow = new AbortController();
		this.page.signal.addEventListener('abort', () => this.follow.abort());
		const list = [...jobs].sort((a, b) => a.id - b.id);
		this.adopt(list);
		const racing = (list.length || this.draft.entrants.length) > 1;
		const lane = (entrant, more) =>
			new Lane(this.facts, entrant, {
				racing,
				allows: (status) => this.statuses.find(({ id }) => id === status).allows,
				signal: this.follow.signal,
				...(this.here ? { board: this.here.board } : {}),
				...more,
			});
		this.lanes = list.length
			? list.map(({ player, preset }) => lane({ player, preset }, {}))
			: this.draft.entrants.map((entrant, i) =>
					lane(
						entrant,
						racing
							? {
									onremove: () => {
										this.draft.entrants.splice(i, 1);
										this.edited = 0;
										this.changed(true);
									},
									onedit: () => {
										this.edited = i;
										this.drawSetup();
									},
								}
							: {},
					),
				);
		this.track.classList.toggle('race', racing);
		this.track.style.setProperty('--lanes', String(this.lanes.length));
		put(
			this.track,
			this.facts.prepared ? null : problemList(this.facts),
			this.lanes.map(({ root }) => root),
		);
		history.replaceState(null, '', `${location.hash.split('?')[0]}${this.question(list)}`);
		const { signal } = this.follow;
		for (const [i, { id }] of list.entries()) watch(`job:${id}`, (state) => this.learn(this.lanes[i], state), signal);
		if (redraw) this.drawSetup();
		this.draw();
	}

	/** What stands behind the question mark: where runs begin, and the jobs that are shown. */
	question(list) {
		const parts = [
			this.here ? `moves=${this.here.moves}` : null,
			list.length ? `jobs=${list.map(({ id }) => id).join(',')}` : null,
		].filter(Boolean);
		return parts.length ? `?${parts.join('&')}` : '';
	}

	/** The form is about those whose lanes are shown. */
	adopt(list) {
		const { entrants } = this.draft;
		const shown = list.filter(({ player }) => this.players.some(({ id }) => id === player));
		if (!shown.length || shown.length !== list.length) return;
		const same = (entrant, job) => entrant.player === job.player && entrant.preset === (job.preset ?? '');
		if (shown.length === entrants.length && shown.every((job, i) => same(entrants[i], job))) return;
		this.draft.entrants = shown.map(
			(job) => entrants.find((entrant) => same(entrant, job)) ?? { ...entrantOf(job.player), preset: job.preset ?? '' },
		);
		this.edited = 0;
		sessionStorage.setItem('solve', JSON.stringify(this.draft));
	}

	/** How many of the runs of this level have found a solution. */
	solvedHere() {
		return this.mine().filter(({ pushes }) => pushes).length;
	}

	/** Asks again what the best solutions are. */
	async refresh() {
		try {
			if (this.here) this.optimise.showFromHere(await pushesFrom(this.here, this.page.signal));
			const facts = await get(levelPath(this.level), this.page.signal);
			this.known.show(facts);
			if (!this.here) this.optimise.show(facts);
		} catch (error) {
			sorry(error);
		}
	}

	/** The lane whose board is meant where one is: the first that solved it, else the first. */
	shownLane() {
		return this.lanes.find(({ root }) => root.classList.contains('first')) ?? this.lanes[0];
	}

	learn(lane, told) {
		if (!lane) return;
		const state = told ?? lost(lane.job);
		if (!state) return;
		const before = lane.job?.status;
		lane.show(state);
		if (before === 'solving' && state.status === 'solved' && this.lanes.length === 1)
			say(
				`${state.words[0].toUpperCase()}${state.words.slice(1)}: ${state.result.pushes} pushes${state.before ? `, ${state.result.moves} moves` : ''}`,
				{ kind: 'good' },
			);
		if (before !== 'solved' && state.status === 'solved') this.refresh();
		this.crown();
		this.draw();
		if (before !== state.status) this.export.refresh();
	}

	/** The first that solved it gets the flag. */
	crown() {
		if (this.lanes.length < 2) return;
		const solved = this.lanes
			.filter(({ job }) => job?.status === 'solved')
			.sort((a, b) => a.job.elapsed - b.job.elapsed);
		this.lanes.forEach((lane) => {
			const first = lane === solved[0];
			lane.crown.hidden = !first;
			lane.root.classList.toggle('first', first);
		});
	}

	/** One status for the page: solving while a player is. */
	overall() {
		const all = this.lanes.map((lane) => lane.status());
		return ['solving', 'solved'].find((status) => all.includes(status)) ?? all[0] ?? 'not-prepared';
	}

	rights() {
		return this.statuses.find(({ id }) => id === this.overall()).allows;
	}

	/** The table of statuses; the present one is marked. */
	explain() {
		const rights = Object.keys(this.statuses[0].allows);
		const mark = (yes) => h('td', null, yes ? icon('check', 'yes') : h('span', { class: 'note' }, '–'));
		dialog(
			'Statuses',
			h(
				'div',
				{ class: 'table-box' },
				listTable(
					['Status', ...rights.map((name) => name.replaceAll('_', ' '))],
					this.statuses.map(({ id, title, allows }) =>
						h(
							'tr',
							{ 'aria-current': id === this.overall() ? 'true' : null },
							h('th', { scope: 'row' }, badge(id, title)),
							rights.map((name) => mark(allows[name])),
						),
					),
					'solve-rights',
				),
			),
			[['ok', 'Close', 'primary']],
		);
	}

	draw() {
		const status = this.overall();
		const rights = this.rights();
		const going = this.solving();
		const paused = going.length > 0 && going.every(({ job }) => job.paused);
		const { title } = this.statuses.find(({ id }) => id === status);
		const words = paused ? 'paused' : this.lanes.length === 1 ? (this.lanes[0].job?.words ?? title) : title;
		if (this.said !== words) {
			this.said = words;
			put(this.status, badge(status, words, paused));
		}
		this.chooser.allow(rights.change_level);
		this.setup.disabled = !rights.change_player;
		this.run.disabled = !rights.run;
		this.optimise.allow(rights.optimize);
		this.stop.disabled = !rights.stop;
		this.pause.disabled = !rights.stop;
		if (this.pause.dataset.paused !== String(paused)) {
			this.pause.dataset.paused = String(paused);
			put(this.pause, icon(paused ? 'play' : 'pause'), h('span', null, paused ? 'Go on' : 'Pause'));
		}
		const label = this.draft.entrants.length > 1 ? 'Race' : 'Run';
		if (this.run.textContent !== label) put(this.run, icon(label === 'Race' ? 'race' : 'play'), h('span', null, label));
	}

	/** What was set up has changed: results of another setup are put away. */
	changed(redraw = false) {
		sessionStorage.setItem('solve', JSON.stringify(this.draft));
		if (redraw || this.lanes.some(({ job }) => job)) this.attach([], redraw);
		else this.lanes[this.edited].rename(this.draft.entrants[this.edited]);
		this.nameTabs();
	}

	/** A tab has the name of the player whose lane it is about. */
	nameTabs() {
		for (const [i, tab] of [...this.setup.querySelectorAll('[role=tab]')].entries())
			tab.textContent = `${i + 1} ${playerTitle(this.draft.entrants[i]?.player ?? '')}`;
	}

	drawSetup() {
		const { entrants } = this.draft;
		this.edited = Math.min(this.edited, entrants.length - 1);
		const live = h('input', {
			type: 'checkbox',
			checked: this.draft.live,
			onchange: () => {
				this.draft.live = live.checked;
				this.changed();
			},
		});
		const add = button({
			icon: 'plus',
			text: entrants.length > 1 ? 'Add a player' : 'Race against another player',
			kind: 'quiet',
			disabled: entrants.length >= MOST_ENTRANTS,
			onclick: () => {
				const next = this.players.find(({ id }) => !entrants.some(({ player }) => player === id)) ?? this.players[0];
				entrants.push(entrantOf(next.id));
				this.edited = entrants.length - 1;
				this.changed(true);
			},
		});
		const choose = (i) => {
			this.edited = (i + entrants.length) % entrants.length;
			this.drawSetup();
			this.setup.querySelector('[aria-selected="true"]').focus();
		};
		const turn = (event) => {
			const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
			if (by) {
				choose(this.edited + by);
				event.preventDefault();
			}
		};
		const tabs =
			entrants.length > 1
				? h(
						'div',
						{ class: 'tabs', role: 'tablist', 'aria-label': 'Entrants', onkeydown: turn },
						entrants.map(({ player }, i) =>
							h(
								'button',
								{
									type: 'button',
									role: 'tab',
									tabIndex: i === this.edited ? 0 : -1,
									'aria-selected': String(i === this.edited),
									onclick: () => choose(i),
								},
								`${i + 1} ${playerTitle(player)}`,
							),
						),
					)
				: null;
		put(
			this.setup,
			h('legend', { class: 'visually-hidden' }, 'Player and limits'),
			tabs,
			playerForm(this.players, entrants[this.edited], () => this.changed()),
			add,
			h('h2', null, 'Limits'),
			limitFields(this.draft.limits, this.limits, () => this.changed()),
			h('label', { class: 'check' }, live, 'Show the position expanded last'),
		);
	}

	async start() {
		const focused = document.activeElement === this.run;
		this.run.disabled = true;
		const { entrants, limits, live } = this.draft;
		const group = entrants.length > 1 ? `race-${Date.now().toString(36)}` : undefined;
		const started = [];
		try {
			for (const entrant of entrants)
				started.push(
					await post(
						'/api/jobs',
						orderOf(this.level, entrant, limits, {
							live,
							...(group ? { group } : {}),
							...(this.here ? { moves: this.here.moves } : {}),
						}),
					),
				);
		} catch (error) {
			sorry(error);
		}
		if (started.length) this.attach(started, false);
		this.draw();
		this.export.refresh();
		if (focused) this.stop.focus();
	}

	/** The lanes whose player is at work. */
	solving() {
		return this.lanes.filter(({ job }) => job?.status === 'solving');
	}

	all(what) {
		for (const lane of this.solving()) lane.ask(what);
	}

	hold() {
		const going = this.solving().filter(({ job }) => !job.queue);
		const paused = going.every(({ job }) => job.paused);
		for (const lane of going) if (lane.job.paused === paused) lane.ask(paused ? 'resume' : 'pause');
	}
}
