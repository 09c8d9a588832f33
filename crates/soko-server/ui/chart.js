// @ts-check
// A chart of curves: raw points faint, a smoothed line over them, means with bands, a legend, a read-out for pointer and keys, and
// a table for those who read. Curves differ by colour and by dashes, so that either is enough.

import { smoothed, valueAt } from './curves.js';
import { count, h, put, s } from './dom.js';

const HEIGHT = 240;
const EDGE = { left: 58, right: 14, top: 12, bottom: 34 };
/** Looks that tell curves apart; `chart.css` has their colours. */
const DASHES = ['', '8 4', '2 4', '12 4 2 4', '5 2', '16 5', '1 3', '9 3 2 3 2 3'];
/** Columns of the table. */
const COLUMNS = 8;

/** The number of looks there are. */
export const LOOKS = DASHES.length;

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
			? // Zero has no sign.
				(Math.round(value) + 0).toLocaleString('en')
			: String(Number(value.toPrecision(3)));
	return text.replace('-', '−');
}

/**
 * One curve of a chart.
 * @typedef {{ label: string, look: number, points: number[][], band?: number[][], faint?: boolean }} Line
 * `faint` ones stand behind their mean and are not in the legend.
 */

export function curveChart() {
	const svg = s('svg', { class: 'chart', tabindex: 0, role: 'img', 'aria-label': 'Curve: no points yet' });
	const out = h('output', { class: 'note chart-out', 'aria-live': 'polite' });
	const legend = h('ul', { class: 'chart-legend', 'aria-label': 'Curves' });
	const head = h('tr');
	const rows = h('tbody');
	const table = h(
		'details',
		{ ontoggle: () => table.open && fillTable() },
		h('summary', null, 'As a table'),
		h(
			'div',
			{ class: 'table-box chart-table', tabindex: 0, role: 'region', 'aria-label': 'Points of the curves' },
			h('table', { class: 'data' }, h('thead', null, head), rows),
		),
	);
	const element = h('div', { class: 'chart-box' }, svg, legend, out, table);
	let name = '';
	let axis = 'episode';
	let lines = /** @type {Line[]} */ ([]);
	/** The smoothed points of each line. */
	let drawn = /** @type {number[][][]} */ ([]);
	/** Where the cursor can be. */
	let places = /** @type {number[]} */ ([]);
	let options = { smoothing: 0, logarithmic: false };
	let cursor = -1;
	const mark = s('g', { class: 'chart-mark' });
	let place = (/** @type {number[]} */ point) => point;
	const scale = (x) => (options.logarithmic ? Math.log10(Math.max(1, x)) : x);

	const told = () => lines.map((line, i) => ({ line, points: drawn[i] })).filter(({ line }) => !line.faint);

	function point(i) {
		cursor = Math.max(0, Math.min(places.length - 1, i));
		const x = places[cursor];
		if (x === undefined) return;
		const values = told()
			.map(({ line, points }) => ({ line, y: valueAt(points, x) }))
			.filter(({ y }) => y !== null);
		const px = place([x, 0])[0];
		put(
			mark,
			s('line', { x1: px, x2: px, y1: EDGE.top, y2: HEIGHT - EDGE.bottom }),
			values.map(({ line, y }) =>
				s('circle', { class: `look-${line.look}`, cx: px, cy: place([x, /** @type {number} */ (y)])[1], r: 4 }),
			),
		);
		const many = told().length > 1;
		put(
			out,
			`${axis} ${figure(x)}: ${values.map(({ line, y }) => `${many ? line.label : name} ${figure(y)}`).join(' · ')}`,
		);
	}

	svg.addEventListener('pointermove', (event) => {
		const px = event.clientX - svg.getBoundingClientRect().left;
		let best = 0;
		places.forEach((x, i) => {
			if (Math.abs(place([x, 0])[0] - px) < Math.abs(place([places[best], 0])[0] - px)) best = i;
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
		point((cursor < 0 ? places.length - 1 : cursor) + by);
	});

	function latest() {
		const [first] = told();
		const at = first?.points.at(-1);
		put(out, told().length === 1 && at ? `newest: ${name} ${figure(at[1])} at ${axis} ${figure(at[0])}` : '');
	}

	const sample = (look) =>
		s(
			'svg',
			{ class: 'chart-sample', width: 34, height: 10, 'aria-hidden': 'true' },
			s('line', { class: `chart-line look-${look}`, x1: 1, x2: 33, y1: 5, y2: 5, 'stroke-dasharray': DASHES[look] }),
		);

	/**
	 * Draws curves.
	 * @param {{ name: string, axis: string, lines: Line[], smoothing: number, logarithmic: boolean }} what
	 */
	function draw(what) {
		if (what.name !== name || what.axis !== axis) cursor = -1;
		({ name, axis, lines } = what);
		options = what;
		lines = lines.filter(({ points }) => points.length > 0);
		drawn = lines.map(({ points }) => smoothed(points, options.smoothing));
		redraw();
	}

	function redraw() {
		const width = Math.max(280, element.clientWidth || 640);
		svg.setAttribute('viewBox', `0 0 ${width} ${HEIGHT}`);
		svg.setAttribute('width', String(width));
		svg.setAttribute('height', String(HEIGHT));
		const all = lines.flatMap(({ points }) => points);
		put(
			legend,
			lines.length > 1 ? told().map(({ line }) => h('li', null, sample(line.look), h('span', null, line.label))) : null,
		);
		if (all.length === 0) {
			places = [];
			put(svg, s('text', { x: width / 2, y: HEIGHT / 2, 'text-anchor': 'middle' }, 'no points yet'));
			svg.setAttribute('aria-label', 'Curve: no points yet');
			put(out);
			return;
		}
		places = [...new Set(told().flatMap(({ points }) => points.map(([x]) => x)))].sort((a, b) => a - b);
		let [x0, x1, y0, y1] = [Infinity, -Infinity, Infinity, -Infinity];
		for (const [x, y] of all) {
			x0 = Math.min(x0, scale(x));
			x1 = Math.max(x1, scale(x));
			y0 = Math.min(y0, y);
			y1 = Math.max(y1, y);
		}
		if (x0 === x1) [x0, x1] = [x0 - 1, x1 + 1];
		if (y0 === y1) [y0, y1] = [y0 - 1, y1 + 1];
		const [low, high] = [y0, y1];
		const pad = (y1 - y0) * 0.06;
		[y0, y1] = [y0 - pad, y1 + pad];
		place = ([x, y]) => [
			EDGE.left + ((scale(x) - x0) / (x1 - x0)) * (width - EDGE.left - EDGE.right),
			HEIGHT - EDGE.bottom - ((y - y0) / (y1 - y0)) * (HEIGHT - EDGE.top - EDGE.bottom),
		];
		const path = (some) =>
			some
				.map((at) =>
					place(at)
						.map((v) => v.toFixed(1))
						.join(','),
				)
				.join(' ');
		const bottom = HEIGHT - EDGE.bottom;
		const [first] = told();
		const one = told().length === 1 && first;
		svg.setAttribute(
			'aria-label',
			one
				? `${name} over ${axis}: ${one.points.length} points from ${figure(one.points[0][1])} to ${figure(one.points[one.points.length - 1][1])}, lowest ${figure(low)}, highest ${figure(high)}. Arrow keys read points.`
				: `${name} over ${axis}: ${told().length} curves (${told()
						.map(({ line }) => line.label)
						.join('; ')}), lowest ${figure(low)}, highest ${figure(high)}. Arrow keys read points.`,
		);
		put(
			svg,
			ticks(y0, y1, 5).map((y) => {
				const py = place([all[0][0], y])[1];
				return s(
					'g',
					{ class: 'chart-grid' },
					s('line', { x1: EDGE.left, x2: width - EDGE.right, y1: py, y2: py }),
					s('text', { x: EDGE.left - 8, y: py + 4, 'text-anchor': 'end' }, figure(y)),
				);
			}),
			ticks(x0, x1, Math.max(2, Math.round(width / 130)))
				.filter((x) => axis === 'second' || Number.isInteger(x))
				.map((x) => (options.logarithmic ? 10 ** x : x))
				.map((x) =>
					s('text', { class: 'chart-tick', x: place([x, y0])[0], y: bottom + 16, 'text-anchor': 'middle' }, figure(x)),
				),
			s('text', { class: 'chart-tick', x: width - EDGE.right, y: HEIGHT - 4, 'text-anchor': 'end' }, axis),
			lines.map(({ band, look }) =>
				band
					? s('polygon', {
							class: `chart-band look-${look}`,
							points: path([...band.map(([x, , top]) => [x, top]), ...band.map(([x, below]) => [x, below]).reverse()]),
						})
					: null,
			),
			lines.map(({ band, look, points }) =>
				band || (!options.smoothing && lines.length > 1)
					? null
					: s('polyline', { class: `chart-raw look-${look}`, points: path(points) }),
			),
			one && !one.line.band && one.line.points.length < 60
				? one.line.points.map((at) =>
						s('circle', { class: `chart-dot look-${one.line.look}`, cx: place(at)[0], cy: place(at)[1], r: 2.2 }),
					)
				: null,
			lines.map(({ faint, look }, i) =>
				s('polyline', {
					class: `chart-line look-${look} ${faint ? 'faint' : ''}`,
					'stroke-dasharray': DASHES[look],
					points: path(drawn[i]),
				}),
			),
			mark,
		);
		if (cursor >= 0) point(cursor);
		else {
			put(mark);
			latest();
		}
		if (table.open) fillTable();
	}

	function fillTable() {
		const columns = told().slice(0, COLUMNS);
		const title = (line) => (told().length > 1 ? line.label : name);
		put(
			head,
			h('th', { scope: 'col', class: 'number' }, axis),
			columns.map(({ line }) => h('th', { scope: 'col', class: 'number' }, title(line))),
		);
		const every = Math.ceil(places.length / 50) || 1;
		put(
			rows,
			places
				.filter((_, i) => i % every === 0 || i === places.length - 1)
				.map((x) =>
					h(
						'tr',
						null,
						h('td', { class: 'number' }, figure(x)),
						columns.map(({ line, points }) => {
							const y = valueAt(told().length > 1 ? points : line.points, x);
							return h('td', { class: 'number' }, y === null ? '–' : figure(y));
						}),
					),
				),
		);
	}
	new ResizeObserver(redraw).observe(element);
	return { element, draw };
}
