// @ts-check
// How far a player has got: the strategy at work, what it noted last, and the features of its best position.

import { button, count, h, put } from '../dom.js';
import { phaseSummary, phaseTitle } from '../players.js';

/** Where a player stands; `onswitch` is called when its best position is to be shown on the board, or no longer. */
export class Standing {
	constructor(onswitch) {
		this.shown = false;
		this.strategy = h('p', { class: 'lane-strategy' });
		this.title = h('h3');
		this.features = h('dl', { class: 'figures lane-features' });
		this.switch = button({
			icon: 'search',
			text: 'On the board',
			kind: 'quiet',
			'aria-pressed': 'false',
			title: 'Show this position on the board',
			onclick: () => {
				this.shown = !this.shown;
				this.switch.setAttribute('aria-pressed', String(this.shown));
				onswitch();
			},
		});
		this.best = h(
			'section',
			{ class: 'lane-best', 'aria-label': 'Best position', hidden: true },
			h('header', { class: 'row' }, this.title, h('span', { class: 'spacer' }), this.switch),
			this.features,
		);
		this.root = h('div', { class: 'lane-standing', hidden: true }, this.strategy, this.best);
	}

	/** The best position, if it is to be shown. */
	position(job) {
		return this.shown ? job.best?.position : null;
	}

	/** Takes a newer state of the job. */
	show(job) {
		const solving = job.status === 'solving';
		const measures = told(job);
		const note = solving ? job.notes.at(-1)?.text : null;
		const strategy = [
			solving && job.phase
				? h(
						'span',
						{ class: 'tag accent', 'data-phase': job.phase, title: phaseSummary(job.phase) },
						phaseTitle(job.phase),
					)
				: null,
			measures ? h('span', null, measures) : null,
			note ? h('span', { class: 'note' }, note) : null,
		].filter(Boolean);
		put(this.strategy, strategy);
		this.strategy.hidden = !strategy.length;
		// A solution replaces the best position.
		this.best.hidden = !job.best || job.status === 'solved';
		if (!this.best.hidden) this.draw(job.best);
		this.root.hidden = this.strategy.hidden && this.best.hidden;
	}

	draw({ phase, backward, features }) {
		this.title.textContent = ['Best position', phase && phaseTitle(phase), backward ? 'from the end' : '']
			.filter(Boolean)
			.join(' · ');
		put(
			this.features,
			features.map(({ name, value, of }) =>
				h(
					'div',
					{ 'data-feature': name },
					h('dt', null, name),
					h('dd', null, count(value), of === null ? null : h('small', null, ` of ${count(of)}`)),
				),
			),
		);
	}
}

/** Depth or bound, where a player tells one. */
function told(job) {
	return ['bound', 'depth', 'best h', 'h']
		.filter((name) => name in job.measures)
		.map((name) => `${name} ${count(job.measures[name])}`)
		.join(', ');
}
