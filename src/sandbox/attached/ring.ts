import {StringDecoder} from 'node:string_decoder';

const maxLines = 500;
const maxLineLength = 2000;

/** The last lines of an output, whatever its length. */
export function openRing() {
	const decoder = new StringDecoder('utf8');
	const lines: string[] = [];
	let begun = '';
	return {
		add: (chunk: Buffer): void => {
			const [first = '', ...rest] = decoder.write(chunk).split('\n');
			begun = (begun + first).slice(0, maxLineLength);
			for (const line of rest) {
				lines.push(begun.replace(/\r$/, ''));
				begun = line.slice(0, maxLineLength);
			}
			if (lines.length > maxLines) lines.splice(0, lines.length - maxLines);
		},
		/** Oldest first; the one that has not ended yet is the last. */
		lines: (): readonly string[] => (begun === '' ? [...lines] : [...lines, begun]),
	};
}
