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
let scheduled = false;

function connect() {
  source = new EventSource('/api/events');
  source.addEventListener('hello', (event) => {
    stream = JSON.parse(event.data).stream;
    tell();
  });
  source.addEventListener('state', (event) => {
    const { topic, state } = JSON.parse(event.data);
    for (const listener of listeners.get(topic) ?? []) listener(state);
  });
  source.onerror = () => {
    stream = 0;
    // The browser tries again by itself, unless the server refused.
    if (source?.readyState === EventSource.CLOSED) setTimeout(connect, 2000);
  };
}

/** Tells the server what is watched, once for all changes of this moment. */
function tell() {
  if (scheduled || !stream) return;
  scheduled = true;
  queueMicrotask(async () => {
    scheduled = false;
    try {
      await replace(`/api/streams/${stream}`, { topics: [...listeners.keys()] });
    } catch {
      // The stream is new or gone; its next hello asks again.
    }
  });
}

/**
 * Calls `listener` with the present state of a topic and with every newer one, until `signal` says that nobody listens.
 * @param {string} topic @param {(state: any) => void} listener @param {AbortSignal} signal
 */
export function watch(topic, listener, signal) {
  if (signal.aborted) return;
  if (!source) connect();
  const all = listeners.get(topic) ?? new Set();
  const known = all.size > 0;
  all.add(listener);
  listeners.set(topic, all);
  if (known) {
    // The server sends a topic's state only when it is new to the stream: ask for it afresh.
    listeners.delete(topic);
    tell();
    queueMicrotask(() => { listeners.set(topic, all); tell(); });
  } else tell();
  signal.addEventListener('abort', () => {
    all.delete(listener);
    if (all.size === 0 && listeners.get(topic) === all) {
      listeners.delete(topic);
      tell();
    }
  });
}
