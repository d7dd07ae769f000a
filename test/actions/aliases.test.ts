import {expect, test} from 'vitest';
import {expandAlias, withoutAlias} from '../../src/actions/aliases.ts';

const aliases = {hi: 'say hello', to: 'ServerChatToPlayer {1} {*}', swap: '{2} {1}', one: 'kick {1}'};

test.each([
	['status', 'status'],
	['hi', 'say hello'],
	['hi there', 'say hello there'],
	['to "Big Bob" come back', 'ServerChatToPlayer "Big Bob" come back'],
	['swap a b c', 'b a c'],
	['& hi', '& say hello'],
	['say hi', 'say hi'],
	['constructor', 'constructor'],
])('%j is sent as %j', (typed, sent) => {
	expect(expandAlias(typed, aliases)).toEqual({text: sent});
});

test('reports a missing argument', () => {
	expect(expandAlias('one', aliases)).toEqual({problem: 'one needs 1 argument: kick {1}'});
});

test('contracts a line to its alias unless the result would expand differently', () => {
	expect(withoutAlias('hi all', aliases)).toBe('say hello all');
	expect(withoutAlias('one', aliases)).toBe('one');
	expect(withoutAlias('say all', {say: 'say hello'})).toBe('say all');
});
