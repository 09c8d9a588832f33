// @ts-check
// Which key does what: the usual keys of a view, and those its user has chosen instead.
//
// Every action has an id. What the user chose is kept by view and action, so it survives when usual keys change; a key of the
// user's choice goes before a usual one.

const STORE = 'keys';
const SHOWN = { ' ': 'Space', ArrowUp: '↑', ArrowDown: '↓', ArrowLeft: '←', ArrowRight: '→' };
const ALONE = new Set(['Shift', 'Control', 'Alt', 'Meta', 'AltGraph', 'CapsLock', 'NumLock', 'Fn', 'OS']);
const NAMELESS = new Set(['Dead', 'Process', 'Unidentified', 'Compose']);
/** Keys that are taken already, wherever one is. @type {Record<string, string>} */
const TAKEN = {
	Tab: 'Tab moves the focus.',
	'Shift+Tab': 'Shift+Tab moves the focus.',
	Escape: 'Escape closes what is open and lets go.',
	'?': 'The question mark opens this list.',
};
/** Letters and signs that belong to the browser or the system together with Ctrl. */
const BROWSERS = 'acdfhjlnopqrtuvwx0123456789+-=';

/** The name of a key press, such as `Ctrl+Shift+z` or `ArrowUp`. @param {KeyboardEvent} event */
export function keyName(event) {
	const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
	const shift = event.shiftKey && (event.key.length > 1 || /[a-z]/i.test(event.key));
	// AltGr writes signs such as [ on many keyboards, and some systems report it as Ctrl and Alt.
	const sign = event.getModifierState?.('AltGraph') && event.key.length === 1;
	const ctrl = (event.ctrlKey || event.metaKey) && !sign;
	return `${ctrl ? 'Ctrl+' : ''}${event.altKey && !sign ? 'Alt+' : ''}${shift ? 'Shift+' : ''}${key}`;
}

/** The parts of a name as they stand on the keys: `['Ctrl', 'Z']`. @param {string} name */
export function keyParts(name) {
	const parts = name.endsWith('+') ? [...name.slice(0, -1).split('+').filter(Boolean), '+'] : name.split('+');
	return parts.map((part) => SHOWN[part] ?? (part.length === 1 ? part.toUpperCase() : part));
}

/** The same in one word: `Ctrl+Z`. @param {string} name */
export const keyLabel = (name) => keyParts(name).join('+');

/** Names of keys for assistive technology, as `aria-keyshortcuts` has them. @param {string[]} names */
export const ariaKeys = (names) =>
	names.map((name) => (name === ' ' ? 'Space' : name.replace('Ctrl+', 'Control+').replace(/\+$/, 'Plus'))).join(' ');

/** Is it a key that waits for another one? @param {KeyboardEvent} event */
export const isModifier = (event) => ALONE.has(event.key);

/** Why an action cannot have a key; nothing if it can. @param {string} name */
export function refusal(name) {
	if (TAKEN[name]) return `${TAKEN[name]} It cannot be given to anything else.`;
	const key = name.endsWith('+') ? '+' : (name.split('+').at(-1) ?? '');
	if (NAMELESS.has(key)) return 'The browser does not tell which key this is.';
	const browsers = /^F\d+$/.test(key) || key === 'Tab' || (/^Ctrl\+/.test(name) && BROWSERS.includes(key));
	if (browsers || /^Alt\+(ArrowLeft|ArrowRight|Home|Escape|[a-z])$/.test(name))
		return `${keyLabel(name)} belongs to the browser. Choose another key.`;
	return '';
}

/** Can the user choose another key in its place? Escape always lets go. @param {string} name */
export const isFixed = (name) => name === 'Escape';

/**
 * @typedef {object} Action
 * @property {string} id
 * @property {string} text what it does
 * @property {string[]} usual
 * @property {(event: KeyboardEvent) => void} run
 */

const idOf = (text) => text.toLowerCase().replace(/[^a-z]+/g, '-');

export class Keys {
	/** @param {string} view @param {Pick<Storage, 'getItem' | 'setItem'>} store */
	constructor(view, store = localStorage) {
		this.view = view;
		this.store = store;
		/** @type {Map<string, Action>} */
		this.actions = new Map();
		/** The actions by their keys. @type {Map<string, Action>} */
		this.bound = new Map();
	}

	/**
	 * Binds actions: `{ 'ArrowUp w k': ['step up', run, 'step-up'] }`; the id may be left out, then it is made of the words.
	 * Another entry with the same id gives the action more keys.
	 * @param {Record<string, [string, (event: KeyboardEvent) => void, string?]>} bindings
	 */
	bind(bindings) {
		for (const [names, [text, run, id = idOf(text)]] of Object.entries(bindings)) {
			const usual = names === ' ' ? [' '] : names.split(' ').map((name) => (name === 'Space' ? ' ' : name));
			const known = this.actions.get(id);
			if (known) known.usual.push(...usual);
			else this.actions.set(id, { id, text, run, usual });
		}
		this.settle();
	}

	/** What a key does here. @param {string} name */
	at(name) {
		return this.bound.get(name) ?? null;
	}

	/** The keys of an action, in their order. @param {string} id @returns {string[]} */
	of(id) {
		const action = this.actions.get(id);
		if (!action) return [];
		return (this.chosen()[id] ?? action.usual).filter((name) => this.at(name) === action);
	}

	/** Has its user chosen the keys of an action? @param {string} id */
	isChanged(id) {
		return this.chosen()[id] !== undefined;
	}

	/** Gives an action a key, in place of another one or besides; whatever had it before has lost it. @param {string} id */
	give(id, name, instead = '') {
		const before = this.at(name);
		if (before?.id === id) return;
		if (before) this.choose(before.id, without(this.of(before.id), name));
		const mine = this.of(id);
		this.choose(id, instead ? mine.map((one) => (one === instead ? name : one)) : [...mine, name]);
	}

	/** Takes a key from an action. @param {string} id @param {string} name */
	take(id, name) {
		this.choose(id, without(this.of(id), name));
	}

	/** Goes back to the usual keys: of one action, or of all of the view. @param {string} [id] */
	reset(id) {
		if (id) this.choose(id, null);
		else this.write({});
	}

	/** @param {string} id @param {string[] | null} names */
	choose(id, names) {
		const { [id]: _, ...others } = this.chosen();
		const usual = this.actions.get(id)?.usual ?? [];
		const same = names?.length === usual.length && usual.every((name) => names.includes(name));
		this.write(names && !same ? { ...others, [id]: names } : others);
	}

	/** Who has which key: those that were chosen first. */
	settle() {
		const chosen = this.chosen();
		this.bound.clear();
		for (const named of [(id) => chosen[id] ?? [], (id, usual) => (chosen[id] ? [] : usual)])
			for (const action of this.actions.values())
				for (const name of named(action.id, action.usual)) if (!this.bound.has(name)) this.bound.set(name, action);
	}

	/** What the user chose in this view. @returns {Record<string, string[]>} */
	chosen() {
		return this.read()[this.view] ?? {};
	}

	read() {
		try {
			return JSON.parse(this.store.getItem(STORE) ?? '{}') ?? {};
		} catch {
			return {};
		}
	}

	write(chosen) {
		const { [this.view]: _, ...others } = this.read();
		this.store.setItem(STORE, JSON.stringify(Object.keys(chosen).length ? { ...others, [this.view]: chosen } : others));
		this.settle();
	}
}

const without = (names, name) => names.filter((one) => one !== name);

/** Names the keys of buttons and links in their tooltips: those that say by `data-action` what they do. */
export function nameKeys(root, keys) {
	for (const element of root.querySelectorAll('[data-action]')) {
		const names = keys.of(element.dataset.action);
		element.dataset.tip ??= element.title;
		element.title = names.length ? `${element.dataset.tip} (${keyLabel(names[0])})` : element.dataset.tip;
		if (names.length) element.setAttribute('aria-keyshortcuts', ariaKeys(names));
		else element.removeAttribute('aria-keyshortcuts');
	}
}
