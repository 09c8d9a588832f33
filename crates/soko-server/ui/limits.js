// @ts-check
// The limits of runs as the server describes them: defaults, ranges, and the attributes of their fields.

import { get } from './api.js';

/** The limits by their names. @param {'job' | 'experiment'} what @param {AbortSignal} [signal] @returns {Promise<Record<string, any>>} */
export async function limitsOf(what, signal) {
	const about = await get('/api/about', signal);
	return Object.fromEntries(about[`${what}_limits`].map((limit) => [limit.name, limit]));
}

/** The attributes of the field of a limit. @param {any} limit */
export const bounds = ({ type, minimum, maximum }) => ({
	min: minimum,
	max: maximum,
	step: type === 'integer' ? 1 : 'any',
});
