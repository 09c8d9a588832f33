// @ts-check
// Says when the server stops answering, for as long as it does, and when it answers again.

import { h, icon, put, say } from './dom.js';
import { watchConnection } from './stream.js';

/** Shows the state of the connection below the head of the page, on every view. */
export function showConnection() {
	const strip = h('div', { class: 'connection', role: 'status' });
	document.querySelector('header.top')?.after(strip);
	let lost = false;
	watchConnection((connected) => {
		if (connected === !lost) return;
		lost = !connected;
		put(
			strip,
			lost
				? h(
						'p',
						{ 'data-connection': 'lost' },
						icon('warning'),
						h('span', null, 'The server does not answer. What you see may be old; this page goes on when it is back.'),
					)
				: null,
		);
		if (connected) say('The server answers again.');
	});
}
