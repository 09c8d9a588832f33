// @ts-check
// The look of page and boards: theme and skin, as the user or the system chose them.

/** Is the page dark now? */
export function dark() {
	const { theme } = document.documentElement.dataset;
	return theme ? theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
}

/** The skin in use: the user's choice, or one that suits the theme. */
export function skin() {
	return localStorage.getItem('skin') || (dark() ? 'night' : 'wood');
}
