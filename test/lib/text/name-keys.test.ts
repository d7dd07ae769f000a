import {expect, test} from 'vitest';
import {looksLike, markedName, nameKeys} from '../../../src/lib/text/name-keys.ts';

test.each([
	['Ana', 'ANA'],
	['Ana', 'Ａｎａ'],
	['Ana', 'аnа'],
	['Ana', 'A\u200bn\u2060a'],
	['Ana B', ' Ana \u00a0 B '],
	['Ivan', 'lvan'],
	['ivan', '1VAN'],
	['Nick', '\u039dick'],
	['Нина', 'нина'],
	['Armen', 'Arrnen'],
	['bot-1', 'bot–l'],
	["O'Neil", 'O’Nei1'],
])('%s looks like %s', (one, other) => {
	expect(looksLike(one, other)).toBe(true);
	expect(looksLike(other, one)).toBe(true);
});

test.each([
	['Ana', 'Ann'],
	['Ana', 'Ána'],
	['bot-1', 'bot-2'],
	['Нина', 'Инна'],
	['小明', '小红'],
])('%s does not look like %s', (one, other) => {
	expect(looksLike(one, other)).toBe(false);
});

test('a name without visible characters has no key', () => {
	expect(nameKeys('\u3164\u200b ')).toEqual([]);
});

test.each([
	['Tom', 'Tom'],
	['\u0422om', '\u0422om ≈ tom'],
	['Ａｎａ', 'Ａｎａ ≈ ana'],
	['José', 'José'],
	['Нина', 'Нина'],
	['小明', '小明'],
])('a sender %s is shown as %s', (name, shown) => {
	expect(markedName(name)).toBe(shown);
});
