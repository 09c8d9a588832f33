// @ts-check
// The runs of a level so far: a row for each, with what can be done about it.

import { remove } from '../api.js';
import { button, count, h, icon, listTable, put, seconds, sorry } from '../dom.js';
import { playerName } from '../players.js';
import { badge } from './solve-lane.js';

/**
 * @param {HTMLElement} root
 * @param {any[]} list
 * @param {(jobs: any[]) => void} show what to do with the jobs that are to be looked at
 */
export function drawHistory(root, list, show) {
	root.hidden = list.length === 0;
	const focused = root.contains(document.activeElement) ? document.activeElement.getAttribute('aria-label') : null;
	const forget = async (id) => {
		try {
			await remove(`/api/jobs/${id}`);
		} catch (error) {
			sorry(error);
		}
	};
	put(
		root,
		h(
			'header',
			{ class: 'row' },
			h('h2', null, 'Runs of this level'),
			h('span', { class: 'spacer' }),
			h('a', { href: '#/lab/runs' }, 'All recorded runs'),
		),
		h(
			'div',
			{ class: 'table-box' },
			listTable(
				['Job', 'Player', 'Status', 'Time', 'Expanded', 'Solution', 'Actions'],
				list.map((job) =>
					h(
						'tr',
						null,
						h('th', { scope: 'row' }, job.id),
						h(
							'td',
							null,
							playerName(job.player, job.preset),
							job.from ? h('small', { class: 'note' }, ` from move ${job.from}`) : null,
						),
						h('td', null, badge(job.status, job.words, job.paused)),
						h('td', { class: 'number' }, job.run ? seconds(job.elapsed) : ''),
						h('td', { class: 'number' }, job.run ? count(job.expanded) : ''),
						h('td', null, job.pushes ? `${count(job.pushes)} pushes, ${count(job.moves)} moves` : ''),
						h(
							'td',
							null,
							h(
								'span',
								{ class: 'row' },
								button({
									icon: 'search',
									label: `Show job ${job.id}`,
									kind: 'quiet',
									onclick: () => {
										show(list.filter((other) => other.id === job.id || (job.group && other.group === job.group)));
										scrollTo({ top: 0, behavior: 'smooth' });
									},
								}),
								job.pushes
									? h(
											'a',
											{
												class: 'button quiet square',
												href: `#/replay/job/${job.id}`,
												'aria-label': `Replay job ${job.id}`,
												title: 'Replay',
											},
											icon('replay'),
										)
									: null,
								job.status !== 'solving'
									? button({
											icon: 'trash',
											label: `Forget job ${job.id} (its run stays in the lab)`,
											kind: 'quiet',
											onclick: () => forget(job.id),
										})
									: null,
							),
						),
					),
				),
			),
		),
	);
	if (focused)
		[...root.querySelectorAll('[aria-label]')].find((one) => one.getAttribute('aria-label') === focused)?.focus();
}

/** How many ended jobs the stream tells of; with fewer it has told of all. */
const TOLD = 24;

/** The news, and what was known of jobs older than them. */
export function withOlder(news, known) {
	const ended = news.filter(({ status }) => status !== 'solving');
	if (ended.length < TOLD) return news;
	const oldest = Math.min(...ended.map(({ id }) => id));
	return [...news, ...known.filter(({ id }) => id < oldest && !news.some((job) => job.id === id))];
}
