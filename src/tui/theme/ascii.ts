import {tableOf} from '../../lib/json/maps.ts';
import {plainLetter} from '../../lib/text/strip-diacritics.ts';
import {graphemesOf, widthOf} from '../../lib/text/width.ts';
import {inputLineMessages} from '../../messages/screens.ts';

const likeness = tableOf<string>({
	'─': '-',
	'│': '|',
	'┌': '+',
	'┐': '+',
	'└': '+',
	'┴': '+',
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
	'▁': '_',
	'▂': '.',
	'▃': ':',
	'▄': '=',
	'▅': '+',
	'▆': '*',
	'▇': '#',
	'█': '@',
});

/**
Converts text for a terminal that shows only ASCII, with the same width. Characters without an equivalent become
question marks, and so do accented letters, because a name must not be mistaken for another.
*/
export const asciiOnly = (text: string): string => inAscii(text, () => undefined);

/**
Does the same for text that the user typed and therefore knows: letters only lose their accents. `unlikeShown`
reports that.
*/
export const asciiTyped = (text: string): string => inAscii(text, plainLetter);

function inAscii(text: string, letterOf: (grapheme: string) => string | undefined): string {
	if (isAscii(text)) return text;
	return graphemesOf(text)
		.map(grapheme =>
			isAscii(grapheme)
				? grapheme
				: (likeness.get(grapheme) ?? letterOf(grapheme) ?? '?'.repeat(widthOf(grapheme))),
		)
		.join('');
}

const isAscii = (text: string) => /^[\x20-\x7e]*$/.test(text);

const maxNamed = 4;

/**
Describes which characters of a typed text such a terminal does not show, because the original text is sent.
Returns undefined if all are shown.
*/
export function unlikeShown(text: string): string | undefined {
	if (isAscii(text)) return undefined;
	const unlike = graphemesOf(text).filter(grapheme => !isAscii(grapheme));
	const names = [...new Set(unlike.map(nameOf))];
	const named = names.slice(0, maxNamed).join(' ') + (names.length > maxNamed ? ' ...' : '');
	return inputLineMessages.unlikeShown(unlike.length, named);
}

/** Formats code points, such as `U+00FC`. */
const nameOf = (grapheme: string) =>
	[...grapheme]
		.map(one => `U+${(one.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`)
		.join('+');
