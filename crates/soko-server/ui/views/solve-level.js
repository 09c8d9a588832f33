// @ts-check
// The level to be solved: choosing it, and what is known before a run.

import { button, count, h, icon, put, select } from '../dom.js';

/**
 * The chooser: collection, level, previous, next. `go` is called with another level.
 * @param {any} level @param {any[]} collections @param {any[]} rows @param {(level: any) => void} go
 */
export function levelChooser(level, collections, rows, go) {
	const at = rows.findIndex((row) => row.number === level.number);
	const to = (row) => row && go({ collection: level.collection, number: row.number });
	const named = (row) => `${row.number}${row.title ? ` · ${row.title}` : ''}${row.pushes ? ' ✓' : ''}`;
	const parts = [
		button({
			icon: 'back',
			label: 'Previous level',
			kind: 'quiet',
			disabled: at <= 0,
			onclick: () => to(rows[at - 1]),
		}),
		select(
			collections.map(({ id, title }) => [id, title]),
			level.collection,
			(collection) => go({ collection, number: 1 }),
			{ 'aria-label': 'Collection' },
		),
		select(
			rows.map((row) => [String(row.number), named(row)]),
			String(level.number),
			(number) => go({ collection: level.collection, number: Number(number) }),
			{ 'aria-label': 'Level', class: 'solve-level' },
		),
		button({
			icon: 'forward',
			label: 'Next level',
			kind: 'quiet',
			disabled: at < 0 || at >= rows.length - 1,
			onclick: () => to(rows[at + 1]),
		}),
	];
	const box = h('div', { class: 'row solve-chooser', role: 'group', 'aria-label': 'Level' }, parts);
	const still = parts.map((part) => part.disabled);
	/** Locks everything while it may not be changed. */
	const allow = (allowed) =>
		parts.forEach((part, i) => {
			part.disabled = !allowed || still[i];
		});
	return { box, allow, previous: () => to(rows[at - 1]), next: () => to(rows[at + 1]) };
}

/** What is known of a level: as drawn, and once it is prepared. Its `show` takes newer facts. */
export function levelFacts(facts) {
	const { prepared } = facts;
	const row = (name, value) => [h('dt', null, name), h('dd', null, value)];
	const known = h('dd');
	const show = ({ best }) => put(known, bestKnown(facts, best ?? []));
	show(facts);
	const root = h(
		'details',
		{ class: 'card solve-facts' },
		h(
			'summary',
			null,
			'The level ',
			h(
				'small',
				{ class: 'note' },
				`${facts.width} × ${facts.height}${prepared ? `, ${prepared.boxes} boxes` : ', not prepared'}`,
			),
		),
		h(
			'dl',
			{ class: 'facts' },
			row('Size', `${facts.width} × ${facts.height}`),
			prepared
				? [
						row('Boxes and goals', `${prepared.boxes} and ${prepared.goals.length}`),
						row('Floor within reach', count(prepared.reachable)),
						row('Walls', count(prepared.walls)),
						row('Dead squares', count(prepared.dead.length)),
						row('Positions', power(prepared.log10_states)),
						row('Heuristic at most', count(prepared.heuristic_ceiling)),
					]
				: null,
			facts.optimum ? row('Fewest pushes, says the file', count(facts.optimum)) : null,
			h('dt', null, 'Best known'),
			known,
		),
	);
	return { root, show };
}

function bestKnown({ collection, number }, all) {
	const best = all.find(({ metric }) => metric === 'pushes');
	return best
		? h(
				'a',
				{ href: `#/replay/level/${encodeURIComponent(collection)}/${number}` },
				`${count(best.pushes)} pushes, ${count(best.moves)} moves`,
			)
		: 'none yet';
}

function power(log10) {
	if (log10 < 6) return count(10 ** log10);
	const exponent = Math.floor(log10);
	return [`${(10 ** (log10 - exponent)).toFixed(1)} × 10`, h('sup', null, exponent)];
}

/** Why a level cannot be played. */
export function problemList(facts) {
	return put(
		h('div', { class: 'notice bad' }),
		icon('warning'),
		h(
			'div',
			null,
			h('strong', null, 'This level is not prepared: it cannot be played.'),
			facts.problems.map((problem) =>
				h('p', null, problem.message, problem.remedy ? h('small', { class: 'note' }, ` ${problem.remedy}`) : null),
			),
		),
	);
}
