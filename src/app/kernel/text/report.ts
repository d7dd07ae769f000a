import type {Tone} from './spans.ts';

/** A row of a report: a label, its text, and detail lines below. */
export type ReportRow = {label: string; text: string; below: readonly string[]; tone: Tone};

/** A text in rows that front ends show, print and copy. `name`: a short title for a narrow box. */
export type Report = {name: string; title: string; rows: readonly ReportRow[]; footer: string | undefined};

/** The width of the labels, in columns. */
export const labelWidth = 9;

export const plainTextOf = ({title, rows, footer}: Report): string =>
	[
		title,
		...rows.flatMap(({label, text, below}) => [
			`${label.padEnd(labelWidth)}${text}`,
			...below.map(line => `${' '.repeat(labelWidth)}  ${line}`),
		]),
		...(footer === undefined ? [] : [footer]),
	].join('\n');

export const markdownOf = ({title, rows, footer}: Report): string =>
	[
		`**${escapeMarkdown(title)}**`,
		...rows.flatMap(({label, text, below}) => [
			`- ${label === '' ? '' : `**${label}** `}${escapeMarkdown(text)}`,
			...below.map(line => `  - ${escapeMarkdown(line)}`),
		]),
		...(footer === undefined ? [] : ['', escapeMarkdown(footer)]),
	].join('\n');

/** Escapes names so that they neither format the chat message nor mention `@everyone`. */
const escapeMarkdown = (text: string): string =>
	text.replaceAll(/[\\`*_~|<>[\]#]/g, '\\$&').replaceAll('@', '@\u200B');
