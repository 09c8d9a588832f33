// @ts-check
// The level that an address names, `#/view/COLLECTION/NUMBER`. A person may have typed it.

import { ApiError } from './api.js';

/** @param {any} page @returns {{ collection: string, number: number }} */
export function levelOf(page) {
	const [collection, number = '1'] = page.args;
	return collection ? { collection, number: numberOf(number) } : page.currentLevel();
}

/** The number of a level. @param {string} text */
export function numberOf(text) {
	if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
	throw new ApiError(400, `“${text}” is no number of a level`, 'Levels are counted from 1. The library has them all.');
}
