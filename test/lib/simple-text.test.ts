import fc from 'fast-check';
import stringWidth from 'string-width';
import {expect, test} from 'vitest';
import {isSimple, isSimpleStyled, linesApart, simpleWidthOf} from '../../src/lib/simple-text.ts';

const piece = fc.oneof(
	fc.string({unit: 'grapheme', maxLength: 3}),
	fc.constantFrom(
		'a',
		'│',
		'─',
		'é',
		'Ж',
		'…',
		'界',
		'e\u0301',
		'\n',
		'\t',
		'\x1b[1m',
		'\x1b[38;5;9m',
		'\x1b[2J',
	),
);
const text = fc.array(piece, {maxLength: 6}).map(pieces => pieces.join(''));

test('the width of a simple line equals its width in any terminal', () => {
	fc.assert(
		fc.property(text, line => {
			const width = simpleWidthOf(line);
			expect(width ?? stringWidth(line)).toBe(stringWidth(line));
		}),
	);
	expect(simpleWidthOf('\x1b[31m│ é\x1b[39m')).toBe(3);
});

test('no simple character is invisible, a mark or a control', () => {
	const all = Array.from({length: 0x1_0000}, (_, unit) => String.fromCharCode(unit)).filter(isSimple);
	expect(all.length).toBeGreaterThan(1000);
	expect(
		all.filter(character => /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{M}\p{Zl}\p{Zp}\u3164\uffa0]/u.test(character)),
	).toEqual([]);
});

test('in simple text only color sequences take effect, and every code unit is one column', () => {
	expect(['plain', '\x1b[1mbold\x1b[22m', 'two\nlines'].map(isSimpleStyled)).toEqual([true, true, true]);
	const others = ['\x1b[2J', '\x1b]0;title\x07', '\x1b', '\t', '\r', '\x9b1m', '界', 'e\u0301', '\u200b'];
	expect(others.filter(isSimpleStyled)).toEqual([]);
	expect(['│', '…', '界', '\n'].map(isSimple)).toEqual([true, true, false, false]);
});

test('splits lines only where no style continues to the next', () => {
	const red = '\x1b[31m│\x1b[39m';
	expect(linesApart(`${red}\n${red}\nplain`)).toEqual([red, red, 'plain']);
	const going = [
		'\x1b[31ma\nb\x1b[39m',
		'\x1b[1;31ma\x1b[22m\nb',
		'\x1b[8ma\x1b[28m\nb',
		'界\nb',
		'a\x1b[1m',
	];
	expect(going.map(linesApart)).toEqual(going.map(() => undefined));
	expect(linesApart('\x1b[38;5;9m\x1b[1ma\x1b[22m\x1b[39m\n')).toHaveLength(2);
});
