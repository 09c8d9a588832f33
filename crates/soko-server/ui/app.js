// @ts-check
// The frame around the views: addresses, navigation, theme, keys.
//
// Every view is a module in views/ that exports `open(page)`. Its address is `#/view/part/part?key=value`. When the user
// leaves, `page.signal` is aborted; everything a view starts is tied to it.

import { get } from './api.js';
import { showConnection } from './connection.js';
import { button, dialog, h, icon, put, sorry } from './dom.js';
import { Keys, keyName, nameKeys } from './keys.js';
import { dark, skin } from './look.js';
import { watch } from './stream.js';

const VIEWS = [
	['library', 'Library'],
	['play', 'Play'],
	['solve', 'Solve'],
	['replay', 'Replay'],
	['learn', 'Learn'],
	['lab', 'Lab'],
	['edit', 'Edit'],
];
const FIRST_LEVEL = { collection: 'tutorial', number: 1 };

const nav = document.querySelector('nav.views');
const main = /** @type {HTMLElement} */ (document.querySelector('main'));
let leaving = new AbortController();
let keys = new Keys('');

/** The level the user is at, in every view. */
function currentLevel() {
	try {
		const level = JSON.parse(sessionStorage.getItem('level') ?? '');
		if (level.collection && level.number) return level;
	} catch {
		/* none yet */
	}
	return FIRST_LEVEL;
}

/** A part of an address; one that is no code stands for itself. */
function decoded(part) {
	try {
		return decodeURIComponent(part);
	} catch {
		return part;
	}
}

function address() {
	const [path, query = ''] = location.hash.replace(/^#\/?/, '').split('?');
	const [view = '', ...args] = path.split('/').map(decoded);
	return { view: view || 'library', args, query: new URLSearchParams(query) };
}

/** Which views are about a level, so that their links carry it along. */
const ABOUT_LEVEL = new Set(['play', 'solve', 'learn', 'edit']);

function link(view) {
	const { collection, number } = currentLevel();
	if (ABOUT_LEVEL.has(view)) return `#/${view}/${encodeURIComponent(collection)}/${number}`;
	if (view === 'library') return `#/library/${encodeURIComponent(collection)}`;
	if (view === 'replay') return `#/replay/level/${encodeURIComponent(collection)}/${number}`;
	return `#/${view}`;
}

function drawNavigation(view) {
	put(
		nav,
		VIEWS.map(([id, name]) =>
			h(
				'a',
				{ href: link(id), 'aria-current': id === view ? 'page' : null, 'data-view': id },
				icon(id),
				h('span', null, name),
			),
		),
	);
}

async function show() {
	leaving.abort();
	leaving = new AbortController();
	delete main.dataset.ready;
	const { view, args, query } = address();
	const known = VIEWS.find(([id]) => id === view);
	if (!known) {
		location.replace('#/library');
		return;
	}
	const { signal } = leaving;
	const mine = new Keys(view);
	keys = mine;
	const page = {
		root: h('div', { class: `view view-${view}` }),
		args,
		query,
		signal,
		/** Remembers the level for the other views and says what the page is about. */
		level(level, title) {
			sessionStorage.setItem('level', JSON.stringify({ collection: level.collection, number: level.number }));
			page.title(title);
			drawNavigation(view);
		},
		title(text) {
			document.title = `${text} · ${known[1]} · Sokolab`;
		},
		watch: (topic, listener) => watch(topic, listener, signal),
		/**
		 * Binds keys: `{ 'ArrowUp w k': ['step up', handler] }`, modifiers as in `Ctrl+z`, `Shift+ArrowUp`, and `Space`. A third
		 * part is the id of the action; a button with that `data-action` names the key in its tooltip.
		 */
		keys(bindings) {
			mine.bind(bindings);
			nameKeys(page.root, mine);
		},
		currentLevel,
	};
	drawNavigation(view);
	document.title = `${known[1]} · Sokolab`;
	try {
		const [module] = await Promise.all([import(`./views/${view}.js`), style(`/views/${view}.css`)]);
		if (signal.aborted) return;
		put(main, page.root);
		await module.open(page);
	} catch (error) {
		if (signal.aborted) return;
		put(
			main,
			h(
				'div',
				{ class: 'view' },
				h(
					'section',
					{ class: 'empty' },
					icon('warning'),
					h('h1', null, error.message),
					error.help ? h('p', null, error.help) : null,
					h('a', { class: 'button primary', href: '#/library' }, 'To the library'),
				),
			),
		);
		if (!error.status) console.warn(error);
	}
	if (!signal.aborted) main.dataset.ready = view;
}

/** Loads a style sheet once; resolves when it is there, so that nothing is shown unstyled. */
function style(href) {
	if (document.querySelector(`link[href="${href}"]`)) return null;
	return new Promise((resolve) => {
		document.head.append(h('link', { rel: 'stylesheet', href, onload: resolve, onerror: resolve }));
	});
}

document.addEventListener('keydown', (event) => {
	if (document.querySelector('dialog[open]')) return;
	const target = /** @type {HTMLElement} */ (event.target);
	const typing = target.closest(
		'input:not([type=range]):not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable]',
	);
	if (typing) return;
	const name = keyName(event);
	if (name === '?') {
		showKeys().catch(sorry);
		event.preventDefault();
		return;
	}
	// Space and Enter belong to the button or link that has the focus.
	if ((name === ' ' || name === 'Enter') && target.closest('button, a, summary, [role=tab]')) return;
	if (name.startsWith('Arrow') && target.closest('input[type=range], [role=tablist], [role=grid]')) return;
	const bound = keys.at(name);
	if (bound) {
		event.preventDefault();
		bound.run(event);
	}
});

async function showKeys() {
	const shown = keys;
	const list = await import('./keys-dialog.js');
	await list.showKeys(shown, () => nameKeys(main, shown));
}

function setTheme(theme) {
	localStorage.setItem('theme', theme);
	document.documentElement.dataset.theme = theme;
	document.dispatchEvent(new CustomEvent('look'));
	drawTools();
}

function drawTools() {
	put(
		document.querySelector('.top-tools'),
		button({ icon: 'keyboard', label: 'Keys of this view', kind: 'quiet', onclick: () => showKeys().catch(sorry) }),
		button({
			icon: dark() ? 'sun' : 'moon',
			label: dark() ? 'Light theme' : 'Dark theme',
			kind: 'quiet',
			id: 'theme',
			onclick: () => setTheme(dark() ? 'light' : 'dark'),
		}),
		button({ icon: 'settings', label: 'Look of the boards', kind: 'quiet', id: 'look', onclick: chooseSkin }),
	);
}

async function chooseSkin() {
	try {
		const { skins } = await get('/api/about');
		const body = h(
			'div',
			{ class: 'skins', role: 'radiogroup', 'aria-label': 'Skin' },
			[{ name: '', summary: 'Wood by day, night by night' }, ...skins].map(({ name, summary }) =>
				h(
					'label',
					{ class: 'skin' },
					h('input', {
						type: 'radio',
						name: 'skin',
						value: name,
						checked: (localStorage.getItem('skin') ?? '') === name,
						onchange: () => {
							if (name) localStorage.setItem('skin', name);
							else localStorage.removeItem('skin');
							document.dispatchEvent(new CustomEvent('look'));
						},
					}),
					h('img', { src: `/api/levels/tutorial/3/picture.svg?cell=24&skin=${name || skin()}`, alt: '', width: 120 }),
					h('span', null, h('strong', null, name || 'automatic'), h('small', { class: 'note' }, summary)),
				),
			),
		);
		await dialog('Look of the boards', body, [['ok', 'Done', 'primary']]);
	} catch (error) {
		sorry(error);
	}
}

// Levels dropped or pasted anywhere are imported.
addEventListener('dragover', (event) => {
	event.preventDefault();
	if (event.dataTransfer?.types.includes('Files')) document.body.classList.add('dropping');
});
addEventListener('dragleave', (event) => {
	if (!event.relatedTarget) document.body.classList.remove('dropping');
});
addEventListener('drop', async (event) => {
	event.preventDefault();
	document.body.classList.remove('dropping');
	// What was dropped can be looked at only as long as the event lasts.
	const entries = [...(event.dataTransfer?.items ?? [])].map((item) => item.webkitGetAsEntry?.());
	const files = [...(event.dataTransfer?.files ?? [])];
	if (files.length) (await import('./import.js')).importDropped(files, entries).catch(sorry);
});
addEventListener('paste', async (event) => {
	if (/** @type {HTMLElement} */ (event.target).closest('input, textarea')) return;
	const text = event.clipboardData?.getData('text') ?? '';
	if (/[#$@.]/.test(text)) (await import('./import.js')).importText(text, 'Pasted').catch(sorry);
});

// The address belongs to the views, so a link to a place on the page must not change it.
document.querySelector('.skip')?.addEventListener('click', (event) => {
	event.preventDefault();
	main.focus();
});
addEventListener('hashchange', show);
addEventListener('unhandledrejection', (event) => {
	event.preventDefault();
	sorry(event.reason);
});
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
	document.dispatchEvent(new CustomEvent('look'));
	drawTools();
});
drawTools();
showConnection();
show();
