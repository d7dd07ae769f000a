import {expect, test} from 'vitest';
import {plainLetter, withoutMarks} from '../../src/lib/latin.ts';

test('a letter of Latin is that of ASCII without its marks', () => {
	expect(withoutMarks('Zürich Łódź São ß')).toBe('Zurich Lodz Sao s');
	expect(withoutMarks('e\u0301te\u0301')).toBe('ete');
});

test.each(['漢', '👍', '1\ufe0f\u20e3', 'д', '─'])('%s is none', grapheme => {
	expect(plainLetter(grapheme)).toBeUndefined();
});
