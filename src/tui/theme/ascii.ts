import {tableOf} from '../../lib/maps.ts';
import {plainLetter} from '../../lib/strip-diacritics.ts';
import {graphemesOf, widthOf} from '../../lib/width.ts';
import {inputLineMessages} from '../../messages/tui-panes.ts';

const likeness = tableOf<string>({
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
});

/**
A text for a terminal that shows only ASCII: as wide as before, with question marks for what has no likeness. A letter
with a mark has none: who reads a name must not take it for another.
*/
export const asciiOnly = (text: string): string => inAscii(text, () => undefined);

/** The same for what somebody types, who knows what it is: letters lose their marks only. `unlikeShown` tells of it. */
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
What such a terminal does not show of a text that is typed, in a few words: what is sent is what was typed, and
not what is seen. Undefined where both are the same.
*/
export function unlikeShown(text: string): string | undefined {
	if (isAscii(text)) return undefined;
	const unlike = graphemesOf(text).filter(grapheme => !isAscii(grapheme));
	const names = [...new Set(unlike.map(nameOf))];
	const named = names.slice(0, maxNamed).join(' ') + (names.length > maxNamed ? ' ...' : '');
	return inputLineMessages.unlikeShown(unlike.length, named);
}

/** `U+00FC`. */
const nameOf = (grapheme: string) =>
	[...grapheme]
		.map(one => `U+${(one.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`)
		.join('+');
