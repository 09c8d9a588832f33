// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError, get, levelPath, post, remove } from '../ui/api.js';

/** Answers the next request and keeps it. */
function answer(response) {
	const kept = {};
	globalThis.fetch = async (path, init) => {
		Object.assign(kept, { path, ...init });
		if (response instanceof Error) throw response;
		return response;
	};
	return kept;
}

test('a body is sent as JSON or, if it is data, as it is', async () => {
	let sent = answer(Response.json({ id: 1 }));
	assert.deepEqual(await post('/api/x', { a: 1 }), { id: 1 });
	assert.deepEqual([sent.method, sent.body, sent.headers['content-type']], ['POST', '{"a":1}', 'application/json']);
	const data = new Blob(['#']);
	sent = answer(Response.json({}));
	await post('/api/x', data);
	assert.deepEqual([sent.body, sent.headers['content-type']], [data, 'application/octet-stream']);
});

test('an answer without content is null', async () => {
	answer(new Response(null, { status: 204 }));
	assert.equal(await remove('/api/x'), null);
});

test('what the server refuses comes with its message and its help', async () => {
	answer(Response.json({ error: { message: 'no such level', help: 'see the library' } }, { status: 404 }));
	await assert.rejects(get('/api/x'), (error) => {
		assert.ok(error instanceof ApiError);
		assert.deepEqual([error.status, error.message, error.help], [404, 'no such level', 'see the library']);
		return true;
	});
});

test('an answer that is not JSON gives its status', async () => {
	answer(new Response('<html>', { status: 502, statusText: 'Bad Gateway' }));
	await assert.rejects(get('/api/x'), { status: 502, message: '502 Bad Gateway' });
});

test('no answer names the program to start; an abort stays an abort', async () => {
	answer(new TypeError('failed to fetch'));
	await assert.rejects(get('/api/x'), { status: 0, help: /sokolab serve/ });
	answer(new DOMException('', 'AbortError'));
	await assert.rejects(get('/api/x'), { name: 'AbortError' });
});

test('names of collections are written so that an address can hold them', () => {
	assert.equal(levelPath({ collection: 'a/b c', number: 3 }), '/api/levels/a%2Fb%20c/3');
});
