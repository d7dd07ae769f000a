import {expect, test} from 'vitest';
import {isConfirmed} from '../../src/actions/risk.ts';

test('a name is confirmed as it is, or as a keyboard without its letters types it, and by nothing less', () => {
	expect(isConfirmed(' Café-1 ', 'Café-1')).toBe(true);
	expect(isConfirmed('Cafe-1', 'Café-1')).toBe(true);
	expect(isConfirmed('Caf?-1', 'Café-1')).toBe(false);
	expect(isConfirmed('Café-1', 'Cafe-1')).toBe(false);
	expect(isConfirmed('', 'Café-1')).toBe(false);
});
