// @ts-check
// Moves and positions of a game that go elsewhere and come back: pasted or typed moves, copies, kept positions.

import { get } from '../api.js';
import { copyText } from '../clipboard.js';
import { button, dialog, h, icon, plural, put, say, sorry } from '../dom.js';
import { keep, kept, remove } from './play-snapshots.js';

/** Text that is nothing but moves. */
const LURD = /^[lurd\s]*[lurd][lurd\s]*$/i;

/** The card of the panel. @param {any} game */
export function movesCard(game) {
	const list = h('ul', { class: 'snapshots', 'aria-label': 'Kept positions' });
	drawKept(game, list);
	addEventListener('paste', (event) => paste(game, event), { signal: game.page.signal });
	return h(
		'section',
		{ class: 'card' },
		h('h2', null, 'Moves and positions'),
		h(
			'div',
			{ class: 'row' },
			button({ text: 'Moves…', id: 'moves', title: 'Type or paste moves', onclick: () => enterMoves(game) }),
			copyMenu(game),
			button({
				text: 'Keep…',
				id: 'keep',
				title: 'Keep this position under a name',
				onclick: () => keepPosition(game, list),
			}),
		),
		list,
		h(
			'a',
			{
				class: 'button',
				id: 'reverse',
				href: `#/play/${encodeURIComponent(game.level.collection)}/${game.level.number}?reverse=1`,
				title: 'Pull the boxes from the goals back to the start',
			},
			icon('restart'),
			'Play backwards',
		),
	);
}

/** Moves in the clipboard are a game; levels are the frame's to import. */
function paste(game, event) {
	if (event.target.closest?.('input, textarea, dialog')) return;
	const text = event.clipboardData?.getData('text') ?? '';
	if (LURD.test(text)) play(game, text, false).catch(sorry);
}

/** Plays moves from the start or from here; throws what the server says if one of them is impossible. */
async function play(game, moves, here) {
	const state = await game.link.attempt([{ do: 'enter', moves, here }]);
	const number = plural(moves.replace(/\s/g, '').length, 'move');
	// Where the game speaks of its acts: a toast would cover the buttons beside the board.
	game.status.textContent = `${number} played; your other moves stay as a line.`;
	return state;
}

async function enterMoves(game) {
	let [text, problem] = ['', null];
	for (;;) {
		const area = h('textarea', {
			rows: 8,
			value: text,
			spellcheck: false,
			'aria-label': 'Moves in LURD',
			'aria-describedby': 'moves-note',
			'aria-invalid': problem ? 'true' : null,
			autofocus: true,
			maxLength: 200_000,
		});
		const body = h(
			'div',
			{ class: 'stack moves-dialog' },
			h(
				'p',
				{ class: 'note', id: 'moves-note' },
				'l, u, r and d are moves; capitals, spaces and line ends do not matter.',
			),
			area,
			h(
				'div',
				{ role: 'alert', class: 'moves-problem' },
				problem
					? h(
							'div',
							{ class: 'notice bad' },
							icon('warning'),
							h('div', null, h('strong', null, problem.message), h('div', { class: 'note' }, problem.help ?? '')),
						)
					: null,
			),
		);
		const answer = await dialog('Moves', body, [
			['start', 'Play from the start', 'primary'],
			['here', 'Play from here'],
			['', 'Cancel'],
		]);
		if (!answer) return;
		text = area.value;
		try {
			await play(game, text, answer === 'here');
			return;
		} catch (error) {
			problem = error;
		}
	}
}

function copyMenu(game) {
	const moves = () => get(`/api/games/${game.state.id}/moves`);
	const item = (id, text, note, what) =>
		h(
			'button',
			{
				type: 'button',
				class: 'menu-item',
				'data-copy': id,
				onclick: async () => {
					menu.open = false;
					menu.querySelector('summary').focus();
					try {
						await copyText(await what());
						say(`${text}: copied`);
					} catch (error) {
						sorry(error);
					}
				},
			},
			h('span', null, text),
			h('small', { class: 'note' }, note),
		);
	const menu = h(
		'details',
		{ class: 'menu' },
		h('summary', { class: 'button', title: 'Copy to the clipboard' }, icon('copy'), h('span', null, 'Copy')),
		h(
			'div',
			{ class: 'menu-items' },
			item('level', 'Level', 'XSB', () => `${game.facts.board.join('\n')}\n`),
			item('position', 'Position', 'XSB', async () => `${(await moves()).board.trimEnd()}\n`),
			item('moves', 'Moves so far', 'LURD', async () => (await moves()).played),
		),
	);
	const outside = (event) => {
		if (!menu.contains(event.target)) menu.open = false;
	};
	document.addEventListener('pointerdown', outside, { signal: game.page.signal });
	return menu;
}

async function keepPosition(game, list) {
	const { hash } = game.facts.prepared;
	try {
		const { played } = await get(`/api/games/${game.state.id}/moves`, game.page.signal);
		const field = h('input', {
			'aria-label': 'Name of the position',
			value: `After ${plural(played.length, 'move')}`,
			maxLength: 60,
			autofocus: true,
		});
		const answer = await dialog('Keep this position', h('label', { class: 'field' }, h('span', null, 'Name'), field), [
			['keep', 'Keep', 'primary'],
			['', 'Cancel'],
		]);
		if (!answer) return;
		keep(localStorage, hash, { name: field.value.trim() || 'Position', moves: played, pushes: game.state.metrics[1] });
		drawKept(game, list);
	} catch (error) {
		sorry(error);
	}
}

function drawKept(game, list) {
	const { hash } = game.facts.prepared;
	const all = kept(localStorage, hash);
	list.hidden = all.length === 0;
	put(
		list,
		all.map((snapshot) =>
			h(
				'li',
				null,
				h(
					'button',
					{
						type: 'button',
						class: 'snapshot',
						title: 'Go to this position',
						onclick: () => game.link.attempt([{ do: 'enter', moves: snapshot.moves }]).catch(sorry),
					},
					h('span', null, snapshot.name),
					h(
						'small',
						{ class: 'note' },
						`${plural(snapshot.moves.length, 'move')}, ${plural(snapshot.pushes, 'push', 'pushes')}`,
					),
				),
				button({
					icon: 'trash',
					label: `Forget ${snapshot.name}`,
					kind: 'quiet',
					onclick: () => {
						remove(localStorage, hash, snapshot.id);
						drawKept(game, list);
						(list.querySelector('button') ?? game.page.root.querySelector('#keep'))?.focus();
					},
				}),
			),
		),
	);
}
