// @ts-check
// One of a few choices, beside each other.

import { h } from './dom.js';

/**
 * @param {string} name of the choice, in the page @param {string} label what is chosen
 * @param {string[][]} choices id, text and tooltip of each
 * @param {string} chosen @param {(id: string) => void} onChange
 */
export const segments = (name, label, choices, chosen, onChange) =>
	h(
		'div',
		{ class: 'segments', role: 'radiogroup', 'aria-label': label },
		choices.map(([id, text, title]) =>
			h(
				'label',
				{ title },
				h('input', { type: 'radio', name, value: id, checked: id === chosen, onchange: () => onChange(id) }),
				h('span', null, text),
			),
		),
	);
