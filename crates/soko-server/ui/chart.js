// @ts-check
// A line chart: raw points faint, a smoothed line over them, a read-out for pointer and keys, and a table for those who read.

import { count, h, put, s } from './dom.js';

const HEIGHT = 220;
const EDGE = { left: 58, right: 14, top: 12, bottom: 34 };

/** Round numbers from low to high, about `most` of them. */
export function ticks(low, high, most) {
	const span = high - low || 1;
	const rough = span / most;
	const power = 10 ** Math.floor(Math.log10(rough));
	const step = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough) ?? power;
	const all = [];
	for (let at = Math.ceil(low / step) * step; at <= high + step / 1e6; at += step)
		all.push(Math.abs(at) < step / 1e6 ? 0 : at);
	return all;
}

/** A number for an axis or a read-out. */
export function figure(value) {
	const size = Math.abs(value);
	if (size >= 1e6) return count(size).replace(/^/, value < 0 ? '−' : '');
	const text =
		size >= 100 || Number.isInteger(value)
			? Math.round(value).toLocaleString('en')
			: String(Number(value.toPrecision(3)));
	return text.replace('-', '−');
}

/** The mean over a window of points around each. */
export function smoothed(points) {
	const reach = Math.max(1, Math.round(points.length / 40));
	return points.map(([x], i) => {
		const near = points.slice(Math.max(0, i - reach), i + reach + 1);
		return [x, near.reduce((sum, [, y]) => sum + y, 0) / near.length];
	});
}

/** @param {{ x: string }} names */
export function lineChart({ x: xName }) {
	const svg = s('svg', { class: 'chart', tabindex: 0, role: 'img', 'aria-label': 'Curve: no points yet' });
	const out = h('output', { class: 'note chart-out', 'aria-live': 'polite' });
	const rows = h('tbody');
	const head = h('th', { scope: 'col', class: 'number' });
	const table = h(
		'details',
		null,
		h('summary', null, 'As a table'),
		h(
			'div',
			{ class: 'table-box chart-table' },
			h(
				'table',
				{ class: 'data' },
				h('thead', null, h('tr', null, h('th', { scope: 'col', class: 'number' }, xName), head)),
				rows,
			),
		),
	);
	const log = h(
		'label',
		{ class: 'check' },
		h('input', {
			type: 'checkbox',
			onchange: (event) => {
				logarithmic = event.target.checked;
				draw(state.name, state.points);
			},
		}),
		'logarithmic',
	);
	const element = h(
		'div',
		{ class: 'chart-box' },
		svg,
		h('div', { class: 'row' }, out, h('span', { class: 'spacer' }), log),
		table,
	);
	let state = { name: '', points: /** @type {number[][]} */ ([]) };
	let cursor = -1;
	const mark = s('g', { class: 'chart-mark' });
	let place = (/** @type {number[]} */ point) => point;
	let logarithmic = false;
	const scale = (x) => (logarithmic ? Math.log10(Math.max(1, x)) : x);

	function point(i) {
		cursor = Math.max(0, Math.min(state.points.length - 1, i));
		const at = state.points[cursor];
		if (!at) return;
		const [px, py] = place(at);
		put(
			mark,
			s('line', { x1: px, x2: px, y1: EDGE.top, y2: HEIGHT - EDGE.bottom }),
			s('circle', { cx: px, cy: py, r: 4 }),
		);
		put(out, `${xName} ${figure(at[0])}: ${state.name} ${figure(at[1])}`);
	}

	svg.addEventListener('pointermove', (event) => {
		const box = svg.getBoundingClientRect();
		const px = event.clientX - box.left;
		let best = 0;
		state.points.forEach((at, i) => {
			if (Math.abs(place(at)[0] - px) < Math.abs(place(state.points[best])[0] - px)) best = i;
		});
		point(best);
	});
	svg.addEventListener('pointerleave', () => {
		cursor = -1;
		put(mark);
		latest();
	});
	svg.addEventListener('keydown', (event) => {
		const by = { ArrowLeft: -1, ArrowRight: 1, Home: -1e9, End: 1e9 }[event.key];
		if (!by) return;
		event.preventDefault();
		event.stopPropagation();
		point((cursor < 0 ? state.points.length - 1 : cursor) + by);
	});

	function latest() {
		const at = state.points.at(-1);
		put(out, at ? `newest: ${state.name} ${figure(at[1])} at ${xName} ${figure(at[0])}` : '');
	}

	/** Draws a curve. @param {string} name @param {number[][]} points */
	function draw(name, points) {
		if (name !== state.name) cursor = -1;
		state = { name, points };
		const width = Math.max(280, element.clientWidth || 640);
		svg.setAttribute('viewBox', `0 0 ${width} ${HEIGHT}`);
		svg.setAttribute('width', String(width));
		svg.setAttribute('height', String(HEIGHT));
		if (points.length === 0) {
			put(svg, s('text', { x: width / 2, y: HEIGHT / 2, 'text-anchor': 'middle' }, 'no points yet'));
			put(out);
			return;
		}
		const xs = points.map(([x]) => scale(x));
		const ys = points.map(([, y]) => y);
		let [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
		if (x0 === x1) {
			x0 -= 1;
			x1 += 1;
		}
		if (y0 === y1) {
			y0 -= 1;
			y1 += 1;
		}
		const pad = (y1 - y0) * 0.06;
		[y0, y1] = [y0 - pad, y1 + pad];
		place = ([x, y]) => [
			EDGE.left + ((scale(x) - x0) / (x1 - x0)) * (width - EDGE.left - EDGE.right),
			HEIGHT - EDGE.bottom - ((y - y0) / (y1 - y0)) * (HEIGHT - EDGE.top - EDGE.bottom),
		];
		const line = (some) =>
			some
				.map((at) =>
					place(at)
						.map((v) => v.toFixed(1))
						.join(','),
				)
				.join(' ');
		const bottom = HEIGHT - EDGE.bottom;
		svg.setAttribute(
			'aria-label',
			`${name} over ${xName}: ${points.length} points from ${figure(ys[0])} to ${figure(ys[ys.length - 1])}, lowest ${figure(Math.min(...ys))}, highest ${figure(Math.max(...ys))}. Arrow keys read points.`,
		);
		put(
			svg,
			ticks(y0, y1, 5).map((y) => {
				const py = place([points[0][0], y])[1];
				return s(
					'g',
					{ class: 'chart-grid' },
					s('line', { x1: EDGE.left, x2: width - EDGE.right, y1: py, y2: py }),
					s('text', { x: EDGE.left - 8, y: py + 4, 'text-anchor': 'end' }, figure(y)),
				);
			}),
			ticks(x0, x1, Math.max(2, Math.round(width / 130)))
				.filter(Number.isInteger)
				.map((x) => (logarithmic ? 10 ** x : x))
				.map((x) =>
					s('text', { class: 'chart-tick', x: place([x, y0])[0], y: bottom + 16, 'text-anchor': 'middle' }, figure(x)),
				),
			s('text', { class: 'chart-tick', x: width - EDGE.right, y: HEIGHT - 4, 'text-anchor': 'end' }, xName),
			s('polyline', { class: 'chart-raw', points: line(points) }),
			points.length < 60
				? points.map((at) => s('circle', { class: 'chart-dot', cx: place(at)[0], cy: place(at)[1], r: 2.2 }))
				: null,
			s('polyline', { class: 'chart-line', points: line(smoothed(points)) }),
			mark,
		);
		if (cursor >= 0) point(cursor);
		else latest();
		if (table.open) fillTable();
	}

	function fillTable() {
		put(head, state.name);
		const every = Math.ceil(state.points.length / 50) || 1;
		put(
			rows,
			state.points
				.filter((_, i) => i % every === 0 || i === state.points.length - 1)
				.map(([x, y]) =>
					h('tr', null, h('td', { class: 'number' }, figure(x)), h('td', { class: 'number' }, figure(y))),
				),
		);
	}
	table.addEventListener('toggle', () => table.open && fillTable());
	new ResizeObserver(() => draw(state.name, state.points)).observe(element);
	return { element, draw };
}
