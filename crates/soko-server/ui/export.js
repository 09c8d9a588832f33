// @ts-check
// Levels as files, in any format that Sokolab writes.

import { get, save } from './api.js';
import { dialog, h, sorry } from './dom.js';

/**
 * Asks for a format and saves. `request` makes the address (and body) of a format's text.
 * @param {string} title @param {string} name @param {(format: string) => { path: string, body?: any }} request
 */
export async function exportAs(title, name, request) {
	try {
		const formats = (await get('/api/formats')).filter((format) => format.writes);
		const chosen = localStorage.getItem('export-format') ?? 'sok';
		const choices = formats.map(({ id, summary }) =>
			h(
				'label',
				{ class: 'check' },
				h('input', { type: 'radio', name: 'format', value: id, checked: id === chosen }),
				h('span', null, h('strong', null, id.toUpperCase()), ` ${summary}`),
			),
		);
		const body = h('div', { class: 'stack', role: 'radiogroup', 'aria-label': 'Format' }, choices);
		if (
			(await dialog(title, body, [
				['', 'Cancel'],
				['ok', 'Save the file', 'primary'],
			])) !== 'ok'
		)
			return;
		const format = body.querySelector('input:checked')?.value ?? 'sok';
		localStorage.setItem('export-format', format);
		const { path, body: sent } = request(format);
		await save(path, `${name}.${formats.find(({ id }) => id === format).extension}`, sent);
	} catch (error) {
		sorry(error);
	}
}
