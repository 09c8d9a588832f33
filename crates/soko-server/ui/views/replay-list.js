// @ts-check
// The pushes as a list that jumps. Only the rows in sight are there, however long the game.

import { h, put } from '../dom.js';

const ROW = 30;
const WAYS = { u: '↑ up', r: '→ right', d: '↓ down', l: '← left' };

/**
 * @param {any[]} steps @param {(move: number) => void} jump
 * @returns {{ root: HTMLElement, mark: (move: number) => void }}
 */
export function pushList(steps, jump) {
  const pushes = steps.map((step, i) => ({ ...step, move: i + 1 })).filter(({ push }) => push);
  const window_ = h('div', { class: 'push-rows' });
  const root = h('div', { class: 'push-list', tabindex: 0, role: 'list', 'aria-label': `${pushes.length} pushes` }, h('div', { class: 'push-space', style: { height: `${pushes.length * ROW}px` } }, window_));
  let current = -1;
  const draw = () => {
    const first = Math.max(0, Math.floor(root.scrollTop / ROW) - 4);
    const last = Math.min(pushes.length, first + Math.ceil((root.clientHeight || 300) / ROW) + 8);
    window_.style.setProperty('transform', `translateY(${first * ROW}px)`);
    put(window_, pushes.slice(first, last).map(({ direction, box, move }, i) => h('div', { role: 'listitem', 'aria-setsize': pushes.length, 'aria-posinset': first + i + 1 },
      h('button', { type: 'button', class: 'push-row', 'aria-current': first + i === current ? 'step' : null, onclick: () => jump(move) },
        h('span', { class: 'note' }, first + i + 1), h('span', null, `box ${box.index + 1}`), h('span', null, WAYS[direction]), h('span', { class: 'note' }, `move ${move}`)))));
  };
  root.addEventListener('scroll', draw, { passive: true });
  new ResizeObserver(draw).observe(root);
  return {
    root,
    /** Marks the push that was made last at a move, and keeps it in sight. */
    mark(move) {
      let [low, high] = [0, pushes.length];
      while (low < high) { const middle = (low + high) >> 1; if (pushes[middle].move <= move) low = middle + 1; else high = middle; }
      if (low - 1 === current) return;
      current = low - 1;
      const top = current * ROW;
      if (top < root.scrollTop || top > root.scrollTop + root.clientHeight - ROW) root.scrollTop = Math.max(0, top - root.clientHeight / 2);
      draw();
    },
  };
}
