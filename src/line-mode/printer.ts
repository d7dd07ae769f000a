import {printableLine} from '../lib/text.ts';
import {lineSessionMessages} from '../messages/line-mode.ts';

/** The lines that tell of one thing. */
export type Block = readonly string[];

export type Printer = {
	print: (...lines: (string | Block)[]) => void;
	/** Tells of several things at once, of each that is long the beginning. */
	printAll: (things: readonly Block[]) => void;
	/** The next lines of what was too long to be told in one go. */
	more: () => void;
};

/** Nobody listens to more in one go, and a slow line takes its time for them. */
const maxLinesAtOnce = 200;

/** Tells lines fit for a terminal. */
export function createPrinter(write: (lines: readonly string[]) => void): Printer {
	let rest: Block = [];
	const part = (lines: Block): Block => {
		const left = lines.slice(maxLinesAtOnce);
		if (left.length === 0) return lines;
		rest = left;
		const next = Math.min(left.length, maxLinesAtOnce);
		return [...lines.slice(0, maxLinesAtOnce), lineSessionMessages.moreLines(left.length, next)];
	};
	const printAll = (things: readonly Block[]) =>
		write(things.flatMap(lines => part(lines.map(printableLine))));
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
