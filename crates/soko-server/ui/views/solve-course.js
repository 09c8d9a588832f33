// @ts-check
// How a run is getting on: how much of the search space it has seen, and curves of estimate, speed and memory over time.

import { figure } from '../chart.js';
import { bytes, count, h, put, s, seconds } from '../dom.js';

const [WIDTH, HEIGHT] = [200, 48];

/** The curves: what a moment says, its name, its unit, and what it means. */
const CURVES = [
	['estimate', 'pushes to go', count, 'The fewest pushes that a position shown so far still needs, estimated'],
	['rate', 'per second', count, 'Positions expanded per second'],
	['memory', 'memory', bytes, 'Most memory held'],
];

/** Digits above: 4 becomes ⁴. */
const raised = (n) => [...String(n)].map((c) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(c)] ?? c).join('');

/** A power of ten in words: 10⁴·² is written as 1.6 × 10⁴. @param {number} log10 */
export function powerOf(log10) {
	if (log10 < 6) return count(10 ** log10);
	const exponent = Math.floor(log10);
	return `${(10 ** (log10 - exponent)).toFixed(1)} × 10${raised(exponent)}`;
}

/** Places of points on a curve: from the left to now, from 0 to the highest. @param {[number, number][]} points */
export function placed(points) {
	const last = Math.max(points.at(-1)?.[0] ?? 0, 1e-9);
	const top = Math.max(...points.map(([, y]) => y), 1e-9);
	return points.map(([x, y]) => [(x / last) * WIDTH, HEIGHT - 2 - (y / top) * (HEIGHT - 4)]);
}

class Curve {
	constructor([name, title, unit, meaning]) {
		Object.assign(this, { name, title, unit });
		this.points = [];
		this.value = h('strong');
		this.when = h('small', { class: 'note' });
		this.area = s('polygon', { class: 'spark-area' });
		this.line = s('polyline', { class: 'spark-line' });
		this.mark = s('line', { class: 'spark-mark', x1: -10, x2: -10, y1: 0, y2: HEIGHT });
		this.svg = s(
			'svg',
			{
				class: 'spark',
				viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
				preserveAspectRatio: 'none',
				role: 'img',
				'aria-label': title,
			},
			this.area,
			this.line,
			this.mark,
		);
		this.root = h(
			'figure',
			{ class: 'spark-box', 'data-curve': name, title: meaning },
			h('figcaption', null, h('span', null, title), this.value, this.when),
			this.svg,
		);
		this.svg.addEventListener('pointermove', (event) => {
			const box = this.svg.getBoundingClientRect();
			this.read(((event.clientX - box.left) / box.width) * WIDTH);
		});
		this.svg.addEventListener('pointerleave', () => this.read(null));
	}

	draw(course) {
		this.points = course.filter((moment) => moment[this.name] !== null).map((moment) => [moment.at, moment[this.name]]);
		this.root.hidden = this.points.length < 2;
		if (this.root.hidden) return;
		const places = placed(this.points);
		const text = places.map((at) => at.map((v) => v.toFixed(1)).join(',')).join(' ');
		this.line.setAttribute('points', text);
		this.area.setAttribute('points', `${places[0][0].toFixed(1)},${HEIGHT} ${text} ${WIDTH},${HEIGHT}`);
		const values = this.points.map(([, y]) => y);
		this.svg.setAttribute(
			'aria-label',
			`${this.title} over ${seconds(this.points.at(-1)[0])}: from ${this.unit(values[0])} to ${this.unit(values.at(-1))}, highest ${this.unit(Math.max(...values))}`,
		);
		this.read(null);
	}

	/** Says what was at a place of the drawing; what is now if none. */
	read(x) {
		const places = x === null ? [] : placed(this.points);
		let best = this.points.length - 1;
		places.forEach(([px], i) => {
			if (Math.abs(px - x) < Math.abs(places[best][0] - x)) best = i;
		});
		const [at, value] = this.points[best] ?? [0, 0];
		this.value.textContent = this.unit(value);
		this.when.textContent = x === null ? '' : `at ${seconds(at)}`;
		const px = x === null ? '-10' : String(places[best][0]);
		this.mark.setAttribute('x1', px);
		this.mark.setAttribute('x2', px);
	}
}

export class Course {
	/** @param {number | undefined} log10States the positions that a level has, as a power of ten */
	constructor(log10States) {
		this.space = log10States ?? 0;
		this.bar = h('span');
		this.words = h('span', { class: 'note' });
		this.gauge = h(
			'div',
			{
				class: 'gauge',
				role: 'meter',
				'aria-label': 'Positions expanded of all there are, by powers of ten',
				'aria-valuemin': 0,
				'aria-valuemax': figure(this.space),
			},
			this.bar,
		);
		this.curves = CURVES.map((curve) => new Curve(curve));
		this.sparks = h(
			'div',
			{ class: 'sparks' },
			this.curves.map(({ root }) => root),
		);
		this.box = h(
			'div',
			{
				class: 'gauge-box',
				title: 'Positions expanded of all there are. By powers of ten: half of the bar is the square root of all.',
			},
			h('div', { class: 'row' }, h('span', null, 'Searched'), h('span', { class: 'spacer' }), this.words),
			this.gauge,
		);
		this.root = h('div', { class: 'lane-course', hidden: true }, this.box, this.sparks);
	}

	/** Takes a newer state of the job. */
	show(job) {
		const log = job.expanded > 0 ? Math.log10(job.expanded) : 0;
		const course = job.course ?? [];
		// What an optimiser expands are no positions of the level: it searches around a solution.
		this.box.hidden = Boolean(job.before);
		this.root.hidden = job.expanded === 0;
		if (this.root.hidden) return;
		const share = this.space > 0 ? Math.min(1, log / this.space) : 1;
		this.bar.style.setProperty('width', `${share * 100}%`);
		this.gauge.setAttribute('aria-valuenow', log.toFixed(1));
		const words = `${count(job.expanded)} of ${powerOf(this.space)} positions`;
		this.gauge.setAttribute('aria-valuetext', words);
		put(this.words, words);
		for (const curve of this.curves) curve.draw(course);
		this.sparks.hidden = this.curves.every(({ root }) => root.hidden);
	}
}
