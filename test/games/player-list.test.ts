import {expect, test} from 'vitest';
import {knownGames} from '../../src/games/games.ts';
import {countPlayers, readPlayers} from '../../src/games/player-list.ts';

test('reads the players of each game with a list command, and marks incomplete lists', () => {
	const lists = knownGames().flatMap(({gameType, players}) =>
		players ? {gameType, list: players.list} : [],
	);
	for (const {gameType, list} of lists) expect(readPlayers(gameType, list, '')).toBeDefined();
	expect(readPlayers('ARK_ASCENDED', 'ListPlayers', 'No Players Connected \n ')).toEqual({
		players: [],
		isComplete: true,
	});
	expect(readPlayers('ARK_EVOLVED', 'listplayers', '0. Smith, John, 0002aa\nwhat?')).toEqual({
		players: [{name: 'Smith, John', userId: undefined, playerId: '0002aa'}],
		isComplete: false,
	});
	const json = '{"server": {"clients": [{"name": "Ann", "steamid": "STEAM_1:0:5", "bot": false}';
	expect(readPlayers('CS2', 'status_json', json)).toMatchObject({
		players: [{name: 'Ann'}],
		isComplete: false,
	});
	expect(readPlayers('CS2', 'status_json', `${json}]}}`)).toMatchObject({isComplete: true});
	expect(readPlayers('CS2', 'say', 'hello')).toBeUndefined();
});

test.each([
	[
		'CS2',
		'status',
		'hostname : one\nplayers  : 7 humans, 2 bots (0 max) (not hibernating) (unreserved)\n',
		7,
	],
	[
		'ARK_ASCENDED',
		'ListPlayers',
		'\n0. Ann, 0002aa11bb22cc33dd44ee55ff667788 \n1. Ben, the 2nd, 0002aa11bb22cc33dd44ee55ff667789 \n ',
		2,
	],
	['ARK_ASCENDED', 'ListPlayers', 'No Players Connected', 0],
	['ARK_ASCENDED', 'ListPlayers', 'Unknown command', undefined],
	['ARK_ASCENDED', 'SaveWorld', 'World Saved', undefined],
])('%s: finds in the answer to %s %j a player count of %s', (game, command, answer, players) => {
	const count = players === undefined ? undefined : {players, isExact: true};
	expect(countPlayers(game, command, answer)).toEqual(count);
});

test.each([
	['PALWORLD', 'Metrics', '{"serverfps":57,"currentplayernum":3,"maxplayernum":32,"uptime":9}', 3, 32],
	['SATISFACTORY', 'status', '{"numConnectedPlayers":1,"playerLimit":4}', 1, 4],
	['RUST', 'serverinfo', '{"Hostname":"x","MaxPlayers":300,"Players":260}', 260, 300],
])('%s: counts the players in the answer to %s', (game, command, answer, players, max) => {
	expect(countPlayers(game, command, answer)).toEqual({players, isExact: true, max});
	expect(countPlayers(game, command, answer.replaceAll(/\d+/g, '-1'))).toBeUndefined();
	expect(countPlayers(game, command, '<html>')).toBeUndefined();
});

test('rows of an incomplete list prove that at least as many play', () => {
	const rows = 'name,playeruid,steamid\nAnn,1,76561198000000001\nCut,9';
	expect(countPlayers('PALWORLD', 'ShowPlayers', rows)).toEqual({players: 1, isExact: false});
	expect(countPlayers('PALWORLD', 'ShowPlayers', 'name,playeruid,steamid\nCut,9')).toBeUndefined();
});

test('tries the formats of all games with a command if the game is unknown', () => {
	expect(readPlayers(undefined, 'ListPlayers', '0. Ann, 0002aa')).toEqual({
		players: [{name: 'Ann', userId: undefined, playerId: '0002aa'}],
		isComplete: true,
	});
	expect(readPlayers('OTHER', 'anything', '0. Ann, 0002aa')).toBeUndefined();
});

test.each([
	['', {players: [], isComplete: false}],
	['There are 1 of a max of 9 players online: Ann', {players: [{name: 'Ann'}], isComplete: true}],
	['[{"DisplayName": "Ann", "SteamID": "7"}]', {players: [{name: 'Ann'}], isComplete: true}],
	['No Players Connected', {players: [], isComplete: true}],
	['Ann has been here\nand Ben, too', {isComplete: false}],
])('reads the answer %j to the players command of an unknown game', (answer, expected) => {
	expect(readPlayers('ODDCRAFT', ' Who', answer, 'who')).toMatchObject(expected);
	expect(readPlayers('ODDCRAFT', 'whom', answer, 'who')).toBeUndefined();
});
