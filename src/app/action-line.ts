import {durationPattern} from '../lib/duration.ts';
import type {Answers} from './kernel/dialog-id.ts';

export type Power = 'start' | 'stop' | 'restart';

const powerWords = new RegExp(
	String.raw`^(.*?)(?:(?:^|\s+)(?:in\s+(${durationPattern})|(now)))?(?:(?:^|\s+)(\d+)\s+at\s+once)?(?:(?:^|\s+)saying\s+(.+))?$`,
	's',
);

/** Parses `ark-1 in 10m saying Back soon` into the servers and the fields of the dialog. */
export function readPowerLine(rest: string): {who: string; fields: Answers} {
	const [, who = '', delay, now, atOnce, message] = powerWords.exec(rest) ?? [];
	return {
		who,
		fields: {
			...(delay !== undefined && {delay}),
			// Players would not see a message.
			...(now !== undefined && {delay: '', message: ''}),
			...(atOnce !== undefined && {atOnce}),
			...(message !== undefined && {message}),
		},
	};
}

/** A time in the line means few questions: the review shows the batch size and the deadline. */
export function answersFor(servers: number, fields: Answers): Answers {
	const isSaid = fields['delay'] !== undefined || fields['atOnce'] !== undefined;
	return {...(servers > 1 && isSaid && {atOnce: '', deadline: ''}), ...fields};
}

/** Parses `--all Back soon` into the text and whether it goes to all servers. */
export function readBroadcastLine(rest: string): {isToAll: boolean; text: string} {
	const [, all, text = ''] = /^(--all\b)?\s*(.*)$/s.exec(rest) ?? [];
	return {isToAll: all !== undefined, text};
}

/** Refers to the selected servers in place of a server name. */
export const selectionWord = 'selected';

/** Earlier versions used `marked`. */
export const isSelectionWord = (word: string): boolean => word === selectionWord || word === 'marked';

/** Splits words like a shell: a name with spaces is in quotes. */
export const wordsOf = (text: string): string[] =>
	[...text.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
