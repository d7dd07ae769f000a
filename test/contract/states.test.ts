import {expect, test} from 'vitest';
import {readState} from '../../src/contract/states.ts';

test('known states match in any case, and unknown ones stay as sent', () => {
	expect([' online ', 'Stopped', 'Hibernating'].map(readState)).toEqual(['ONLINE', 'STOPPED', 'Hibernating']);
});

test('a long state is cut, so that a change of it does not fill the console', () => {
	expect(readState('n'.repeat(1_000_000))).toBe(`${'n'.repeat(100)}…`);
});
