// @ts-check
// One stream of news for the whole page. Views say which topics they want; states come as they change.
//
// A state is the whole newest state of its topic, so a lost connection loses nothing: after reconnecting the topics
// are asked for again and the present states arrive.

import { replace } from './api.js';

/** @type {Map<string, Set<(state: any) => void>>} */
const listeners = new Map();
/** @type {EventSource | null} */
let source = null;
let stream = 0;
/** What the server was told last that the page watches, and the newest state of each. */
let told = new Set();
/** @type {Map<string, any>} */
const newest = new Map();
let telling = false;
let again = false;

function connect() {
	source = new EventSource('/api/events');
	source.addEventListener('hello', (event) => {
		stream = JSON.parse(event.data).stream;
		told = new Set();
		newest.clear();
		tell();
	});
	source.addEventListener('state', (event) => {
		const { topic, state } = JSON.parse(event.data);
		newest.set(topic, state);
		for (const listener of listeners.get(topic) ?? []) listener(state);
	});
	source.onerror = () => {
		stream = 0;
		// The browser tries again by itself, unless the server refused.
		if (source?.readyState === EventSource.CLOSED) setTimeout(connect, 2000);
	};
}

/** Tells the server what is watched: once for all changes of this moment, and one request at a time, lest an older list comes last. */
function tell() {
	again = true;
	if (telling || !stream) return;
	telling = true;
	queueMicrotask(async () => {
		while (again && stream) {
			again = false;
			const topics = [...listeners.keys()];
			told = new Set(topics);
			for (const topic of newest.keys()) if (!told.has(topic)) newest.delete(topic);
			try {
				await replace(`/api/streams/${stream}`, { topics });
			} catch {
				// The stream is new or gone; its next hello asks again.
			}
		}
		telling = false;
	});
}

/**
 * Calls `listener` with the present state of a topic and with every newer one, until `signal` is aborted.
 * @param {string} topic @param {(state: any) => void} listener @param {AbortSignal} signal
 */
export function watch(topic, listener, signal) {
	if (signal.aborted) return;
	if (!source) connect();
	const all = listeners.get(topic) ?? new Set();
	all.add(listener);
	listeners.set(topic, all);
	// The server sends a topic's state when it is new to the stream; what it has sent already is at hand.
	if (told.has(topic) && newest.has(topic))
		queueMicrotask(() => {
			if (!signal.aborted) listener(newest.get(topic));
		});
	else tell();
	signal.addEventListener('abort', () => {
		all.delete(listener);
		if (all.size === 0 && listeners.get(topic) === all) {
			listeners.delete(topic);
			tell();
		}
	});
}
