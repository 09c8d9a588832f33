// @ts-check
// One experiment: what it is about, how it is getting on, its tables and drawings.

import { get, post, remove, save, saveBlob } from '../api.js';
import { button, count, h, heading, icon, isSure, put, seconds, sorry } from '../dom.js';
import { playerName } from '../players.js';
import { prose } from '../prose.js';
import { meter, stateTag } from './lab.js';
import { dataTable, drawing, plotStyle } from './lab-table.js';

const path = (name) => `/api/experiments/${encodeURIComponent(name)}`;

/** @param {any} page @param {string} name @param {string} [part] */
export async function openExperiment(page, name, part) {
	await plotStyle();
	let one = await get(path(name), page.signal);
	page.title(one.title);
	let progress = null;
	/** Was it run while the page was here? Then its progress is shown, even after the end. */
	let touched = false;
	const head = h('div', { class: 'stack' });
	const live = h('div', { class: 'stack', 'aria-live': 'off' });
	const report = h('div', { class: 'stack' });
	put(page.root, head, live, report);

	// What comes of it is told by the stream: an answer may be older than the newest state.
	const act = (what) => {
		touched = true;
		post(`${path(name)}/${what}`).catch(sorry);
	};
	let drawnHead = '';
	/** Draws the head if anything is new there: a button that is about to be pressed stays. */
	const drawHead = () => {
		// News are ahead of the report.
		const now = {
			...one,
			done: Math.max(one.done, progress?.done ?? 0),
			recorded: one.recorded || progress?.recorded > 0,
		};
		const key = JSON.stringify([
			progress?.state ?? one.state,
			now.recorded,
			now.done >= now.planned,
			one.why_not,
			one.supply?.sentence,
			one.program,
			one.about,
		]);
		if (key === drawnHead) return;
		drawnHead = key;
		keepFocus(head, () =>
			put(
				head,
				title(now, progress, act, () => forget(one)),
				one.about ? prose(one.about) : null,
				one.why_not && one.origin !== 'recorded'
					? h('div', { class: 'notice' }, icon('warning'), h('div', null, `It cannot be run here: ${one.why_not}.`))
					: null,
				supplyNotice(one),
			),
		);
	};
	const definition = one.toml
		? h(
				'details',
				{ class: 'card' },
				h('summary', null, 'Definition'),
				h('pre', { class: 'lab-toml' }, one.toml),
				h(
					'div',
					{ class: 'toolbar' },
					button({ icon: 'export', text: 'Save', onclick: () => saveBlob(one.toml, `${one.name}.toml`) }),
					h(
						'a',
						{ class: 'button', href: `#/lab/new?from=${encodeURIComponent(one.name)}` },
						icon('copy'),
						h('span', null, 'Change a copy'),
					),
				),
			)
		: null;
	/** How tables are sorted stays when their figures change. */
	const orders = new Map();
	const drawReport = () =>
		put(
			report,
			one.sections.length
				? sections(one, part, orders)
				: h(
						'section',
						{ class: 'empty' },
						icon('lab'),
						h('h2', null, 'Nothing recorded yet'),
						h(
							'p',
							null,
							one.why_not
								? 'The definition below says what would be run.'
								: 'Run it: every run is kept, and you can stop and go on at any time.',
						),
					),
		);
	let asked = 0;
	const refresh = async () => {
		const mine = ++asked;
		const newer = await get(path(name), page.signal);
		if (mine !== asked) return;
		one = newer;
		drawHead();
		drawReport();
	};
	let shownAt = 0;
	let seen = '';
	/** Takes the newest progress; the report follows it at a calmer pace. */
	function take(state) {
		const before = progress?.state;
		// A server that has not started it yet knows no progress.
		if (!state) {
			progress = null;
			put(live, null);
			if (before) refresh().catch(() => {});
			return;
		}
		progress = state;
		const running = state.state !== 'idle';
		touched ||= running;
		// What is being pressed is not taken away.
		if (!live.matches(':active') || !running) put(live, touched || state.error ? liveCard(state) : null);
		if (before !== state.state) drawHead();
		const key = `${state.state} ${state.recorded}`;
		// It may have gone on, or ended, between the report and the first news of it.
		const missed = !before && (state.state !== one.state || state.done !== one.done);
		if (missed || (before && key !== seen && (!running || Date.now() - shownAt > 5000))) {
			shownAt = Date.now();
			refresh().catch(() => {});
		}
		seen = key;
	}
	drawHead();
	drawReport();
	if (definition) page.root.append(definition);
	page.watch(`experiment:${one.name}`, take);
	page.keys({
		r: ['run the experiment', () => !one.why_not && act('run')],
		x: ['stop the experiment', () => progress && progress.state !== 'idle' && act('stop')],
	});
}

/** What stands in for levels that are not here, or which share of them is, and how the rest is added. */
function supplyNotice(one) {
	if (!one.supply?.sentence || one.origin === 'recorded') return null;
	const lacking = one.supply.collections.filter(({ wanted, found }) => found < wanted);
	return h(
		'div',
		{ class: 'notice info', id: 'supply' },
		icon('hint'),
		h(
			'div',
			null,
			one.supply.sentence,
			' ',
			h('a', { href: '#/library' }, `Drop ${lacking.length === 1 ? 'its file' : 'their files'} on the library`),
			': levels are known by their boards, whatever the file is called.',
		),
	);
}

/** Draws anew what may have the focus: whatever takes the place of a button has it then. */
function keepFocus(root, draw) {
	const { id } = root.contains(document.activeElement) ? document.activeElement : { id: '' };
	draw();
	if (id) (root.querySelector(`#${id}`) ?? root.querySelector('#run, #stop'))?.focus();
}

async function forget(one) {
	const text = 'Its definition is removed. Runs that were recorded stay in the results file.';
	if (!(await isSure('Forget this experiment?', text, 'Forget it'))) return;
	await remove(path(one.name))
		.then(() => {
			location.hash = '#/lab';
		})
		.catch(sorry);
}

function title(one, progress, act, onForget) {
	const state = progress?.state ?? one.state;
	const running = state !== 'idle';
	const complete = one.recorded && one.done >= one.planned;
	return heading(
		'#/lab',
		'All experiments',
		one.title,
		[h('code', null, one.name), one.program ? ` · made with ${one.program}` : ''],
		stateTag(state, one),
		h('span', { class: 'spacer' }),
		h(
			'div',
			{ class: 'toolbar' },
			one.recorded ? downloads(one) : null,
			one.origin === 'page' && !running
				? button({ icon: 'trash', label: 'Forget this experiment', kind: 'quiet', onclick: onForget })
				: null,
			running
				? button({
						icon: 'stop',
						text: 'Stop',
						id: 'stop',
						kind: 'danger',
						disabled: state === 'stopping',
						onclick: () => act('stop'),
					})
				: button({
						icon: 'play',
						id: 'run',
						text: complete ? 'Check again' : one.recorded ? 'Go on' : 'Run',
						kind: complete ? '' : 'primary',
						disabled: !!one.why_not,
						onclick: () => act('run'),
					}),
		),
	);
}

function downloads(one) {
	const files = [
		['html', 'Page (HTML)'],
		['markdown', 'Report (Markdown)'],
		['json', 'Report (JSON)'],
		['csv', 'All runs (CSV)'],
	];
	const choose = h(
		'select',
		{
			'aria-label': 'Download',
			onchange: () => {
				const format = choose.value;
				choose.value = '';
				const ending = { markdown: 'md' }[format] ?? format;
				if (format) save(`${path(one.name)}/report?format=${format}`, `${one.name}.${ending}`).catch(sorry);
			},
		},
		h('option', { value: '' }, 'Download …'),
		files.map(([value, text]) => h('option', { value }, text)),
	);
	return choose;
}

function liveCard(state) {
	const left = state.left_s === null ? '' : ` · about ${seconds(state.left_s)} left`;
	const ended = state.state === 'idle';
	return h(
		'section',
		{ class: 'card', 'aria-label': 'Progress' },
		state.error ? h('div', { class: 'notice bad' }, icon('warning'), h('div', null, state.error)) : null,
		meter(state.done, state.planned),
		h(
			'p',
			{ class: 'note' },
			ended
				? `Ended after ${seconds(state.seconds)}: ${count(state.recorded)} runs recorded`
				: `${seconds(state.seconds)} so far, ${state.jobs} at once${left}`,
			state.crashed ? ` · ${state.crashed} crashed` : '',
		),
		h(
			'div',
			{ class: 'lab-live' },
			h(
				'table',
				{ class: 'data' },
				h('caption', null, 'Solved so far'),
				h(
					'thead',
					null,
					h(
						'tr',
						null,
						['contender', 'solved', 'done'].map((text, i) => h('th', { scope: 'col', class: i ? 'number' : '' }, text)),
						h('th', { scope: 'col' }, h('span', { class: 'visually-hidden' }, 'share')),
					),
				),
				h(
					'tbody',
					null,
					state.contenders.map((one) =>
						h(
							'tr',
							null,
							h('th', { scope: 'row' }, playerName(one.name)),
							h('td', { class: 'number' }, count(one.solved)),
							h('td', { class: 'number' }, `${count(one.done)} / ${count(one.planned)}`),
							h(
								'td',
								{ class: 'lab-bar' },
								h(
									'div',
									{ class: 'meter two' },
									h('span', { class: 'faint', style: { width: `${(100 * one.done) / (one.planned || 1)}%` } }),
									h('span', { style: { width: `${(100 * one.solved) / (one.planned || 1)}%` } }),
								),
							),
						),
					),
				),
			),
			state.newest.length
				? h(
						'table',
						{ class: 'data' },
						h('caption', null, 'Newest runs'),
						h(
							'thead',
							null,
							h(
								'tr',
								null,
								['level', 'contender', 'outcome', 'time'].map((text) => h('th', { scope: 'col' }, text)),
							),
						),
						h(
							'tbody',
							null,
							state.newest
								.slice(0, 8)
								.map((run) =>
									h(
										'tr',
										null,
										h('td', null, h('a', { href: `#/lab/run/${run.run}` }, run.level)),
										h('td', { class: 'name' }, playerName(run.contender)),
										h('td', null, outcome(run.outcome, run.pushes)),
										h('td', { class: 'number' }, seconds(run.seconds)),
									),
								),
						),
					)
				: null,
		),
	);
}

/** How a run ended. */
export function outcome(id, pushes) {
	const kind = { solved: 'good', crashed: 'bad', unsolvable: 'info' }[id] ?? '';
	return h(
		'span',
		{ class: `tag ${kind}` },
		id === 'solved' ? icon('check') : null,
		id.replace('_', ' ').replace('-', ' '),
		pushes ? ` · ${count(pushes)} pushes` : '',
	);
}

function sections(one, part, orders) {
	const tables = one.sections.filter((section) => section.kind === 'table');
	const figures = one.sections.filter((section) => section.kind === 'figure');
	const tabs = [
		['', 'Summary'],
		...tables.map((table) => [table.id, table.id.replaceAll('-', ' ')]),
		...(figures.length ? [['plots', `plots (${figures.length})`]] : []),
	];
	const current = tabs.some(([id]) => id === part) ? part : '';
	const base = `#/lab/${encodeURIComponent(one.name)}`;
	const shown = h('div', { class: 'stack', role: 'tabpanel', 'aria-label': current || 'Summary' });
	const tools = {
		base,
		orders,
		save: (table) =>
			save(`${path(one.name)}/report?format=csv&table=${encodeURIComponent(table)}`, `${one.name}-${table}.csv`).catch(
				sorry,
			),
	};
	if (current === 'plots')
		put(
			shown,
			h(
				'div',
				{ class: 'lab-plots' },
				figures.map((figure) => drawing(figure, base)),
			),
		);
	else if (current)
		put(
			shown,
			dataTable(
				tables.find((table) => table.id === current),
				tools,
			),
		);
	else put(shown, summary(one, tables, figures, tools));
	return [
		h(
			'div',
			{ class: 'tabs', role: 'tablist', 'aria-label': 'Parts of the report' },
			tabs.map(([id, text]) =>
				h(
					'a',
					{ role: 'tab', 'aria-selected': id === current ? 'true' : 'false', href: id ? `${base}/${id}` : base },
					text,
				),
			),
		),
		shown,
	];
}

/** The report from its head to its first tables and drawings. */
function summary(one, tables, figures, tools) {
	const texts = [];
	for (const section of one.sections) {
		if (section.kind === 'text') texts.push(prose(section.text));
		else if (section.kind === 'table' && texts.length > 0) break;
	}
	const overview = tables.find((table) => table.id === 'overview') ?? tables[0];
	return [
		overview ? dataTable(overview, tools) : null,
		figures.length
			? h(
					'div',
					{ class: 'lab-plots' },
					figures.slice(0, 2).map((figure) => drawing(figure, tools.base)),
				)
			: null,
		texts.length ? h('section', { class: 'card' }, h('h2', null, 'What to know about it'), texts) : null,
	];
}
