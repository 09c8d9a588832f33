// @ts-check
// The pushes as a list that jumps. Only the rows in sight are there, however long the game.

import { h } from '../dom.js';

const ROW = 30;
const WAYS = { u: '↑ up', r: '→ right', d: '↓ down', l: '← left' };

/**
 * `point` is told which box a row under the pointer or with the focus is about, from 0; null if none is.
 * @param {any[]} steps @param {(move: number) => void} jump @param {(box: number | null) => void} point
 * @returns {{ root: HTMLElement, mark: (move: number) => void }}
 */
export function pushList(steps, jump, point) {
	const pushes = steps.map((step, i) => ({ ...step, move: i + 1 })).filter(({ push }) => push);
	const window_ = h('div', { class: 'push-rows' });
	const root = h(
		'div',
		{ class: 'push-list', tabindex: 0, role: 'list', 'aria-label': `${pushes.length} pushes` },
		h('div', { class: 'push-space', style: { height: `${pushes.length * ROW}px` } }, window_),
	);
	let current = -1;
	/** Rows that are there, by number. */
	const rows = new Map();
	const row = (i) => {
		const { direction, box, move } = pushes[i];
		return h(
			'div',
			{ role: 'listitem', 'aria-setsize': pushes.length, 'aria-posinset': i + 1 },
			h(
				'button',
				{
					type: 'button',
					class: 'push-row',
					onclick: () => jump(move),
					onpointerenter: () => point(box.index),
					onpointerleave: () => point(null),
					onfocus: () => point(box.index),
					onblur: () => point(null),
				},
				h('span', { class: 'note' }, i + 1),
				h('span', null, `box ${box.index + 1}`),
				h('span', null, WAYS[direction]),
				h('span', { class: 'note' }, `move ${move}`),
			),
		);
	};
	/** Rows that stay in sight stay as they are: one that is clicked or has the focus is not taken away. */
	const draw = () => {
		const first = Math.max(0, Math.floor(root.scrollTop / ROW) - 4);
		const last = Math.min(pushes.length, first + Math.ceil((root.clientHeight || 300) / ROW) + 8);
		window_.style.setProperty('transform', `translateY(${first * ROW}px)`);
		for (const [i, element] of rows)
			if (i < first || i >= last) {
				element.remove();
				rows.delete(i);
			}
		let after = null;
		for (let i = last - 1; i >= first; i -= 1) {
			if (!rows.has(i)) {
				rows.set(i, row(i));
				window_.insertBefore(rows.get(i), after);
			}
			after = rows.get(i);
			if (i === current) after.firstChild.setAttribute('aria-current', 'step');
			else after.firstChild.removeAttribute('aria-current');
		}
	};
	root.addEventListener('scroll', draw, { passive: true });
	new ResizeObserver(draw).observe(root);
	return {
		root,
		/** Marks the push that was made last at a move, and keeps it in sight. */
		mark(move) {
			let [low, high] = [0, pushes.length];
			while (low < high) {
				const middle = (low + high) >> 1;
				if (pushes[middle].move <= move) low = middle + 1;
				else high = middle;
			}
			if (low - 1 === current) return;
			current = low - 1;
			const top = current * ROW;
			if (top < root.scrollTop || top > root.scrollTop + root.clientHeight - ROW)
				root.scrollTop = Math.max(0, top - root.clientHeight / 2);
			draw();
		},
	};
}
