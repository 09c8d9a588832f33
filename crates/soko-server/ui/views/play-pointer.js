// @ts-check
// The pointer on the board: click a square to walk there, drag a box or click box and target to push it. Fingers swipe instead of
// dragging (`play-touch.js`).

import { get } from '../api.js';
import { sorry } from '../dom.js';
import { fingers } from './play-touch.js';

/** @param {any} game */
export function pointer(game) {
	const { board } = game;
	let pressed = null;

	const isBox = (cell) => game.state.boxes.some((box) => String(box) === String(cell));

	async function grab(cell) {
		game.letGo();
		// Where it can go is of no use once it is let go or pushed, and the answer might be that it is not there any more.
		const asking = new AbortController();
		game.grabbed = { cell, targets: null, asking };
		const mine = game.grabbed;
		board.overlay('grabbed', [cell]);
		try {
			const { cells, dead } = await get(
				`/api/games/${game.state.id}/targets?x=${cell[0]}&y=${cell[1]}`,
				AbortSignal.any([game.page.signal, asking.signal]),
			);
			if (game.grabbed !== mine) return;
			// Without help nothing is told about a target but that it can be reached.
			const hopeless = new Set(game.help === 'off' ? [] : dead.map(String));
			mine.targets = new Set(cells.map(String));
			board.overlay(
				'target',
				cells.filter((target) => !hopeless.has(String(target))),
			);
			board.overlay(
				'dead-target',
				cells.filter((target) => hopeless.has(String(target))),
			);
		} catch (error) {
			sorry(error);
		}
	}

	/** A click on a box that is held, or on a place for it, is done with: true. */
	function use(cell) {
		const held = game.grabbed;
		if (held && String(held.cell) === String(cell)) game.letGo();
		else if (held?.targets?.has(String(cell))) game.act({ do: 'push', from: held.cell, to: cell });
		else return false;
		return true;
	}

	const touched = fingers({
		step: (shown) => game.act({ do: 'step', direction: board.towards(shown) }),
		idle: () => !game.link.busy,
		tap: (cell) => {
			if (use(cell)) return;
			if (isBox(cell)) grab(cell);
			else walk(cell);
		},
	});

	board.addEventListener('cell', (event) => {
		const { type, cell, event: source } = event.detail;
		if (!game.state) return;
		touched(event.detail);
		if (source.pointerType === 'touch' && type.startsWith('pointer') && type !== 'pointercancel') return;
		if (type === 'contextmenu') {
			source.preventDefault();
			return;
		}
		if (type === 'dblclick' && cell && String(cell) === String(game.state.player)) {
			game.act({ do: 'undo', grain: 'all' });
			return;
		}
		if (type === 'pointerdown') {
			if (source.button === 2 || source.button === 3) {
				source.preventDefault();
				game.act({ do: 'undo', grain: 'push' });
				return;
			}
			if (source.button === 4) {
				source.preventDefault();
				game.act({ do: 'redo', grain: 'push' });
				return;
			}
			if (source.button !== 0 || !cell) return;
			pressed = use(cell) ? null : cell;
			if (!pressed) return;
			if (isBox(cell)) {
				board.svg.setPointerCapture(source.pointerId);
				grab(cell);
			}
			return;
		}
		if (type === 'pointermove' && pressed && game.grabbed && cell) {
			board.overlay('mark', String(cell) === String(pressed) ? null : [cell]);
			return;
		}
		if (type === 'pointerup' && pressed) {
			board.overlay('mark', null);
			const from = pressed;
			pressed = null;
			if (!cell) return;
			const same = String(cell) === String(from);
			if (game.grabbed && !same) game.act({ do: 'push', from, to: cell });
			else if (!game.grabbed && same && !isBox(cell)) walk(cell);
			return;
		}
		if (type === 'pointercancel') {
			pressed = null;
			board.overlay('mark', null);
			game.letGo();
		}
	});

	function walk(cell) {
		// A wall is no target; the server knows which cells are floor.
		game.act({ do: 'walk', to: cell });
	}

	board.addEventListener(
		'wheel',
		(event) => {
			event.preventDefault();
			game.act({ do: event.deltaY < 0 ? 'undo' : 'redo', grain: 'push' });
		},
		{ passive: false },
	);
}
