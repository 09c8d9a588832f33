// @ts-check
// Text into the clipboard, in pages that are no secure context, too: there the browser has no clipboard for scripts.

/** @param {string} text */
export async function copyText(text) {
	try {
		await navigator.clipboard.writeText(text);
		return;
	} catch {
		// Not there, or not allowed: the older way.
	}
	const area = document.createElement('textarea');
	area.value = text;
	area.readOnly = true;
	// Out of sight, but with all its blanks: they are walls' distances in a board.
	Object.assign(area.style, { position: 'fixed', opacity: '0', whiteSpace: 'pre' });
	const focused = /** @type {HTMLElement | null} */ (document.activeElement);
	// An open dialog keeps the focus to itself, and only what has the focus can be copied.
	(focused?.closest('dialog') ?? document.body).append(area);
	area.select();
	const copied = document.execCommand('copy');
	area.remove();
	focused?.focus();
	if (!copied) throw Object.assign(new Error('The browser does not let this page copy'), { help: 'save it as a file' });
}
