// @ts-check
// Beside the board: what the server says about the drawing, saving it, and making one by chance.

import { levelPath, post, remove, replace } from '../api.js';
import { button, count, field, h, icon, isSure, plural, put, select, sorry } from '../dom.js';
import { exportAs } from '../export.js';

/** What is wrong, or what is known. */
export function drawCheck(root, answer, { goTo, dead, setDead }) {
	const { problems, facts, width, height } = answer;
	const errors = problems.filter((problem) => problem.severity === 'error').length;
	const state = facts
		? h('span', { class: 'tag good' }, icon('check'), 'can be played')
		: h('span', { class: 'tag bad' }, icon('warning'), plural(errors, 'problem'));
	put(
		root,
		h('header', { class: 'row' }, h('h2', null, 'Check'), h('span', { class: 'spacer' }), state),
		problems.length
			? h(
					'ul',
					{ class: 'problems' },
					problems.slice(0, 40).map((problem) => complaint(problem, goTo)),
				)
			: null,
		problems.length > 40 ? h('p', { class: 'note' }, `… and ${problems.length - 40} more.`) : null,
		h(
			'dl',
			{ class: 'facts' },
			fact('Size', `${width} × ${height}`),
			fact('Boxes', answer.boxes.length),
			fact('Goals', answer.goals.length),
			facts
				? [
						fact('Squares', facts.reachable),
						fact('Dead squares', facts.dead.length),
						fact('Positions', positions(facts.log10_states)),
						answer.pushes ? fact('Best known', plural(answer.pushes, 'push', 'pushes')) : null,
					]
				: null,
		),
		facts?.dead.length
			? h(
					'label',
					{ class: 'check' },
					h('input', { type: 'checkbox', checked: dead, onchange: (event) => setDead(event.target.checked) }),
					'Show dead squares',
				)
			: null,
	);
}

const fact = (name, value) => [h('dt', null, name), h('dd', null, typeof value === 'number' ? count(value) : value)];

function positions(log10) {
	if (log10 < 6) return count(10 ** log10);
	const power = Math.floor(log10);
	return [`${(10 ** (log10 - power)).toFixed(1)} · 10`, h('sup', null, power)];
}

function complaint({ severity, message, remedy, at }, goTo) {
	const where = at ? `column ${at[0] + 1}, row ${at[1] + 1}` : '';
	const text = [h('strong', null, message), h('span', { class: 'note' }, [where, remedy].filter(Boolean).join(': '))];
	return h(
		'li',
		{ class: `is-${severity}` },
		icon(severity === 'error' ? 'warning' : 'help', severity),
		at
			? h('button', { type: 'button', class: 'plain', title: 'Show the cell', onclick: () => goTo(at) }, text)
			: h('span', null, text),
	);
}

/**
 * Title, author, and where it goes. What was saved once is replaced by what is saved next; a second level is made only by asking
 * for one.
 */
export function savePanel({ origin, title, author, board, onsaved }) {
	const name = h('input', { value: title ?? '', maxLength: 200, placeholder: 'Untitled' });
	const by = h('input', {
		value: author ?? localStorage.getItem('author') ?? '',
		maxLength: 200,
		placeholder: 'Your name',
	});
	const done = h('div', { role: 'status' });
	const tools = h('div', { class: 'row' });
	/** The level that is replaced, with the board that is expected there. */
	let target = origin?.changeable ? origin : null;
	let busy = false;
	const drawn = () => ({ board: board(), title: name.value.trim() || null, author: by.value.trim() || null });
	const keep = async (request) => {
		if (busy) return;
		busy = true;
		try {
			if (by.value.trim() && by.value !== author) localStorage.setItem('author', by.value.trim());
			const drawing = drawn();
			const saved = await request(drawing);
			target = {
				collection: saved.collection,
				number: saved.number,
				name: saved.collection_title,
				board: drawing.board,
				changeable: true,
			};
			drawTools();
			put(done, savedNote(saved));
			onsaved(target, drawing.title);
		} catch (error) {
			// Here, and not in a corner where it would cover the buttons.
			put(done, refusal(error));
		}
		busy = false;
	};
	const add = () => keep((drawing) => post('/api/collections/my-levels/levels', drawing));
	const swap = () => keep((drawing) => replace(levelPath(target), { ...drawing, replaces: target.board }));
	const save = () => (target ? swap() : add());
	const file = () =>
		exportAs('Download the drawing', name.value.trim().replace(/[^\w-]+/g, '-') || 'level', (format) => ({
			path: '/api/board/export',
			body: { drawing: drawn(), format },
		}));
	const drop = async () => {
		const text = `Level ${target.number} is taken out of “${target.name}”; the levels behind it move up.`;
		if (!(await isSure('Remove the level?', text, 'Remove it'))) return;
		const { collection } = target;
		remove(levelPath(target)).then(() => {
			location.hash = `#/library/${encodeURIComponent(collection)}`;
		}, sorry);
	};
	const drawTools = () =>
		put(
			tools,
			target
				? [
						button({
							icon: 'check',
							text: `Save level ${target.number}`,
							title: `Replaces level ${target.number} of “${target.name}” (Ctrl+S)`,
							kind: 'primary save',
							onclick: save,
						}),
						button({
							icon: 'plus',
							text: 'Save as new',
							title: 'Another level of My levels',
							kind: 'save-new',
							onclick: add,
						}),
					]
				: button({ icon: 'plus', text: 'Save in My levels', kind: 'primary save', onclick: save }),
			button({ icon: 'export', label: 'Download in a file format', onclick: file }),
			target
				? button({
						icon: 'trash',
						label: `Remove level ${target.number} from its collection`,
						kind: 'danger',
						onclick: drop,
					})
				: null,
		);
	drawTools();
	const card = h(
		'section',
		{ class: 'card save-card' },
		h('h2', null, 'Save'),
		h('div', { class: 'pair' }, field('Title', name), field('Author', by)),
		tools,
		done,
	);
	return { card, save };
}

const refusal = ({ message, help }) =>
	h(
		'div',
		{ class: 'notice bad' },
		icon('warning'),
		h('div', null, h('strong', null, message), help ? h('div', { class: 'note' }, help) : null),
	);

function savedNote(saved) {
	const part = `${encodeURIComponent(saved.collection)}/${saved.number}`;
	return h(
		'div',
		{ class: 'notice good saved' },
		icon('check'),
		h(
			'div',
			null,
			h(
				'strong',
				null,
				`Saved as level ${saved.number} of `,
				h('a', { href: `#/library/${encodeURIComponent(saved.collection)}` }, saved.collection_title),
			),
			h(
				'div',
				{ class: 'row' },
				h('a', { class: 'button', href: `#/play/${part}` }, icon('play'), 'Play'),
				h('a', { class: 'button', href: `#/solve/${part}` }, icon('solve'), 'Solve'),
			),
		),
	);
}

const number = (value, min, max) => h('input', { type: 'number', min, max, value, required: true });

/** A level made by chance. */
export function generatePanel(use) {
	const form = {
		style: select(
			[
				['rooms', 'Rooms'],
				['cave', 'Cave'],
				['hall', 'Hall'],
				['house', 'House'],
			],
			'rooms',
		),
		pattern: select(
			[
				['plain', 'No symmetry'],
				['mirror', 'Mirrored'],
				['spin', 'Half turn'],
			],
			'plain',
		),
		layout: select(
			[
				['together', 'Together'],
				['apart', 'Apart'],
				['paired', 'Paired'],
			],
			'together',
		),
		width: number(7, 3, 20),
		height: number(6, 3, 20),
		boxes: number(3, 1, 12),
		least: number(12, 1, 500),
		most: number(60, 1, 500),
		seed: number(Math.floor(Math.random() * 1e6), 0, 4294967295),
	};
	for (const [key, input] of Object.entries(form)) input.name = key;
	const told = h('p', { class: 'note', role: 'status' });
	const numbers = ['width', 'height', 'boxes', 'least', 'most', 'seed'];
	const make = async () => {
		go.disabled = true;
		told.textContent = 'Looking for a good one…';
		try {
			const wish = Object.fromEntries(
				Object.entries(form).map(([key, input]) => [key, numbers.includes(key) ? Number(input.value) : input.value]),
			);
			const made = await post('/api/generate', wish);
			told.textContent = `${made.optimal ? 'Its shortest solution has' : 'It comes with a solution of'} ${plural(made.pushes, 'push', 'pushes')} (${plural(made.moves, 'move')}). Recipe: ${made.recipe}`;
			use(made);
		} catch (error) {
			told.textContent = '';
			sorry(error);
		}
		go.disabled = false;
	};
	const go = button({ icon: 'dice', text: 'Generate', kind: 'primary', onclick: make });
	const roll = button({
		icon: 'restart',
		label: 'Another seed, and generate',
		onclick: () => {
			form.seed.value = String(Math.floor(Math.random() * 1e6));
			make();
		},
	});
	return h(
		'details',
		{ class: 'card generate' },
		h('summary', null, 'Generate a level'),
		h(
			'div',
			{ class: 'pair' },
			field('Floor', form.style),
			field('Symmetry', form.pattern),
			field('Width', form.width),
			field('Height', form.height),
			field('Boxes', form.boxes),
			field('Goals', form.layout),
			field('Pushes, least', form.least),
			field('Pushes, most', form.most),
			field('Seed', form.seed),
		),
		h(
			'p',
			{ class: 'note' },
			'In small levels the number of pushes is proven; larger ones come with a solution, and the range is not used.',
		),
		h('div', { class: 'row' }, go, roll),
		told,
	);
}
