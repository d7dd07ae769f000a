/** Control characters are in no text from outside: it is cleaned on its way in (`lib/text.ts`). */
const [begin, end] = ['\x0e', '\x0f'];
const mark = /\x0e([^ \x0f]*) ?([^\x0f]*)\x0f/g;

/**
Stands in a text for the key of a command: which key that is in this session only a face knows, and a face without keys
has other words for it. `Face.words` puts them in. `wish`: the one of several keys that says most, if it is one of them.
*/
export const keyTo = (commandId: string, wish?: string): string =>
	begin + commandId + (wish === undefined ? '' : ` ${wish}`) + end;

export const namesCommand = (text: string): boolean => text.includes(begin);

/** The text with something in place of each command that it names. */
export const withWords = (text: string, wordOf: (commandId: string, wish: string) => string): string =>
	text.includes(begin)
		? text.replace(mark, (_, commandId: string, wish: string) => wordOf(commandId, wish))
		: text;

/** The same for every text in plain data. */
export function withWordsIn<Data>(data: Data, words: (text: string) => string): Data {
	if (typeof data === 'string') return words(data) as Data & string; // a string stays one
	if (Array.isArray(data)) return data.map(part => withWordsIn<unknown>(part, words)) as Data & unknown[]; // as many
	if (typeof data !== 'object' || data === null) return data;
	const parts = Object.entries(data).map(([name, part]) => [name, withWordsIn<unknown>(part, words)]);
	return Object.fromEntries(parts) as Data & object; // of the same names
}
