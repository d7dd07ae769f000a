import {durationPattern} from '../lib/time/duration.ts';
import type {Answers} from './kernel/dialogs/dialog-id.ts';

/** Spaces before a word. Matches only from the first one: a search from each of many spaces would take quadratic time. */
const gap = String.raw`(?:^|(?<!\s)\s+)`;
const powerWords = new RegExp(
	String.raw`^(.*?)(?:${gap}(?:in\s+(${durationPattern})|(now)))?(?:${gap}(\d+)\s+at\s+(?:a\s+time|once))?(?:${gap}saying\s+(.+))?$`,
	's',
);

/** Parses `ark-1 in 10m saying Back soon` into the servers and the fields of the dialog. */
export function readPowerLine(rest: string): {who: string; fields: Answers} {
	const [, who = '', delay, now, atOnce, message] = powerWords.exec(rest) ?? [];
	return {
		who,
		fields: {
			...(delay !== undefined && {delay}),
			// Without a delay, players would not see the message.
			...(now !== undefined && {delay: '', message: ''}),
			...(atOnce !== undefined && {atOnce}),
			...(message !== undefined && {message}),
		},
	};
}

/**
Returns the answers for a typed action. If the line has a time or a batch size, the dialog skips the questions about
batch size and deadline, and with a time also the one about force; the review shows them.
*/
export function answersFor(servers: number, fields: Answers): Answers {
	const hasTiming = fields['delay'] !== undefined || fields['atOnce'] !== undefined;
	return {
		...(servers > 1 && hasTiming && {atOnce: '', deadline: ''}),
		...fields,
		...(fields['delay'] !== undefined && {force: 'no'}),
	};
}

/** Parses `--all Back soon` into the text and whether all servers receive it. */
export function readBroadcastLine(rest: string): {isToAll: boolean; text: string} {
	const [, all, text = ''] = /^(--all\b)?\s*(.*)$/s.exec(rest) ?? [];
	return {isToAll: all !== undefined, text};
}

/** Stands for the selected servers in place of a name. */
export const selectionWord = 'selected';

/** Splits text into words like a shell; quotes keep a name with spaces together. */
export const wordsOf = (text: string): string[] =>
	[...text.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
