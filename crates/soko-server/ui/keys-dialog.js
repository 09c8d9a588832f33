// @ts-check
// The list of keys, in which they are changed: choose a key, press the new one.

import { button, dialog, h, put } from './dom.js';
import { isFixed, isModifier, keyLabel, keyName, keyParts, refusal } from './keys.js';

/** @param {import('./keys.js').Keys} keys @param {() => void} changed called whenever an action has got other keys */
export function showKeys(keys, changed) {
	return new KeyList(keys, changed).open();
}

class KeyList {
	constructor(keys, changed) {
		Object.assign(this, { keys, changed });
		/** The key that is being changed: of which action, and instead of which key. @type {{ id: string, instead: string } | null} */
		this.asking = null;
		this.rows = h('tbody');
		this.message = h('div', { class: 'key-message', role: 'status' });
		this.all = button({ text: 'All usual keys', id: 'keys-reset', onclick: () => this.reset() });
		this.body = h(
			'div',
			{ class: 'stack key-list' },
			this.message,
			h('table', { class: 'key-table' }, this.rows),
			h('div', { class: 'row' }, this.all),
		);
		this.body.addEventListener('focusout', (event) => {
			// Whoever goes elsewhere does not want another key any more.
			if (this.asking && event.relatedTarget && !this.message.contains(event.relatedTarget)) this.forget();
		});
	}

	open() {
		this.draw();
		this.say();
		const closed = new AbortController();
		document.addEventListener('keydown', (event) => this.key(event), { capture: true, signal: closed.signal });
		return dialog('Keys', this.body, [['ok', 'Close', 'primary']]).finally(() => closed.abort());
	}

	text(id) {
		return `“${this.keys.actions.get(id)?.text}”`;
	}

	draw() {
		const { keys } = this;
		put(
			this.rows,
			[...keys.actions.values()].map((action) => this.row(action)),
			h(
				'tr',
				null,
				h('th', { scope: 'row' }, 'this list'),
				h('td', null, h('span', { class: 'keys' }, h('kbd', null, '?'))),
			),
		);
		this.all.disabled = ![...keys.actions.keys()].some((id) => keys.isChanged(id));
	}

	row({ id, text }) {
		const { keys } = this;
		return h(
			'tr',
			{ 'data-row': id },
			h('th', { scope: 'row' }, text),
			h(
				'td',
				null,
				h(
					'div',
					null,
					keys.of(id).map((name) => this.chip(id, text, name)),
					button({
						icon: 'plus',
						label: `One more key for “${text}”`,
						kind: 'quiet small',
						'data-more': '',
						onclick: () => this.ask(id, ''),
					}),
					keys.isChanged(id)
						? button({
								icon: 'restart',
								label: `The usual keys for “${text}”`,
								kind: 'quiet small',
								'data-usual': '',
								onclick: () => this.reset(id),
							})
						: null,
				),
			),
		);
	}

	chip(id, text, name) {
		const caps = keyParts(name).flatMap((part, i) => [i ? '+' : null, h('kbd', null, part)]);
		if (isFixed(name)) return h('span', { class: 'keys', title: 'This key stays as it is' }, caps);
		return h(
			'button',
			{
				type: 'button',
				class: 'keys',
				'data-key': name,
				'aria-label': `${keyLabel(name)}: another key for “${text}”`,
				title: 'Another key',
				onclick: () => this.ask(id, name),
			},
			caps,
		);
	}

	/** Waits for the new key. */
	ask(id, instead) {
		this.asking = { id, instead };
		this.mark();
		const remove = instead
			? button({
					text: `Take ${keyLabel(instead)} away`,
					onclick: () => this.change(() => this.keys.take(id, instead)),
				})
			: null;
		this.say(
			`Press the ${instead ? 'new ' : ''}key for ${this.text(id)}${instead ? ` in place of ${keyLabel(instead)}` : ''}. Escape leaves all as it is${instead ? ', Delete takes the key away' : ''}.`,
			remove,
		);
	}

	/** Shows which key is being changed. */
	mark() {
		for (const element of this.rows.querySelectorAll('.asking')) element.classList.remove('asking');
		this.place()?.classList.add('asking');
	}

	/** The button of what is being changed. */
	place(id = this.asking?.id, name = this.asking?.instead) {
		const row = [...this.rows.children].find((one) => one.dataset.row === id);
		const chips = [...(row?.querySelectorAll('[data-key]') ?? [])];
		return chips.find((chip) => chip.dataset.key === name) ?? row?.querySelector('[data-more]');
	}

	key(event) {
		if (!this.asking) return;
		// The buttons of a question work as everywhere, but for Escape.
		const inMessage = this.message.contains(event.target);
		if (inMessage && event.key !== 'Escape') return;
		event.preventDefault();
		event.stopPropagation();
		if (isModifier(event) || event.repeat) return;
		// In some browsers a button is pressed when Space is let go, whatever became of the key before.
		addEventListener('keyup', (up) => up.preventDefault(), { capture: true, once: true });
		const { id, instead } = this.asking;
		const name = keyName(event);
		if (name === 'Escape') {
			const place = this.place();
			this.forget();
			place?.focus();
		} else if (name === 'Delete' && instead) this.change(() => this.keys.take(id, instead));
		else this.offer(id, instead, name);
	}

	/** A key was pressed: it is refused, taken, or somebody else's. */
	offer(id, instead, name) {
		const why = refusal(name);
		if (why) {
			this.say(why);
			return;
		}
		const other = this.keys.at(name);
		if (!other || other.id === id) {
			this.change(() => this.keys.give(id, name, instead), name);
			return;
		}
		const yes = button({
			text: `Give it to ${this.text(id)}`,
			kind: 'primary',
			id: 'key-give',
			onclick: () => this.change(() => this.keys.give(id, name, instead), name),
		});
		const no = button({
			text: 'Leave it',
			id: 'key-leave',
			onclick: () => {
				const place = this.place();
				this.forget();
				place?.focus();
			},
		});
		this.say(`${keyLabel(name)} is the key of ${this.text(other.id)} here.`, yes, no);
		yes.focus({ preventScroll: true });
	}

	/** Changes keys of the action that is being asked about, and goes on there. */
	change(act, name) {
		const { id } = this.asking ?? {};
		act();
		this.asking = null;
		this.draw();
		this.changed();
		this.say(name ? `${keyLabel(name)} is for ${this.text(id)} now.` : `${this.text(id)} has lost a key.`);
		this.place(id, name)?.focus();
	}

	reset(id) {
		this.asking = null;
		this.keys.reset(id);
		this.draw();
		this.changed();
		if (!id) {
			this.say('All actions of this view have their usual keys again.');
			this.rows.querySelector('button')?.focus();
			return;
		}
		const missing = this.keys.actions.get(id).usual.filter((name) => this.keys.at(name)?.id !== id);
		const others = missing.map((name) => ` ${keyLabel(name)} stays with ${this.text(this.keys.at(name).id)}.`);
		this.say(`${this.text(id)} has its usual keys again.${others.join('')}`);
		this.place(id)?.focus();
	}

	forget() {
		this.asking = null;
		this.mark();
		this.say();
	}

	say(text = 'Choose a key to change it.', ...buttons) {
		put(this.message, h('p', null, text), buttons.filter(Boolean).length ? h('div', { class: 'row' }, buttons) : null);
	}
}
