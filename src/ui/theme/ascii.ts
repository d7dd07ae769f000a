import {graphemesOf, widthOf} from '../../lib/width.ts';

const likeness: Record<string, string> = {
	'─': '-',
	'│': '|',
	'┌': '+',
	'┐': '+',
	'└': '+',
	'┘': '+',
	'…': '~',
	'–': '-',
	'—': '-',
	'‘': "'",
	'’': "'",
	'“': '"',
	'”': '"',
	'•': '*',
	'→': '>',
	'←': '<',
	' ': ' ',
};

/** A text for a terminal that shows only ASCII: as wide as before, with question marks for what has no likeness. */
export function asciiOnly(text: string): string {
	if (/^[\x20-\x7e]*$/.test(text)) return text;
	return graphemesOf(text)
		.map(grapheme =>
			/^[\x20-\x7e]$/.test(grapheme) ? grapheme : (likeness[grapheme] ?? '?'.repeat(widthOf(grapheme))),
		)
		.join('');
}
