// @ts-check
// The timeline of a game: where it stands on its line, and the other lines that were tried.

import { h, plural, put } from '../dom.js';

/** @param {any} game */
export function timeline(game) {
	const { state, line: root } = game;
	const longest = Math.max(1, ...state.lines.map((line) => line.steps));
	let slider = root.querySelector('input');
	if (!slider) {
		slider = h('input', {
			type: 'range',
			min: 0,
			id: 'timeline',
			'aria-label': 'Position in the game',
			oninput: () => game.act({ do: 'jump', ply: Number(slider.value) }),
			// The pointer leaves the arrow keys to the game; who comes by Tab keeps them here.
			onpointerup: () => slider.blur(),
		});
		put(
			root,
			h('div', { class: 'slider' }, slider, h('output', { class: 'note', for: 'timeline' })),
			h('ol', { class: 'lines', 'aria-label': 'Lines of this game' }),
		);
	}
	slider.max = String(state.length);
	slider.value = String(state.ply);
	slider.disabled = state.length === 0;
	slider.setAttribute('aria-valuetext', `move ${state.ply} of ${state.length}`);
	root.querySelector('output').textContent = `${state.ply} / ${state.length}`;
	const list = root.querySelector('ol');
	list.hidden = state.lines.length < 2;
	if (list.hidden) return;
	put(
		list,
		state.lines.slice(-12).map((line) => {
			const here = line.id === state.line;
			const text = `${plural(line.steps, 'move')}, ${plural(line.pushes, 'push', 'pushes')}${line.solved ? ', solved' : ''}${line.parent === null ? '' : `, left after ${line.from}`}`;
			return h(
				'li',
				null,
				h(
					'button',
					{
						type: 'button',
						class: `line ${here ? 'here' : ''}`,
						'aria-current': here ? 'true' : null,
						'data-line': line.id,
						title: text,
						onclick: () => game.act({ do: 'switch', line: line.id, ply: line.steps }),
					},
					h('span', { class: 'bar', style: { '--from': line.from / longest, '--to': line.steps / longest } }),
					h('span', { class: 'note' }, text),
				),
			);
		}),
	);
}
