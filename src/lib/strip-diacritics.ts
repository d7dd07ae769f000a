import {tableOf} from './maps.ts';
import {graphemesOf, widthOf} from './width.ts';

/** Letters of Latin that are no other letter with a mark (Unicode has no decomposition of them). */
const others = tableOf<string>({
	ß: 's',
	æ: 'a',
	Æ: 'A',
	ø: 'o',
	Ø: 'O',
	œ: 'o',
	Œ: 'O',
	ł: 'l',
	Ł: 'L',
	đ: 'd',
	Đ: 'D',
	ð: 'd',
	Ð: 'D',
	þ: 't',
	Þ: 'T',
	ħ: 'h',
	Ħ: 'H',
	ı: 'i',
});

/** The letter of ASCII that a grapheme is without its marks: `ü` is u; undefined where it is none, or is wider. */
export function plainLetter(grapheme: string): string | undefined {
	const [letter = '', ...marks] = grapheme.normalize('NFD');
	const isMarked = /^[\x21-\x7e]$/.test(letter) && marks.every(mark => /^\p{M}$/u.test(mark));
	const plain = isMarked ? letter : others.get(grapheme);
	return plain !== undefined && widthOf(grapheme) === 1 ? plain : undefined;
}

/** A text with its letters as those of ASCII where they are such with marks: `Café` is Cafe. */
export const stripDiacritics = (text: string): string =>
	graphemesOf(text)
		.map(grapheme => plainLetter(grapheme) ?? grapheme)
		.join('');
