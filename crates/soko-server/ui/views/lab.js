// @ts-check
// The lab: all experiments, one of them, its tables and runs, and a form for new ones.
//
// #/lab, #/lab/new?levels=COLLECTION, #/lab/NAME, #/lab/NAME/TABLE, #/lab/NAME/runs?contender=0&level=3, #/lab/runs, #/lab/run/ID

import { get } from '../api.js';
import { count, h, icon, put } from '../dom.js';

/** @param {any} page */
export async function open(page) {
	const [name, part] = page.args;
	if (name === 'new' || (!name && page.query.has('levels'))) return (await import('./lab-form.js')).openForm(page);
	if (name === 'run' && part) return (await import('./lab-runs.js')).openRun(page, part);
	if (name === 'runs') return (await import('./lab-runs.js')).openSingleRuns(page);
	if (name && part === 'runs') return (await import('./lab-runs.js')).openRuns(page, name);
	if (name) return (await import('./lab-experiment.js')).openExperiment(page, name, part);
	return openList(page);
}

const ORIGINS = { page: 'Yours', recorded: 'In the results file', builtin: 'Experiments that come with Sokolab' };

async function openList(page) {
	const list = h('div', { class: 'stack' });
	put(
		page.root,
		h(
			'header',
			{ class: 'heading' },
			h(
				'div',
				null,
				h('h1', null, 'Lab'),
				h('span', { class: 'note' }, 'Players against levels, run by run, with everything that follows from it'),
			),
			h('span', { class: 'spacer' }),
			h('a', { class: 'button', href: '#/lab/runs' }, icon('rows'), h('span', null, 'Single runs')),
			h('a', { class: 'button primary', href: '#/lab/new' }, icon('plus'), h('span', null, 'New experiment')),
		),
		list,
	);
	let known = -1;
	let all = [];
	/** @type {Map<string, any>} */
	const cards = new Map();
	const drawAll = (running) => {
		const focused = list.contains(document.activeElement) ? document.activeElement.getAttribute('href') : null;
		const groups = Object.entries(ORIGINS).map(([origin, title]) => [
			title,
			all.filter((one) => one.origin === origin),
		]);
		put(
			list,
			groups
				.filter(([, some]) => some.length)
				.map(([title, some]) =>
					h(
						'section',
						{ class: 'stack lab-group' },
						h('h2', null, title),
						h(
							'div',
							{ class: 'lab-cards' },
							some.map((one) => {
								const link =
									cards.get(one.name) ??
									h('a', { class: 'card lab-card', href: `#/lab/${encodeURIComponent(one.name)}` });
								cards.set(one.name, link);
								return put(link, card(one, running?.name === one.name ? running : null));
							}),
						),
					),
				),
		);
		if (focused) list.querySelector(`a[href=${JSON.stringify(focused)}]`)?.focus();
	};
	/** Progress changes what is in a card, never the card: it can be clicked and keeps the focus. */
	const progressed = (running) => {
		const one = all.find(({ name }) => name === running?.name);
		if (one) put(cards.get(one.name), card(one, running));
	};
	let asked = 0;
	const load = async (running) => {
		asked += 1;
		const mine = asked;
		const listed = await get('/api/experiments', page.signal);
		// An answer that comes late is older than what is shown.
		if (mine !== asked) return;
		all = listed;
		drawAll(running);
	};
	await load(null);
	page.watch('experiments', async ({ changes, running }) => {
		if (changes !== known) {
			known = changes;
			await load(running).catch(() => {});
		} else progressed(running);
	});
}

function card(one, running) {
	const { done, planned } = running ?? one;
	const names = (list, most) => list.slice(0, most).join(', ') + (list.length > most ? `, … (${list.length})` : '');
	return [
		h(
			'header',
			{ class: 'row' },
			h('h3', null, one.title),
			h('span', { class: 'spacer' }),
			stateTag(running?.state ?? one.state, one),
		),
		h('code', { class: 'note' }, one.name),
		one.contenders.length ? h('p', { class: 'note' }, names(one.contenders, 6)) : null,
		one.levels.length ? h('p', { class: 'note lab-levels' }, names(one.levels, 3)) : null,
		one.supply?.brief ? h('p', { class: 'note lab-why' }, icon('hint'), h('span', null, one.supply.brief)) : null,
		planned
			? done || running || one.recorded
				? meter(done, planned)
				: h('small', { class: 'meter-box' }, `${count(planned)} runs planned`)
			: null,
		one.why_not && !one.recorded
			? h('p', { class: 'note lab-why' }, icon('warning'), h('span', null, one.why_not))
			: null,
	];
}

/** The state of an experiment as a tag. */
export function stateTag(state, one) {
	if (state === 'running') return h('span', { class: 'tag accent' }, icon('play'), 'running');
	if (state === 'stopping') return h('span', { class: 'tag warn' }, icon('stop'), 'stopping');
	if (one.recorded && one.done >= one.planned) return h('span', { class: 'tag good' }, icon('check'), 'complete');
	if (one.recorded) return h('span', { class: 'tag' }, icon('pause'), 'unfinished');
	if (one.why_not) return h('span', { class: 'tag' }, 'not here');
	return h('span', { class: 'tag' }, one.supply?.stand_in.length ? 'stand-in' : 'ready');
}

/** How far something is. */
export function meter(done, planned, label = 'runs') {
	const part = planned ? Math.min(1, done / planned) : 0;
	return h(
		'div',
		{ class: 'meter-box' },
		h(
			'div',
			{
				class: 'meter',
				role: 'progressbar',
				'aria-valuemin': 0,
				'aria-valuemax': planned,
				'aria-valuenow': done,
				'aria-label': label,
			},
			h('span', { style: { width: `${part * 100}%` } }),
		),
		h('small', null, `${count(done)} of ${count(planned)} ${label}`),
	);
}
