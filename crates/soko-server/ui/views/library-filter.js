// @ts-check
// Which levels are shown, in which order.

export const COLUMNS = [
	['number', '#', 'number'],
	['title', 'Title', ''],
	['size', 'Size', 'number'],
	['boxes', 'Boxes', 'number'],
	['mine', 'My pushes', 'number', 'Fewest pushes that you needed'],
	['solvers', 'Solver pushes', 'number', 'Fewest pushes that a player of the program needed'],
	['moves', 'Best moves', 'number', 'Fewest moves, whoever made them'],
	['optimum', 'Optimum', 'number', 'Fewest pushes that are possible, if the file says so'],
	['state', 'State', ''],
];

export const STATES = [
	['', 'All levels'],
	['solved', 'Solved'],
	['mine', 'Solved by me'],
	['solvers', 'Solved by solvers'],
	['others', 'Solved, but not by me'],
	['unsolved', 'Not solved'],
	['unplayable', 'Cannot be played'],
];
export const SIZES = [
	['', 'Any size'],
	['8', 'Up to 8 × 8'],
	['12', 'Up to 12 × 12'],
	['20', 'Up to 20 × 20'],
	['over', 'Larger than 20 × 20'],
];

/** `unplayable`, `solved` or `unsolved`. */
export const stateOf = (row) => (row.error ? 'unplayable' : row.pushes === undefined ? 'unsolved' : 'solved');

/** By whom it was solved: `mine`, `solvers`, `both`, or nothing. */
export function solvedBy({ mine, solvers }) {
	if (mine) return solvers ? 'both' : 'mine';
	return solvers ? 'solvers' : '';
}

/** Is a level in that state? `mine` and `solvers` include what both have solved. */
function isIn(row, state) {
	const by = solvedBy(row);
	if (state === 'mine' || state === 'solvers') return by === state || by === 'both';
	return state === 'others' ? by === 'solvers' : stateOf(row) === state;
}

const VALUE = {
	number: (row) => row.number,
	title: (row) => (row.title ?? '').toLocaleLowerCase(),
	size: (row) => row.width * row.height,
	boxes: (row) => row.boxes,
	pushes: (row) => row.pushes,
	mine: (row) => row.mine?.pushes,
	solvers: (row) => row.solvers?.pushes,
	moves: (row) => row.moves,
	optimum: (row) => row.optimum,
	state: (row) => ({ solved: 0, unsolved: 1, unplayable: 2 })[stateOf(row)],
};

/** The rows that pass a filter, sorted; what a row does not have comes last in either order. */
export function choose(rows, filter) {
	const text = filter.text.trim().toLocaleLowerCase();
	const least = filter.least === '' ? 0 : Number(filter.least);
	const most = filter.most === '' ? Infinity : Number(filter.most);
	const side = filter.size === 'over' ? 20 : Number(filter.size);
	const fits = (row) => Math.max(row.width, row.height) <= side;
	const shown = rows.filter(
		(row) =>
			(!text || (row.title ?? '').toLocaleLowerCase().includes(text) || String(row.number) === text) &&
			(!filter.state || isIn(row, filter.state)) &&
			row.boxes >= least &&
			row.boxes <= most &&
			(!filter.size || (filter.size === 'over') !== fits(row)),
	);
	const value = VALUE[filter.sort] ?? VALUE.number;
	const sign = filter.down ? -1 : 1;
	return shown.sort((a, b) => {
		const [x, y] = [value(a), value(b)];
		if (x === y) return a.number - b.number;
		if (x === undefined || x === '') return 1;
		if (y === undefined || y === '') return -1;
		return (x < y ? -1 : 1) * sign;
	});
}

const KEYS = ['text', 'state', 'least', 'most', 'size'];

/** The filter of an address. */
export function readFilter(query) {
	const filter = Object.fromEntries(KEYS.map((key) => [key, query.get(key) ?? '']));
	const [sort = 'number', down = ''] = (query.get('sort') ?? 'number').split('-');
	return { ...filter, sort, down: down === 'down' };
}

/** The part of an address behind the question mark. */
export function writeFilter(filter) {
	const order = `${filter.sort}${filter.down ? '-down' : ''}`;
	const query = new URLSearchParams(KEYS.filter((key) => filter[key] !== '').map((key) => [key, filter[key]]));
	if (order !== 'number') query.set('sort', order);
	return query.size ? `?${query}` : '';
}

/** Is anything left out? */
export const isFiltering = (filter) => KEYS.some((key) => filter[key] !== '');
