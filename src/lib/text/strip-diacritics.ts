import {tableOf} from '../json/maps.ts';
import {graphemesOf, widthOf} from './width.ts';

/** Latin letters that Unicode does not decompose. */
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

/** The ASCII letter of a grapheme without its diacritics: `ü` is u; undefined if there is none, or if it is wider. */
export function plainLetter(grapheme: string): string | undefined {
	const [letter = '', ...marks] = grapheme.normalize('NFD');
	const isMarked = /^[\x21-\x7e]$/.test(letter) && marks.every(mark => /^\p{M}$/u.test(mark));
	const plain = isMarked ? letter : others.get(grapheme);
	return plain !== undefined && widthOf(grapheme) === 1 ? plain : undefined;
}

/** Replaces letters with diacritics by their ASCII letters: `Café` becomes Cafe. */
export const stripDiacritics = (text: string): string =>
	graphemesOf(text)
		.map(grapheme => plainLetter(grapheme) ?? grapheme)
		.join('');
