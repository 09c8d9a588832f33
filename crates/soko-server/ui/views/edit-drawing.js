// @ts-check
// A drawing: cells, their history, and how they are written in an address. What is a level is for the server to say.

export const TOOLS = [
	['wall', '#', 'Wall', '# w'],
	['floor', '-', 'Floor', '- f'],
	['box', '$', 'Box', '$ b'],
	['goal', '.', 'Goal', '. g'],
	['player', '@', 'Player', '@ p'],
	['erase', '', 'Eraser', 'x Delete Backspace'],
];
const NAMES = {
	'#': 'wall',
	'-': 'floor',
	$: 'box',
	'.': 'goal',
	'*': 'box on goal',
	'@': 'player',
	'+': 'player on goal',
};
const MOST_SIDE = 100;
const MOST_STEPS = 300;

const onGoal = (c) => '.*+'.includes(c);
const without = (c) => (c === '+' || c === '*' ? '.' : '-');

/** What a stroke of a tool makes of a cell. */
function stroke(tool, old) {
	switch (tool) {
		case 'wall':
			return '#';
		case 'floor':
			return '-';
		case 'box':
			return onGoal(old) ? '*' : '$';
		case 'player':
			return onGoal(old) ? '+' : '@';
		case 'goal':
			return { $: '*', '@': '+', '*': '*', '+': '+' }[old] ?? '.';
		default:
			return '*+'.includes(old) ? '.' : '-';
	}
}

export class Drawing {
	/** @param {string[]} rows */
	constructor(rows) {
		this.past = [];
		this.future = [];
		this.set(rows);
	}

	/** Rows of any length and with any blanks become a rectangle of cells. */
	set(rows) {
		const width = Math.max(1, ...rows.map((row) => row.length));
		this.rows = (rows.length ? rows : ['-']).map((row) => row.padEnd(width, '-').replace(/[ _]/g, '-'));
	}

	get width() {
		return this.rows[0].length;
	}
	get height() {
		return this.rows.length;
	}
	get text() {
		return this.rows.join('\n');
	}
	at(x, y) {
		return this.rows[y]?.[x] ?? '-';
	}
	nameAt(x, y) {
		return NAMES[this.at(x, y)];
	}

	/** The cells whose character passes a test. */
	cells(test) {
		return this.rows.flatMap((row, y) => [...row].flatMap((c, x) => (test(c) ? [[x, y]] : [])));
	}

	/** Remembers the drawing as it is, before it changes. */
	mark() {
		if (this.past.at(-1)?.join('\n') !== this.text) this.past.push(this.rows);
		if (this.past.length > MOST_STEPS) this.past.shift();
		this.future = [];
	}

	/** The drawing as it was when it was last marked; what came after is forgotten. */
	takeBack() {
		this.rows = this.past.at(-1) ?? this.rows;
	}

	undo() {
		return this.swap(this.past, this.future);
	}
	redo() {
		return this.swap(this.future, this.past);
	}

	swap(from, to) {
		// A stroke that changed nothing is no step.
		while (from.length && from.at(-1).join('\n') === this.text) from.pop();
		const rows = from.pop();
		if (!rows) return false;
		to.push(this.rows);
		this.rows = rows;
		return true;
	}

	/** Draws one cell; true if that changed anything. There is one player: a new one takes the place of the old. */
	paint(x, y, tool) {
		const cell = stroke(tool, this.at(x, y));
		if (cell === this.at(x, y)) return false;
		let rows = [...this.rows];
		if (tool === 'player') rows = rows.map((row) => row.replace(/[@+]/g, without));
		rows[y] = rows[y].slice(0, x) + cell + rows[y].slice(x + 1);
		this.rows = rows;
		return true;
	}

	/** Adds (1) or takes away (-1) a row or column; false if that is not possible. */
	resize(side, by) {
		const { rows, width, height } = this;
		const across = side === 'left' || side === 'right';
		const size = (across ? width : height) + by;
		if (size < 1 || size > MOST_SIDE) return false;
		const first = side === 'left' || side === 'top';
		if (across)
			this.rows = rows.map((row) =>
				by < 0 ? (first ? row.slice(1) : row.slice(0, -1)) : first ? `-${row}` : `${row}-`,
			);
		else if (by < 0) this.rows = first ? rows.slice(1) : rows.slice(0, -1);
		else this.rows = first ? ['-'.repeat(width), ...rows] : [...rows, '-'.repeat(width)];
		return true;
	}
}

/** A room with walls around. */
export function room(width = 10, height = 8) {
	const wall = '#'.repeat(width);
	return [wall, ...Array(height - 2).fill(`#${'-'.repeat(width - 2)}#`), wall];
}

/** Rows as one line: runs are counted, rows end with `|`. */
export const pack = (rows) => rows.map((row) => row.replace(/(.)\1+/g, (run, c) => `${run.length}${c}`)).join('|');

/** The rows of such a line; null if it is none of ours. */
export function unpack(line) {
	if (!line || line.length > 30_000 || !/^[\d#@+$*.\-_ |]+$/.test(line)) return null;
	const rows = [];
	let cells = 0;
	for (const part of line.split('|')) {
		let row = '';
		for (const [, times, c] of part.matchAll(/(\d*)([^\d])/g)) {
			const run = Number(times || 1);
			cells += run;
			if (cells > 16_384) return null;
			row += c.repeat(run);
		}
		rows.push(row);
	}
	return rows;
}
