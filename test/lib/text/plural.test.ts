import {expect, test} from 'vitest';
import {plural} from '../../../src/lib/text/plural.ts';

test('one is singular, zero and several are plural', () => {
	expect([0, 1, 2].map(count => plural(count, 'player'))).toEqual(['0 players', '1 player', '2 players']);
	expect([1, 2].map(count => plural(count, 'entry', 'entries'))).toEqual(['1 entry', '2 entries']);
});
