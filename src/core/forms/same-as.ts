import type {PlainRequest} from '../../contract/request.ts';

/** The same act as a line for a shell: `rcondeck restart ark-1 --delay 10 --message 'Save now'`. */
export function commandLine(words: readonly string[]): string {
	return ['rcondeck', ...words.map(quoted)].join(' ');
}

/** A target that begins with a dash would be taken for a flag; what stands behind `--` is never one. */
export const targetWords = (names: readonly string[]): string[] =>
	names.some(name => name.startsWith('-')) ? ['--', ...names] : [...names];

/** For what has no command of its own. */
export const asRequest = ({method, path, body}: PlainRequest): string =>
	commandLine(['api', method, path, ...(body === undefined ? [] : ['-d', JSON.stringify(body)])]);

const quoted = (word: string): string =>
	/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
