// @ts-check
// News for this page. Views say which topics they want; states come as they change.
//
// All tabs of a browser share one connection, held by a worker (`stream-worker.js`). Where there are no such workers a tab
// has a connection of its own and lets go of it while it is hidden.

import { Hub } from './stream-hub.js';

/** Milliseconds between two signs of life to the worker. */
const SIGN = 30_000;

/** @type {Map<string, Set<(state: any) => void>>} */
const listeners = new Map();
/** The newest state of each topic. @type {Map<string, any>} */
const newest = new Map();
/** @type {Set<(connected: boolean) => void>} */
const connections = new Set();
/** Tells the hub what this page watches; nothing as long as no view has asked. @type {((topics: string[]) => void) | null} */
let link = null;
let changed = false;

const page = {
	state(topic, state) {
		newest.set(topic, state);
		for (const listener of listeners.get(topic) ?? []) listener(state);
	},
	connection(connected) {
		if (connected) newest.clear();
		for (const listener of connections) listener(connected);
	},
};

function throughWorker() {
	const worker = new SharedWorker('/stream-worker.js', { type: 'module', name: 'sokolab' });
	const { port } = worker;
	port.onmessage = ({ data }) => {
		if ('connected' in data) page.connection(data.connected);
		else page.state(data.topic, data.state);
	};
	worker.onerror = () => {
		clearInterval(signs);
		link = alone();
		tell();
	};
	// While this page lives it holds a lock that the worker waits for. Locks exist on loopback and with TLS; elsewhere signs of
	// life have to do.
	const name = `sokolab-page-${Math.random()}`;
	globalThis.navigator?.locks?.request(name, () => {
		port.postMessage({ lock: name });
		return new Promise(() => {});
	});
	const send = (topics) => port.postMessage({ topics });
	const signs = setInterval(tell, SIGN);
	addEventListener('pagehide', () => port.postMessage({ leave: true }));
	addEventListener('pageshow', ({ persisted }) => persisted && tell());
	return send;
}

function alone() {
	const hub = new Hub();
	let wanted = [];
	const shown = () => globalThis.document?.visibilityState !== 'hidden';
	globalThis.document?.addEventListener('visibilitychange', () => {
		if (shown()) hub.watch(page, wanted);
		else hub.leave(page);
	});
	return (topics) => {
		wanted = topics;
		if (shown()) hub.watch(page, topics);
	};
}

/** Says what this page watches: once for all changes of this moment. */
function tell() {
	link ??= globalThis.SharedWorker ? throughWorker() : alone();
	if (changed) return;
	changed = true;
	queueMicrotask(() => {
		changed = false;
		for (const topic of newest.keys()) if (!listeners.has(topic)) newest.delete(topic);
		link?.([...listeners.keys()]);
	});
}

/**
 * Calls `listener` with the present state of a topic and with every newer one, until `signal` is aborted. The state of what the
 * server does not know is null.
 * @param {string} topic @param {(state: any) => void} listener @param {AbortSignal} signal
 */
export function watch(topic, listener, signal) {
	if (signal.aborted) return;
	const all = listeners.get(topic) ?? new Set();
	all.add(listener);
	listeners.set(topic, all);
	if (newest.has(topic))
		queueMicrotask(() => {
			if (!signal.aborted && newest.has(topic)) listener(newest.get(topic));
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

/**
 * Calls `listener` when the server stops answering and when it answers again, until `signal` is aborted.
 * @param {(connected: boolean) => void} listener @param {AbortSignal} [signal]
 */
export function watchConnection(listener, signal) {
	if (signal?.aborted) return;
	connections.add(listener);
	signal?.addEventListener('abort', () => connections.delete(listener));
	tell();
}
