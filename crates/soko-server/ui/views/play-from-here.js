// @ts-check
// Ways from a game to the other views that take its position along.

import { get } from '../api.js';
import { button, sorry } from '../dom.js';

const VIEWS = [
	['solve', 'Solve from here', 'Solve it, or make its solution shorter, from where the game is'],
	['learn', 'Learn from here', 'Train a learner from where the game is'],
];

/** Buttons that go on with the position of a game. @param {any} play */
export function fromHere(play) {
	return VIEWS.map(([view, text, title]) =>
		button({
			icon: view,
			text,
			title,
			'data-from-here': view,
			onclick: async () => {
				try {
					const { played } = await get(`/api/games/${play.state.id}/moves`);
					const { collection, number } = play.level;
					location.hash = `#/${view}/${encodeURIComponent(collection)}/${number}${played ? `?moves=${played}` : ''}`;
				} catch (error) {
					sorry(error);
				}
			},
		}),
	);
}
