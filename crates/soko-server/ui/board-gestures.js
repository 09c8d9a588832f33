// @ts-check
// Wheel, fingers and middle button: what they do with what is seen of a board.
//
// Two fingers are followed by touch events, since only they can be kept from the system while one finger is left to it. Safari on a
// trackpad tells of a pinch by gesture events, all others by a wheel with Ctrl. A finger or pointer that moves the camera is taken
// from the board: it hears that its pointer is gone.

/** A drag is one from so many pixels on. */
const SLACK = 6;

/** @param {any} board */
export function gestures(board) {
	const { view } = board;
	const { root } = view;
	/** Two fingers: the place between them and the size of a cell when they came down. @type {any} */
	let pinch = null;
	/** A pointer that pulls the board along. @type {any} */
	let pull = null;
	/** Where the wheel zooms, until the pointer or the camera goes elsewhere. @type {any} */
	let aim = null;
	/** Fingers of a pinch that is over are still down. */
	let spent = false;

	const gone = (event) =>
		board.dispatchEvent(new CustomEvent('cell', { detail: { type: 'pointercancel', cell: null, event } }));

	root.addEventListener(
		'wheel',
		(event) => {
			if (!event.ctrlKey) return;
			event.preventDefault();
			event.stopPropagation();
			const lines = event.deltaMode === 1 ? 16 : 1;
			// A mouse's wheel tells 100 and more at once, a trackpad a few: both feel the same.
			const by = Math.max(-50, Math.min(50, event.deltaY * lines));
			const { clientX, clientY } = event;
			// While the board does not fill its frame yet, it grows about its middle: what was aimed at comes back below the pointer.
			const { x, y } = view.offset;
			const same = aim && aim.cell === view.cell && Math.hypot(aim.x - x, aim.y - y) < SLACK;
			if (!same || Math.hypot(aim.clientX - clientX, aim.clientY - clientY) > SLACK)
				aim = { clientX, clientY, place: view.placeAt(event) };
			view.hold(view.cell * Math.exp(-by / 120), aim.place, aim);
			Object.assign(aim, { cell: view.cell, ...view.offset });
		},
		{ passive: false },
	);

	const between = ([a, b]) => ({
		clientX: (a.clientX + b.clientX) / 2,
		clientY: (a.clientY + b.clientY) / 2,
		apart: Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY),
	});

	const touch = (event) => {
		const { touches } = event;
		if (touches.length === 2) {
			if (event.cancelable) event.preventDefault();
			const now = between(touches);
			if (!pinch) {
				gone(event);
				pinch = { place: view.placeAt(now), cell: view.cell, apart: Math.max(now.apart, 1) };
				spent = true;
			} else view.hold(pinch.cell * (now.apart / pinch.apart), pinch.place, now);
			return;
		}
		pinch = null;
		if (touches.length === 0) spent = false;
	};
	for (const type of ['touchstart', 'touchmove', 'touchend', 'touchcancel'])
		root.addEventListener(type, touch, { passive: false });

	let scale = 1;
	for (const type of ['gesturestart', 'gesturechange'])
		root.addEventListener(
			type,
			(/** @type {any} */ event) => {
				event.preventDefault();
				if (type === 'gesturechange' && !spent) view.zoomTo((view.cell * event.scale) / scale, event);
				scale = event.scale;
			},
			{ passive: false },
		);

	// The middle button would begin to scroll by itself.
	root.addEventListener('mousedown', (event) => event.button === 1 && event.preventDefault());
	const pointer = (event) => {
		const { type, pointerId, clientX, clientY } = event;
		if (spent && event.pointerType === 'touch') {
			event.stopPropagation();
			return;
		}
		const mouse = event.pointerType !== 'touch';
		if (type === 'pointerdown' && mouse && view.zoomed && (event.button === 1 || (event.button === 0 && board.hand))) {
			pull = { pointerId, clientX, clientY, on: event.button === 1 };
			if (pull.on) root.setPointerCapture(pointerId);
			if (pull.on) event.stopPropagation();
			return;
		}
		if (pull?.pointerId !== pointerId) return;
		if (type === 'pointermove') {
			const [dx, dy] = [pull.clientX - clientX, pull.clientY - clientY];
			if (!pull.on && Math.hypot(dx, dy) < SLACK) return;
			if (!pull.on) {
				pull.on = true;
				root.setPointerCapture(pointerId);
				gone(event);
			}
			event.stopPropagation();
			view.pan(dx, dy);
			Object.assign(pull, { clientX, clientY });
			board.classList.add('pulled');
		} else {
			if (pull.on) event.stopPropagation();
			pull = null;
			board.classList.remove('pulled');
		}
	};
	for (const type of ['pointerdown', 'pointermove', 'pointerup', 'pointercancel'])
		root.addEventListener(type, pointer, { capture: true });
}
