import type {Export} from '../../src/app/export/export-parts.ts';

/** All parts of an export in one text. */
export function wholeOf({parts}: Export): {text: string; entries: number} {
	let [text, entries] = ['', 0];
	for (const part of parts) {
		text += part.text;
		entries += part.entries;
	}
	return {text, entries};
}
