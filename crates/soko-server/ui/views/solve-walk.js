// @ts-check
// A small player below a board: what a run has found, push by push, where it was found.

import { get } from '../api.js';
import { button, count, h, icon, put, sorry } from '../dom.js';
import { Trail } from './replay-trail.js';

/** Milliseconds between two pushes that are shown by themselves. */
const PACE = 180;

export class Walk {
	/** @param {() => void} moved called when another position is to be shown */
	constructor(moved) {
		this.moved = moved;
		/** @type {Trail | null} */
		this.trail = null;
		/** Moves after which it stops. @type {number[]} */
		this.stops = [];
		this.at = 0;
		this.timer = 0;
		const tool = (name, label, onclick) => button({ icon: name, label, kind: 'quiet', onclick });
		this.place = h('output', { class: 'note walk-place' });
		this.slider = h('input', {
			type: 'range',
			min: 0,
			step: 1,
			value: 0,
			'aria-label': 'Position of the way',
			oninput: () => this.jump(Number(this.slider.value)),
		});
		this.playButton = tool('play', 'Play the way', () => this.play(!this.timer));
		this.root = h(
			'div',
			{ class: 'walk', role: 'group', 'aria-label': 'The way that was found', hidden: true },
			h(
				'div',
				{ class: 'row' },
				tool('first', 'First position', () => this.jump(0)),
				tool('previous', 'Previous position', () => this.jump(this.at - 1)),
				this.playButton,
				tool('next', 'Next position', () => this.jump(this.at + 1)),
				tool('last', 'Last position', () => this.jump(this.length())),
				h('span', { class: 'spacer' }),
				this.place,
			),
			this.slider,
		);
	}

	/** Asks for the way of a job that is over; stands at its end then. @param {number} job @param {AbortSignal} signal */
	async load(job, signal) {
		signal.addEventListener('abort', () => this.play(false));
		try {
			this.show(await get(`/api/replay?source=job/${job}`, signal));
		} catch (error) {
			// A run that is gone by now has no way to show.
			if (error.status !== 404 && error.status !== 409) sorry(error);
		}
	}

	/** Takes what `/api/replay` says; what was played before the run is left out. @param {any} replay */
	show(replay) {
		this.trail = new Trail(replay);
		const begun = replay.begun ?? 0;
		this.stops = [...new Set([begun, ...this.trail.stops.pushes.filter((stop) => stop > begun)])];
		this.root.hidden = this.length() === 0;
		this.slider.max = String(this.length());
		this.go(this.length());
	}

	length() {
		return Math.max(0, this.stops.length - 1);
	}

	/** The position it stands at; nothing before a way is known. */
	position() {
		return this.trail?.position ?? null;
	}

	jump(to) {
		this.play(false);
		this.go(to);
	}

	go(to) {
		if (!this.trail) return;
		const length = this.length();
		this.at = Math.max(0, Math.min(length, to));
		this.trail.seek(this.stops[this.at]);
		this.place.textContent = `position ${count(this.at)} of ${count(length)}`;
		this.slider.value = String(this.at);
		this.slider.setAttribute('aria-valuetext', `${this.at} of ${length} pushes`);
		this.moved();
	}

	play(on) {
		clearInterval(this.timer);
		this.timer = 0;
		if (on) {
			if (this.at >= this.length()) this.go(0);
			this.timer = setInterval(() => {
				this.go(this.at + 1);
				if (this.at >= this.length()) this.play(false);
			}, PACE);
		}
		const label = on ? 'Hold the way' : 'Play the way';
		put(this.playButton, icon(on ? 'pause' : 'play'));
		this.playButton.setAttribute('aria-label', label);
		this.playButton.title = label;
	}
}
