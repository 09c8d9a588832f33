// @ts-check
// One stream of news from the server for several pages: it watches what any of them watches and tells each what it wants.
//
// A browser opens six connections to one server, so a stream for each tab would leave none for requests. A state is the whole
// newest state of its topic, so a lost connection loses nothing: after reconnecting the topics are asked for again and the
// present states arrive.

import { replace } from './api.js';

/** Milliseconds to the next attempt to connect, longer each time. */
const WAITS = [300, 600, 1200, 2500];

/**
 * A page: it is told states, and whether the server answers.
 * @typedef {{ state: (topic: string, state: any) => void, connection: (connected: boolean) => void }} Client
 */

export class Hub {
	/** @type {Map<Client, Set<string>>} */
	clients = new Map();
	/** @type {Map<string, any>} */
	newest = new Map();
	/** What the server was told last that is watched. @type {Set<string>} */
	told = new Set();
	/** @type {EventSource | null} */
	source = null;
	stream = 0;
	telling = false;
	failures = 0;
	/** @type {ReturnType<typeof setTimeout> | undefined} */
	retry = undefined;

	/** A client says what it watches, all of it. @param {Client} client @param {Iterable<string>} topics */
	watch(client, topics) {
		const before = this.clients.get(client);
		const now = new Set(topics);
		this.clients.set(client, now);
		if (!before && this.failures) client.connection(false);
		// The server sends a topic's state when it is new to the stream; what it has sent already is at hand.
		for (const topic of now)
			if (!before?.has(topic) && this.newest.has(topic)) client.state(topic, this.newest.get(topic));
		if (this.source || this.retry) this.tell();
		else this.open();
	}

	/** A client is gone. @param {Client} client */
	leave(client) {
		this.clients.delete(client);
		if (this.clients.size === 0) this.close();
		else this.tell();
	}

	open() {
		const source = new EventSource('/api/events');
		this.source = source;
		source.addEventListener('hello', (event) => {
			this.stream = JSON.parse(event.data).stream;
			this.told = new Set();
			this.newest.clear();
			this.failures = 0;
			for (const client of this.clients.keys()) client.connection(true);
			this.tell();
		});
		source.addEventListener('state', (event) => {
			const { topic, state } = JSON.parse(event.data);
			this.newest.set(topic, state);
			for (const [client, topics] of this.clients) if (topics.has(topic)) client.state(topic, state);
		});
		source.onerror = () => {
			this.close();
			this.failures += 1;
			for (const client of this.clients.keys()) client.connection(false);
			this.retry = setTimeout(
				() => {
					this.retry = undefined;
					if (this.clients.size) this.open();
				},
				WAITS[Math.min(this.failures, WAITS.length) - 1],
			);
		};
	}

	close() {
		clearTimeout(this.retry);
		this.retry = undefined;
		this.source?.close();
		this.source = null;
		this.stream = 0;
		this.newest.clear();
	}

	/** Tells the server what is watched: once for all changes of this moment, and one request at a time, lest an older list comes last. */
	tell() {
		if (this.telling) return;
		this.telling = true;
		queueMicrotask(async () => {
			while (this.stream) {
				const topics = new Set([...this.clients.values()].flatMap((watched) => [...watched]));
				if (topics.size === this.told.size && [...topics].every((topic) => this.told.has(topic))) break;
				this.told = topics;
				for (const topic of this.newest.keys()) if (!topics.has(topic)) this.newest.delete(topic);
				const { stream } = this;
				try {
					await replace(`/api/streams/${stream}`, { topics: [...topics] });
				} catch {
					// That stream is gone; the next hello asks again.
					if (stream === this.stream) break;
				}
			}
			this.telling = false;
		});
	}
}
