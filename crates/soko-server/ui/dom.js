// @ts-check
// Elements of the page, and numbers for people. Text is always set as text, never as markup.

import { ICONS } from './icons.js';

const SVG = 'http://www.w3.org/2000/svg';

/**
 * Makes an element. Properties that begin with `on` are listeners, `class` and `data-…`/`aria-…` are attributes,
 * `style` is an object of CSS properties; children may be nested arrays, and null or false is left out.
 * @param {string} tag
 * @param {Record<string, any> | null} [props]
 * @param {...any} children
 * @returns {any}
 */
export function h(tag, props, ...children) {
	return fill(document.createElement(tag), props, children);
}

/** The same for SVG. @returns {any} */
export function s(tag, props, ...children) {
	return fill(document.createElementNS(SVG, tag), props, children);
}

function fill(element, props, children) {
	for (const [name, value] of Object.entries(props ?? {})) {
		if (value === null || value === undefined || value === false) continue;
		if (name.startsWith('on')) element.addEventListener(name.slice(2).toLowerCase(), value);
		else if (name === 'style') for (const [key, v] of Object.entries(value)) element.style.setProperty(key, String(v));
		else if (
			name in element &&
			!name.includes('-') &&
			element.namespaceURI !== SVG &&
			name !== 'list' &&
			name !== 'form'
		)
			element[name] = value;
		else element.setAttribute(name, value === true ? '' : String(value));
	}
	add(element, children);
	return element;
}

/** Appends children, flattened. */
export function add(element, children) {
	for (const child of children.flat(Infinity)) {
		if (child === null || child === undefined || child === false || child === true) continue;
		element.append(child instanceof Node ? child : document.createTextNode(String(child)));
	}
}

/** Replaces all children. */
export function put(element, ...children) {
	element.replaceChildren();
	add(element, children);
	return element;
}

/** An icon; without a label it is decoration. */
export function icon(name, label) {
	const svg = s('svg', {
		class: 'icon',
		viewBox: '0 0 24 24',
		'aria-hidden': label ? null : 'true',
		role: label ? 'img' : null,
		'aria-label': label ?? null,
	});
	svg.append(s('path', { d: ICONS[name] ?? ICONS.dot }));
	return svg;
}

/** A button with icon and text; `label` alone makes a square button that is named for screen readers. */
export function button({ icon: name, text, label, kind = '', onclick, ...rest }) {
	const title = rest.title ?? label ?? null;
	return h(
		'button',
		{
			type: 'button',
			class: `button ${kind} ${text ? '' : 'square'}`,
			'aria-label': text ? null : label,
			...rest,
			title,
			onclick,
		},
		name ? icon(name) : null,
		text ? h('span', null, text) : null,
	);
}

/** A labelled form field. */
export function field(label, control, note) {
	return h(
		'label',
		{ class: 'field' },
		h('span', { class: 'field-label' }, label),
		control,
		note ? h('small', { class: 'note' }, note) : null,
	);
}

/** A select from [value, text] pairs. */
export function select(options, value, onchange, props = {}) {
	const element = h(
		'select',
		{ ...props, onchange: () => onchange?.(element.value) },
		options.map(([v, text]) => h('option', { value: v, selected: v === value }, text ?? v)),
	);
	return element;
}

/** The heading of a page that lies below another one, with the way back to it. */
export function heading(href, label, title, note, ...rest) {
	const back = h('a', { class: 'button quiet square', href, 'aria-label': label, title: label }, icon('back'));
	const text = h('div', null, h('h1', null, title), h('span', { class: 'note' }, note));
	return h('header', { class: 'heading' }, back, text, rest);
}

/** A table of rows; a column is a name, or a name and a class. */
export function listTable(columns, rows, kind = '') {
	const cells = columns
		.map((column) => [column].flat())
		.map(([text, role]) => h('th', { scope: 'col', class: role }, text));
	return h('table', { class: `data ${kind}` }, h('thead', null, h('tr', null, cells)), h('tbody', null, rows));
}

let toastBox;
/** Says something in passing; errors stay until they are dismissed. */
export function say(message, { kind = 'note', help = '' } = {}) {
	toastBox ??= document.querySelector('.toasts');
	const toast = h(
		'div',
		{ class: `toast ${kind}` },
		h('div', null, h('strong', null, message), help ? h('div', { class: 'note' }, help) : null),
		button({ icon: 'close', label: 'Dismiss', kind: 'quiet', onclick: () => toast.remove() }),
	);
	toastBox.append(toast);
	while (toastBox.children.length > 4) toastBox.firstChild.remove();
	if (kind !== 'error') setTimeout(() => toast.remove(), 4500);
}

/** Shows an error of the server, or of the page. */
export function sorry(error) {
	if (error?.name === 'AbortError') return;
	say(error?.message ?? String(error), { kind: 'error', help: error?.help });
}

/** A modal dialog; resolves with the value of the button that closed it, or '' if it was dismissed. */
export function dialog(title, body, actions) {
	return new Promise((resolve) => {
		const box = h(
			'dialog',
			{
				class: 'dialog',
				'aria-label': title,
				onclose: () => {
					box.remove();
					resolve(box.returnValue);
				},
			},
			h(
				'form',
				{ method: 'dialog' },
				h(
					'header',
					null,
					h('h2', null, title),
					button({ icon: 'close', label: 'Close', kind: 'quiet', onclick: () => box.close('') }),
				),
				h('div', { class: 'dialog-body' }, body),
				// Enter in a field stands for the first button that submits: never for the one that gives up.
				h(
					'footer',
					null,
					actions.map(([value, text, kind = '']) =>
						h(
							'button',
							{
								type: value ? 'submit' : 'button',
								class: `button ${kind}`,
								value,
								onclick: value ? null : () => box.close(''),
							},
							text,
						),
					),
				),
			),
		);
		document.body.append(box);
		box.showModal();
	});
}

/** Asks before something is taken away: yes? */
export async function isSure(question, text, yes) {
	const answer = await dialog(question, h('p', null, text), [
		['', 'Keep it'],
		['yes', yes, 'danger'],
	]);
	return answer === 'yes';
}

const UNITS = [
	['T', 1e12],
	['G', 1e9],
	['M', 1e6],
	['k', 1e3],
];
/** A count for people: 12,345 below a million, then 1.23 M. */
export function count(n) {
	if (n === null || n === undefined) return '–';
	if (n < 1e6) return Math.round(n).toLocaleString('en');
	const [unit, size] = UNITS.find(([, size]) => n >= size) ?? UNITS[3];
	return `${(n / size).toPrecision(3)} ${unit}`;
}

/** Seconds for people. */
export function seconds(t) {
	if (t === null || t === undefined) return '–';
	if (t < 0.001) return `${Math.round(t * 1e6)} µs`;
	if (t < 1) return `${(t * 1e3).toPrecision(3)} ms`;
	if (t < 60) return `${t.toFixed(t < 10 ? 2 : 1)} s`;
	const m = Math.floor(t / 60);
	return m < 60 ? `${m} min ${Math.round(t % 60)} s` : `${Math.floor(m / 60)} h ${m % 60} min`;
}

/** Bytes for people. */
export function bytes(n) {
	if (!n) return '0 B';
	const i = Math.min(4, Math.floor(Math.log2(n) / 10));
	return `${(n / 1024 ** i).toPrecision(3)} ${['B', 'KiB', 'MiB', 'GiB', 'TiB'][i]}`;
}

/** "1 push", "2 pushes". */
export function plural(n, one, many = `${one}s`) {
	return `${count(n)} ${n === 1 ? one : many}`;
}
