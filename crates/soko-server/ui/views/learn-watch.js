// @ts-check
// Watching a learner step by step: the pace of its run, the step it played last, and what the step has taught it.
//
// The server paces the run and says what there is to see (topic `pace:7`); here it is drawn. The values of cells that were
// seen while the boxes stood as they do now are remembered, so that one sees them change.

import { post } from '../api.js';
import { figure } from '../chart.js';
import { button, count, h, plural, put, sorry } from '../dom.js';

const MODES = [
	['full', 'Full speed'],
	['slow', 'Slow motion'],
	['step', 'Step by step'],
];
const WORD = { u: 'up', r: 'right', d: 'down', l: 'left' };
/** Positions of the boxes for which values of cells are remembered. */
const REMEMBERED = 100;
/** Places of the slider: from one step in two seconds to forty a second, each a little faster than the one before. */
const PLACES = 20;
const paceOf = (slot) => Number((0.5 * 80 ** (slot / PLACES)).toPrecision(2));
const slotOf = (pace) => Math.round((Math.log(pace / 0.5) / Math.log(80)) * PLACES);

/** A number with its sign, for a sum. */
const signed = (value) => (value < 0 ? `− ${figure(-value)}` : `+ ${figure(value)}`);

/**
 * @param {any} board
 * @param {{ watching: (on: boolean) => void, triangles: (cells: any[]) => void }} to `watching` is called when the board
 * begins or ends to show the learner at work, `triangles` to draw values of cells
 */
export function watchPanel(board, { watching, triangles }) {
	const view = { mode: 'full', pace: 4 };
	/** @type {any} */ let job = null;
	/** @type {any} */ let standing = null;
	let on = false;
	let sent = 0;
	/** Values of cells by where the boxes stand. @type {Map<string, Map<string, any>>} */
	const known = new Map();

	const modes = MODES.map(([id, text]) => button({ text, 'data-pace': id, onclick: () => set({ mode: id }) }));
	const speed = h('output', { class: 'note', id: 'pace-told' });
	const slider = h('input', {
		type: 'range',
		id: 'pace',
		min: 0,
		max: PLACES,
		value: slotOf(view.pace),
		'aria-label': 'Steps per second in slow motion',
		oninput: () => {
			view.pace = paceOf(Number(slider.value));
			if (view.mode === 'full') drawPace();
			else set({ mode: view.mode, to_end: view.mode === 'step' && Boolean(standing?.to_end) });
		},
	});
	const stepButton = button({
		icon: 'next',
		text: 'One step',
		id: 'pace-step',
		onclick: () => set({ mode: 'step', steps: 1 }),
	});
	const episodeButton = button({
		icon: 'last',
		text: 'To the end of the episode',
		id: 'pace-episode',
		onclick: () => set({ mode: 'step', to_end: true }),
	});
	const told = h('div', { class: 'learn-step' });
	const element = h(
		'section',
		{ class: 'card learn-watch', 'aria-label': 'Watch it learn' },
		h(
			'header',
			{ class: 'row' },
			h('h2', null, 'Watch it learn'),
			h('div', { class: 'row', role: 'group', 'aria-label': 'Pace' }, modes),
		),
		h('div', { class: 'toolbar learn-pace' }, slider, speed, stepButton, episodeButton),
		told,
	);

	const playing = () => job && !job.result;

	/** Asks for a pace; before a run begins it is kept for that. */
	async function set(wish) {
		view.mode = wish.mode;
		drawPace();
		if (!playing()) return;
		const number = ++sent;
		try {
			const answer = await post(`/api/jobs/${job.id}/pace`, { ...wish, steps_per_second: view.pace });
			// What was told in the meantime by the stream is newer.
			if (number === sent && !standing) take(answer);
		} catch (error) {
			sorry(error);
		}
	}

	function drawPace() {
		// Read aloud step by step; many steps a second would drown everything else.
		told.setAttribute('aria-live', view.mode === 'step' ? 'polite' : 'off');
		for (const one of modes) one.setAttribute('aria-pressed', String(one.dataset.pace === view.mode));
		slider.value = String(slotOf(view.pace));
		slider.disabled = view.mode === 'full';
		put(speed, `${figure(view.pace)} steps a second`);
		const steps = Boolean(playing()) && view.mode !== 'full';
		stepButton.disabled = !steps;
		episodeButton.disabled = !steps;
	}

	/** Remembers what can be seen of the values of cells. */
	function remember(scene) {
		if (scene.actions !== 'moves') return [];
		const key = JSON.stringify(scene.position.boxes);
		const cells = known.get(key) ?? new Map();
		known.delete(key);
		known.set(key, cells);
		if (known.size > REMEMBERED) known.delete(known.keys().next().value);
		const values = (at) => {
			const name = String(at);
			if (!cells.has(name)) cells.set(name, { at, q: new Map() });
			return cells.get(name).q;
		};
		for (const { at, direction, value, visits } of scene.options)
			values(at).set(direction, { direction, value, visits });
		const { lesson } = scene;
		if (lesson && !lesson.pushed)
			values(lesson.at).set(lesson.direction, {
				direction: lesson.direction,
				value: lesson.after,
				visits: lesson.visits,
			});
		return [...cells.values()].map(({ at, q }) => ({ at, q: [...q.values()] }));
	}

	/** What the server says of the pace. */
	function take(news) {
		standing = news;
		if (!news) return;
		view.mode = news.mode;
		if (news.mode !== 'full') view.pace = news.steps_per_second;
		drawPace();
		draw();
	}

	function draw() {
		const scene = standing?.scene;
		const now = Boolean(playing() && scene && standing.mode !== 'full');
		if (now !== on) {
			on = now;
			watching(on);
			if (!on) {
				board.overlay('mark', []);
				board.overlay('arrows', []);
				triangles([]);
			}
		}
		put(told, story(scene));
		if (!on) return;
		const { lesson, position, options } = scene;
		board.place({ ...position, facing: lesson?.direction ?? 'd' });
		board.overlay('mark', lesson ? [lesson.at] : []);
		const best = Math.max(...options.map(({ value }) => value));
		board.overlay(
			'arrows',
			scene.actions === 'pushes'
				? options.map(({ at, direction, value }) => ({
						at,
						direction,
						strength: value === best ? 1 : 0.5,
						best: value === best,
					}))
				: [],
		);
		triangles(remember(scene));
	}

	/** The step in words and numbers. */
	function story(scene) {
		if (view.mode === 'full' && !on)
			return h(
				'p',
				{ class: 'note' },
				'In slow motion or step by step each update is shown in numbers. The run stays the same run, and time spent waiting does not count. When no page watches any more it goes on at full speed.',
			);
		if (!scene)
			return h('p', { class: 'note' }, job ? 'Waiting for the first step.' : 'Train: it begins at this pace.');
		const { lesson } = scene;
		const number = (text, value, more = '') => h('span', { class: `learn-number ${more}`, title: text }, figure(value));
		return [
			h(
				'div',
				{ class: 'row' },
				h('strong', { id: 'pace-where' }, `Episode ${count(scene.episode)}, step ${count(scene.steps)}`),
				lesson
					? h(
							'span',
							{ class: `tag ${lesson.random ? 'warn' : 'info'}`, id: 'pace-choice' },
							lesson.random ? 'explored: drawn at random' : 'greedy: the best it knew',
						)
					: h('span', { class: 'tag' }, 'the episode begins'),
				lesson ? h('span', { class: 'note' }, `chance of exploring ε = ${figure(lesson.epsilon)}`) : null,
				scene.end ? h('span', { class: `tag ${scene.solved ? 'good' : 'bad'}` }, scene.end) : null,
			),
			lesson
				? h(
						'dl',
						{ class: 'learn-update' },
						[
							[
								'action',
								[
									WORD[lesson.direction],
									lesson.pushed ? ', a push' : '',
									h('span', { class: 'note' }, ` · tried here ${plural(lesson.visits, 'time')}`),
								],
							],
							[
								'target',
								[
									'reward ',
									number('reward', lesson.reward),
									Math.abs(lesson.shaping) > 1e-6
										? [' ', h('span', { title: 'change of the potential' }, `${signed(lesson.shaping)} shaping`)]
										: null,
									` + γ ${figure(lesson.gamma)} · next Q `,
									number('best value of the next situation', lesson.next),
									' = ',
									number('target', lesson.target, 'strong'),
								],
							],
							[
								'TD error',
								[
									'target ',
									number('target', lesson.target),
									` ${signed(-lesson.before)}`,
									' (Q) = ',
									number('TD error', lesson.error, 'strong'),
								],
							],
							[
								'Q',
								[
									number('before', lesson.before),
									` + α ${figure(lesson.alpha)} · `,
									number('TD error', lesson.error),
									' = ',
									number('after', lesson.after, 'strong'),
								],
							],
						].map(([term, text]) => h('div', null, h('dt', null, term), h('dd', null, text))),
					)
				: null,
			scene.replayed
				? h(
						'p',
						{ class: 'note' },
						`Then all ${count(scene.replayed)} steps were learnt once more, from the last to the first, so that the end's worth reaches the start.`,
					)
				: null,
			scene.options.length
				? h(
						'p',
						{ class: 'note learn-options' },
						'Open here: ',
						[...scene.options]
							.sort((a, b) => b.value - a.value)
							.slice(0, 8)
							.map(
								({ at, direction, value }) =>
									`${scene.actions === 'pushes' ? `${at[0] + 1}, ${at[1] + 1} ` : ''}${WORD[direction]} ${figure(value)}`,
							)
							.join(' · '),
					)
				: null,
		];
	}

	drawPace();
	draw();
	return {
		element,
		/** The pace that a run is to begin with; nothing at full speed. */
		order: () => (view.mode === 'full' ? null : { mode: view.mode, steps_per_second: view.pace }),
		/** Only learners with a table of values can be watched. */
		offer(can) {
			element.hidden = !can;
			if (!can) view.mode = 'full';
		},
		/** Follows a job from now on. @param {any} next @param {AbortSignal} signal */
		follow(next, watch) {
			job = next;
			standing = null;
			known.clear();
			if (playing()) watch(`pace:${next.id}`, (news) => job?.id === next.id && take(news));
			drawPace();
			draw();
		},
		/** The newest state of the job. */
		state(next) {
			const ended = playing() && next.result;
			job = next;
			if (ended) view.mode = 'full';
			if (ended) {
				drawPace();
				draw();
			}
		},
		step: () => playing() && view.mode !== 'full' && set({ mode: 'step', steps: 1 }),
	};
}
