// @ts-check
// What is said about a game beside the board. A notice is the last thing below the board, on a phone it lies over the bottom of
// the page: nothing moves when it comes or goes, and what it covers can be had by dismissing it.

import { get } from '../api.js';
import { button, h, icon, plural, put } from '../dom.js';
import { lost as lostPosition } from './play-hint.js';

/**
 * @param {any} notice the element that is filled with a notice, and emptied
 * @param {() => void} [onDismiss]
 */
export function noticeBox(notice, onDismiss) {
	const dismiss = () => {
		put(notice);
		onDismiss?.();
	};
	return h(
		'div',
		{ class: 'play-notice' },
		notice,
		button({ icon: 'close', label: 'Dismiss', kind: 'quiet', onclick: dismiss }),
	);
}

/** A game that is won: how well, and where to go on. @param {any} game */
export function solvedNotice(game) {
	const { state, facts, level } = game;
	const won = state.records?.length ? `A new best in ${state.records.join(' and ')}.` : '';
	const [moves, pushes] = state.metrics;
	const collection = encodeURIComponent(level.collection);
	return h(
		'div',
		{ class: 'notice good', 'data-solved': '' },
		icon('check'),
		h(
			'div',
			{ class: 'stack' },
			h('strong', null, `Solved with ${plural(pushes, 'push', 'pushes')} and ${plural(moves, 'move')}. ${won}`),
			h(
				'div',
				{ class: 'row' },
				level.number < facts.of
					? h(
							'a',
							{ class: 'button primary', href: `#/play/${collection}/${level.number + 1}` },
							'Next level',
							icon('forward'),
						)
					: h('a', { class: 'button primary', href: '#/library' }, 'More levels'),
				button({
					icon: 'replay',
					text: 'Watch it',
					onclick: async () => {
						const { played } = await get(`/api/games/${state.id}/moves`);
						location.hash = `#/replay/game/${collection}/${level.number}/${played}`;
					},
				}),
			),
		),
	);
}

/** A position that is lost: why, since when, and the way back. @param {any} game @param {any} lost */
export const lostNotice = (game, lost) =>
	h(
		'div',
		{ class: 'notice bad', 'data-lost': lost.rule },
		icon('warning'),
		h('div', { class: 'stack' }, lostPosition(game, lost)),
	);
