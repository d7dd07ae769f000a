import fc from 'fast-check';
import {expect, test} from 'vitest';
import {knownGames} from '../../src/games/games.ts';
import {countPlayers, gapOf, readPlayers} from '../../src/games/player-list.ts';
import {cpuMs} from '../helpers/cpu-time.ts';

const statusOfTf2 = (humans: number) =>
	[
		'hostname: Ann and friends',
		'version : 8835751/24 8835751 secure',
		`players : ${humans} humans, 1 bots (24 max)`,
		'',
		'# userid name                uniqueid            connected ping loss state  adr',
		'#      2 "Bob"               BOT                                     active',
		'#      3 "An "n" ☃"          [U:1:12345]         01:13       65    0 active 203.0.113.5:27005',
	].join('\n');

const battlEye = (total: number) =>
	[
		'Players on server:',
		'[#] [IP Address]:[Port] [Ping] [GUID] [Name]',
		'--------------------------------------------------',
		'0   203.0.113.5:2304      47   9553448ab4a0ec6bd5ef39fc4b6f28ba(OK) (3 players in total)',
		'12  203.0.113.6:2304      -1   - Ann B. (Lobby)',
		`(${total} players in total)`,
	].join('\n');
const battlEyePlayers = ['0 9553448ab4a0ec6bd5ef39fc4b6f28ba (3 players in total)', '12 - Ann B.'];

const squad = [
	'----- Active Players -----',
	'ID: 0 | Online IDs: EOS: 000249a430574933aefd9bbc9a8f2f37 steam: 76561198000000001 | Name:  An | n | Team ID: 2 | Squad ID: 1 | Is Leader: True | Role: PLA_Recruit',
	'ID: 4 | SteamID: 76561198000000002 | Name: Ben | Team ID: N/A | Squad ID: N/A',
];
const squadEnd = [
	'----- Recently Disconnected Players [Max of 15] -----',
	'ID: 9 | Online IDs: EOS: 000249a430574933aefd9bbc9a8f2f38 steam: 76561198000000003 | Since Disconnect: 00m.30s | Name: gone',
];
const squadPlayers = ['0 000249a430574933aefd9bbc9a8f2f37 An | n', '4 76561198000000002 Ben'];

const sandstorm = `ID\t | Name\t\t\t\t | NetID\t\t\t | IP\t\t\t | Score\t\t |\n${'='.repeat(79)}\n`;

const quake = [
	'map: oa_dm1',
	'num score ping name            lastmsg address               qport rate',
	'--- ----- ---- --------------- ------- --------------------- ----- -----',
	'  0     0    0 Sarge^7               0 bot                       0 16384',
	'  3    -3   37 ^1An n 7 bot^7        0 203.0.113.5:27960      3598 25000',
	' 12     0 CNCT ^7                    0 [2001:db8::1]:27960    3598 25000',
];

/** As openarena-server 0.8.8 of Debian prints it. */
const newerQuake = [
	'map: oa_dm1',
	'cl score ping name            address                                 rate ',
	'-- ----- ---- --------------- --------------------------------------- -----',
	' 0     0    0 Sarge           ^7bot                                     16384',
	' 3    -3   37 ^1An n ^7bot 7  ^7203.0.113.5                             25000',
	'12     0 CON                  ^72001:db8::1                             25000',
	'13     0 9999 Joe ^71.2.3.4 5 ^7localhost                               25000',
	'',
];

const xonotic = [
	'host:     The ☠ Server',
	'version:  Xonotic build 12:58:11 (gamename Xonotic)',
	'protocol: 3504 (DP7)',
	'map:      dusty',
	'timing:   0.3% CPU, 0.00% lost, offset avg 0.0ms, max 0.1ms, sdev 0.0ms',
	'players:  2 active (24 max)',
	'',
	'^2IP                                             %pl ping  time   frags  no   name',
	'^3botclient                                        0    0  0:00:07    0  #2   ^7[BOT]Toxic',
	'^7203.0.113.5:53131                                0   42  0:35:56 -666  #7   ^7^xBBFAn ^1n',
];

const sevenDays = [
	"2026-11-22T03:00:02 58941.907 INF Executing command 'listplayers' by Telnet from 127.0.0.1:54081",
	'0. id=171, An, pos=(n), pos=(-1.0, 0.0, 0.0), rot=(-4.2, 137.8, 0.0), remote=True, health=139, deaths=1, zombies=2759, players=0, score=2754, level=68, pltfmid=Steam_76561198000000001, crossid=EOS_0002, ip=127.0.0.1, ping=11',
];

const conan = [
	'Idx | Char name | Player name |      User ID |       Platform ID | Platform Name',
	'  0 | An|n | Ann#1000 | A-TESTUSER | 76561198000000001 |         STEAM',
];

const reforger = [
	'Players on server: [Player#] ; [Player UID] ; [Player Name]',
	'1 ; d0d8bcaf-e30b-49e2-b32a-9618871f3b89 ; Ann ; x',
	'#12 ; b6955d91-4749-4cdb-9a51-e69f630ec435 ; Jérôme',
];
const reforgerPlayers = [
	'1 d0d8bcaf-e30b-49e2-b32a-9618871f3b89 Ann ; x',
	'12 b6955d91-4749-4cdb-9a51-e69f630ec435 Jérôme',
];

const teeworlds = [
	"[2026-11-22 03:00:00][server]: id=0 addr=203.0.113.5:8303 client=705 name='An'n' score=3 (Admin)",
	'[2026-11-22 03:00:00][server]: id=1 addr=203.0.113.6:8303 connecting',
];
const ddnet = [
	"2026-11-22 03:00:00 I server: id=0 addr=<{203.0.113.5:8303}> name='nameless tee' client=16040 secure=yes flags=0",
];

/** Game, command, answer, players as `slot id name`, and whether the list is complete. */
const samples: [game: string, command: string, answer: string, players: string[], isComplete: boolean][] = [
	[
		'MINECRAFT',
		'list',
		'There are 2 of a max of 20 players online: Ann, .Ben_2',
		['- Ann Ann', '- .Ben_2 .Ben_2'],
		true,
	],
	['MINECRAFT', 'list', 'There are 0 of a max of 20 players online: ', [], true],
	// https://github.com/Zrips/CMI/issues/4012
	[
		'MINECRAFT',
		'list',
		'§e====================\n§6Joueurs en ligne §c2/50\n§6Admin: §fAnn\ntorcheur: [AFK]Ben\n====================',
		['- Ann Ann', '- Ben Ben'],
		true,
	],
	['MINECRAFT', 'list', 'Players online (2/50):\nAnn', ['- Ann Ann'], false],
	[
		'CS_SOURCE',
		'status',
		'players : 0 (20 max)\n\n# userid name uniqueid connected ping loss state adr',
		[],
		true,
	],
	[
		'PROJECT_ZOMBOID',
		'players',
		'Players connected (2): \n-Ann B\n--Ben\n',
		['- Ann B Ann B', '- -Ben -Ben'],
		true,
	],
	[
		'INSURGENCY',
		'status',
		'players : 0 (20 max)\n\n# userid name uniqueid connected ping loss state adr',
		[],
		true,
	],
	['PROJECT_ZOMBOID', 'players', 'Players connected (0): \n', [], true],
	['PROJECT_ZOMBOID', 'players', 'Players connected (3):\n-Ann', ['- Ann Ann'], false],
	['ARMA_REFORGER', '#players', reforger.join('\n'), reforgerPlayers, true],
	['ARMA_REFORGER', 'players', reforger[0] ?? '', [], true],
	['ARMA_REFORGER', '#players', reforger.slice(1).join('\n'), reforgerPlayers, false],
	['MINECRAFT', 'list', 'There are 2/20 players online:\nAnn, Ben', ['- Ann Ann', '- Ben Ben'], true],
	[
		'MINECRAFT',
		'list',
		'§6There are §c1§6 out of maximum §c20§6 players online.\n§6default§r: Ann',
		['- Ann Ann'],
		true,
	],
	[
		'MINECRAFT',
		'list',
		'§6There are §c2§6/§c1§6 out of maximum §c20§6 players online.\n§6admin§r: §7[AFK]§r§4[Op] §fAnn, §7[HIDDEN]§r~Sir B (ben)\n§6default§r: ~Nick',
		['- Ann Ann', '- ben ben', '- ~Nick ~Nick'],
		true,
	],
	['MINECRAFT', 'minecraft:list', 'There are 1 of a max of 20 players online: Ann', ['- Ann Ann'], true],
	[
		'MINECRAFT',
		'list uuids',
		'There are 1 of a max of 20 players online: Ann (069a79f4-44e9-4726-a5be-fca90e38aaf5)',
		['- Ann Ann'],
		true,
	],
	['MINECRAFT', 'list', 'There are 2 of a max of 20 players online: Ann, Be', ['- Ann Ann', '- Be Be'], true],
	['MINECRAFT', 'list', 'There are 3 of a max of 20 players online: Ann, B', ['- Ann Ann', '- B B'], false],
	['MINECRAFT', 'list', 'Unknown command', [], false],
	['TF2', 'status', statusOfTf2(1), ['3 [U:1:12345] An "n" ☃'], true],
	['TF2', 'status', statusOfTf2(2), ['3 [U:1:12345] An "n" ☃'], false],
	['CSGO', 'status', 'players : 0 humans, 0 bots (20/0 max) (hibernating)\n#end', [], true],
	['CSGO', 'status', 'players : 3 humans, 0 bots (20/0 max)\n#end', [], false],
	['GARRYS_MOD', 'status', 'players : 0 (128 max)', [], true],
	[
		'GARRYS_MOD',
		'status',
		'rcon from "203.0.113.1:5": command "status"\nplayers : 1 (128 max)\n# 3 "Ann" STEAM_0:1:12345 01:13 65 0 active 203.0.113.5:27005',
		['3 STEAM_0:1:12345 Ann'],
		true,
	],
	['GARRYS_MOD', 'users', '<slot:userid:"name">\n0:2:"Ann"\n2 users', ['2 - Ann'], false],
	['GARRYS_MOD', 'users', '<slot:userid:"name">\n0:2:"Ann"\n1 users', ['2 - Ann'], true],
	[
		'CS2',
		'status_json',
		'{"server":{"name":"isl-1","clients":[{"name":"Ann","steamid":"STEAM_1:0:5","bot":false},{"name":"Bob","steamid":"","bot":true}]}}',
		['- STEAM_1:0:5 Ann'],
		true,
	],
	[
		'CS2',
		'status_json',
		'{"server":{"clients":[{"name":"Ann","steamid":"STEAM_1:0:5","bot":false}],"clients_human":2}}',
		['- STEAM_1:0:5 Ann'],
		false,
	],
	['CS2', 'status_json', '{"error":"not available"}', [], false],
	['RUST', 'playerlist', '[]', [], true],
	['RUST', 'playerlist', '{"Message":"busy"}', [], false],
	['RUST', 'playerlist', 'null', [], false],
	['RUST', 'playerlist', '[{"SteamID":"76561198000000001"}]', [], false],
	[
		'RUST',
		'playerlist',
		'[{"SteamID":"76561198000000001","DisplayName":"An{n}","Ping":4}]',
		['- 76561198000000001 An{n}'],
		true,
	],
	[
		'RUST',
		'playerlist',
		'[{"SteamID":"76561198000000001","DisplayName":"Ann"},{"SteamID":"7656',
		['- 76561198000000001 Ann'],
		false,
	],
	// SuperVanish hides players from EssentialsX. (https://github.com/EssentialsX/Essentials/issues/3008)
	[
		'MINECRAFT',
		'list',
		'There are 1/1 out of maximum 35 players online.\nPlayers: [Mod] User, [HIDDEN]Ann_7',
		['- User User', '- Ann_7 Ann_7'],
		true,
	],
	// No space after the number sign. (https://github.com/koraktor/steam-condenser/issues/103)
	[
		'CS_SOURCE',
		'status',
		'players : 1 (32 max)\n# userid name uniqueid connected ping loss state adr\n#2 "Ann TV| 27045" BOT active\n#62 "Ann" STEAM_0:0:7390944 29:08 85 0 active 203.0.113.7:27005',
		['62 STEAM_0:0:7390944 Ann'],
		true,
	],
	['HELL_LET_LOOSE', 'GetPlayers', '{"players":[]}', [], true],
	[
		'HELL_LET_LOOSE',
		'GetPlayers',
		'{"players":[{"name":"An, n","clanTag":"","iD":"76561198000000001","platform":"steam","stats":{"deaths":1}}]}',
		['- 76561198000000001 An, n'],
		true,
	],
	['HELL_LET_LOOSE', 'GetPlayers', '', [], false],
	[
		'INSURGENCY_SANDSTORM',
		'listplayers',
		`${sandstorm}256\t | Ann | n\t | SteamNWI:76561198000000001\t | 203.0.113.5\t | 120\t | 257\t | Bot\t | None:INVALID\t | \t | 0\t | 258\t | Eve\t | EOS:0002aabbccddeeff0011223344556677|00ffeeddccbbaa998877665544332211\t | 203.0.113.6\t\t | 5\t | `,
		[
			'256 76561198000000001 Ann | n',
			'258 0002aabbccddeeff0011223344556677|00ffeeddccbbaa998877665544332211 Eve',
		],
		true,
	],
	[
		'INSURGENCY_SANDSTORM',
		'listplayers',
		`${sandstorm}256\t | Ann\t | 76561198000000001\t | 203.0.113.5\t | 120\t | 257\t | プレ`,
		['256 76561198000000001 Ann'],
		false,
	],
	['INSURGENCY_SANDSTORM', 'listplayers', sandstorm, [], true],
	['INSURGENCY_SANDSTORM', 'listplayers', 'Invalid gamestate', [], false],
	['PALWORLD', 'ShowPlayers', '{"players":[]}', [], true],
	[
		'PALWORLD',
		'ShowPlayers',
		'{"players":[{"name":"Ann","userId":"steam_76561198000000001"}]}',
		['- steam_76561198000000001 Ann'],
		true,
	],
	[
		'PALWORLD',
		'ShowPlayers',
		'name,playeruid,steamid\nAn,n,123,76561198000000001\n',
		['- 76561198000000001 An,n'],
		true,
	],
	['PALWORLD', 'ShowPlayers', '{"code":500}', [], false],
	['PALWORLD', 'ShowPlayers', 'name,playeruid,steamid\n', [], true],
	['PALWORLD', 'ShowPlayers', 'name,playeruid,steamid\nAlice,00000000,', ['- - Alice'], true],
	['PALWORLD', 'ShowPlayers', 'name,playeruid,steamid\nCut,912345678,765611900', [], false],
	['PALWORLD', 'ShowPlayers', 'name,playeruid,steamid\nAnn,12', [], false],
	['FACTORIO', '/players online', 'Online players (1):\n  Ann (online)', ['- Ann Ann'], true],
	['FACTORIO', '/players online', 'Online players (0):', [], true],
	['FACTORIO', '/players online', 'Online players (2):\n  Ann (online)', ['- Ann Ann'], false],
	[
		'SEVEN_DAYS_TO_DIE',
		'lp',
		[...sevenDays, 'Total of 1 in the game'].join('\r\n'),
		['171 Steam_76561198000000001 An, pos=(n)'],
		true,
	],
	['SEVEN_DAYS_TO_DIE', 'listplayers', 'Total of 0 in the game', [], true],
	[
		'SEVEN_DAYS_TO_DIE',
		'listplayers',
		sevenDays.join('\n'),
		['171 Steam_76561198000000001 An, pos=(n)'],
		false,
	],
	['CONAN_EXILES', 'listplayers', conan.join('\n'), ['0 76561198000000001 An|n'], true],
	[
		'CONAN_EXILES',
		'listplayers',
		conan.join('\n').replace('Ann#1000', 'Ann | x|#1000'),
		['0 76561198000000001 An|n'],
		true,
	],
	[
		'CONAN_EXILES',
		'listplayers',
		'Idx | Char name | Player name | User ID | Platform ID | Platform Name',
		[],
		true,
	],
	['CONAN_EXILES', 'listplayers', '', [], false],
	['DAYZ', 'players', battlEye(2), battlEyePlayers, true],
	['ARMA3', 'players', battlEye(3), battlEyePlayers, false],
	[
		'ARMA3',
		'players',
		'Players on server:\n[#] [IP Address]:[Port] [Ping] [GUID] [Name]\n---\n(0 players in total)',
		[],
		true,
	],
	['SQUAD', 'ListPlayers', [...squad, ...squadEnd].join('\n'), squadPlayers, true],
	['SQUAD', 'ListPlayers', squad.join('\n'), squadPlayers, false],
	['SQUAD', 'ListPlayers', `----- Active Players -----\n${squadEnd[0]}`, [], true],
	['TERRARIA', 'playing', ': Ann B (203.0.113.5:50000)\n1 player connected.', ['- Ann B Ann B'], true],
	['TERRARIA', 'playing', ': No players connected.', [], true],
	['TERRARIA', 'playing', 'Ann (203.0.113.5:50000)', ['- Ann Ann'], false],
	[
		'TERRARIA',
		'playing',
		'{"status":"200","players":[{"nickname":"Ann","username":"","active":true}]}',
		['- Ann Ann'],
		true,
	],
	['OPENARENA', 'status', quake.join('\n'), ['3 - An n 7 bot', '12 - '], true],
	['OPENARENA', 'status', quake.slice(0, 3).join('\n'), [], true],
	['OPENARENA', 'status', quake.slice(0, 2).join('\n'), [], false],
	['OPENARENA', 'status', newerQuake.join('\n'), ['3 - An n bot 7', '12 - ', '13 - Joe 1.2.3.4 5'], true],
	['OPENARENA', 'status', newerQuake.slice(0, 4).join('\n'), [], true],
	['OPENARENA', 'status', newerQuake.slice(0, 2).join('\n'), [], false],
	['XONOTIC', 'status', xonotic.join('\n'), ['7 - An n'], true],
	['XONOTIC', 'status', xonotic.slice(0, 8).join('\n'), [], false],
	['XONOTIC', 'status', xonotic.slice(0, 6).join('\n'), [], false],
	['TEEWORLDS', 'status', teeworlds.join('\n'), ["0 - An'n"], true],
	['TEEWORLDS', 'status', '', [], true],
	['DDNET', 'status', ddnet.join('\n'), ['0 - nameless tee'], true],
	[
		'LUANTI',
		'/status',
		'# Server: version: 5.9.0 | game: Minetest Game | uptime: 1h | max lag: 0.1s | clients: Ann, Ben',
		['- Ann Ann', '- Ben Ben'],
		true,
	],
	['LUANTI', '/status', '# Server: version=5.6.1, uptime=12, max_lag=0.1, clients={}', [], true],
];

test.each(samples)('%s: reads the answer to %s, %j', (game, command, answer, players, isComplete) => {
	const list = readPlayers(game, command, answer);
	const shown = list?.players.map(
		({name, userId = '-', playerId}) => `${userId}${playerId === undefined ? ' -' : ` ${playerId}`} ${name}`,
	);
	expect({shown, isComplete: list?.isComplete}).toEqual({shown: players, isComplete});
});

test('has a sample of every game that lists players', () => {
	const listed = knownGames().flatMap(({gameType, players}) => (players ? gameType : []));
	const sampled = new Set([...samples.map(([game]) => game), 'ARK_ASCENDED', 'ARK_EVOLVED', 'CS2']);
	expect(listed.filter(gameType => !sampled.has(gameType))).toEqual([]);
});

const allLists = knownGames().flatMap(({gameType, players}) =>
	Object.keys(players?.answers ?? {}).map(command => [gameType, command] as const),
);

test.each(allLists)('%s: reads any answer to %s without failing', (game, command) => {
	const answers = samples.filter(([, of]) => of === command).map(([, , answer]) => answer);
	fc.assert(
		fc.property(fc.string(), fc.constantFrom('', ...answers), fc.nat(), (text, answer, cut) => {
			const list = readPlayers(game, command, answer.slice(0, cut % (answer.length + 1)) + text);
			expect(list?.players.every(({name}) => typeof name === 'string')).toBe(true);
		}),
		{numRuns: 50},
	);
});

test('takes an answer without text for an empty list only where an empty server answers so', () => {
	const proven = knownGames().flatMap(({gameType, players}) =>
		Object.keys(players?.answers ?? {}).flatMap(command =>
			['', ' \n'].some(answer => readPlayers(gameType, command, answer)?.isComplete) ? gameType : [],
		),
	);
	// Their console marks the end of an answer, so one without lines is complete.
	expect(new Set(proven)).toEqual(new Set(['DDNET', 'TEEWORLDS']));
});

test.each(allLists)(
	'%s: takes no refusal for the empty list of %s, and counts nobody in it',
	(game, command) => {
		for (const answer of ['Unknown command', 'Access denied', '{"error":"x"}', '"x"', '<html></html>']) {
			const [list, count] = [readPlayers(game, command, answer), countPlayers(game, command, answer)];
			expect({answer, list, count}).toMatchObject({list: {players: [], isComplete: false}, count: undefined});
		}
	},
);

test('counts the players of a list only if it is complete or gives their number', () => {
	expect(
		countPlayers('PALWORLD', 'ShowPlayers', 'name,playeruid,steamid\nAnn,1,76561198000000001\nCut,9'),
	).toEqual({players: 1, isExact: false});
	expect(countPlayers('HELL_LET_LOOSE', 'GetSession', '{"playerCount":3,"maxPlayerCount":100}')).toEqual({
		players: 3,
		isExact: true,
		max: 100,
	});
	const three = 'There are 3 of a max of 20 players online: Ann, B';
	expect(countPlayers('MINECRAFT', 'list', three)).toEqual({players: 3, isExact: true});
	expect(countPlayers('XONOTIC', 'status', xonotic.join('\n'))).toEqual({players: 1, isExact: true});
});

test.each([
	['', {kind: 'blank'}],
	['Unknown command', {kind: 'unreadable', start: 'Unknown command'}],
	['0. Ann, 0002aa\nodd', {kind: 'part'}],
	['0. Ann, 0002aa', undefined],
])('names the gap of %j', (answer, gap) => {
	const list = readPlayers('ARK_ASCENDED', 'ListPlayers', answer);
	expect(list && gapOf(list, answer)).toEqual(gap);
});

test('names both numbers if an answer gives more players than it lists', () => {
	const answer = 'There are 3 of a max of 20 players online: Ann';
	const list = readPlayers('MINECRAFT', 'list', answer);
	expect(list && gapOf(list, answer)).toEqual({kind: 'count', count: 3, read: 1});
});

const hostile = [
	' '.repeat(300_000),
	`0. id=1, ${', pos=('.repeat(50_000)}`,
	`ID: 0 | ${'| Name: '.repeat(40_000)}`,
	`id=0 addr=x ${"name='' ".repeat(40_000)}`,
	`{${'"steamid"'.repeat(30_000)}`,
	'{"name":"'.repeat(30_000),
	'[['.repeat(100_000),
	`${'a,'.repeat(150_000)}x`,
	`There are 1 of a max of 20 players online: ${'a, '.repeat(100_000)}`,
	`  0 | ${' | '.repeat(90_000)}`,
];

test.each(allLists)('%s: reads a malicious answer to %s quickly', (game, command) => {
	for (const answer of hostile) {
		const before = cpuMs();
		readPlayers(game, command, answer);
		expect(cpuMs() - before).toBeLessThan(1500);
	}
});
