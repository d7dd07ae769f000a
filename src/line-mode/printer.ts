import {printableLine} from '../lib/text.ts';
import {lineSessionMessages} from '../messages/line-mode.ts';

/** The lines of one announcement. */
export type Block = readonly string[];

export type Printer = {
	print: (...lines: (string | Block)[]) => void;
	/** Prints several blocks at once, each truncated if it is long. */
	printAll: (blocks: readonly Block[]) => void;
	/** Prints the next lines of truncated output. */
	more: () => void;
};

/** A listener cannot follow more at once, and a slow line needs time for them. */
const maxLinesAtOnce = 200;

/** Creates a printer that sanitizes lines for a terminal. */
export function createPrinter(write: (lines: readonly string[]) => void): Printer {
	let rest: Block = [];
	const part = (lines: Block): Block => {
		const left = lines.slice(maxLinesAtOnce);
		if (left.length === 0) return lines;
		rest = left;
		const next = Math.min(left.length, maxLinesAtOnce);
		return [...lines.slice(0, maxLinesAtOnce), lineSessionMessages.moreLines(left.length, next)];
	};
	const printAll = (blocks: readonly Block[]) =>
		write(blocks.flatMap(lines => part(lines.map(printableLine))));
	return {
		printAll,
		print: (...lines) => printAll([lines.flat()]),
		more: () => {
			const next = rest;
			rest = [];
			write(next.length > 0 ? part(next) : [lineSessionMessages.noMore]);
		},
	};
}
