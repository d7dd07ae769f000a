import {expect, test} from 'vitest';
import {newLines} from '../../src/cli/commands/logs.ts';
import {runDemo} from './run-cli.ts';

test.each([
	[['a', 'b'], ['a', 'b', 'c'], ['c']],
	[['a', 'b'], ['a', 'b'], []],
	// Older lines are no longer kept.
	[['a', 'b', 'c'], ['b', 'c', 'd'], ['d']],
	// The last line was unfinished.
	[
		['a', 'b'],
		['a', 'bc', 'd'],
		['bc', 'd'],
	],
	[[], ['a'], ['a']],
	[['a', 'a'], ['a', 'a', 'a'], ['a']],
	// Nothing is left of what was read before: lines may be missing.
	[['a'], ['x', 'y'], undefined],
	[['a'], [], undefined],
])('after %j, %j has these new lines: %j', (before, now, fresh) => {
	expect(newLines(before, now)).toEqual(fresh);
});

test('a server whose output nobody keeps is refused', async () => {
	expect(await runDemo(['logs', 'cs2-mirage'])).toMatchObject({code: 1, out: ''});
	expect((await runDemo(['logs', 'cs2-mirage', '--limit', '0'])).code).toBe(2);
});
