// @ts-check
// Requests to the server. Everything is JSON; what cannot be done comes back with a message and what would help.

export class ApiError extends Error {
	/** @param {number} status @param {string} message @param {string} [help] */
	constructor(status, message, help) {
		super(message);
		this.status = status;
		this.help = help;
	}
}

/** @param {string} method @param {string} path @param {any} [body] @param {AbortSignal} [signal] */
async function request(method, path, body, signal) {
	/** @type {RequestInit} */
	const init = { method, signal };
	if (body instanceof Blob) {
		init.body = body;
		init.headers = { 'content-type': 'application/octet-stream' };
	} else if (body !== undefined) {
		init.body = JSON.stringify(body);
		init.headers = { 'content-type': 'application/json' };
	}
	let response;
	try {
		response = await fetch(path, init);
	} catch (error) {
		if (error?.name === 'AbortError') throw error;
		throw new ApiError(0, 'Sokolab does not answer', 'is "sokolab serve" still running?');
	}
	if (response.ok) return response;
	let problem;
	try {
		problem = (await response.json()).error;
	} catch {
		problem = { message: `${response.status} ${response.statusText}` };
	}
	throw new ApiError(response.status, problem.message, problem.help);
}

const json = async (response) => (response.status === 204 ? null : response.json());

export const get = (path, signal) => request('GET', path, undefined, signal).then(json);
export const getText = (path, signal) => request('GET', path, undefined, signal).then((r) => r.text());
export const getBlob = (path, signal) => request('GET', path, undefined, signal).then((r) => r.blob());
export const post = (path, body = {}, signal) => request('POST', path, body, signal).then(json);
export const postText = (path, body = {}, signal) => request('POST', path, body, signal).then((r) => r.text());
export const replace = (path, body, signal) => request('PUT', path, body, signal).then(json);
export const remove = (path) => request('DELETE', path).then(json);

/** Saves what an address gives (GET, or POST with a body) as a file. */
export async function save(path, name, body) {
	const response = await request(body === undefined ? 'GET' : 'POST', path, body);
	saveBlob(await response.blob(), name);
}

/** Saves data as a file. */
export function saveBlob(blob, name) {
	const url = URL.createObjectURL(blob instanceof Blob ? blob : new Blob([blob], { type: 'text/plain' }));
	const link = Object.assign(document.createElement('a'), { href: url, download: name });
	document.body.append(link);
	link.click();
	link.remove();
	setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** An address of a level: `/api/levels/tutorial/3`. */
export const levelPath = ({ collection, number }) => `/api/levels/${encodeURIComponent(collection)}/${number}`;
