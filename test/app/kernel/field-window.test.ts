import fc from 'fast-check';
import {expect, test} from 'vitest';
import {graphemesOf, widthOf} from '../../../src/lib/width.ts';
import {fieldWindow, restingWindow} from '../../../src/app/kernel/field-window.ts';

test('a field that fits is shown from its beginning', () => {
	expect(fieldWindow({text: 'status', cursor: 3}, 10)).toEqual({text: 'status', caret: 3});
	expect(fieldWindow({text: '', cursor: 0}, 10)).toEqual({text: '', caret: 0});
});

test('a long field is moved so that the cursor stays visible', () => {
	expect(fieldWindow({text: 'abcdefghij', cursor: 10}, 5)).toEqual({text: 'ghij', caret: 4});
	expect(fieldWindow({text: 'abcdefghij', cursor: 0}, 5)).toEqual({text: 'abcde', caret: 0});
});

test('where nobody types it begins at its beginning, and says that it goes on', () => {
	expect(restingWindow({text: 'state:online', cursor: 12}, 8)).toEqual({text: 'state:o…', caret: 0});
});

test('wide characters count twice and are never split', () => {
	expect(fieldWindow({text: '漢字漢字', cursor: 4}, 6)).toEqual({text: '漢字', caret: 4});
	expect(fieldWindow({text: 'a漢字', cursor: 1}, 4)).toEqual({text: 'a漢', caret: 1});
});

test('the cursor is always inside of the room, and the text is never wider than it', () => {
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
