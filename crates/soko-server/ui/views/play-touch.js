// @ts-check
// Fingers on the board of a game: a swipe steps or pushes to where it goes, and goes on as long as the finger stays; a tap does what
// a click does. Two fingers belong to the camera.

/** From so many pixels on a finger swipes. */
const SWIPE = 22;
/** Milliseconds before a finger that stays goes on, and between its steps. */
const REST = 300;
const PACE = 110;

/** Where a finger has gone, if it is far enough: the nearer of the four directions. */
export function swipe(dx, dy) {
	if (Math.hypot(dx, dy) < SWIPE) return null;
	if (Math.abs(dx) > Math.abs(dy)) return dx > 0 ? 'r' : 'l';
	return dy > 0 ? 'd' : 'u';
}

/** @param {{ step: (direction: string) => void, idle: () => boolean, tap: (cell: number[]) => void }} on */
export function fingers(on, clock = { later: (run, ms) => setTimeout(run, ms), stop: (timer) => clearTimeout(timer) }) {
	/** The finger that is down. @type {any} */
	let finger = null;

	const end = () => {
		if (finger) clearTimer();
		finger = null;
	};
	const clearTimer = () => clock.stop(finger.timer);

	/** Steps again while the finger stays; never faster than the game answers. */
	const goOn = () => {
		if (!finger?.direction) return;
		if (on.idle()) on.step(finger.direction);
		finger.timer = clock.later(goOn, PACE);
	};

	/** Takes what a finger does; other pointers are not for it. */
	return ({ type, cell, event }) => {
		if (type === 'pointercancel') end();
		if (event.pointerType !== 'touch' || !event.isPrimary) return;
		const { clientX, clientY } = event;
		if (type === 'pointerdown') {
			end();
			finger = { cell, clientX, clientY, direction: null };
		} else if (type === 'pointermove' && finger) {
			const direction = swipe(clientX - finger.clientX, clientY - finger.clientY);
			if (!direction) return;
			// From here the finger can turn.
			Object.assign(finger, { clientX, clientY });
			if (direction === finger.direction) return;
			clearTimer();
			finger.direction = direction;
			on.step(direction);
			finger.timer = clock.later(goOn, REST);
		} else if (type === 'pointerup' && finger) {
			const { direction, cell: from } = finger;
			end();
			if (!direction && from && cell && String(from) === String(cell)) on.tap(cell);
		}
	};
}
