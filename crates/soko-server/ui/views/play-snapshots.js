// @ts-check
// Positions of a level that its player keeps, in the browser, by the hash of the board: it may be in many collections.

/** Most positions of one level, and most levels with any; where one too many is kept the level used longest ago is forgotten. */
export const MOST_KEPT = 20;
export const MOST_LEVELS = 200;
const KEY = 'snapshots';

/** @typedef {{ id: number, name: string, moves: string, pushes: number }} Snapshot */
/** @typedef {Pick<Storage, 'getItem' | 'setItem'>} Store */

/** @param {Store} store @returns {Record<string, Snapshot[]>} by hash, the level used last at the end */
function read(store) {
	try {
		return JSON.parse(store.getItem(KEY) ?? '{}') ?? {};
	} catch {
		return {};
	}
}

/** @param {Store} store @param {Record<string, Snapshot[]>} all */
function write(store, all) {
	try {
		store.setItem(KEY, JSON.stringify(all));
	} catch {
		throw Object.assign(new Error('The browser has no room for another position'), {
			help: 'forget some that are kept',
		});
	}
}

/** The positions kept of a level, the newest first. @param {Store} store @param {string} hash */
export const kept = (store, hash) => read(store)[hash] ?? [];

/** Keeps one more. @param {Store} store @param {string} hash @param {Omit<Snapshot, 'id'>} snapshot */
export function keep(store, hash, snapshot) {
	const { [hash]: mine = [], ...others } = read(store);
	if (mine.length >= MOST_KEPT)
		throw Object.assign(new Error(`${MOST_KEPT} positions of this level are kept`), {
			help: 'forget one of them first',
		});
	const id = 1 + Math.max(0, ...mine.map((one) => one.id));
	const rest = Object.entries(others).slice(-(MOST_LEVELS - 1));
	write(store, { ...Object.fromEntries(rest), [hash]: [{ id, ...snapshot }, ...mine] });
}

/** Forgets one. @param {Store} store @param {string} hash @param {number} id */
export function remove(store, hash, id) {
	const { [hash]: mine = [], ...others } = read(store);
	const left = mine.filter((one) => one.id !== id);
	write(store, left.length ? { ...others, [hash]: left } : others);
}
