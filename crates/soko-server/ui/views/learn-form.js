// @ts-check
// What to train: learner, preset, parameters, limits and seed.

import { button, field, h, put, select } from '../dom.js';
import { bounds } from '../limits.js';
import { choices, parameterName } from '../players.js';

/** Most runs that are started at once, with a seed each. */
const MOST_SEEDS = 10;
/** Parameters that are always shown; the others are folded. */
const FIRST = ['episodes', 'stop', 'update', 'alpha', 'gamma', 'epsilon'];

/**
 * @param {any[]} learners their descriptions
 * @param {Record<string, any>} limits their descriptions
 * @param {{ player: string, preset: string, settings: Record<string, any>, time_s: number, seed: number, runs: number, table: string | null }} order
 * @param {() => void} onTrain
 * @param {HTMLElement} table the part that chooses a table to go on from
 * @param {() => void} onLearner another learner was chosen
 */
export function learnForm(learners, limits, order, onTrain, table, onLearner) {
	const element = h('form', {
		class: 'card',
		onsubmit: (event) => {
			event.preventDefault();
			onTrain();
		},
	});

	function input(parameter) {
		const known = learners.find(({ id }) => id === order.player);
		const preset = known.presets.find(({ id }) => id === order.preset)?.values ?? {};
		const usual = preset[parameter.name] ?? parameter.default;
		const value = order.settings[parameter.name] ?? usual;
		const set = (next) => {
			if (next === usual || next === '' || Number.isNaN(next)) delete order.settings[parameter.name];
			else order.settings[parameter.name] = next;
		};
		const title = parameter.description;
		const label = parameterName(parameter);
		if (parameter.type === 'boolean')
			return h(
				'label',
				{ class: 'check', title },
				h('input', { type: 'checkbox', checked: value, onchange: (event) => set(event.target.checked) }),
				h('span', null, label),
			);
		if (parameter.type === 'choice')
			return field(
				label,
				select(
					parameter.choices.map((one) => [one, one]),
					value,
					set,
					{ title },
				),
			);
		if (parameter.type === 'string')
			return field(label, h('input', { value, title, onchange: (event) => set(event.target.value) }));
		return field(
			label,
			h('input', {
				type: 'number',
				value,
				title,
				min: parameter.minimum,
				max: parameter.maximum,
				step: parameter.type === 'integer' ? 1 : 'any',
				onchange: (event) => set(Number(event.target.value)),
			}),
		);
	}

	function draw() {
		const known = learners.find(({ id }) => id === order.player) ?? learners[0];
		const first = known.parameters.filter(({ name }) => FIRST.includes(name));
		const rest = known.parameters.filter(({ name }) => !FIRST.includes(name));
		const limit = (key) =>
			h('input', {
				type: 'number',
				...bounds(limits[key]),
				value: order[key],
				required: true,
				onchange: (event) => {
					order[key] = Number(event.target.value);
				},
			});
		put(
			element,
			h('h2', null, 'Learner'),
			field(
				'Learner',
				select(choices(learners), order.player, (id) => {
					Object.assign(order, { player: id, preset: '', settings: {}, table: null });
					draw();
					onLearner();
				}),
				known.summary,
			),
			known.presets.length
				? field(
						'Preset',
						select([['', 'Recommended'], ...choices(known.presets)], order.preset, (id) => {
							Object.assign(order, { preset: id, settings: {} });
							draw();
						}),
						known.presets.find(({ id }) => id === order.preset)?.summary,
					)
				: null,
			h(
				'div',
				{ class: 'learn-fields' },
				first.map(input),
				field('Seconds', limit('time_s')),
				field('Seed', limit('seed')),
				field(
					'Runs, a seed each',
					h('input', {
						type: 'number',
						id: 'runs',
						min: 1,
						max: MOST_SEEDS,
						step: 1,
						value: order.runs,
						required: true,
						onchange: (event) => {
							order.runs = Math.max(1, Math.min(MOST_SEEDS, Math.round(Number(event.target.value) || 1)));
						},
					}),
				),
			),
			h(
				'details',
				null,
				h('summary', null, `All ${known.parameters.length} parameters`),
				h('div', { class: 'learn-fields' }, rest.map(input)),
			),
			table,
			button({ icon: 'play', text: 'Train', kind: 'primary', type: 'submit', id: 'train' }),
		);
	}
	draw();
	return { element, draw };
}
