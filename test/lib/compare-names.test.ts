import {expect, test} from 'vitest';
import {compareNames} from '../../src/lib/compare-names.ts';

const collator = new Intl.Collator('en', {numeric: true});
const ascii = Array.from({length: 95}, (_, index) => String.fromCharCode(32 + index));
/** Few characters, so that names share beginnings and numbers. */
const alphabet = ['', '0', '0', '1', '2', '9', 'a', 'A', 'b', 'B', '-', ' ', '_', 'é', 'ß', '日', '\t'];

const sign = (one: string, other: string) => [one, other, Math.sign(compareNames(one, other))];
const expected = (one: string, other: string) => [one, other, Math.sign(collator.compare(one, other))];

test('orders all characters of ASCII like the collator', () => {
	for (const one of ascii)
		for (const other of ascii) {
			expect(sign(one, other)).toEqual(expected(one, other));
			expect(sign(`a${one}b2`, `a${other}B`)).toEqual(expected(`a${one}b2`, `a${other}B`));
		}
});

test('orders names with numbers, cases and other alphabets like the collator', () => {
	let seed = 7;
	const below = (count: number) => {
		seed = (seed * 48_271) % 2_147_483_647;
		return seed % count;
	};
	const name = () => Array.from({length: below(7)}, () => alphabet[below(alphabet.length)]).join('');
	for (let pair = 0; pair < 20_000; pair++) {
		const [one, other] = [name(), name()];
		expect(sign(one, other)).toEqual(expected(one, other));
	}
	for (const digits of [199, 253, 254, 255, 600]) {
		const [one, other] = [`a${'1'.repeat(digits)}`, `a${'1'.repeat(digits - 1)}2`];
		expect(sign(one, other)).toEqual(expected(one, other));
	}
});
