import fc from 'fast-check';
import stringWidth from 'string-width';
import {expect, test} from 'vitest';
import {clockText, formatDuration} from '../../../src/lib/time/ago.ts';
import {printableLine} from '../../../src/lib/text/text.ts';
import {cut, fit, fitRight, graphemesOf, steady, widthOf, wrap} from '../../../src/lib/text/width.ts';
import {openEmulator} from '../../tui/terminal/emulator.ts';

const pieces = ['a', 'é', 'e\u0301', '漢', '한', '…', '●', '─', '👍', '🇩🇪', '👩‍👩‍👧', 'กำ', 'स्ते', 'க்ஷ', 'Ж'];

test('widths equal the widths of the painter', () => {
	fc.assert(
		fc.property(
			fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({unit: 'grapheme', maxLength: 3})), {
				maxLength: 8,
			}),
			texts => {
				const text = texts.join('');
				expect(widthOf(text)).toBe(stringWidth(text));
			},
		),
	);
});

test('omits combining marks that terminals count differently', () => {
	expect(steady('⚠️ 👨‍👩‍👧 👍🏽 1️⃣')).toBe('⚠ 👨👩👧 👍 1');
	expect(steady('ශ්\u200dරී')).toBe('ශ්රී');
	expect(steady('plain')).toBe('plain');
});

test('shortens a long name in the middle to keep the number at its end', () => {
	expect(cut('ark-island-number-eu-1', 12, 'middle')).toBe('ark-i…r-eu-1');
	expect(cut('ark-island-number-eu-1', 12)).toBe('ark-island-…');
	expect(cut('short', 12)).toBe('short');
	expect(cut('漢字漢字', 4)).toBe('漢…');
	expect(cut('abc', 1)).toBe('…');
	expect(cut('abc', 0)).toBe('');
});

test('a fitted text has exactly its width, even where a wide character does not fit', () => {
	expect(fit('漢字漢字', 6, 'middle')).toBe('漢…字 ');
	expect(fit('abc', 5)).toBe('abc  ');
	expect(fitRight('41', 4)).toBe('  41');
	fc.assert(
		fc.property(
			fc.string({unit: 'grapheme'}).filter(text => !/[\p{Cc}\p{Cf}]/u.test(text)),
			fc.integer({min: 1, max: 30}),
			fc.constantFrom('end' as const, 'middle' as const),
			(text, width, where) => {
				expect(widthOf(fit(text, width, where))).toBe(width);
			},
		),
	);
});

test('wraps rows at spaces, otherwise anywhere, and never inside a wide character', () => {
	expect(wrap('one two three', 8)).toEqual(['one two', 'three']);
	expect(wrap('abcdefghij', 4)).toEqual(['abcd', 'efgh', 'ij']);
	expect(wrap('漢字漢', 3)).toEqual(['漢', '字', '漢']);
	expect(wrap('漢字 漢字 ab', 7)).toEqual(['漢字 漢', '字 ab']);
	expect(wrap('a\n\nb', 5)).toEqual(['a', '', 'b']);
	expect(wrap('a\tb', 20)).toEqual(['a       b']);
	expect(wrap('', 5)).toEqual(['']);
});

test('no row exceeds the width, and no visible character is lost', () => {
	fc.assert(
		fc.property(
			fc.string({unit: 'grapheme'}).filter(text => !/[\p{Cc}\p{Cf}]/u.test(text)),
			fc.integer({min: 2, max: 30}),
			(text, width) => {
				const rows = wrap(text, width);
				expect(rows.filter(row => graphemesOf(row).length > 1 && widthOf(row) > width)).toEqual([]);
				expect(rows.join('').replaceAll(' ', '')).toBe(steady(text).replaceAll(' ', ''));
			},
		),
	);
});

test('formats time spans and timestamps in words', () => {
	expect([0, 40_999, 60_000, 7_200_000, 259_200_000, -5].map(ms => formatDuration(ms))).toEqual([
		'0s',
		'40s',
		'1m',
		'2h',
		'3d',
		'0s',
	]);
	expect(clockText(Date.UTC(2026, 10, 21, 3, 14, 7), true)).toBe('03:14:07Z');
	expect(clockText(Date.UTC(2026, 10, 21, 3, 14, 7), false)).toMatch(/^\d\d:\d\d:\d\d$/);
	expect(clockText(Number.NaN, true)).toBe('--:--:--Z');
});

test.each([
	'plain',
	'ทำ กำลัง ນໍ້າ ນຳ',
	`Z${'\u0300\u0489'.repeat(10_000)} end`,
	'blank \u3164\u115f\uffa0\u034f end',
	'雪豹 漢字 한국어',
	'👍🏽 👨‍👩‍👧 ⚠️ 🇩🇪',
	'e\u0301e\u200be\u202ee',
	'a\tb\x1b[31mc\r\n',
	'مرحبا שלום',
	'नमस्ते สวัสดี',
	'ខ្មែរ က္က ᨠ᩠ᨠ ᬓ᭄ᬓ ꦏ꧀ꦏ',
	'1️⃣ ශ්\u200dරී ल्\u200dल',
])('%j fills its column of a terminal', text => {
	const terminal = openEmulator(60, 2);
	terminal.write(`${fit(printableLine(text), 30)}|`);
	expect(terminal.cursor().x).toBe(31);
});
