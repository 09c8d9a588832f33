// @ts-check
// How a game goes from one state to the next: a way of many steps is shown step by step.
//
// The board shows the state in the end, whatever happens on the way: the timestamp of a frame may precede the request for it, a
// hidden tab gets no frames at all, and a timer that is late must not leave the board behind. Time is read from one clock, and
// a timer that needs no frames ends every animation.

/** Milliseconds for a step, and for a whole way however long it is. */
const STEP = 45;
const WAY = 700;
/** Milliseconds after which the end is shown even if no frame has come. */
const GRACE = 400;

/**
 * @typedef {object} Clock
 * @property {() => number} now milliseconds
 * @property {(tick: () => void) => number} frame
 * @property {(frame: number) => void} cancelFrame
 * @property {(end: () => void, delay: number) => any} timer
 * @property {(timer: any) => void} cancelTimer
 * @property {() => boolean} still whether motion is unwanted or would not be seen
 */

/** @type {Clock} */
const BROWSER = {
	now: () => performance.now(),
	frame: (tick) => requestAnimationFrame(() => tick()),
	cancelFrame: (frame) => cancelAnimationFrame(frame),
	timer: (end, delay) => setTimeout(end, delay),
	cancelTimer: (timer) => clearTimeout(timer),
	still: () => document.hidden || matchMedia('(prefers-reduced-motion: reduce)').matches,
};

/** The steps from one state to the next, if the server told all of them and they are worth showing. */
function wayBetween(before, state) {
	const trail = state.trail ?? [];
	const whole = before?.id === state.id && before.boxes.length === state.boxes.length;
	return whole && trail.length > 1 && trail.length === state.ply - before.ply ? trail : null;
}

export class Animation {
	/** @param {(position: any) => void} place draws a position @param {Clock} clock */
	constructor(place, clock = BROWSER) {
		this.place = place;
		this.clock = clock;
		/** The state that is being gone to. @type {any} */
		this.goal = null;
	}

	/** Shows a state, coming from the one before. What was under way is given up: the new way begins where that one was to end. */
	show(before, state) {
		this.stop();
		const way = this.clock.still() ? null : wayBetween(before, state);
		if (!way) {
			this.place(state);
			return;
		}
		this.goal = state;
		const { clock } = this;
		const boxes = [...before.boxes];
		const each = Math.min(STEP, WAY / way.length);
		const start = clock.now();
		let made = 0;
		const tick = () => {
			if (this.goal !== state) return;
			const due = Math.min(way.length, Math.max(1, Math.floor((clock.now() - start) / each) + 1));
			if (due >= way.length) {
				this.finish();
				return;
			}
			try {
				for (; made < due; made += 1) {
					const { pushed } = way[made];
					if (pushed) boxes[pushed[0]] = pushed[1];
				}
				const { player, facing } = way[made - 1];
				this.place({ player, facing, boxes: [...boxes] });
				this.pending = clock.frame(tick);
			} catch (error) {
				this.finish();
				throw error;
			}
		};
		this.timer = clock.timer(() => this.goal === state && this.finish(), way.length * each + GRACE);
		tick();
	}

	/** Shows the end of what is under way at once. */
	finish() {
		const { goal } = this;
		this.stop();
		if (goal) this.place(goal);
	}

	/** Gives up what is under way. */
	stop() {
		this.goal = null;
		if (this.pending !== undefined) this.clock.cancelFrame(this.pending);
		if (this.timer !== undefined) this.clock.cancelTimer(this.timer);
		this.pending = undefined;
		this.timer = undefined;
	}
}
