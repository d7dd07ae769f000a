import {expect, test} from 'vitest';
import {isConfirmed} from '../../src/actions/risk.ts';

test('confirms a name as it is or without its diacritics, and nothing less', () => {
	expect(isConfirmed(' Café-1 ', 'Café-1')).toBe(true);
	expect(isConfirmed('Cafe-1', 'Café-1')).toBe(true);
	expect(isConfirmed('Caf?-1', 'Café-1')).toBe(false);
	expect(isConfirmed('Café-1', 'Cafe-1')).toBe(false);
	expect(isConfirmed('', 'Café-1')).toBe(false);
});
