import {expect, test} from 'vitest';
import {endsGame} from '../../../src/service/own/observation.ts';

test.each([
	['stop', 'stop', true],
	['/stop', 'stop', true],
	[' minecraft:stop ', 'stop', true],
	['DOEXIT', 'DoExit', true],
	['#shutdown 60', '#shutdown', true],
	['quit', '/quit', true],
	['stopsound @a', 'stop', false],
	['say stop', 'stop', false],
	['', 'stop', false],
	['stop', undefined, false],
])('%j ends a game whose command for that is %j: %s', (command, stop, ends) => {
	expect(endsGame(command, stop)).toBe(ends);
});
