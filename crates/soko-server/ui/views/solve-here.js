// @ts-check
// A position to solve from, and the way back into the game it belongs to.

import { get, post } from '../api.js';
import { h, icon, plural } from '../dom.js';
import { drawingOf } from '../start.js';
import { Trail } from './replay-trail.js';

const at = ({ collection, number }) => `${encodeURIComponent(collection)}/${number}`;

/**
 * The position that moves lead to; null if there are none.
 * @param {any} level @param {string | null} moves in LURD, from the start of the level @param {AbortSignal} [signal]
 */
export async function positionAfter(level, moves, signal) {
	if (!moves) return null;
	const source = `game/${level.collection}/${level.number}/${moves}`;
	const replay = await get(`/api/replay?source=${encodeURIComponent(source)}`, signal);
	const position = new Trail(replay).seek(replay.steps.length);
	const board = drawingOf(replay.board, position).split('\n');
	return { moves: replay.lurd, count: replay.steps.length, position, board };
}

/** Fewest pushes known from a position; null if it was never solved. @param {{ board: string[] }} here @param {AbortSignal} [signal] */
export async function pushesFrom({ board }, signal) {
	return (await post('/api/board', { text: board.join('\n') }, signal)).pushes;
}

/** Says that runs begin at a position, with the ways out of it. @param {any} level @param {any} here */
export function hereNotice(level, here) {
	return h(
		'div',
		{ class: 'notice info solve-here' },
		icon('play'),
		h('span', null, `Runs begin where your game is: after ${plural(here.count, 'move')}.`),
		h('span', { class: 'spacer' }),
		h('a', { class: 'button', href: `#/play/${at(level)}` }, 'Back to the game'),
		h('a', { class: 'button', href: `#/solve/${at(level)}` }, 'Solve the whole level'),
	);
}

/** What this tab knows of its game. @param {string} key */
function gameOf(key) {
	try {
		const known = JSON.parse(sessionStorage.getItem(key) ?? '{}');
		const { game, moves = '', done = 0 } = typeof known === 'number' ? { game: known } : known;
		return { game, moves, done };
	} catch {
		return {};
	}
}

/**
 * Lays moves into the game of this tab and goes there: so many of them made, the others ahead. What was played before stays, as
 * another line.
 */
export async function joinGame(level, moves, made) {
	const key = `game:${level.collection}/${level.number}`;
	const { collection, number } = level;
	const { id } = await post('/api/games', { collection, number, ...gameOf(key) });
	const acts = [
		{ do: 'undo', grain: 'all' },
		{ do: 'play', moves },
		{ do: 'jump', ply: made },
	];
	await post(`/api/games/${id}/act`, { acts });
	sessionStorage.setItem(key, String(id));
	location.hash = `#/play/${at(level)}`;
}
