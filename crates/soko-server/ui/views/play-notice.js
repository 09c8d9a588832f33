// @ts-check
// Where a notice of a game lies: over the end of the panel, on a phone over the bottom of the page. Nothing moves when it comes or
// goes, and what it covers can be had by dismissing it.

import { button, h, put } from '../dom.js';

/** @param {any} notice the element that is filled with a notice, and emptied */
export function noticeBox(notice) {
	return h(
		'div',
		{ class: 'play-notice' },
		notice,
		button({ icon: 'close', label: 'Dismiss', kind: 'quiet', onclick: () => put(notice) }),
	);
}
