// @ts-check
// What a table says, laid over the board: arrows, heat maps, and the greedy episode step by step.

import { get } from '../api.js';
import { figure } from '../chart.js';
import { button, count, h, icon, put, select } from '../dom.js';
import { trianglePanel } from './learn-triangles.js';

const LAYERS = [
	['arrows', 'Policy'],
	['value', 'Value'],
	['q', 'Q of each action'],
	['triangles', 'Q of each cell'],
	['visits', 'Visits'],
	['none', 'Nothing'],
];
const ENDINGS = {
	solved: ['good', 'check', 'solves the level'],
	unseen: ['warn', 'help', 'ends in a position never seen'],
	circle: ['warn', 'restart', 'goes round in a circle'],
	stuck: ['bad', 'warning', 'gets stuck'],
};
const KINDS = {
	cells: 'values of the player’s cell',
	states: 'values of whole positions',
	boxes: 'values of each box’s cell',
};
const BESIDE = { u: [0, -1], r: [1, 0], d: [0, 1], l: [-1, 0] };
const WORD = { u: 'up', r: 'right', d: 'down', l: 'left' };

/** Values spread over 0…1. */
function spread(values) {
	const [low, high] = [Math.min(...values), Math.max(...values)];
	return (value) => (high > low ? (value - low) / (high - low) : 1);
}

/** @param {any} page @param {any} board */
export function policyPanel(page, board) {
	const view = {
		layer: localStorage.getItem('learn-layer') ?? 'arrows',
		figures: false,
		box: /** @type {number | null} */ (null),
	};
	let job = 0;
	let at = 0;
	/** @type {any} */ let shown = null;
	/** The board shows something else for the time being. */
	let resting = false;
	const triangles = trianglePanel(board);
	let asking = new AbortController();
	let playing = 0;
	const player = h('div', { class: 'toolbar learn-player', role: 'group', 'aria-label': 'Greedy episode' });
	const layers = h('div', { class: 'toolbar' });
	const scaleNote = h('span', { class: 'note' });
	const choices = h('section', { class: 'card', 'aria-label': 'Actions here' });
	const slider = h('input', {
		type: 'range',
		min: 0,
		max: 0,
		value: 0,
		'aria-label': 'Action of the greedy episode',
		oninput: () => go(Number(slider.value)),
	});
	const told = h('div', { class: 'row', 'aria-live': 'polite' });
	const bar = h(
		'section',
		{ class: 'card learn-episode' },
		h('header', { class: 'row' }, h('h2', null, 'Greedy episode'), told),
		slider,
		player,
	);

	/** Asks for the newest table at this action. */
	async function ask() {
		if (!job) return;
		asking.abort();
		asking = new AbortController();
		const stop = () => asking.abort();
		page.signal.addEventListener('abort', stop, { once: true });
		try {
			const query = new URLSearchParams({ at: String(at) });
			if (view.box !== null) query.set('box', String(view.box));
			const { policy } = await get(`/api/jobs/${job}/policy?${query}`, asking.signal);
			if (policy) {
				shown = policy;
				at = policy.at;
				draw();
			}
		} catch (error) {
			// Without an answer the frame of the page says so.
			if (error.name !== 'AbortError' && error.status && error.status !== 404) console.warn(error.message);
		} finally {
			page.signal.removeEventListener('abort', stop);
		}
	}

	function go(to) {
		at = Math.max(0, Math.min(shown?.of ?? 0, to));
		return ask();
	}

	function play(on) {
		clearInterval(playing);
		playing = 0;
		if (on) {
			if (shown && at >= shown.of) at = 0;
			playing = setInterval(() => {
				if (!shown || at >= shown.of) play(false);
				else go(at + 1);
			}, 380);
		}
		drawPlayer();
	}
	page.signal.addEventListener('abort', () => clearInterval(playing));

	// Buttons are made once: a new table several times a second must not take the focus away.
	const tool = (name, label, onclick) => button({ icon: name, label, disabled: true, onclick });
	const playButton = button({
		icon: 'play',
		label: 'Play the episode',
		kind: 'primary',
		disabled: true,
		id: 'play',
		onclick: () => play(!playing),
	});
	const where = h('span', { class: 'note learn-where' });
	const steps = [
		tool('first', 'To the start', () => go(0)),
		tool('previous', 'One action back', () => go(at - 1)),
		playButton,
		tool('next', 'One action on', () => go(at + 1)),
		tool('last', 'To the end', () => go(shown.of)),
	];
	put(player, steps, where);

	function drawPlayer() {
		for (const one of steps) one.disabled = !shown || shown.of === 0;
		if (playButton.dataset.playing !== String(Boolean(playing))) {
			playButton.dataset.playing = String(Boolean(playing));
			put(playButton, icon(playing ? 'pause' : 'play'));
			playButton.title = playing ? 'Hold' : 'Play the episode';
			playButton.setAttribute('aria-label', playButton.title);
		}
		put(
			where,
			shown
				? `action ${count(at)} of ${count(shown.of)}${at < shown.worths.length ? ` · worth ${figure(shown.worths[at])}` : ''}`
				: 'no table yet',
		);
	}

	const whose = h('span');
	const layerButtons = LAYERS.map(([id, text]) =>
		button({
			text,
			'data-layer': id,
			onclick: () => {
				view.layer = id;
				localStorage.setItem('learn-layer', id);
				drawLayers();
				overlay();
			},
		}),
	);
	put(
		layers,
		h('span', { class: 'note' }, 'Show'),
		h('div', { class: 'row', role: 'group', 'aria-label': 'Layer over the board' }, layerButtons),
		h(
			'label',
			{ class: 'check' },
			h('input', {
				type: 'checkbox',
				id: 'figures',
				checked: view.figures,
				onchange: (event) => {
					view.figures = event.target.checked;
					overlay();
				},
			}),
			'figures',
		),
		whose,
		scaleNote,
	);

	function drawLayers() {
		for (const one of layerButtons) one.setAttribute('aria-pressed', String(one.dataset.layer === view.layer));
		const boxes = shown?.boxes ?? 0;
		const key = `${boxes} ${view.box}`;
		if (whose.dataset.key === key) return;
		whose.dataset.key = key;
		if (!whose.contains(document.activeElement))
			put(
				whose,
				boxes > 1
					? select(
							[['', 'box pushed next'], ...Array.from({ length: boxes }, (_, i) => [String(i), `box ${i + 1}`])],
							view.box === null ? '' : String(view.box),
							(value) => {
								view.box = value === '' ? null : Number(value);
								ask();
							},
							{ 'aria-label': 'Whose values' },
						)
					: null,
			);
	}

	function overlay() {
		if (resting) return;
		let quarters = [];
		const heat = [];
		let legend = '';
		const arrows = [];
		if (shown) {
			const { cells } = shown;
			const hot = (list, value, text) => {
				const scale = spread(list.map(value));
				heat.push(
					...list.map((one) => ({ at: one.at, value: scale(value(one)), text: view.figures ? text(one) : '' })),
				);
				const ranked = [...list].sort((a, b) => value(a) - value(b));
				if (list.length > 1) legend = `blue ${text(ranked[0])} to amber ${text(ranked[ranked.length - 1])}`;
			};
			if (view.layer === 'arrows') {
				const scale = spread(cells.map(({ value }) => value));
				arrows.push(
					...cells.map(({ at: cell, direction, value }) => ({
						at: cell,
						direction,
						strength: 0.35 + 0.65 * scale(value),
						best: true,
					})),
				);
				if (view.figures)
					hot(
						cells,
						({ value }) => value,
						({ value }) => figure(value),
					);
			} else if (view.layer === 'triangles') quarters = cells;
			else if (view.layer === 'value')
				hot(
					cells,
					({ value }) => value,
					({ value }) => figure(value),
				);
			else if (view.layer === 'visits')
				hot(
					cells,
					({ visits }) => Math.log1p(visits),
					({ visits }) => count(visits),
				);
			else if (view.layer === 'q') {
				// Each action on the cell that it leads to.
				hot(
					shown.choices.map((one) => ({
						...one,
						at: [one.at[0] + BESIDE[one.direction][0], one.at[1] + BESIDE[one.direction][1]],
					})),
					({ value }) => value,
					({ value }) => figure(value),
				);
			}
			if (view.layer === 'q' || (view.layer !== 'none' && view.layer !== 'triangles' && shown.actions === 'pushes')) {
				const scale = spread(shown.choices.map(({ value }) => value));
				arrows.push(
					...shown.choices.map((one) => ({
						at: one.at,
						direction: one.direction,
						strength: 0.4 + 0.6 * scale(one.value),
						best: one.greedy,
					})),
				);
			}
		}
		board.overlay('heat', heat);
		board.overlay('arrows', arrows);
		legend = triangles.draw(quarters, view.figures) || legend;
		put(scaleNote, legend);
	}

	function draw() {
		if (!resting)
			board.place({ ...shown.position, facing: shown.choices.find(({ greedy }) => greedy)?.direction ?? 'd' });
		slider.max = String(shown.of);
		slider.value = String(at);
		const [kind, name, words] = ENDINGS[shown.ending];
		put(
			told,
			h('span', { class: `tag ${kind}` }, icon(name), words),
			h(
				'span',
				{ class: 'note' },
				`after ${count(shown.episodes)} episodes, ${count(shown.updates)} updates · ${count(shown.rows)} rows, ${KINDS[shown.kind]}`,
			),
		);
		put(
			choices,
			h('h2', null, 'Actions here'),
			shown.choices.length
				? h(
						'table',
						{ class: 'data learn-choices' },
						h(
							'thead',
							null,
							h(
								'tr',
								null,
								['action', 'value', 'visits'].map((text, i) =>
									h('th', { scope: 'col', class: i ? 'number' : '' }, text),
								),
							),
						),
						h(
							'tbody',
							null,
							[...shown.choices]
								.sort((a, b) => Number(b.greedy) - Number(a.greedy) || b.value - a.value)
								.slice(0, 24)
								.map((one) =>
									h(
										'tr',
										{ class: one.greedy ? 'chosen' : '' },
										h(
											'th',
											{ scope: 'row' },
											shown.actions === 'pushes'
												? h(
														'span',
														{ class: 'note', title: 'column and row of the box' },
														`${one.at[0] + 1}, ${one.at[1] + 1} `,
													)
												: null,
											WORD[one.direction],
											one.greedy ? h('span', { class: 'tag accent' }, 'greedy') : null,
										),
										h('td', { class: 'number' }, figure(one.value)),
										h('td', { class: 'number' }, count(one.visits)),
									),
								),
						),
					)
				: h(
						'p',
						{ class: 'note' },
						at >= shown.of && shown.ending === 'solved'
							? 'The level is solved.'
							: 'The table knows nothing of this position.',
					),
		);
		drawPlayer();
		drawLayers();
		overlay();
	}

	drawPlayer();
	drawLayers();
	return {
		layers,
		bar,
		choices,
		triangles: triangles.element,
		/** Draws values of cells that are told elsewhere. */
		quarters: (list) => put(scaleNote, triangles.draw(list, view.figures)),
		/** Leaves the board to something else, or takes it back. */
		rest(on) {
			resting = on;
			bar.hidden = on;
			choices.hidden = on;
			if (on) {
				board.overlay('heat', []);
				board.overlay('arrows', []);
			} else if (shown) draw();
		},
		go,
		play,
		ask,
		step: (by) => go(at + by),
		toggle: () => play(!playing),
		/** Follows another job. */
		follow(number) {
			job = number;
			at = 0;
			shown = null;
			view.box = null;
			board.overlay('heat', []);
			board.overlay('arrows', []);
			triangles.draw([]);
			put(choices);
			put(told);
			drawPlayer();
		},
	};
}
