import {plainPrefix} from '../../actions/aliases.ts';
import type {TextField} from '../kernel/text-field.ts';

/** The input up to the cursor, split for completion. */
export type LineParts = {
	/** Where the first word starts, after `& ` and whitespace. */
	start: number;
	/** The first word is being typed. */
	inWord: boolean;
	/** The first word, up to the cursor. */
	word: string;
	/** The text after the first word, and its start index. */
	rest: string;
	restAt: number;
};

export function partsOf({text, cursor}: TextField): LineParts {
	const head = text.slice(0, cursor);
	const prefix = head.startsWith(plainPrefix) ? plainPrefix.length : 0;
	const start = prefix + (/^\s*/.exec(head.slice(prefix))?.[0].length ?? 0);
	const word = /^\S*/.exec(head.slice(start))?.[0] ?? '';
	const gap = /^\s*/.exec(head.slice(start + word.length))?.[0] ?? '';
	const restAt = start + word.length + gap.length;
	return {start, inWord: gap === '', word, rest: head.slice(restAt), restAt};
}

/** One argument as the help writes it. `quoted`: its value is in quotes. `last`: it takes the rest of the input. */
export type Slot = {name: string; written: string; quoted: boolean; last: boolean};

/** Parses the arguments of a command: `"<id>" <text>` becomes id (quoted) and text. */
export function slotsOf(written: string): Slot[] {
	const found = [...written.matchAll(/("?)<([^>]+)>"?|\[([^\]]+)\]/g)];
	return found.map(([written, quote, name, optional], index) => ({
		name: name ?? optional ?? '',
		quoted: quote === '"',
		written,
		last: index === found.length - 1,
	}));
}

/** Returns the slot at the end of the arguments, and where in `rest` its value starts. */
export function slotAt(slots: readonly Slot[], rest: string): {index: number; from: number} {
	let from = 0;
	for (let index = 0; ; index++) {
		const token = /^(?:"[^"]*"|[^\s"]+)\s+/.exec(rest.slice(from))?.[0];
		if (token === undefined || index >= slots.length - 1) return {index, from};
		from += token.length;
	}
}
