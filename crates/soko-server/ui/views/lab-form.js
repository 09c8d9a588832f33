// @ts-check
// The form for a new experiment. The server writes the file that the form stands for; the file can be edited too.

import { get, post } from '../api.js';
import { button, count, field, h, heading, icon, put, select, sorry } from '../dom.js';
import { bounds, limitsOf } from '../limits.js';

/** @param {any} page */
export async function openForm(page) {
	const [collections, players, limits] = await Promise.all([
		get('/api/collections', page.signal),
		get('/api/players', page.signal),
		limitsOf('experiment', page.signal),
	]);
	page.title('New experiment');
	const wanted = page.query.get('levels');
	const first = collections.some((one) => one.id === wanted) ? wanted : 'workshop';
	/** What the form says; players and levels are rows that can be added. */
	const form = {
		name: `trial-${first}`,
		title: '',
		levels: [{ id: first, numbers: '' }],
		// "Solve all" wants solutions, so it begins with the default player, the first of the list; an experiment compares.
		players: (wanted ? [players[0].id] : ['astar', 'greedy']).map((player) => ({ player, preset: '' })),
		seeds: 1,
		time_s: 10,
		memory_mib: 1024,
		nodes: null,
	};
	let edited = false;
	let newest = 0;
	const text = h('textarea', {
		rows: 22,
		spellcheck: false,
		'aria-label': 'Experiment file',
		oninput: () => {
			edited = true;
			check();
		},
	});
	const verdict = h('div', { 'aria-live': 'polite' });
	const go = button({
		icon: 'play',
		text: 'Keep and run',
		kind: 'primary',
		id: 'keep-and-run',
		onclick: () => keep(true),
	});
	const hold = button({ icon: 'check', text: 'Keep', id: 'keep', onclick: () => keep(false) });
	const body = () =>
		edited
			? { toml: text.value }
			: {
					form: {
						...form,
						levels: form.levels.map(({ id, numbers }) =>
							numbers.trim() ? `${id}#${numbers.replaceAll(' ', '')}` : id,
						),
						players: form.players.map(({ player, preset }) => ({ player, preset: preset || null })),
					},
				};

	let timer = 0;
	function check() {
		clearTimeout(timer);
		timer = setTimeout(async () => {
			const mine = ++newest;
			try {
				const answer = await post('/api/experiments', { ...body(), check: true }, page.signal);
				if (mine !== newest) return;
				if (answer.problem) throw answer.problem;
				if (!edited) text.value = answer.toml;
				put(
					verdict,
					h(
						'div',
						{ class: 'notice good' },
						icon('check'),
						h(
							'div',
							null,
							`${count(answer.planned)} runs`,
							answer.supply ? h('div', null, answer.supply) : null,
							h('div', { class: 'note' }, 'Runs that the results file has already are not made again.'),
						),
					),
				);
				go.disabled = hold.disabled = false;
			} catch (error) {
				if (mine !== newest || error.name === 'AbortError') return;
				put(
					verdict,
					h(
						'div',
						{ class: 'notice bad', role: 'alert' },
						icon('warning'),
						h('div', null, error.message, error.help ? h('div', { class: 'note' }, error.help) : null),
					),
				);
				go.disabled = hold.disabled = true;
			}
		}, 200);
	}

	async function keep(run) {
		try {
			const { name } = await post('/api/experiments', body());
			if (run) await post(`/api/experiments/${encodeURIComponent(name)}/run`);
			location.hash = `#/lab/${encodeURIComponent(name)}`;
		} catch (error) {
			sorry(error);
		}
	}

	const change = (set) => (event) => {
		set(event.target.value);
		edited = false;
		check();
	};
	const number = (key, range) =>
		h('input', {
			name: key,
			type: 'number',
			...range,
			value: form[key] ?? '',
			oninput: change((value) => {
				form[key] = value === '' ? null : Number(value);
			}),
		});
	const rows = h('div', { class: 'stack' });

	function drawRows() {
		const drop = (list, i, what) =>
			button({
				icon: 'close',
				label: `Remove ${what}`,
				kind: 'quiet',
				disabled: list.length < 2,
				onclick: () => {
					list.splice(i, 1);
					edited = false;
					drawRows();
					check();
				},
			});
		put(
			rows,
			h(
				'fieldset',
				{ class: 'lab-rows' },
				h('legend', null, 'Levels'),
				form.levels.map((level, i) =>
					h(
						'div',
						{ class: 'lab-row' },
						select(
							collections.map((one) => [one.id, `${one.title} (${one.levels})`]),
							level.id,
							(id) => {
								level.id = id;
								edited = false;
								check();
							},
							{ 'aria-label': `Collection ${i + 1}` },
						),
						h('input', {
							placeholder: 'all, or 1-5,9',
							value: level.numbers,
							'aria-label': `Which levels of collection ${i + 1}`,
							oninput: change((value) => {
								level.numbers = value;
							}),
						}),
						drop(form.levels, i, 'these levels'),
					),
				),
				button({
					icon: 'plus',
					text: 'More levels',
					kind: 'quiet',
					onclick: () => {
						form.levels.push({ id: collections[0].id, numbers: '' });
						edited = false;
						drawRows();
						check();
					},
				}),
			),
			h(
				'fieldset',
				{ class: 'lab-rows' },
				h('legend', null, 'Players'),
				form.players.map((one, i) => {
					const known = players.find(({ id }) => id === one.player);
					return h(
						'div',
						{ class: 'lab-row' },
						select(
							players.map(({ id, title, summary }) => [id, `${title} (${id}): ${summary}`]),
							one.player,
							(id) => {
								Object.assign(one, { player: id, preset: '' });
								edited = false;
								drawRows();
								check();
							},
							{ 'aria-label': `Player ${i + 1}` },
						),
						select(
							[
								['', 'Recommended'],
								...(known?.presets ?? []).map(({ id, title, summary }) => [id, `${title} (${id}): ${summary}`]),
							],
							one.preset,
							(id) => {
								one.preset = id;
								edited = false;
								check();
							},
							{ 'aria-label': `Preset of player ${i + 1}` },
						),
						drop(form.players, i, one.player),
					);
				}),
				button({
					icon: 'plus',
					text: 'Another player',
					kind: 'quiet',
					onclick: () => {
						const taken = new Set(form.players.map(({ player }) => player));
						form.players.push({ player: (players.find(({ id }) => !taken.has(id)) ?? players[0]).id, preset: '' });
						edited = false;
						drawRows();
						check();
					},
				}),
			),
		);
	}

	put(
		page.root,
		heading(
			'#/lab',
			'All experiments',
			'New experiment',
			'Every player plays every level with every seed; each run is recorded for good',
		),
		h(
			'div',
			{ class: 'lab-form' },
			h(
				'section',
				{ class: 'card' },
				h(
					'div',
					{ class: 'lab-fields' },
					field(
						'Name',
						h('input', {
							name: 'name',
							value: form.name,
							maxLength: 60,
							pattern: '[A-Za-z0-9_-]+',
							oninput: change((value) => {
								form.name = value;
							}),
						}),
						'letters, digits, - and _',
					),
					field(
						'Title',
						h('input', {
							value: form.title,
							maxLength: 200,
							oninput: change((value) => {
								form.title = value;
							}),
						}),
					),
				),
				rows,
				h(
					'div',
					{ class: 'lab-fields' },
					field('Seeds', number('seeds', { min: 1, max: 1000, step: 1 })),
					field('Seconds per run', number('time_s', bounds(limits.time_s))),
					field('MiB per run', number('memory_mib', bounds(limits.memory_mib))),
					field('Positions per run', number('nodes', bounds(limits.nodes)), 'no limit if empty'),
				),
			),
			h(
				'section',
				{ class: 'card' },
				h('h2', null, 'Experiment file'),
				h('p', { class: 'note' }, 'What the form says. Edit it for more: parameters, repetitions, names of columns.'),
				text,
				verdict,
				h('div', { class: 'toolbar' }, go, hold),
			),
		),
	);
	drawRows();
	const from = page.query.get('from');
	if (from) {
		const { toml } = await get(`/api/experiments/${encodeURIComponent(from)}`, page.signal);
		text.value = (toml ?? '').replace(/^name = "([^"]*)"/m, 'name = "$1-copy"');
		edited = true;
	}
	check();
}
