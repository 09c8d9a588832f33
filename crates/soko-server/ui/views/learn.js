// @ts-check
// Watch a learner: curves while it trains, what its table says about every cell, and the episode that follows it greedily.
//
// #/learn/COLLECTION/NUMBER?player=q-box&job=7&with=5,6

import { get, getBlob, post, save } from '../api.js';
import { boardFrame } from '../board.js';
import { cameraKeys } from '../board-tools.js';
import { button, bytes, count, h, icon, put, seconds, sorry } from '../dom.js';
import { levelOf } from '../level-address.js';
import { levelBar } from '../level-bar.js';
import { limitsOf } from '../limits.js';
import { playerName } from '../players.js';
import { startOf } from '../start.js';
import { watch } from '../stream.js';
import { learnForm } from './learn-form.js';
import { policyPanel } from './learn-policy.js';
import { MOST_RUNS, runsPanel } from './learn-runs.js';
import { tablePart } from './learn-table.js';
import { watchPanel } from './learn-watch.js';
import { lost } from './lost-run.js';
import { positionAfter } from './solve-here.js';

/** How often the table is asked for while it grows. */
const PACE = 1000;

/** @param {any} page */
export async function open(page) {
	const level = levelOf(page);
	const { frame, board } = boardFrame('Board with what was learnt');
	board.hand = true;
	const [facts, players, limits] = await Promise.all([
		board.showLevel(level),
		get('/api/players', page.signal),
		limitsOf('job', page.signal),
	]);
	if (!facts.prepared)
		throw Object.assign(new Error(`Level ${level.number} of ${facts.collection_title} cannot be played`), {
			help: facts.problems[0]?.message,
			status: 409,
		});
	const here = await positionAfter(level, page.query.get('moves'), page.signal);
	const title = facts.title ?? `Level ${facts.number}`;
	page.level(level, title);
	const learners = players.filter(({ id }) => id.startsWith('q-'));
	const wanted = page.query.get('player');
	const order = {
		player: learners.some(({ id }) => id === wanted) ? wanted : 'q-state',
		preset: '',
		settings: {},
		time_s: limits.time_s.default,
		seed: limits.seed.default,
		runs: 1,
		/** The table to go on from. @type {string | null} */
		table: null,
	};
	const known = Number(page.query.get('job'));
	const earlier = known ? await get(`/api/jobs/${known}`, page.signal).catch(() => null) : null;
	const found =
		earlier?.level.collection === level.collection && earlier.level.number === level.number ? earlier : null;
	if (found) Object.assign(order, orderOf(found, learners));
	/** @type {any} */ let job = null;
	let following = new AbortController();
	let timer = 0;

	const policy = policyPanel(page, board);
	const runs = runsPanel(page, level, (ids) => {
		shown = ids;
		remember();
	});
	/** Other runs in the chart. @type {number[]} */ let shown = [];
	const watching = watchPanel(board, {
		watching: (on) => {
			policy.rest(on);
			if (!on) policy.ask();
		},
		triangles: policy.quarters,
	});
	const status = h('section', { class: 'card', 'aria-label': 'Training' });
	const told = h('div', { class: 'stack' });
	const tools = h('div', { class: 'toolbar' });
	const table = tablePart(
		level,
		learners,
		order,
		() => {
			form.draw();
			table.draw();
			offerWatching();
		},
		Boolean(here),
	);
	const form = learnForm(learners, limits, order, train, table.element, () => {
		table.draw();
		offerWatching();
	});
	const offerWatching = () => watching.offer(order.player !== 'q-search');
	put(
		page.root,
		h('div', { class: 'learn-head' }, levelBar(facts, 'learn'), policy.layers),
		h(
			'div',
			{ class: 'split' },
			h('div', { class: 'stack' }, frame, watching.element, policy.bar, policy.triangles),
			h('aside', { class: 'panel', 'aria-label': 'Training' }, status, policy.choices, form.element),
			runs.element,
		),
	);
	board.place(startOf(here?.board ?? facts.board));
	drawStatus();

	async function train() {
		try {
			const { player, preset, settings, time_s, seed, table } = order;
			const pace = watching.order();
			const started = [];
			for (let i = 0; i < order.runs; i++) {
				const more = { ...(table ? { table } : {}), ...(pace && i === 0 ? { pace } : {}) };
				const job = {
					level,
					player,
					preset: preset || null,
					settings,
					time_s,
					seed: seed + i,
					keep_table: true,
					moves: here?.moves ?? null,
					...more,
				};
				try {
					started.push(await post('/api/jobs', job));
				} catch (error) {
					// What was started goes on.
					if (started.length === 0) throw error;
					sorry(error);
					break;
				}
				if (i === 0) follow(started[0]);
			}
			if (started.length > 1) runs.compare(started.slice(1).map(({ id }) => id));
		} catch (error) {
			sorry(error);
		}
	}

	/** Takes the table of the run that is shown as the beginning of the next one. */
	async function goOn() {
		await table.take(await getBlob(`/api/jobs/${job.id}/table`), `job ${job.id}`);
		document.getElementById('table-chosen')?.scrollIntoView({ block: 'nearest' });
	}

	/** Keeps in the address what is shown. */
	function remember() {
		if (!job) return;
		const moves = job.from?.moves;
		const query = new URLSearchParams({ player: job.player, job: String(job.id), ...(moves ? { moves } : {}) });
		if (shown.length) query.set('with', shown.join(','));
		history.replaceState(null, '', `#/learn/${encodeURIComponent(level.collection)}/${level.number}?${query}`);
	}

	/** Watches a job from now on, also after a reload. */
	function follow(first) {
		following.abort();
		following = new AbortController();
		clearInterval(timer);
		page.signal.addEventListener('abort', () => {
			following.abort();
			clearInterval(timer);
		});
		job = first;
		remember();
		policy.follow(first.id);
		runs.follow(first);
		const leave = following.signal;
		watching.follow(first, (topic, listener) => watch(topic, listener, leave));
		page.watch(`job:${first.id}`, (told) => {
			const state = told ?? lost(job);
			if (!state || job?.id !== state.id) return;
			const ended = !job.result && state.result;
			job = state;
			drawStatus();
			runs.follow(state);
			watching.state(state);
			if (ended) {
				clearInterval(timer);
				policy.ask();
			}
		});
		policy.ask();
		if (!first.result) timer = setInterval(() => policy.ask(), PACE);
		drawStatus();
	}

	function drawStatus() {
		if (!job) {
			put(
				status,
				h('h2', null, 'Training'),
				h('p', { class: 'note' }, 'Choose a learner and train it: its curves, values and policy show up as it learns.'),
				h(
					'div',
					{ class: 'toolbar' },
					button({ icon: 'play', text: 'Train', kind: 'primary', id: 'train-now', onclick: train }),
				),
			);
			return;
		}
		const act = (what) => post(`/api/jobs/${job.id}/${what}`).catch(sorry);
		const over = !!job.result;
		const kind = over ? (job.result.status === 'solved' ? 'good' : 'warn') : 'accent';
		if (!tools.isConnected) put(status, told, tools);
		put(
			told,
			h(
				'header',
				{ class: 'row' },
				h('h2', null, playerName(job.player, job.preset)),
				job.table
					? h(
							'span',
							{ class: 'tag info', id: 'began-with-table', title: `SHA-256 of the table's file: ${job.table}` },
							`began with table ${job.table.slice(0, 6)}`,
						)
					: null,
				h('span', { class: 'spacer' }),
				h(
					'span',
					{ class: `tag ${kind}`, role: 'status' },
					icon(over ? 'check' : job.paused ? 'pause' : 'learn'),
					over ? job.words : job.paused ? 'paused' : job.queue ? `waiting (${job.queue})` : 'training',
				),
			),
			h(
				'dl',
				{ class: 'figures' },
				[
					['time', seconds(job.elapsed)],
					['episodes', count(Math.max(0, ...Object.values(job.curves).map((points) => points.at(-1)?.[0] ?? 0)))],
					['states', count(job.measures.states ?? 0)],
					['memory', bytes(job.peak_memory)],
					...(job.result?.pushes
						? [
								['pushes', count(job.result.pushes)],
								['moves', count(job.result.moves)],
							]
						: []),
				].map(([name, value]) => h('div', null, h('dt', null, name), h('dd', null, value))),
			),
			job.error ? h('div', { class: 'notice bad' }, icon('warning'), h('div', null, job.error)) : null,
		);
		// The buttons stay while nothing about them changes, lest they go away under a pointer or lose the focus.
		const key = [job.id, over, job.paused, job.run].join();
		if (tools.dataset.key === key) return;
		tools.dataset.key = key;
		const focused = tools.contains(document.activeElement) ? document.activeElement?.id : '';
		put(
			tools,
			over
				? null
				: button({
						icon: job.paused ? 'play' : 'pause',
						text: job.paused ? 'Go on' : 'Pause',
						id: 'hold',
						onclick: () => act(job.paused ? 'resume' : 'pause'),
					}),
			over ? null : button({ icon: 'stop', text: 'Stop', kind: 'danger', id: 'stop', onclick: () => act('stop') }),
			over
				? button({
						icon: 'learn',
						text: 'Go on learning',
						id: 'go-on',
						title: 'Take what it has learnt as the beginning of the next run',
						onclick: () => goOn().catch(sorry),
					})
				: null,
			over && job.run
				? h('a', { class: 'button', href: `#/replay/run/${job.run}` }, icon('replay'), h('span', null, 'Replay'))
				: null,
			button({
				icon: 'export',
				text: 'Save table',
				id: 'save-table',
				onclick: () =>
					save(`/api/jobs/${job.id}/table`, `${level.collection}-${level.number}-${job.player}.qtable`).catch(sorry),
			}),
		);
		if (focused) (document.getElementById(focused) ?? document.getElementById('save-table'))?.focus();
	}

	page.keys({
		...cameraKeys(() => [board]),
		'ArrowLeft h': ['one action back', () => policy.step(-1)],
		'ArrowRight l': ['one action on', () => policy.step(1)],
		Space: ['play or hold the episode', () => policy.toggle()],
		Home: ['to the start of the episode', () => policy.go(0)],
		t: ['train', train],
		n: ['one step of the learner, when it is watched', watching.step],
		p: [
			'pause or go on',
			() => job && !job.result && post(`/api/jobs/${job.id}/${job.paused ? 'resume' : 'pause'}`).catch(sorry),
		],
	});
	offerWatching();
	if (found) follow(found);
	const besides = (page.query.get('with') ?? '').split(',').map(Number).filter(Number.isInteger);
	if (found) runs.compare(besides.filter((id) => id > 0 && id !== found.id).slice(0, MOST_RUNS - 1));
}

/** What a job was asked for, as the form has it. */
function orderOf(job, learners) {
	const known = learners.find(({ id }) => id === job.player);
	if (!known) return {};
	const usual =
		known.presets.find(({ id }) => id === job.preset)?.values ??
		Object.fromEntries(known.parameters.map(({ name, default: value }) => [name, value]));
	const settings = Object.fromEntries(Object.entries(job.parameters).filter(([name, value]) => usual[name] !== value));
	return { player: job.player, preset: job.preset ?? '', settings, time_s: job.time_s, seed: job.seed };
}
