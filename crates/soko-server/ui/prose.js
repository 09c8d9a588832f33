// @ts-check
// A little Markdown as elements: paragraphs, lists, `code`, **bold**, *emphasis* and links to the web.

import { h } from './dom.js';

// A star opens before a letter, not behind one: "A* on 2 levels, A* on 3" is plain text.
const INLINE = /`([^`]+)`|\*\*([^*]+)\*\*|(?<![\w*])\*([^\s*](?:[^*]*[^\s*])?)\*|\[([^\]]+)\]\((https?:\/\/[^)\s]+)\)/g;

/** @param {string} text */
export function inline(text) {
	const parts = [];
	let last = 0;
	for (const match of text.matchAll(INLINE)) {
		parts.push(text.slice(last, match.index));
		const [, code, bold, emphasis, words, href] = match;
		if (code) parts.push(h('code', null, code));
		else if (bold) parts.push(h('strong', null, bold));
		else if (emphasis) parts.push(h('em', null, emphasis));
		else parts.push(h('a', { href, rel: 'noopener noreferrer', target: '_blank' }, words));
		last = match.index + match[0].length;
	}
	parts.push(text.slice(last));
	return parts;
}

/** Blocks of a text. @param {string} text */
export function prose(text) {
	const blocks = text
		.replaceAll('\r\n', '\n')
		.split('\n\n')
		.map((block) => block.trim())
		.filter(Boolean);
	return h(
		'div',
		{ class: 'prose' },
		blocks.map((block) => {
			if (!block.startsWith('- ')) return h('p', null, inline(block.replaceAll('\n', ' ')));
			const items = block.split(/\n(?=- )/).map((item) => item.slice(2).replaceAll('\n', ' '));
			return h(
				'ul',
				null,
				items.map((item) => h('li', null, inline(item))),
			);
		}),
	);
}
