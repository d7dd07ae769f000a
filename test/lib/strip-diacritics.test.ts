import {expect, test} from 'vitest';
import {plainLetter, stripDiacritics} from '../../src/lib/strip-diacritics.ts';

test('a letter of Latin is that of ASCII without its marks', () => {
	expect(stripDiacritics('Zürich Łódź São ß')).toBe('Zurich Lodz Sao s');
	expect(stripDiacritics('e\u0301te\u0301')).toBe('ete');
});

test.each(['漢', '👍', '1\ufe0f\u20e3', 'д', '─'])('%s is none', grapheme => {
	expect(plainLetter(grapheme)).toBeUndefined();
});
