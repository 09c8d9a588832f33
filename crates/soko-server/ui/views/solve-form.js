// @ts-check
// Who is to play and how: a form made from what the players say about themselves.

import { field, h, put, select } from '../dom.js';
import { bounds } from '../limits.js';
import { choices, parameterName } from '../players.js';

/** So many parameters are shown at once; the rest is folded. */
const SHOWN = 2;
/** The fields of the limits: name, label, unit; `none` is a limit that may be left out. */
const LIMITS = [
	['time_s', 'Time', 's'],
	['memory_mib', 'Memory', 'MiB'],
	['nodes', 'Positions', 'none'],
	['seed', 'Seed', ''],
	['threads', 'Threads', ''],
];

/** A new entrant. */
export const entrantOf = (player) => ({ player, preset: '', settings: {} });
/** The limits as a new page has them. */
export const freshLimits = (known) => Object.fromEntries(LIMITS.map(([name]) => [name, known[name].default ?? '']));

/** All values of an entrant before its own settings. */
const base = (player, preset) =>
	player.presets.find(({ id }) => id === preset)?.values ??
	Object.fromEntries(player.parameters.map((p) => [p.name, p.default]));

/** The body of a request to play. */
export function orderOf(level, entrant, limits, more) {
	const numbers = Object.fromEntries(
		Object.entries(limits)
			.filter(([, value]) => value !== '' && value !== null)
			.map(([name, value]) => [name, Number(value)]),
	);
	return {
		level,
		player: entrant.player,
		...(entrant.preset ? { preset: entrant.preset } : {}),
		settings: entrant.settings,
		...numbers,
		...more,
	};
}

/**
 * The form of one entrant; changes go into `entrant`, then `changed` is called.
 * @param {any[]} players @param {any} entrant @param {() => void} changed
 */
export function playerForm(players, entrant, changed) {
	const box = h('div', { class: 'stack solve-form' });
	/** Draws it again; the choice that was made keeps the focus. */
	const draw = (focus = -1) => {
		const player = players.find(({ id }) => id === entrant.player) ?? players[0];
		const values = base(player, entrant.preset);
		const promise = [
			player.properties.complete ? 'complete' : null,
			player.properties.optimal ? `proves fewest ${player.properties.optimal.replaceAll('-', ' ')}` : null,
		]
			.filter(Boolean)
			.join(', ');
		const controls = player.parameters.map((parameter) =>
			control(parameter, entrant, values, () => {
				changed();
				reset.hidden = !Object.keys(entrant.settings).length;
			}),
		);
		const folded = player.parameters.slice(SHOWN).some(({ name }) => name in entrant.settings);
		const reset = h(
			'button',
			{
				type: 'button',
				class: 'button quiet',
				hidden: !Object.keys(entrant.settings).length,
				onclick: () => {
					entrant.settings = {};
					changed();
					draw();
				},
			},
			'Reset the parameters',
		);
		put(
			box,
			field(
				'Player',
				select(
					choices(players),
					player.id,
					(id) => {
						Object.assign(entrant, entrantOf(id));
						changed();
						draw(0);
					},
					{ name: 'player' },
				),
				player.summary,
			),
			promise ? h('p', { class: 'note' }, 'Promises: ', promise, '.') : null,
			player.presets.length
				? field(
						'Preset',
						select(
							[['', 'Recommended'], ...choices(player.presets)],
							entrant.preset,
							(id) => {
								entrant.preset = id;
								entrant.settings = {};
								changed();
								draw(1);
							},
							{ name: 'preset' },
						),
						player.presets.find(({ id }) => id === entrant.preset)?.summary,
					)
				: null,
			controls.slice(0, SHOWN),
			controls.length > SHOWN
				? h(
						'details',
						{ open: folded },
						h('summary', null, `${controls.length - SHOWN} more parameters`),
						h('div', { class: 'stack' }, controls.slice(SHOWN)),
					)
				: null,
			reset,
		);
		if (focus >= 0) box.querySelectorAll('select')[focus]?.focus();
	};
	draw();
	return box;
}

/** Says below a field why its value is refused; takes that back once one is good. */
function refused(input, needed) {
	const why = input.validationMessage || (needed && input.value === '' ? 'A value is needed.' : '');
	const wrong = input.value;
	input.parentElement.querySelector('.refused')?.remove();
	if (why) input.after(h('small', { class: 'refused', role: 'alert' }, wrong ? `${wrong}: ${why}` : why));
	return Boolean(why);
}

function control(parameter, entrant, values, changed) {
	const { name, type, minimum, maximum, description } = parameter;
	const label = parameterName(parameter);
	const value = entrant.settings[name] ?? values[name];
	const set = (now) => {
		if (now === values[name]) delete entrant.settings[name];
		else entrant.settings[name] = now;
		changed();
	};
	if (type === 'boolean') {
		const input = h('input', { type: 'checkbox', name, checked: value === true, onchange: () => set(input.checked) });
		return h(
			'label',
			{ class: 'check solve-check' },
			input,
			h('span', null, label, h('small', { class: 'note' }, description)),
		);
	}
	if (type === 'choice')
		return field(
			label,
			select(
				parameter.choices.map((choice) => [choice, choice]),
				value,
				set,
				{ name },
			),
			description,
		);
	const numeric = type === 'integer' || type === 'number';
	const input = h('input', {
		type: numeric ? 'number' : 'text',
		value: String(value ?? ''),
		min: minimum ?? '',
		max: maximum ?? '',
		step: type === 'integer' ? '1' : 'any',
		name,
		onchange: () => {
			if (refused(input, numeric)) {
				input.value = String(entrant.settings[name] ?? values[name]);
				return;
			}
			set(numeric ? Number(input.value) : input.value);
		},
	});
	return field(label, input, description);
}

/** Fields for time, memory and the rest as the server knows them; changes go into `limits`. */
export function limitFields(limits, known, changed) {
	return h(
		'div',
		{ class: 'solve-limits' },
		LIMITS.map(([name, text, unit]) => {
			const input = h('input', {
				type: 'number',
				name,
				...bounds(known[name]),
				value: limits[name],
				placeholder: unit === 'none' ? 'no limit' : '',
				onchange: () => {
					if (refused(input, unit !== 'none')) {
						input.value = limits[name];
						return;
					}
					limits[name] = input.value === '' ? '' : Number(input.value);
					changed();
				},
			});
			return field(unit && unit !== 'none' ? `${text} (${unit})` : text, input);
		}),
	);
}
