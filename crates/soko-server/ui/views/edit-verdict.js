// @ts-check
// Can the drawing be solved? A short search of the default player says so after every change, a longer one on demand.
//
// What is told is what was found out: proven shortest, a solution, a proof that there is none, or that it is not known.

import { post } from '../api.js';
import { button, count, h, icon, put, seconds } from '../dom.js';

/** Seconds of the search after a change. */
const SHORT = 2;
/** Seconds of the search on demand. */
const LONG = 20;
/** How long a drawing rests before it is searched. */
const REST = 600;

const TAGS = {
	optimal: ['good', 'check', 'proven shortest'],
	solvable: ['good', 'check', 'solvable'],
	unsolvable: ['bad', 'warning', 'no solution'],
	unknown: ['warn', 'help', 'not known'],
};

export class Verdict {
	/** @param {{ page: any, show: (solution: string) => void, mark: (boxes: number[][]) => void }} on */
	constructor(on) {
		Object.assign(this, { on, text: null, alone: localStorage.getItem('edit-check') !== 'off' });
		this.state = h('span', { class: 'verdict-state' });
		this.told = h('p', { role: 'status' });
		this.tools = h('div', { class: 'row' });
		const alone = h('input', {
			type: 'checkbox',
			checked: this.alone,
			onchange: () => {
				this.alone = alone.checked;
				localStorage.setItem('edit-check', this.alone ? 'on' : 'off');
				if (this.alone && this.text && !this.answer && !this.asking) this.ask(SHORT);
			},
		});
		this.card = h(
			'section',
			{ class: 'card verdict' },
			h('header', { class: 'row' }, h('h2', null, 'Can it be solved?'), h('span', { class: 'spacer' }), this.state),
			this.told,
			this.tools,
			h('label', { class: 'check' }, alone, `Search for ${SHORT} s after every change`),
		);
		on.page.signal.addEventListener('abort', () => this.cancel());
		this.draw('Draw a board that can be played first.');
	}

	/** The drawing is another one; `null` if it cannot be played. */
	about(text) {
		if (text === this.text) return;
		this.cancel();
		this.text = text;
		this.answer = null;
		this.on.mark([]);
		this.draw(text ? '' : 'Draw a board that can be played first.');
		if (text && this.alone) this.resting = setTimeout(() => this.ask(SHORT), REST);
	}

	cancel() {
		clearTimeout(this.resting);
		this.asking?.abort();
		this.asking = null;
	}

	async ask(time) {
		this.cancel();
		if (!this.text) return;
		this.asking = new AbortController();
		const { signal } = this.asking;
		this.draw(`Searching for at most ${time} s…`);
		try {
			const answer = await post('/api/board/solve', { board: this.text, seconds: time }, signal);
			if (signal.aborted) return;
			this.asking = null;
			this.answer = answer;
			this.on.mark(answer.boxes);
			const cost = answer.expanded ? ` (${count(answer.expanded)} positions, ${seconds(answer.seconds)})` : '';
			this.draw(`${answer.text}${cost}`);
		} catch (error) {
			if (error?.name === 'AbortError' || signal.aborted) return;
			this.asking = null;
			this.draw([error.message, error.help].filter(Boolean).join(': '));
		}
	}

	draw(text) {
		const { answer, asking } = this;
		const [kind, name, tag] = TAGS[answer?.kind] ?? [];
		this.card.dataset.kind = asking ? 'searching' : (answer?.kind ?? '');
		put(this.state, tag ? h('span', { class: `tag ${kind}` }, icon(name), tag) : null);
		this.told.textContent = text;
		const stop = () => {
			this.cancel();
			this.draw('The search was cancelled: nothing is known.');
		};
		const settled = answer && (answer.kind === 'optimal' || answer.kind === 'unsolvable');
		put(
			this.tools,
			asking
				? button({ icon: 'stop', text: 'Cancel', onclick: stop })
				: settled
					? null
					: button({
							icon: 'solve',
							text: answer ? `Search for ${LONG} s` : 'Check',
							disabled: !this.text,
							onclick: () => this.ask(LONG),
						}),
			answer?.solution
				? button({ icon: 'play', text: 'Walk through it', onclick: () => this.on.show(answer.solution) })
				: null,
		);
	}
}
