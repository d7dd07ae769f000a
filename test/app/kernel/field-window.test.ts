import fc from 'fast-check';
import {expect, test} from 'vitest';
import {graphemesOf, widthOf} from '../../../src/lib/text/width.ts';
import {fieldWindow, restingWindow} from '../../../src/app/kernel/text/text-field.ts';

test('shows a field that fits from its start', () => {
	expect(fieldWindow({text: 'status', cursor: 3}, 10)).toEqual({text: 'status', caret: 3});
	expect(fieldWindow({text: '', cursor: 0}, 10)).toEqual({text: '', caret: 0});
});

test('scrolls a long field to keep the cursor visible', () => {
	expect(fieldWindow({text: 'abcdefghij', cursor: 10}, 5)).toEqual({text: 'ghij', caret: 4});
	expect(fieldWindow({text: 'abcdefghij', cursor: 0}, 5)).toEqual({text: 'abcde', caret: 0});
});

test('an unfocused field starts at its start, and shows that it continues', () => {
	expect(restingWindow({text: 'state:online', cursor: 12}, 8)).toEqual({text: 'state:o…', caret: 0});
});

test('wide characters count twice and are never split', () => {
	expect(fieldWindow({text: '漢字漢字', cursor: 4}, 6)).toEqual({text: '漢字', caret: 4});
	expect(fieldWindow({text: 'a漢字', cursor: 1}, 4)).toEqual({text: 'a漢', caret: 1});
});

test('the cursor always stays inside the width, and the text never exceeds it', () => {
	fc.assert(
		fc.property(
			fc.string({unit: 'grapheme'}).filter(text => !/[\p{Cc}\p{Cf}]/u.test(text)),
			fc.nat(40),
			fc.integer({min: 3, max: 30}),
			(text, position, width) => {
				const cursor = graphemesOf(text).slice(0, position).join('').length;
				const shown = fieldWindow({text, cursor}, width);
				expect(shown.caret).toBeLessThan(width);
				expect(widthOf(shown.text)).toBeLessThanOrEqual(width);
			},
		),
	);
});
