import {alternative, joinMessages, type Message} from '../../../messages/text.ts';

const barWidth = 12;

/** Draws a part of a whole, such as how much of its time a server at its gate has used. */
export function barOf(part: number): string {
	const filled = Math.round(barWidth * Math.max(0, Math.min(1, part)));
	return `[${'#'.repeat(filled)}${'-'.repeat(barWidth - filled)}]`;
}

/** Draws a part, if it is known, before its words, which line mode says alone. */
export const withBar = (part: number | undefined, words: Message): Message =>
	joinMessages([part === undefined ? undefined : alternative(`${barOf(part)} `, ''), words]);
