// @ts-check
// A run that its server does not know any more.

/**
 * What such a run is, from what was seen of it last: over, whatever it was doing. Null if it was over already.
 * @param {any} job
 */
export function lost(job) {
	if (job?.status !== 'solving') return null;
	const words = 'lost: the server does not know this run any more';
	return {
		...job,
		status: 'stopped',
		words,
		paused: false,
		queue: null,
		position: null,
		result: { status: 'stopped' },
	};
}
