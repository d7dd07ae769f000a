import {expect, test} from 'vitest';
import {isConfirmed, promptedWord} from '../../src/actions/confirm-word.ts';

const cafe = {name: 'Café-1', id: 'b429'};

test.each([' Café-1 ', 'Cafe-1', 'b429'])(
	'accepts the name, the name without accents and the ID: %s',
	typed => {
		expect(isConfirmed(typed, cafe)).toBe(true);
	},
);

test.each(['Caf?-1', 'cafe', '', 'b42', 'undefined'])('rejects any other text: "%s"', typed => {
	expect(isConfirmed(typed, cafe)).toBe(false);
});

test('rejects an empty text for a target without an ID', () => {
	expect(isConfirmed('', {name: '3'})).toBe(false);
	expect(isConfirmed('3', {name: '3'})).toBe(true);
});

test('offers a code for a name that an ASCII keyboard cannot type, and accepts it', () => {
	const word = {name: 'Остров ☠', id: 'b429'};
	const prompted = promptedWord(word);
	expect(prompted).toMatch(/^Остров ☠ or [0-9a-f]{4}$/);
	expect(isConfirmed(prompted.slice(-4), word)).toBe(true);
	expect(isConfirmed(prompted.slice(-4), {...word, id: 'b430'})).toBe(false);
	expect(promptedWord(cafe)).toBe('Café-1');
});
