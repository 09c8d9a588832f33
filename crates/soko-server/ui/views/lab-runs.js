// @ts-check
// The runs behind a number, and everything about one of them.

import { get, getText, save } from '../api.js';
import { button, bytes, count, h, heading, icon, listTable, put, seconds, sorry } from '../dom.js';
import { playerName, playerTitle, settingName } from '../players.js';
import { outcome } from './lab-experiment.js';
import { nothing } from './lab-table.js';

const PAGE = 100;
const NUMERIC = new Set(['seed', 'pushes', 'moves', 'time', 'expanded']);

/** The runs of an experiment. @param {any} page @param {string} name */
export async function openRuns(page, name) {
	const query = new URLSearchParams({ experiment: name });
	for (const key of ['contender', 'level']) if (page.query.get(key)) query.set(key, page.query.get(key));
	const list = await fetchRuns(page, query);
	page.title(`Runs of ${list.title}`);
	const about = [list.contender ?? 'all contenders', list.level ?? 'all levels'].join(' · ');
	const base = `#/lab/${encodeURIComponent(name)}`;
	put(
		page.root,
		heading(base, 'Back to the experiment', list.title, `${count(list.total)} runs: ${about}`),
		runTable(list, 'contender'),
		pager(page, list, `${base}/runs`),
	);
}

/** The runs that belong to no experiment: those of Solve and Learn, also of servers before this one. @param {any} page */
export async function openSingleRuns(page) {
	const list = await fetchRuns(page, new URLSearchParams());
	page.title(list.title);
	put(
		page.root,
		heading('#/lab', 'Back to the lab', list.title, `${count(list.total)} of Solve and Learn, the newest first`),
		runTable(list, 'player'),
		pager(page, list, '#/lab/runs'),
	);
}

const offsetOf = (page) => Math.max(0, Number(page.query.get('offset')) || 0);

function fetchRuns(page, query) {
	query.set('offset', String(offsetOf(page)));
	query.set('limit', String(PAGE));
	return get(`/api/runs?${query}`, page.signal);
}

/** The table of a list of runs; `who` is the word for what ran. */
function runTable(list, who) {
	if (list.rows.length === 0) return nothing('No such runs');
	const columns = ['run', 'level', who, 'seed', 'outcome', 'pushes', 'moves', 'time', 'expanded'];
	const single = list.experiment === null;
	const heads = columns.map((text) => [text, NUMERIC.has(text) ? 'number' : '']);
	if (single) heads.push(['began', '']);
	return h(
		'div',
		{ class: 'table-box lab-box' },
		listTable(
			heads,
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
					h('td', { class: 'name' }, run.level),
					h('td', { class: 'name' }, playerName(run.contender)),
					h('td', { class: 'number' }, run.seed, run.repetition > 1 ? ` (${run.repetition})` : ''),
					h('td', null, run.outcome ? outcome(run.outcome) : ''),
					['pushes', 'moves'].map((key) => h('td', { class: 'number' }, run[key] === null ? '' : count(run[key]))),
					h('td', { class: 'number' }, run.seconds === null ? '' : seconds(run.seconds)),
					h('td', { class: 'number' }, run.expanded === null ? '' : count(run.expanded)),
					single ? h('td', null, new Date(run.started_ms).toLocaleString()) : null,
				),
			),
		),
	);
}

/** Links to the pages before and after. */
function pager(page, list, address) {
	if (list.total <= PAGE) return null;
	const offset = offsetOf(page);
	const at = (to) => {
		const query = new URLSearchParams(page.query);
		query.set('offset', String(to));
		return `${address}?${query}`;
	};
	return h(
		'nav',
		{ class: 'toolbar', 'aria-label': 'Pages' },
		offset > 0
			? h('a', { class: 'button', href: at(Math.max(0, offset - PAGE)) }, icon('previous'), h('span', null, 'Previous'))
			: null,
		h('span', { class: 'note' }, `${count(offset + 1)} to ${count(offset + list.rows.length)} of ${count(list.total)}`),
		offset + PAGE < list.total
			? h('a', { class: 'button', href: at(offset + PAGE) }, h('span', null, 'Next'), icon('next'))
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
	page.title(`${playerTitle(protocol.player)} on ${title}`);
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
				h('h1', null, `${playerTitle(protocol.player)} on ${title}`),
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
					['player', playerName(protocol.player)],
					['seed', protocol.seed],
					['repetition', protocol.repetition],
					['threads', protocol.threads],
					...Object.entries(protocol.parameters).map(([key, value]) => [
						settingName(protocol.player, key),
						String(value),
					]),
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
