// @ts-check
// The stream of news that all tabs of a browser share.

import { Hub } from './stream-hub.js';

/** Milliseconds after which a tab that says nothing is taken for gone. The timers of a hidden tab run once a minute. */
const SILENCE = 200_000;

const hub = new Hub();
/** When each tab was heard last. @type {Map<import('./stream-hub.js').Client, number>} */
const heard = new Map();

function leave(client) {
	heard.delete(client);
	hub.leave(client);
}

/** @type {any} */ (self).onconnect = ({ ports: [port] }) => {
	const client = {
		state: (topic, state) => port.postMessage({ topic, state }),
		connection: (connected) => port.postMessage({ connected }),
	};
	port.onmessage = ({ data }) => {
		if (data.leave) {
			leave(client);
			return;
		}
		if (data.lock) {
			navigator.locks.request(data.lock, () => {
				port.close();
				leave(client);
			});
			return;
		}
		heard.set(client, Date.now());
		hub.watch(client, data.topics);
	};
};

setInterval(() => {
	for (const [client, last] of heard) if (Date.now() - last > SILENCE) leave(client);
}, 60_000);
