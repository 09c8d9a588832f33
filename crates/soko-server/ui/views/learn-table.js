// @ts-check
// A table to go on from: a file of the user, or what a run of this page has learnt.

import { ApiError, post } from '../api.js';
import { button, count, h, icon, put, sorry } from '../dom.js';
import { playerTitle } from '../players.js';

/**
 * @param {{ collection: string, number: number }} level
 * @param {any[]} learners
 * @param {Record<string, any>} order its learner, values and table are set from the table
 * @param {() => void} onChange
 * @param {boolean} midway is it a position of the level that is learnt, not its start? No level of the library is one.
 */
export function tablePart(level, learners, order, onChange, midway) {
	/** @type {any} */ let chosen = null;
	const element = h('div', { class: 'learn-table' });
	const input = h('input', {
		type: 'file',
		id: 'table-file',
		// The button stands for it.
		hidden: true,
		'aria-label': 'Table of a learner to go on from',
		accept: '.qtable,.table',
		onchange: () => {
			const [file] = input.files;
			input.value = '';
			if (file) take(file, file.name).catch(sorry);
		},
	});

	/** Sends a table in and sets the form to go on from it. */
	async function take(blob, name) {
		const info = await post('/api/tables', blob);
		const there = info.level;
		if (there ? there.collection !== level.collection || there.number !== level.number : !midway)
			throw new ApiError(
				409,
				'This table was learnt on another level',
				there
					? `open level ${there.number} of ${there.collection}, and choose it there`
					: 'its level is not in the library: import it first',
			);
		const learner = learners.find(({ id }) => id === info.player);
		if (!learner) throw new ApiError(409, `This table was learnt by ${info.player}, which is no learner here`);
		const usual = Object.fromEntries(learner.parameters.map((one) => [one.name, one.default]));
		Object.assign(order, {
			player: info.player,
			preset: '',
			settings: Object.fromEntries(
				Object.entries(info.parameters).filter(([key, value]) => key in usual && usual[key] !== value),
			),
			table: info.table,
		});
		chosen = { ...info, name };
		onChange();
	}

	function clear() {
		chosen = null;
		order.table = null;
		draw();
		document.getElementById('table-choose')?.focus();
	}

	function draw() {
		if (!order.table) chosen = null;
		put(
			element,
			input,
			chosen
				? h(
						'div',
						{ class: 'notice info', id: 'table-chosen' },
						icon('learn'),
						h(
							'div',
							null,
							h('strong', null, `Goes on from ${chosen.name}`),
							h(
								'div',
								{ class: 'note' },
								`${playerTitle(chosen.player)}, ${count(chosen.episodes)} episodes, ${count(chosen.rows)} rows · SHA-256 `,
								h('code', { title: chosen.table }, chosen.table.slice(0, 12)),
							),
						),
						button({
							icon: 'close',
							label: 'Begin with nothing instead',
							kind: 'quiet',
							id: 'table-clear',
							onclick: clear,
						}),
					)
				: button({
						icon: 'import',
						text: 'Continue from a table…',
						id: 'table-choose',
						onclick: () => input.click(),
					}),
		);
	}
	draw();
	return { element, draw, take };
}
