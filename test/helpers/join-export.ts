import type {Export} from '../../src/app/export/export-parts.ts';

/** Joins all parts of an export. */
export function joinExport({parts}: Export): {text: string; entries: number} {
	let [text, entries] = ['', 0];
	for (const part of parts) {
		text += part.text;
		entries += part.entries;
	}
	return {text, entries};
}
