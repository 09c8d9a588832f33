// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GameLink, MOST_WAITING } from '../ui/views/play-link.js';

const settled = () => new Promise((resolve) => setImmediate(resolve));
const failure = (status) => Object.assign(new Error(`status ${status}`), { status });

/** A server with one game, in which every act adds a letter; it can go away, forget, and lose answers. */
function table(stored = new Map()) {
	const server = { id: 100, line: '', up: true, mute: false, refuse: '', asked: [] };
	const state = (from = 0) => ({
		id: server.id,
		ply: server.line.length,
		moves: { from, lurd: server.line.slice(from) },
	});
	const ask = async (path, body) => {
		server.asked.push([path, body]);
		if (!server.up) throw failure(0);
		if (path === '/api/games') {
			if (body.game !== server.id) server.line = body.moves;
			return state();
		}
		if (path !== `/api/games/${server.id}/act`) throw failure(404);
		if (server.refuse) throw failure(400);
		const from = server.line.length;
		server.line += body.acts.join('');
		if (server.mute) throw failure(0);
		return state(from);
	};
	const told = { states: [], away: [], errors: [] };
	const end = new AbortController();
	const timers = [];
	const store = { getItem: (key) => stored.get(key) ?? null, setItem: (key, value) => stored.set(key, value) };
	const open = async () => {
		const listener = {
			state: (state) => told.states.push(state.ply),
			away: (...away) => told.away.push(away),
			error: (error) => told.errors.push(error.status),
		};
		const link = new GameLink({ collection: 'x', number: 1 }, end.signal, listener, {
			ask: /** @type {any} */ (ask),
			store,
			later: (run) => timers.push(run),
		});
		await link.open();
		await settled();
		return link;
	};
	const restart = () => {
		server.id += 1;
		server.line = '';
		server.up = true;
	};
	const ring = () => {
		for (const run of timers.splice(0)) run();
	};
	return { server, told, open, restart, ring, end, stored };
}

test('acts are sent in order and the line is kept', async () => {
	const { server, open } = table();
	const link = await open();
	for (const act of 'ludr') link.send([act]);
	await settled();
	assert.equal(server.line, 'ludr');
	assert.deepEqual([link.moves, link.done], ['ludr', 4]);
	assert.ok(server.asked.length < 5, 'they were gathered while a request was on its way');
});

test('a game that the server has lost goes on with the moves of the page', async () => {
	const { server, open, restart, told } = table();
	const link = await open();
	link.send(['l', 'u']);
	await settled();
	restart();
	link.send(['d']);
	await settled();
	assert.equal(server.line, 'lud');
	assert.deepEqual(told.errors, []);
});

test('what is wanted while the server is away is done when it is back', async () => {
	const { server, open, restart, ring, told } = table();
	const link = await open();
	link.send(['l', 'u']);
	await settled();
	server.up = false;
	link.send(['d']);
	await settled();
	link.send(['r', 'r']);
	assert.deepEqual(told.away.at(-1), [true, 3]);
	ring();
	await settled();
	assert.deepEqual(told.away.at(-1)?.[0], true, 'still away');
	restart();
	ring();
	await settled();
	assert.equal(server.line, 'ludrr');
	assert.equal(told.away.at(-1)?.[0], false);
});

test('the stream tells that the server is back, before anything is wanted', async () => {
	const { server, open, restart } = table();
	const link = await open();
	link.connection(true);
	link.send(['l', 'u']);
	await settled();
	const before = server.asked.length;
	link.connection(false);
	restart();
	link.connection(true);
	await settled();
	assert.equal(server.line, 'lu');
	assert.equal(server.asked.length, before + 1, 'one request is enough');
});

test('an act whose answer was lost is not done twice', async () => {
	const { server, open, ring } = table();
	const link = await open();
	server.mute = true;
	link.send(['l']);
	await settled();
	link.send(['u']);
	server.mute = false;
	ring();
	await settled();
	assert.equal(server.line, 'lu');
});

test('what waits outlives a reload of the page', async () => {
	const first = table();
	const link = await first.open();
	link.send(['l']);
	await settled();
	first.server.up = false;
	link.send(['u', 'd']);
	await settled();
	first.end.abort();
	const second = table(first.stored);
	second.server.id = 200;
	await second.open();
	assert.equal(second.server.line, 'lud');
});

test('what is refused is told, and the state is asked for again', async () => {
	const { server, open, told } = table();
	const link = await open();
	server.refuse = 'yes';
	link.send(['x', 'l']);
	await settled();
	assert.deepEqual(told.errors, [400]);
	assert.equal(server.asked.at(-1)?.[0], '/api/games');
	server.refuse = '';
	link.send(['l']);
	await settled();
	assert.equal(server.line, 'l');
});

test('what waits is bounded', async () => {
	const { server, open } = table();
	const link = await open();
	server.up = false;
	for (let i = 0; i < MOST_WAITING + 50; i += 1) link.send(['l']);
	await settled();
	assert.equal(link.waiting.length, MOST_WAITING);
});

test('the number alone, as older pages stored it, is understood', async () => {
	const stored = new Map([['game:x/1', '100']]);
	const { server, open } = table(stored);
	server.line = 'lu';
	const link = await open();
	assert.deepEqual([link.moves, link.game], ['lu', 100]);
});
