import {expect, test} from 'vitest';
import {readBans} from '../../src/games/ban-list.ts';
import type {PlayerCommands} from '../../src/games/game-types.ts';
import {findGame} from '../../src/games/games.ts';

const read = (game: string, answer: string) =>
	readBans(findGame(game)?.players as PlayerCommands, answer) ?? {bans: [], isComplete: false};
const guid = '9553448ab4a0ec6bd5ef39fc4b6f28ba';

/** Answers as the sources in each game's file show them, with the number, the id, and the time or reason of each ban. */
test.each([
	['MINECRAFT', 'There are 1 ban(s):\nAnn was banned by Rcon: griefing: twice', ['- Ann griefing: twice']],
	['MINECRAFT', 'There are no bans', []],
	[
		'TF2',
		'ID filter list: 2 entries\n1 [U:1:5] : permanent\n2 [U:1:7] : 30.000 min',
		['1 [U:1:5] permanent', '2 [U:1:7] 30.000 min'],
	],
	['CSGO', 'ID filter list: 1 entry\n1 STEAM_1:0:5 : permanent', ['1 STEAM_1:0:5 permanent']],
	['CSGO', 'ID filter list: empty', []],
	[
		'RUST',
		'1 76561198000000001 "a \\"b" "spam" -1\n2 76561198000000002 "Bob" "" 4102444800',
		['1 76561198000000001 spam', '2 76561198000000002 2100-01-01'],
	],
	['RUST', '', []],
	[
		'DAYZ',
		`GUID Bans:\n[#] [GUID] [Minutes left] [Reason]\n----------\n0  ${guid} perm a 10.0.0.1 b\n\nIP Bans:\n[#] [IP Address] [Minutes left] [Reason]\n---\n1  10.0.0.7 45`,
		[`0 ${guid} perm`, '1 10.0.0.7 45'],
	],
	[
		'SEVEN_DAYS_TO_DIE',
		'Ban list entries:\n  Banned until - UserID (name) - Reason\n  2033-01-01 12:00:00 - Steam_76561198000000001 (Ann) - x',
		['- Steam_76561198000000001 2033-01-01 12:00:00'],
	],
	[
		'TEEWORLDS',
		"[net_ban]: #0 '10.0.0.7' banned for 29 minutes (No reason given)\n[net_ban]: 1 ban",
		['0 10.0.0.7 for 29 minutes'],
	],
	['HELL_LET_LOOSE', '{"banList":[]}', []],
	[
		'HELL_LET_LOOSE',
		'{"banList":[{"userId":"76561198000000001","userName":"Ann","banReason":"spam","durationHours":0}]}',
		['- 76561198000000001 spam'],
	],
	['OPENARENA', 'Ban #1: 10.0.0.7/32\nExcept #1: 10.0.0.8/32', ['1 10.0.0.7/32']],
])('reads the bans of %s', (game, answer, bans) => {
	const list = read(game, answer);
	expect(list.isComplete).toBe(true);
	expect(
		list.bans.map(({number = '-', id, time, expiresAt, reason}) => {
			const end = expiresAt === undefined ? undefined : new Date(expiresAt).toISOString().slice(0, 10);
			return `${number} ${id} ${time ?? end ?? reason ?? ''}`.trim();
		}),
	).toEqual(bans);
});

test('marks a list as incomplete whose bans run together, or that has another number of them', () => {
	// The game sends messages over RCON without line breaks between them.
	const glued = 'There are 2 ban(s):Ann was banned by Server: spamBob was banned by Rcon: x';
	expect(read('MINECRAFT', glued)).toMatchObject({isComplete: false, bans: []});
	expect(read('TF2', 'ID filter list: 2 entries\n1 [U:1:5] : permanent').isComplete).toBe(false);
	expect(read('TF2', 'Unknown command "listid"').isComplete).toBe(false);
	expect(read('DAYZ', '').isComplete).toBe(false);
	expect(read('HELL_LET_LOOSE', '').isComplete).toBe(false);
	expect(read('HELL_LET_LOOSE', '{"banList":[{"userName":"Ann"}]}').isComplete).toBe(false);
});
