// @ts-check
// Learning curves of one run or of several: other learners, other seeds, with the mean of those that differ in nothing else.

import { get } from '../api.js';
import { curveChart, figure, LOOKS } from '../chart.js';
import { mean, over } from '../curves.js';
import { button, h, put, select } from '../dom.js';
import { playerTitle, presetTitle } from '../players.js';
import { watch } from '../stream.js';

const CURVES = {
	return: 'Return',
	steps: 'Steps per episode',
	solved: 'Solved rate',
	epsilon: 'Epsilon',
	states: 'States known',
	cells: 'Cells',
	'first solution': 'First solution',
	'last solution': 'Best solution',
	pushes: 'Pushes',
};
const AXES = [
	['episodes', 'episodes'],
	['steps', 'steps played'],
	['seconds', 'seconds'],
];
const AXIS = { episodes: 'episode', steps: 'step', seconds: 'second' };
/** Most runs in one chart. */
export const MOST_RUNS = 12;
/** Most runs to choose from, the newest. */
const LISTED = 40;

/** Runs that differ in their seeds alone have the same key. */
export function setupOf(job) {
	const sorted = Object.entries(job.parameters).sort(([a], [b]) => (a < b ? -1 : 1));
	return JSON.stringify([job.player, sorted, job.table ?? null]);
}

const titled = (player, preset) => `${playerTitle(player)}${preset ? ` (${presetTitle(player, preset)})` : ''}`;

/** What runs are called where several are shown: player, preset, seed, and that one began with a table. */
export function nameOf({ player, preset, seed, id, table }) {
	const began = table ? `, from table ${table.slice(0, 6)}` : '';
	return `${titled(player, preset)}, seed ${seed ?? '?'}${began} · job ${id}`;
}

/**
 * The curves of a chart: each run alone, or, with `averaged`, the mean of runs that differ in their seeds alone.
 * @param {any[]} jobs @param {string} metric @param {'episodes' | 'steps' | 'seconds'} axis @param {boolean} averaged
 * @returns {import('../chart.js').Line[]}
 */
export function linesOf(jobs, metric, axis, averaged) {
	const points = (job) => over(job.curves[metric] ?? [], job.clock ?? [], axis);
	const groups = new Map();
	for (const job of jobs) {
		const key = averaged ? setupOf(job) : String(job.id);
		groups.set(key, [...(groups.get(key) ?? []), job]);
	}
	return [...groups.values()].flatMap((group, i) => {
		const look = i % LOOKS;
		const alone = (faint) => group.map((job) => ({ label: nameOf(job), look, points: points(job), faint }));
		if (group.length === 1) return alone(false);
		const { points: middle, band } = mean(group.map(points));
		if (middle.length === 0) return alone(false);
		const [{ player, preset, table }] = group;
		const setup = `${titled(player, preset)}${table ? `, from table ${table.slice(0, 6)}` : ''}`;
		const label = `${setup}: mean of ${group.length} seeds, band from lowest to highest`;
		return [...alone(true), { label, look, points: middle, band }];
	});
}

/**
 * @param {any} page @param {{ collection: string, number: number }} level
 * @param {(ids: number[]) => void} onChoice told which other runs are shown
 */
export function runsPanel(page, level, onChoice) {
	const view = { metric: 'return', axis: 'episodes', smoothing: 0.6, averaged: true, logarithmic: false };
	/** The run that is followed. @type {any} */ let own = null;
	/** Other runs that are shown, by number. @type {Map<number, { job: any, leave: AbortController }>} */
	const others = new Map();
	/** Runs of this level. @type {any[]} */ let listed = [];
	const chart = curveChart();
	const metrics = h('div', { class: 'row', role: 'group', 'aria-label': 'Curve' });
	const chooser = h('div', { class: 'learn-runs', role: 'group', 'aria-label': 'Runs in the chart' });
	const box = h(
		'details',
		{ class: 'learn-chooser', ontoggle: () => box.open && drawChooser() },
		h('summary', { id: 'compare' }, 'Compare with other runs of this level'),
		chooser,
	);
	const check = (id, text, key) =>
		h(
			'label',
			{ class: 'check' },
			h('input', {
				type: 'checkbox',
				id,
				checked: view[key],
				onchange: (event) => {
					view[key] = event.target.checked;
					draw();
				},
			}),
			text,
		);
	const weight = h('output', { class: 'note' }, figure(view.smoothing));
	const tools = h(
		'div',
		{ class: 'row learn-chart-tools' },
		h(
			'label',
			{ class: 'check' },
			'smoothing',
			h('input', {
				type: 'range',
				id: 'smoothing',
				min: 0,
				max: 0.98,
				step: 0.02,
				value: view.smoothing,
				oninput: (event) => {
					view.smoothing = Number(event.target.value);
					put(weight, figure(view.smoothing));
					draw();
				},
			}),
			weight,
		),
		h(
			'label',
			{ class: 'check' },
			'over',
			select(
				AXES,
				view.axis,
				(value) => {
					view.axis = value;
					draw();
				},
				{ id: 'axis' },
			),
		),
		check('logarithmic', 'logarithmic', 'logarithmic'),
		check('averaged', 'mean of seeds', 'averaged'),
	);
	const element = h(
		'section',
		{ class: 'card learn-curves', 'aria-label': 'Learning curves' },
		h('header', { class: 'row' }, h('h2', null, 'Learning curve'), h('span', { class: 'spacer' }), metrics),
		chart.element,
		tools,
		box,
	);

	const shown = () => [own, ...[...others.values()].map(({ job }) => job)].filter(Boolean).sort((a, b) => a.id - b.id);

	let due = 0;
	/** Draws what is newest, once for all news of this moment. */
	function draw() {
		if (due) return;
		due = requestAnimationFrame(() => {
			due = 0;
			drawNow();
		});
	}
	page.signal.addEventListener('abort', () => cancelAnimationFrame(due));

	function drawNow() {
		const jobs = shown();
		const names = Object.keys(CURVES).filter((name) => jobs.some((job) => job.curves[name]?.length));
		if (names.length && !names.includes(view.metric)) view.metric = names[0];
		const key = `${names} ${view.metric}`;
		if (metrics.dataset.key !== key) {
			metrics.dataset.key = key;
			const focused = metrics.contains(document.activeElement)
				? document.activeElement?.getAttribute('data-metric')
				: null;
			put(
				metrics,
				names.map((name) =>
					button({
						text: CURVES[name],
						kind: 'small',
						'data-metric': name,
						'aria-pressed': name === view.metric ? 'true' : 'false',
						onclick: () => {
							view.metric = name;
							draw();
						},
					}),
				),
			);
			if (focused) /** @type {any} */ (metrics.querySelector(`[data-metric="${focused}"]`))?.focus();
		}
		const axis = /** @type {'episodes' | 'steps' | 'seconds'} */ (view.axis);
		chart.draw({
			name: CURVES[view.metric] ?? view.metric,
			axis: AXIS[view.axis],
			lines: linesOf(jobs, view.metric, axis, view.averaged),
			smoothing: view.smoothing,
			logarithmic: view.logarithmic,
		});
	}

	function show(id, on) {
		others.get(id)?.leave.abort();
		others.delete(id);
		if (on && id !== own?.id && others.size < MOST_RUNS - 1) {
			const entry = { job: null, leave: new AbortController() };
			others.set(id, entry);
			page.signal.addEventListener('abort', () => entry.leave.abort(), { once: true });
			watch(
				`job:${id}`,
				(job) => {
					if (others.get(id) !== entry) return;
					// A job that is gone, or of another level, is no longer shown.
					if (job?.level?.collection !== level.collection || job.level.number !== level.number) {
						show(id, false);
						return;
					}
					entry.job = job;
					draw();
				},
				entry.leave.signal,
			);
		}
		onChoice([...others.keys()]);
		drawChooser();
		draw();
	}

	function drawChooser() {
		if (!box.open) return;
		const focused = chooser.contains(document.activeElement) ? document.activeElement?.id : '';
		const full = others.size >= MOST_RUNS - 1;
		put(
			chooser,
			listed.length
				? listed.map((job) => {
						const mine = job.id === own?.id;
						const on = mine || others.has(job.id);
						const pushes = job.pushes ? `, ${job.pushes} pushes` : '';
						return h(
							'label',
							{ class: 'check' },
							h('input', {
								type: 'checkbox',
								id: `run-${job.id}`,
								checked: on,
								disabled: mine || (full && !on),
								onchange: (event) => show(job.id, event.target.checked),
							}),
							h('span', null, nameOf(job)),
							h('span', { class: 'note' }, ` ${mine ? 'shown here · ' : ''}${job.words}${pushes}`),
						);
					})
				: h('p', { class: 'note' }, 'No learner has played this level yet.'),
			full ? h('p', { class: 'note' }, `At most ${MOST_RUNS} runs fit in one chart.`) : null,
		);
		if (focused) document.getElementById(focused)?.focus();
	}

	const ofLevel = (job) =>
		job.level.collection === level.collection && job.level.number === level.number && job.player.startsWith('q-');
	let asked = 0;
	page.watch('jobs', async () => {
		asked += 1;
		const mine = asked;
		try {
			// The news has the newest alone; the list has all that are remembered.
			const all = await get('/api/jobs', page.signal);
			// An answer that comes late is older than what is shown.
			if (mine !== asked) return;
			listed = all.filter(ofLevel).slice(0, LISTED);
			drawChooser();
		} catch (error) {
			if (error.name !== 'AbortError') console.info(error.message);
		}
	});
	drawNow();
	return {
		element,
		/** The run that is followed, in its newest state. */
		follow(job) {
			own = job;
			if (others.has(job.id)) show(job.id, false);
			draw();
		},
		/** Shows these runs besides, and no others. @param {number[]} ids */
		compare(ids) {
			for (const id of [...others.keys()]) if (!ids.includes(id)) show(id, false);
			for (const id of ids) if (!others.has(id)) show(id, true);
		},
	};
}
