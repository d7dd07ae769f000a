import {expect, test} from 'vitest';
import {playersIn} from '../../../src/service/attached/player-count.ts';

test.each([
	['hostname : one\nplayers  : 7 humans, 2 bots (0 max) (not hibernating) (unreserved)\n', 7],
	['There are 3 of a max of 20 players online: Ann, Ben, Cleo', 3],
	[
		"[12:00:00][Server]: id=0 addr=127.0.0.1:1 client=705 name='Ann' score=3\n[12:00:00][Server]: id=1 addr=127.0.0.1:2 client=705 name='id=9' score=0",
		2,
	],
	['\n0. Ann, 0002aa11bb22cc33dd44ee55ff667788 \n1. Ben, the 2nd, 0002aa11bb22cc33dd44ee55ff667789 \n ', 2],
	['No Players Connected', undefined],
	['Unknown command', undefined],
])('finds in %j a player count of %s', (answer, players) => {
	expect(playersIn(answer)).toBe(players);
});
