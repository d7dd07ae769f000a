import fc from 'fast-check';
import stringWidth from 'string-width';
import {expect, test} from 'vitest';
import {isSimple, printable, printableLine} from '../../../src/lib/text/text.ts';

test.each([
	['plain text and accents: é 漢字 😀', 'plain text and accents: é 漢字 😀'],
	['\u001B[31mred\u001B[0m', '^[[31mred^[[0m'],
	['\u001B]52;c;aGk=\u0007', '^[]52;c;aGk=^G'],
	['a\rb\bc', 'a^Mb^Hc'],
	['\u009B2J', '<9B>2J'],
	['abc\u202Edef', 'abc<U+202E>def'],
	['zero\u200Bwidth\uFEFF', 'zero<U+200B>width<U+FEFF>'],
	['half \uD83D end', 'half <U+D83D> end'],
	['tags \u{E0041}', 'tags <U+E0041>'],
	['two\nlines\tand tab', 'two\nlines\tand tab'],
	['blank \u3164\u115F', 'blank <U+3164><U+115F>'],
	[`Z${'\u0301'.repeat(10_000)}x`, `Z${'\u0301'.repeat(8)}…x`],
	['a family 👨‍👩‍👧 stays', 'a family 👨‍👩‍👧 stays'],
])('%j is shown as %j', (given, shown) => {
	expect(printable(given)).toBe(shown);
});

test('single-line text contains no newline and no tab', () => {
	expect(printableLine('a\nb\tc')).toBe('a^Jb c');
});

test('no sanitized text contains terminal control sequences', () => {
	fc.assert(
		fc.property(fc.string({unit: 'binary', maxLength: 200}), given => {
			for (const character of printable(given)) {
				const code = character.codePointAt(0) ?? 0;
				const isControl = (code < 0x20 && code !== 0x09 && code !== 0x0a) || (code >= 0x7f && code < 0xa0);
				const isBidi =
					(code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069) || code === 0x061c;
				expect(isControl || isBidi || (code >= 0xd800 && code <= 0xdfff)).toBe(false);
			}
		}),
		{numRuns: 500},
	);
});

test('a simple character is neither invisible, nor a mark or a control, and has one column', () => {
	const all = Array.from({length: 0x1_0000}, (_, unit) => String.fromCharCode(unit)).filter(isSimple);
	expect(all.length).toBeGreaterThan(1000);
	expect(all.filter(character => stringWidth(character) !== 1)).toEqual([]);
	expect(all.join('')).not.toMatch(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{M}\p{Zl}\p{Zp}\u3164\uffa0]/u);
	expect(['│', '…', '界', '\n', 'e\u0301'].map(isSimple)).toEqual([true, true, false, false, false]);
});
