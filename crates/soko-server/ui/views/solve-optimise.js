// @ts-check
// Making the best known solution of a level shorter: what counts, for how long, and the button.

import { levelPath, post } from '../api.js';
import { button, count, field, h, put, select, sorry } from '../dom.js';
import { bounds } from '../limits.js';

const METRICS = [
	['pushes-then-moves', 'pushes, then moves'],
	['moves-then-pushes', 'moves, then pushes'],
	['pushes', 'pushes'],
	['moves', 'moves'],
];

/**
 * The card; `time` describes the limit, `started` is called with the job. It is hidden as long as no solution is known.
 */
export class Optimise {
	constructor(level, here, time, started) {
		this.level = level;
		/** The position to solve from, if it is not the start of the level. */
		this.here = here;
		this.started = started;
		this.allowed = false;
		this.best = h('p');
		this.metric = select(METRICS, METRICS[0][0], null, { name: 'optimise-metric' });
		this.time = h('input', {
			type: 'number',
			name: 'optimise-time',
			value: time.default,
			...bounds(time),
			required: true,
		});
		this.button = button({ icon: 'shorter', text: 'Optimise', id: 'optimise', onclick: () => this.start() });
		this.root = h(
			'section',
			{ class: 'card solve-optimise', 'aria-label': 'Best solution known' },
			h('div', null, h('h2', null, 'Best solution known'), this.best),
			h('span', { class: 'spacer' }),
			field('Fewest', this.metric),
			field('Time (s)', this.time),
			this.button,
		);
	}

	/** Takes newer facts of the level. */
	show(facts) {
		const best = facts.best ?? [];
		const link = (metric, { pushes, moves }) =>
			h(
				'a',
				{ href: `#/replay/level/${encodeURIComponent(this.level.collection)}/${this.level.number}/${metric}` },
				`${count(pushes)} pushes, ${count(moves)} moves`,
			);
		const [moves, pushes] = ['moves', 'pushes'].map((name) => best.find(({ metric }) => metric === name));
		this.root.hidden = !pushes;
		if (!pushes) return;
		const same = moves.pushes === pushes.pushes && moves.moves === pushes.moves;
		put(this.best, link('pushes', pushes), same ? null : ['; with fewest moves ', link('moves', moves)]);
		this.draw();
	}

	/** Takes the fewest pushes known from the position to solve from; null if it was never solved. */
	showFromHere(pushes) {
		this.root.hidden = pushes === null;
		put(this.best, pushes === null ? null : `from here: ${count(pushes)} pushes`);
		this.draw();
	}

	allow(allowed) {
		this.allowed = allowed;
		this.draw();
	}

	draw() {
		[this.metric, this.time, this.button].forEach((control) => {
			control.disabled = !this.allowed || this.root.hidden;
		});
	}

	async start() {
		if (!this.time.reportValidity()) return;
		this.button.disabled = true;
		try {
			this.started(
				await post(`${levelPath(this.level)}/optimize`, {
					metric: this.metric.value,
					time_s: Number(this.time.value),
					...(this.here ? { moves: this.here.moves } : {}),
				}),
			);
		} catch (error) {
			sorry(error);
		}
		this.draw();
	}
}

/** What became of a solution: before and after. */
export function beforeAfter(before, after) {
	const change = (name) =>
		before[name] === after[name]
			? h('span', null, `${count(after[name])} ${name}`)
			: h(
					'span',
					{ 'data-change': name },
					h('del', null, count(before[name])),
					' → ',
					h('strong', null, `${count(after[name])} ${name}`),
				);
	return [change('pushes'), h('span', null, '·'), change('moves')];
}
