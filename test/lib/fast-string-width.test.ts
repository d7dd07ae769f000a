import fc from 'fast-check';
import stringWidth from 'string-width';
import {expect, test} from 'vitest';
import {fastStringWidth, furtherLetters} from '../../src/lib/fast-string-width.ts';

const text = fc
	.array(
		fc.oneof(
			fc.string({unit: 'grapheme', maxLength: 3}),
			fc.constantFrom(
				'a',
				'│',
				'…',
				'界',
				'👩‍👩‍👧',
				'e\u0301',
				'\n',
				'\t',
				'\x1b[1m',
				'\x1b[38;5;9m',
				'\x1b]0;t\x07',
			),
		),
		{maxLength: 6},
	)
	.map(parts => parts.join(''))
	// Where it counts more than the package.
	.filter(parts => furtherLetters(parts) === 0);
const options = fc.option(
	fc.record({ambiguousIsNarrow: fc.boolean(), countAnsiEscapeCodes: fc.boolean()}, {requiredKeys: []}),
	{nil: undefined},
);

test('the width of every text equals that of the package', () => {
	fc.assert(
		fc.property(text, options, (shown, its) => {
			expect(fastStringWidth(shown, its)).toBe(stringWidth(shown, its));
		}),
	);
});

test('a value that is not text has no width', () => {
	expect(fastStringWidth(undefined)).toBe(0);
});
