// @ts-check
// The runs behind a number, and everything about one of them.

import { get, getText, save } from '../api.js';
import { button, bytes, count, h, heading, icon, listTable, put, seconds, sorry } from '../dom.js';
import { outcome } from './lab-experiment.js';
import { nothing } from './lab-table.js';

const PAGE = 100;

/** @param {any} page @param {string} name */
export async function openRuns(page, name) {
	const query = new URLSearchParams({ experiment: name });
	for (const key of ['contender', 'level']) if (page.query.get(key)) query.set(key, page.query.get(key));
	const offset = Number(page.query.get('offset') ?? 0);
	const list = await get(`/api/runs?${query}&offset=${offset}&limit=${PAGE}`, page.signal);
	page.title(`Runs of ${list.title}`);
	const about = [list.contender ?? 'all contenders', list.level ?? 'all levels'].join(' · ');
	const base = `#/lab/${encodeURIComponent(name)}`;
	const at = (to) => {
		const address = new URLSearchParams(page.query);
		address.set('offset', String(to));
		return `${base}/runs?${address}`;
	};
	const numeric = new Set(['seed', 'pushes', 'moves', 'time', 'expanded']);
	const columns = ['run', 'level', 'contender', 'seed', 'outcome', 'pushes', 'moves', 'time', 'expanded'];
	put(
		page.root,
		heading(base, 'Back to the experiment', list.title, `${count(list.total)} runs: ${about}`),
		list.rows.length === 0
			? nothing('No such runs')
			: h(
					'div',
					{ class: 'table-box lab-box' },
					listTable(
						columns.map((text) => [text, numeric.has(text) ? 'number' : '']),
						list.rows.map((run) =>
							h(
								'tr',
								null,
								h(
									'th',
									{ scope: 'row' },
									run.run
										? h('a', { href: `#/lab/run/${run.run}` }, h('code', null, run.run.slice(0, 8)))
										: h('span', { class: 'note' }, 'not made'),
								),
								h('td', null, run.level),
								h('td', null, run.contender),
								h('td', { class: 'number' }, run.seed, run.repetition > 1 ? ` (${run.repetition})` : ''),
								h('td', null, run.outcome ? outcome(run.outcome) : ''),
								['pushes', 'moves'].map((key) =>
									h('td', { class: 'number' }, run[key] === null ? '' : count(run[key])),
								),
								h('td', { class: 'number' }, run.seconds === null ? '' : seconds(run.seconds)),
								h('td', { class: 'number' }, run.expanded === null ? '' : count(run.expanded)),
							),
						),
					),
				),
		list.total > PAGE
			? h(
					'nav',
					{ class: 'toolbar', 'aria-label': 'Pages' },
					offset > 0
						? h(
								'a',
								{ class: 'button', href: at(Math.max(0, offset - PAGE)) },
								icon('previous'),
								h('span', null, 'Previous'),
							)
						: null,
					h(
						'span',
						{ class: 'note' },
						`${count(offset + 1)} to ${count(offset + list.rows.length)} of ${count(list.total)}`,
					),
					offset + PAGE < list.total
						? h('a', { class: 'button', href: at(offset + PAGE) }, h('span', null, 'Next'), icon('next'))
						: null,
				)
			: null,
	);
}

const facts = (rows) =>
	h(
		'dl',
		{ class: 'facts' },
		rows
			.filter(([, value]) => value !== null && value !== undefined && value !== '')
			.map(([name, value]) => [h('dt', null, name), h('dd', null, value)]),
	);

/** @param {any} page @param {string} id */
export async function openRun(page, id) {
	const [{ at, protocol }, text] = await Promise.all([
		get(`/api/runs/${encodeURIComponent(id)}`, page.signal),
		getText(`/api/runs/${encodeURIComponent(id)}/protocol`, page.signal),
	]);
	const { level } = protocol;
	const title = level.title ?? (level.file ? `${level.file} #${level.index}` : `Board ${level.hash.slice(0, 8)}`);
	page.title(`${protocol.player} on ${title}`);
	const short = protocol.run.slice(0, 12);
	const address = at && `${encodeURIComponent(at.collection)}/${at.number}`;
	put(
		page.root,
		h(
			'header',
			{ class: 'heading' },
			button({ icon: 'back', label: 'Back', kind: 'quiet', onclick: () => history.back() }),
			h(
				'div',
				null,
				h('h1', null, `${protocol.player} on ${title}`),
				h('span', { class: 'note' }, h('code', null, short), ` · ${protocol.started}`),
			),
			outcome(protocol.status),
			h('span', { class: 'spacer' }),
			h(
				'div',
				{ class: 'toolbar' },
				h(
					'a',
					{ class: 'button primary', href: `#/replay/run/${protocol.run}` },
					icon('replay'),
					h('span', null, 'Replay'),
				),
				at
					? h('a', { class: 'button', href: `#/play/${address}` }, icon('play'), h('span', null, 'Play the level'))
					: null,
				button({
					icon: 'export',
					text: 'Text',
					onclick: () => save(`/api/runs/${protocol.run}/protocol`, `run-${short}.txt`).catch(sorry),
				}),
				button({
					icon: 'export',
					text: 'JSON',
					onclick: () => save(`/api/runs/${protocol.run}/protocol?format=json`, `run-${short}.json`).catch(sorry),
				}),
			),
		),
		h(
			'div',
			{ class: 'lab-run' },
			h(
				'section',
				{ class: 'card' },
				h('h2', null, 'Result'),
				at
					? h('img', {
							class: 'lab-board',
							src: `/api/levels/${address}/picture.svg?cell=32`,
							alt: `The board of ${title}`,
						})
					: h('pre', { class: 'lab-toml' }, level.board),
				h('p', null, protocol.reason),
				protocol.note ? h('p', { class: 'note' }, protocol.note) : null,
				facts([
					['pushes', protocol.pushes === null ? null : count(protocol.pushes)],
					['moves', protocol.moves === null ? null : count(protocol.moves)],
					['proven best in', protocol.optimal],
					['time', seconds(protocol.time_s)],
					['processor', protocol.cpu_s === null ? null : seconds(protocol.cpu_s)],
					['expanded', count(protocol.expanded)],
					['generated', count(protocol.generated)],
					['memory', protocol.peak_memory_bytes ? bytes(protocol.peak_memory_bytes) : null],
				]),
			),
			h(
				'section',
				{ class: 'card' },
				h('h2', null, 'How it was made'),
				facts([
					['player', protocol.player],
					['seed', protocol.seed],
					['repetition', protocol.repetition],
					['threads', protocol.threads],
					...Object.entries(protocol.parameters).map(([key, value]) => [key, String(value)]),
					['time limit', protocol.limits.time_ms ? seconds(protocol.limits.time_ms / 1000) : 'none'],
					['memory limit', protocol.limits.memory_bytes ? bytes(protocol.limits.memory_bytes) : 'none'],
					['node limit', protocol.limits.nodes ? count(protocol.limits.nodes) : 'none'],
					['machine', protocol.host.description],
					['program', protocol.program],
				]),
				h('h3', null, 'Make it again'),
				h('pre', { class: 'lab-toml' }, protocol.command),
			),
			h(
				'section',
				{ class: 'card lab-protocol' },
				h('h2', null, 'Protocol'),
				h('pre', { class: 'lab-toml', tabindex: 0 }, text),
			),
		),
	);
}
