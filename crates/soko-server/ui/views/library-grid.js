// @ts-check
// Thousands of levels, of which only those in view are in the document.
//
// Thumbnails and table are the same thing here: rows of one height between two spacers, in a page that scrolls. One level is
// the active one; arrows move it, and it alone is reached by Tab (a roving tabindex). Screen readers are told how many rows
// there are and which ones they see.

import { h } from '../dom.js';

const SPARE = 4;

export class LevelGrid {
	/**
	 * @param {object} parts
	 * @param {HTMLElement} parts.box the grid
	 * @param {HTMLElement} parts.body where its rows go
	 * @param {(from: number, to: number, row: number) => HTMLElement} parts.drawRow draws the levels `from` to `to` (not included)
	 * @param {() => HTMLElement} parts.spacer
	 * @param {() => { height: number, columns: number }} parts.measure
	 * @param {(index: number) => void} parts.onmove
	 * @param {AbortSignal} parts.signal
	 */
	constructor(parts) {
		Object.assign(this, parts);
		this.count = 0;
		this.active = 0;
		/** @type {Map<number, HTMLElement>} */ this.rows = new Map();
		[this.top, this.bottom] = [this.spacer(), this.spacer()];
		this.body.replaceChildren(this.top, this.bottom);
		const later = () => {
			this.frame ||= requestAnimationFrame(() => {
				this.frame = 0;
				if (!this.signal.aborted) this.render();
			});
		};
		addEventListener('scroll', later, { passive: true, signal: this.signal });
		const watcher = new ResizeObserver(later);
		watcher.observe(this.box);
		this.signal.addEventListener('abort', () => watcher.disconnect());
		this.box.addEventListener('keydown', (event) => this.key(event));
		this.box.addEventListener('focusin', (event) => {
			const index = /** @type {HTMLElement} */ (event.target).closest('[data-index]')?.getAttribute('data-index');
			if (index !== undefined && index !== null && Number(index) !== this.active) this.activate(Number(index), false);
		});
	}

	/** Shows so many levels, from the beginning or from the active one. */
	show(count, active = 0) {
		this.count = count;
		this.active = Math.max(0, Math.min(active, count - 1));
		this.clear();
		this.render();
	}

	clear() {
		for (const row of this.rows.values()) row.remove();
		this.rows.clear();
	}

	render() {
		const { height, columns } = this.measure();
		if (columns !== this.columns) {
			this.clear();
			this.columns = columns;
		}
		const all = Math.ceil(this.count / columns);
		const above = -this.top.getBoundingClientRect().top;
		const first = Math.max(0, Math.min(all - 1, Math.floor(above / height) - SPARE));
		const last = Math.max(first, Math.min(all, Math.ceil((above + innerHeight) / height) + SPARE));
		const focused = this.box.contains(document.activeElement);
		// First the spacers: a page that is too short for a moment is scrolled back.
		this.top.style.setProperty('height', `${first * height}px`);
		this.bottom.style.setProperty('height', `${Math.max(0, all - last) * height}px`);
		for (const [row, element] of this.rows)
			if (row < first || row >= last) {
				element.remove();
				this.rows.delete(row);
			}
		let after = this.top;
		for (let row = first; row < last; row += 1) {
			let element = this.rows.get(row);
			if (!element) {
				element = this.drawRow(row * columns, Math.min(this.count, (row + 1) * columns), row);
				element.setAttribute('aria-rowindex', String(row + 1 + (this.headRows ?? 0)));
				after.after(element);
				this.rows.set(row, element);
			}
			after = element;
		}
		if (focused && !this.box.contains(document.activeElement)) this.box.focus({ preventScroll: true });
		this.box.setAttribute('aria-rowcount', String(all + (this.headRows ?? 0)));
		this.mark();
	}

	/** The link of a level, if it is in the document. @returns {HTMLElement | null} */
	link(index) {
		return this.box.querySelector(`[data-index="${index}"] .level-link`);
	}

	mark() {
		for (const link of this.box.querySelectorAll('.level-link')) {
			const active = Number(link.closest('[data-index]')?.getAttribute('data-index')) === this.active;
			/** @type {HTMLElement} */ (link).tabIndex = active ? 0 : -1;
			link.closest('[data-index]')?.classList.toggle('active', active);
		}
		this.box.tabIndex = this.count && !this.link(this.active) ? 0 : -1;
	}

	/** Makes a level the active one; with `focus` it comes into view. */
	activate(index, focus = true) {
		if (!this.count) return;
		this.active = Math.max(0, Math.min(index, this.count - 1));
		if (focus) {
			this.reveal();
			this.render();
			this.link(this.active)?.focus({ preventScroll: true });
		}
		this.mark();
		this.onmove(this.active);
	}

	/** Scrolls so far that the active level is in view. */
	reveal() {
		const { height, columns } = this.measure();
		const y = this.top.getBoundingClientRect().top + Math.floor(this.active / columns) * height;
		const [low, high] = [110, innerHeight - 90];
		if (y < low) scrollBy(0, y - low);
		else if (y + height > high) scrollBy(0, y + height - high);
	}

	key(event) {
		if (event.ctrlKey || event.metaKey || event.altKey) return;
		const { height, columns } = this.measure();
		const page = Math.max(1, Math.floor(innerHeight / height) - 1) * columns;
		const step = {
			ArrowLeft: -1,
			ArrowRight: 1,
			ArrowUp: -columns,
			ArrowDown: columns,
			PageUp: -page,
			PageDown: page,
			Home: -this.count,
			End: this.count,
		}[event.key];
		if (step === undefined || event.target.closest('thead, input, select')) return;
		event.preventDefault();
		const next = this.active + step;
		// Up and down stop in the column where they are.
		if (Math.abs(step) === columns && columns > 1 && (next < 0 || next >= this.count)) return;
		this.activate(next);
	}
}

/** A spacer of a list. */
export const blockSpacer = () => h('div', { 'aria-hidden': 'true' });
/** A spacer of a table. */
export const rowSpacer = () => h('tr', { 'aria-hidden': 'true', class: 'spacer-row' });
