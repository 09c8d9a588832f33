// @ts-check
// Curves as lists of points [x, y]: smoothed, over another axis, and several as their mean with a band.

/** Most points of a mean. */
const GRID = 160;

/**
 * An exponential moving average, whose beginning is not drawn towards zero: 0 changes nothing, towards 1 it remembers for longer.
 * @param {number[][]} points @param {number} weight
 */
export function smoothed(points, weight) {
	let sum = 0;
	let held = 0;
	return points.map(([x, y]) => {
		sum = weight * sum + (1 - weight) * y;
		held = weight * held + (1 - weight);
		return [x, sum / held];
	});
}

/** The value of a curve at a place, between two points on a straight line; null beyond its ends. */
export function valueAt(points, x) {
	if (points.length === 0 || x < points[0][0] || x > points[points.length - 1][0]) return null;
	let [low, high] = [0, points.length - 1];
	while (high - low > 1) {
		const middle = (low + high) >> 1;
		if (points[middle][0] <= x) low = middle;
		else high = middle;
	}
	const [[x0, y0], [x1, y1]] = [points[low], points[high]];
	if (x1 === x0) return y1;
	return y0 + ((x - x0) / (x1 - x0)) * (y1 - y0);
}

/**
 * A curve over the episodes as one over the steps played or the seconds. The clock of a run has them at some episodes; between
 * two of them they grow evenly. Without a clock there is no such curve.
 * @param {number[][]} points @param {number[][]} clock @param {'episodes' | 'steps' | 'seconds'} axis
 */
export function over(points, clock, axis) {
	if (axis === 'episodes') return points;
	const column = axis === 'steps' ? 1 : 2;
	const places = clock.map((entry) => [entry[0], entry[column]]);
	const first = places[0]?.[0] ?? 0;
	const last = places[places.length - 1]?.[0] ?? 0;
	const moved = [];
	for (const [x, y] of points) {
		const place = valueAt(places, Math.max(first, Math.min(last, x)));
		if (place !== null) moved.push([place, y]);
	}
	return moved;
}

/**
 * The mean of several curves, and the lowest and highest value, where at least two of them have one.
 * @param {number[][][]} curves
 * @returns {{ points: number[][], band: number[][], runs: number[] }} the band as [x, lowest, highest]; how many runs there are at each point
 */
export function mean(curves) {
	const places = [...new Set(curves.flatMap((points) => points.map(([x]) => x)))].sort((a, b) => a - b);
	const every = Math.max(1, Math.ceil(places.length / GRID));
	const points = [];
	const band = [];
	const runs = [];
	places.forEach((x, i) => {
		if (i % every !== 0 && i !== places.length - 1) return;
		const values = /** @type {number[]} */ (curves.map((one) => valueAt(one, x)).filter((y) => y !== null));
		if (values.length < 2) return;
		points.push([x, values.reduce((sum, y) => sum + y, 0) / values.length]);
		band.push([x, Math.min(...values), Math.max(...values)]);
		runs.push(values.length);
	});
	return { points, band, runs };
}
