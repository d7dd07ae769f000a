import {expect, test} from 'vitest';
import {plainLetter, stripDiacritics} from '../../../src/lib/text/strip-diacritics.ts';

test('maps a Latin letter to ASCII without its diacritics', () => {
	expect(stripDiacritics('Zürich Łódź São ß')).toBe('Zurich Lodz Sao s');
	expect(stripDiacritics('e\u0301te\u0301')).toBe('ete');
});

test.each(['漢', '👍', '1\ufe0f\u20e3', 'д', '─'])('leaves %s unchanged', grapheme => {
	expect(plainLetter(grapheme)).toBeUndefined();
});
