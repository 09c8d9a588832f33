// @ts-check
// The files of a folder that was dropped, with those of the folders in it.

/** At most so many. @param {any} folder @param {number} most @returns {Promise<File[]>} */
export async function filesOf(folder, most) {
	const files = [];
	const waiting = [folder];
	while (waiting.length && files.length <= most) {
		const next = waiting.shift();
		if (next.isFile) files.push(await new Promise((resolve, reject) => next.file(resolve, reject)));
		else waiting.push(...(await entriesOf(next)));
	}
	return files;
}

/** A browser lists some at a time, and nothing at the end. */
async function entriesOf(folder) {
	const reader = folder.createReader();
	const all = [];
	for (;;) {
		const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
		if (!some.length) return all;
		all.push(...some);
	}
}
