import {expect, test} from 'vitest';
import {isSameState, readState, recordState} from '../../src/contract/states.ts';

test('known states match in any case, and unknown ones stay as sent', () => {
	expect([' online ', 'Stopped', 'Hibernating'].map(readState)).toEqual(['ONLINE', 'STOPPED', 'Hibernating']);
});

test('a long state is cut, so that a change of it does not fill the console', () => {
	expect(readState('n'.repeat(1_000_000))).toBe(`${'n'.repeat(100)}…`);
});

test.each([
	['ONLINE', 'RUNNING', true],
	['offline', 'STOPPED', true],
	['STOPPING', 'stopping', true],
	['FROZEN', 'FROZEN', true],
	[undefined, undefined, true],
	['ONLINE', 'STOPPED', false],
	['STOPPING', 'STOPPED', false],
	['UNKNOWN', undefined, false],
])('%s and %s are the same state: %j', (one, other, is) => {
	expect([isSameState(one, other), isSameState(other, one)]).toEqual([is, is]);
});

test('records name the states RUNNING and STOPPED, and others as they are', () => {
	expect(['ONLINE', 'OFFLINE', 'RESTARTING', 'UNKNOWN'].map(recordState)).toEqual([
		'RUNNING',
		'STOPPED',
		'RESTARTING',
		'UNKNOWN',
	]);
});
