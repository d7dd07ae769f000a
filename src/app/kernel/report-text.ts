import {labelWidth, type Report} from './report.ts';

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
