import {readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {keyRows} from './key-rows.ts';

const readme = path.resolve(import.meta.dirname, '../../README.md');
const begin = '<!-- keys: made by `npm run readme` from the command registry -->';
const end = '<!-- /keys -->';

/** The README's table of keys, made from the same declarations as the help on `?`. */
function keysTable(): string {
	const escape = (text: string) => text.replaceAll('|', String.raw`\|`);
	const lines = keyRows().map(row =>
		row.kind === 'heading'
			? `\n**${row.text}**\n\n| Keys | What |\n| --- | --- |`
			: `| ${escape(row.keys.split(' ').map(codeOf).join(' '))} | ${escape(row.help)} |`,
	);
	return `${begin}\n${lines.join('\n')}\n\n${end}`;
}

const codeOf = (key: string) => `\`${key}\``;

export function readmeText(): string {
	return readFileSync(readme, 'utf8');
}

/** The README as it should be. */
export function readmeWithKeys(): string {
	const text = readmeText();
	const [from, to] = [text.indexOf(begin), text.indexOf(end)];
	if (from === -1 || to === -1) throw new Error('README.md has lost the marks of its key table');
	return text.slice(0, from) + keysTable() + text.slice(to + end.length);
}

if (import.meta.main) writeFileSync(readme, readmeWithKeys());
