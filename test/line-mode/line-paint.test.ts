import fc from 'fast-check';
import {expect, test} from 'vitest';
import {type DisplayedRow, lineUpdate, nothingShown} from '../../src/line-mode/terminal.ts';
import {graphemesOf, widthOf} from '../../src/lib/text/width.ts';
import {openEmulator} from '../tui/terminal/emulator.ts';

const shown: fc.Arbitrary<DisplayedRow> = fc
	.tuple(fc.array(fc.constantFrom('a', 'b', ' ', 'é', '雪', 'ふ'), {maxLength: 20}), fc.nat(20))
	.map(([letters, place]) => {
		const text = letters.join('');
		return {text, caret: widthOf(graphemesOf(text).slice(0, place).join(''))};
	});

test('the terminal shows every update of a row with the cursor in its place', () => {
	fc.assert(
		fc.property(fc.array(shown, {minLength: 1, maxLength: 8}), steps => {
			const emulator = openEmulator(60, 2);
			let before = nothingShown;
			for (const after of steps) {
				emulator.write(lineUpdate(before, after));
				expect(emulator.rows()[0]).toBe(after.text.trimEnd());
				expect(emulator.cursor()).toMatchObject({x: after.caret, y: 0});
				before = after;
			}
		}),
		{numRuns: 200},
	);
});

test('a letter at the end writes one letter, and deleting it writes three', () => {
	expect(lineUpdate({text: '> ab', caret: 4}, {text: '> abc', caret: 5})).toBe('c');
	expect(lineUpdate({text: '> abc', caret: 5}, {text: '> ab', caret: 4})).toBe('\b \b');
	expect(lineUpdate({text: '> abc', caret: 5}, {text: '> abc', caret: 4})).toBe('\b');
});
