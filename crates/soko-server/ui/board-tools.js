// @ts-check
// The buttons of a board's frame: closer, farther, all of it, the player, the overview. They are there when the board is large or
// not seen as a whole, and otherwise for the pointer on the frame and for the keyboard.

import { BEGIN, PRESS } from './board-camera.js';
import { button, h, sorry } from './dom.js';

/** Brings the player of a board into the middle. */
export function findPlayer(board) {
	const at = board.player?.at;
	if (!at) return;
	const { view } = board;
	if (!view.zoomed && view.large) view.zoomTo(BEGIN);
	view.show([at[0] + 0.5, at[1] + 0.5], true);
	board.overlay('found', [board.position.player]);
	clearTimeout(board.finding);
	board.finding = setTimeout(() => board.overlay('found', null), 900);
}

/** @param {any} board @param {HTMLElement} frame */
export function tools(board, frame) {
	const { view } = board;
	const make = (icon, label, action, onclick) => button({ icon, label, 'data-action': action, onclick, kind: 'quiet' });
	const closer = make('plus', 'Zoom in', 'zoom-in', () => view.closer());
	const farther = make('minus', 'Zoom out', 'zoom-out', () => view.closer(1 / PRESS));
	const whole = make('whole', 'Whole board', 'whole-board', () => view.whole());
	const find = make('find', 'Find the player', 'find-player', () => findPlayer(board));
	const map = make('map', 'Overview', 'overview', () => toggleOverview(board));
	const root = h('div', { class: 'board-tools', role: 'group', 'aria-label': 'What is seen of the board' }, [
		closer,
		farther,
		whole,
		find,
		map,
	]);
	const update = () => {
		const { zoomed, large } = view;
		frame.classList.toggle('with-tools', zoomed || large);
		farther.disabled = !zoomed;
		whole.disabled = !zoomed;
		find.hidden = !board.player;
		map.hidden = !(zoomed && large);
		map.setAttribute('aria-pressed', String(!hidden()));
		if (zoomed && large && !hidden()) overview(board);
	};
	board.addEventListener('camera', update);
	board.addEventListener('placed', () => {
		find.hidden = !board.player;
	});
	return root;
}

const hidden = () => localStorage.getItem('overview') === 'off';

/** Only who looks at a part of a large board needs an overview. */
async function overview(board) {
	board.overview ??= import('./board-overview.js').then(({ Overview }) => new Overview(board, hidden));
	(await board.overview.catch(sorry))?.update();
}

export function toggleOverview(board) {
	if (hidden()) localStorage.removeItem('overview');
	else localStorage.setItem('overview', 'off');
	board.overview?.then((shown) => shown.update());
	board.view.tell();
}

/**
 * The keys of what is seen of a view's boards. Where + and - have another meaning, z and Shift+z are left.
 * @param {() => any[]} boards
 */
export function cameraKeys(boards, { signs = true, find = true } = {}) {
	const all = (run) => () => boards().forEach(run);
	return {
		[`z${signs ? ' + =' : ''}`]: ['zoom in', all((board) => board.view.closer()), 'zoom-in'],
		[`Shift+z${signs ? ' -' : ''}`]: ['zoom out', all((board) => board.view.closer(1 / PRESS)), 'zoom-out'],
		0: ['the whole board', all((board) => board.view.whole()), 'whole-board'],
		o: ['overview of a large board, or none', () => boards()[0] && toggleOverview(boards()[0]), 'overview'],
		...(find ? { f: ['find the player', all(findPlayer), 'find-player'] } : {}),
	};
}
