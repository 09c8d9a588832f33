// @ts-check
import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';
import { watch, watchConnection } from '../ui/stream.js';

/** The connection the module opened: one for the whole page. */
let connection;
const asked = [];
let answers = [];

class FakeSource {
	static CLOSED = 2;
	readyState = 1;
	listeners = {};

	constructor(path) {
		assert.equal(path, '/api/events');
		assert.ok(connection === undefined || connection.readyState === FakeSource.CLOSED, 'there is one connection');
		connection = this;
	}

	close() {
		this.readyState = FakeSource.CLOSED;
	}

	addEventListener(name, listener) {
		this.listeners[name] = listener;
	}

	send(name, data) {
		this.listeners[name]({ data: JSON.stringify(data) });
	}
}

Object.assign(globalThis, {
	EventSource: FakeSource,
	fetch: async (path, { body }) => {
		asked.push([path, JSON.parse(body).topics]);
		await answers.shift();
		return new Response(null, { status: 204 });
	},
});

const settled = () => new Promise((resolve) => setImmediate(resolve));
const collect = () => {
	const states = [];
	return { states, listener: (state) => states.push(state) };
};

beforeEach(() => {
	asked.length = 0;
	answers = [];
});

test('topics are asked for together once the stream is open', async () => {
	const end = new AbortController();
	const [a, b] = [collect(), collect()];
	watch('a', a.listener, end.signal);
	watch('b', b.listener, end.signal);
	await settled();
	assert.deepEqual(asked, [], 'there is no stream yet');
	connection.send('hello', { stream: 7 });
	await settled();
	assert.deepEqual(asked, [['/api/streams/7', ['a', 'b']]]);
	connection.send('state', { topic: 'a', state: 1 });
	assert.deepEqual([a.states, b.states], [[1], []]);
	end.abort();
	await settled();
	assert.deepEqual(asked.at(-1), ['/api/streams/7', []]);
	connection.send('state', { topic: 'a', state: 2 });
	assert.deepEqual(a.states, [1], 'an aborted listener hears nothing');
});

test('a second listener is given the newest state without a request', async () => {
	const end = new AbortController();
	const [first, second] = [collect(), collect()];
	watch('c', first.listener, end.signal);
	await settled();
	connection.send('state', { topic: 'c', state: 'new' });
	asked.length = 0;
	watch('c', second.listener, end.signal);
	await settled();
	assert.deepEqual([second.states, asked], [['new'], []]);
	end.abort();
	await settled();
});

test('a topic that one of two listeners leaves is still watched', async () => {
	const [one, other] = [new AbortController(), new AbortController()];
	const { states, listener } = collect();
	watch('d', () => assert.fail('it has left'), one.signal);
	watch('d', listener, other.signal);
	await settled();
	asked.length = 0;
	one.abort();
	await settled();
	assert.deepEqual(asked, []);
	connection.send('state', { topic: 'd', state: 1 });
	assert.deepEqual(states, [1]);
	other.abort();
	await settled();
});

test('one request at a time, and the last list is the newest', async () => {
	const end = new AbortController();
	let release = () => {};
	answers = [
		new Promise((resolve) => {
			release = () => resolve(null);
		}),
	];
	watch('e', () => {}, end.signal);
	await settled();
	watch('f', () => {}, end.signal);
	watch('g', () => {}, end.signal);
	await settled();
	assert.deepEqual(
		asked.map(([, topics]) => topics),
		[['e']],
		'the first request is not answered yet',
	);
	release();
	await settled();
	assert.deepEqual(
		asked.map(([, topics]) => topics),
		[['e'], ['e', 'f', 'g']],
	);
	end.abort();
	await settled();
});

test('a new stream is asked for all topics again', async () => {
	const end = new AbortController();
	watch('h', () => {}, end.signal);
	const seen = [];
	watchConnection((connected) => seen.push(connected));
	await settled();
	asked.length = 0;
	mock.timers.enable({ apis: ['setTimeout'] });
	const lost = connection;
	lost.onerror();
	assert.deepEqual(seen, [false], 'the loss is told at once');
	mock.timers.tick(299);
	assert.equal(connection, lost, 'the server is given a moment');
	mock.timers.tick(1);
	assert.notEqual(connection, lost);
	mock.timers.reset();
	connection.send('hello', { stream: 8 });
	await settled();
	assert.deepEqual([asked, seen], [[['/api/streams/8', ['h']]], [false, true]]);
	end.abort();
	await settled();
});

test('an aborted signal starts nothing', async () => {
	asked.length = 0;
	watch('i', () => assert.fail('never'), AbortSignal.abort());
	await settled();
	assert.deepEqual(asked, []);
});
