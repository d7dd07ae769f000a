import {expect, test} from 'vitest';
import {chatCommandOf, readChatLine, readListedChat} from '../../src/games/chat-lines.ts';
import {knownGames} from '../../src/games/games.ts';

const mc = '[12:34:56] [Server thread/INFO]';
const source = 'L 11/29/2026 - 12:34:56:';
const be = ['DAYZ', 'ARMA3'];

/** The game, a line as it prints it, and what it says: `player: text`, `+player` or `-player`. */
const lines: [game: string, line: string, meaning: string | undefined][] = [
	[
		'RUST',
		'203.0.113.9:61234/76561198000000001/Orion (EN/FR) joined [windows/76561198000000001]',
		'+Orion (EN/FR)',
	],
	['RUST', '203.0.113.9:61234/76561198000000001/Joe disconnecting: closing', '-Joe'],
	['RUST', '[CHAT] Joe[1/76561198000000001] : hello', undefined],
	...be.flatMap((game): typeof lines => [
		[game, '(Global) Joe: hi: all', 'Joe: hi: all'],
		[game, '(Side) Some Dude: need help', 'Some Dude: need help'],
		[game, 'RCon admin #0: (Global) restart in 5', ': restart in 5'],
		[game, 'Player #0 Bravo17 (76.108.91.78:2304) connected', '+Bravo17'],
		[game, 'Player #0 Bravo17 disconnected', '-Bravo17'],
		[game, 'Verified GUID (80a5885ebe2420bab5e158a310fcbc7d) for player #0 Bravo17', undefined],
	]),
	['TEEWORLDS', '[22:34:04][chat]: 0:-2:nameless tee: gg', 'nameless tee: gg'],
	['TEEWORLDS', '[22:34:04][chat]: *** vote passed', ': vote passed'],
	['TEEWORLDS', "[22:34:04][game]: team_join player='0:nameless tee' team=0", '+nameless tee'],
	['TEEWORLDS', "[22:34:04][game]: team_join player='0:nameless tee' m_Team=1", undefined],
	['TEEWORLDS', "[22:34:04][game]: leave player='0:nameless tee'", '-nameless tee'],
	['DDNET', '2026-11-22 22:35:15 I chat: 3:-2:Ana: hi', 'Ana: hi'],
	['DDNET', "2026-11-22 22:35:15 I chat: *** 'Ana' entered and joined the game", '+Ana'],
	['DDNET', "2026-11-22 22:35:15 I chat: *** 'Ana' has left the game (timeout)", '-Ana'],
	[
		'DDNET',
		"2026-11-22 22:35:15 I chat: 3:-2:Ana: *** 'Bob' has left the game",
		"Ana: *** 'Bob' has left the game",
	],
	[
		'SEVEN_DAYS_TO_DIE',
		"2021-09-15T20:42:00 1103.462 INF Chat (from '12345678901234567', entity id '171', to 'Global'): 'Lake': the fox: jumps",
		'Lake: the fox: jumps',
	],
	[
		'SEVEN_DAYS_TO_DIE',
		"2021-09-14T18:14:40 433.266 INF Chat (from '-non-player-', entity id '-1', to 'Global'): 'Server': test",
		': test',
	],
	['SEVEN_DAYS_TO_DIE', "2024-08-14T19:39:28 236.252 INF GMSG: Player 'Apollo' joined the game", '+Apollo'],
	['SEVEN_DAYS_TO_DIE', "2021-09-14T18:49:39 2532.719 INF GMSG: Player 'Lake' left the game", '-Lake'],
	['MINECRAFT', `${mc}: <Steve> hello <b>`, 'Steve: hello <b>'],
	['MINECRAFT', '[12:34:56 INFO]: [Not Secure] <Steve> hello', 'Steve: hello'],
	[
		'MINECRAFT',
		'[03Jul2026 12:34:56.123] [Async Chat Thread - #0/INFO] [net.minecraft.Server/]: <Steve> hi',
		'Steve: hi',
	],
	['MINECRAFT', `${mc}: [Server] restart soon`, ': restart soon'],
	['MINECRAFT', `${mc}: Steve joined the game`, '+Steve'],
	['MINECRAFT', `${mc}: Steve left the game`, '-Steve'],
	['MINECRAFT', `${mc}: <Steve> Alex left the game`, 'Steve: Alex left the game'],
	['FACTORIO', '2026-11-30 23:25:00 [CHAT] Alice: Testing', 'Alice: Testing'],
	['FACTORIO', '2026-11-30 23:25:00 [CHAT] <server>: hello', ': hello'],
	['FACTORIO', '2026-11-30 23:25:05 [JOIN] Bob joined the game', '+Bob'],
	['FACTORIO', '2026-11-30 23:25:10 [LEAVE] Bob left the game', '-Bob'],
	['TERRARIA', '<Bob> Ann has joined.', 'Bob: Ann has joined.'],
	['TERRARIA', ': <Server> welcome', ': welcome'],
	['TERRARIA', 'Big Bob has joined.', '+Big Bob'],
	['TERRARIA', 'Big Bob has left.', '-Big Bob'],
	['XONOTIC', ':chat:3:hello ^1there', '3: hello there'],
	['XONOTIC', ':chat_team:3:1:on my way', '3: on my way'],
	['XONOTIC', ':join:3:2:203.0.113.9:^1Yu^xf00ca', '+Yuca'],
	['XONOTIC', ':part:3', '-3'],
	['LUANTI', '2022-08-25 10:32:51: ACTION[Server]: CHAT: <linus> hi', 'linus: hi'],
	['LUANTI', '2022-08-25 10:32:51: ACTION[Server]: linus [172.25.0.1] joins game. ', undefined],
	['LUANTI', '2022-08-25 10:32:51: ACTION[Server]: linus joins game. List of players: linus', '+linus'],
	['LUANTI', '2022-08-25 10:32:51: ACTION[Server]: linus leaves game. List of players: ', '-linus'],
	[
		'SQUAD',
		`[ChatTeam] [Online IDs:EOS: 0002a10186d94 steam: 76561198016942077] -TWS- Yuca : r3`,
		'-TWS- Yuca: r3',
	],
	['PALWORLD', '[2026-07-17 17:39:45] [CHAT] <Woutahh> hallo', 'Woutahh: hallo'],
	[
		'PALWORLD',
		'[2026-07-17 17:39:18] [LOG] Woutahh joined the server. (User id: steam_1, Player id: AF)',
		'+Woutahh',
	],
	['PALWORLD', '[2026-07-17 17:46:12] [LOG] Woutahh left the server. (User id: steam_1)', '-Woutahh'],
	['OPENARENA', 'say: ^1Joe^7: gg', 'Joe: gg'],
	['OPENARENA', 'broadcast: print "^1Joe^7 entered the game\\n"', '+Joe'],
	...['CS2', 'CSGO', 'CS_SOURCE', 'INSURGENCY', 'TF2', 'GARRYS_MOD'].flatMap((game): typeof lines => [
		[game, `${source} "Joe<2><[U:1:1]><CT>" say "rush B" (dead)`, 'Joe: rush B'],
		[game, `11/29/2026 - 12:34:56.123 - "Joe<2><STEAM_1:0:1><CT>" say_team "x"`, 'Joe: x'],
		[game, `${source} "Joe<2><STEAM_1:0:1><CT>" say "<1><2><3>" say "forged"`, 'Joe: <1><2><3>" say "forged'],
		[game, `${source} "Joe<2><STEAM_1:0:1><>" entered the game`, '+Joe'],
		[game, `${source} "Joe<2><STEAM_1:0:1><CT>" disconnected (reason "Kicked")`, '-Joe'],
		[game, `${source} Rcon from "203.0.113.9:1": "status"`, undefined],
	]),
];

const signs = {chat: '', join: '+', leave: '-'};

test.each(lines)('%s: %s', (gameType, text, meaning) => {
	const line = readChatLine(gameType, {kind: 'output', text});
	const read =
		line && signs[line.kind] + (line.player ?? '') + (line.kind === 'chat' ? `: ${line.text}` : '');
	expect(read).toBe(meaning);
});

test('every game with chat that it prints has an example', () => {
	const shown = new Set(lines.map(([game]) => game));
	const printing = knownGames().filter(({chat}) => chat && chat.list === undefined);
	expect(printing.map(({gameType}) => gameType).filter(game => !shown.has(game))).toEqual([]);
});

test('a line that the console marks as chat is chat in every game', () => {
	const marked = (gameType: string | undefined, text: string) => readChatLine(gameType, {kind: 'chat', text});
	expect(marked('RUST', 'Joe: hello: you')).toEqual({kind: 'chat', player: 'Joe', text: 'hello: you'});
	expect(marked('RUST', '1.2.3.4:5/6/Joe joined [windows/6]')?.kind).toBe('chat');
	expect(marked(undefined, 'hello')).toEqual({kind: 'chat', player: undefined, text: 'hello'});
});

test('an answer to GetChat has a line for each text', () => {
	expect(chatCommandOf('ARK_ASCENDED')).toBe('GetChat');
	expect(readListedChat('ARK_EVOLVED', 'Server received, But no response!! \n ')).toEqual([]);
	expect(readListedChat('ARK_ASCENDED', 'Joe (Rex): hi: all \nSERVER: soon\nodd\n')).toEqual([
		{kind: 'chat', player: 'Joe', text: 'hi: all'},
		{kind: 'chat', player: undefined, text: 'soon'},
		{kind: 'chat', player: undefined, text: 'odd'},
	]);
});

test('a crafted line is read in linear time by every game', () => {
	const crafted = ['(Global) a: ', '<', '[chat]: 0:-2:', '"a<1><', '[ChatAll] [SteamID:'].map(
		start => start + 'a: <1>" '.repeat(2000),
	);
	const started = performance.now();
	for (const {gameType} of knownGames())
		for (const text of crafted) readChatLine(gameType, {kind: 'output', text});
	expect(performance.now() - started).toBeLessThan(20_000);
	expect(readChatLine('DAYZ', {kind: 'output', text: `(Global) ${'n'.repeat(500)}: x`})?.player).toHaveLength(
		64,
	);
});
