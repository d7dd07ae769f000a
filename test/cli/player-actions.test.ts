import path from 'node:path';
import {expect, test} from 'vitest';
import {readJournalFile} from '../../src/journal/reader.ts';
import {httpService, json} from '../helpers/http-service.ts';
import {runCli} from './run-cli.ts';
import {tempFolder} from './temp-folder.ts';

const [guid, steamId] = ['9553448ab4a0ec6bd5ef39fc4b6f28ba', '76561198000000001'];
const servers = [
	{id: 'm', displayName: 'mc', gameType: 'MINECRAFT', onlinePlayers: 2, blocked: []},
	{id: 'd', displayName: 'dayz', gameType: 'DAYZ', onlinePlayers: 1},
	{id: 'r', displayName: 'rust-1', gameType: 'RUST', onlinePlayers: 1},
	{id: 's', displayName: 'rust-2', gameType: 'RUST', onlinePlayers: 0},
].map(server => ({...server, state: 'ONLINE'}));

const usual: Record<string, string> = {
	list: 'There are 2 of a max of 20 players online: Ann, Bob',
	'banlist players': 'There are 1 ban(s):\nEve was banned by Rcon: spam',
	players: `Players on server:\n0   10.0.0.1:2304   15   ${guid}(OK) Ann\n(1 players in total)`,
	bans: `GUID Bans:\n[#] [GUID] [Minutes left] [Reason]\n---\n0  ${'0'.repeat(32)} perm\n1  ${guid} 45 spam\n\nIP Bans:\n`,
	playerlist: JSON.stringify([{SteamID: steamId, DisplayName: 'x" ; quit'}]),
};

/** A service with these servers; returns the commands that act, in the form `id: command`. */
async function openGames(answers: Record<string, string> = {}, listed: readonly object[] = servers) {
	const sent: string[] = [];
	const bodies: unknown[] = [];
	const {url} = await httpService(({url: wanted, body}, response) => {
		if (wanted === '/team/my') json(response, 200, {id: 't'});
		else if (wanted.includes('/rcon')) {
			const [, id = ''] = /^\/server\/(\w+)\//.exec(wanted) ?? [];
			const request = JSON.parse(body.toString()) as {command: string};
			const {command} = request;
			const known = {...usual, ...answers}[command];
			if (known === undefined) {
				sent.push(`${id}: ${command}`);
				bodies.push(request);
			}
			const answer = {command, response: known ?? 'done', commandId: 'c'};
			json(response, 200, {serverId: id, command: answer});
		} else json(response, 200, listed);
	});
	const state = tempFolder();
	const env = {RCONDECK_URL: url, RCONDECK_TOKEN: 't', RCONDECK_STATE_DIR: state};
	const run = (...argv: string[]) => runCli(argv, {env});
	return {run, sent, bodies, state};
}

test('a player is found by name in the lists, and the act is recorded with its reason', async () => {
	const {run, sent, state} = await openGames();
	const kicked = await run('player', 'kick', 'bob', '--reason', 'afk', '--yes');
	expect(kicked).toMatchObject({code: 0, out: 'done\n', err: 'Bob: kick sent to mc (afk).\n'});
	expect(sent).toEqual(['m: kick Bob afk']);
	const texts = readJournalFile(path.join(state, 'journal.db'));
	expect(JSON.stringify(texts)).toContain('"reason":"afk"');
	const ambiguous = await run('player', 'kick', 'Ann', '--yes');
	expect(ambiguous).toMatchObject({code: 6, err: expect.stringContaining(guid)});
	expect(await run('player', 'kick', 'Zoe', '--yes')).toMatchObject({code: 6});
	expect(sent).toHaveLength(1);
});

test('a ban for a time is left to the game, or to our own service, and is refused elsewhere', async () => {
	const {run, sent, bodies} = await openGames();
	expect((await run('player', 'ban', 'Bob', '--duration', '2h', '--yes')).err).toContain(
		'lifts the ban after 2h',
	);
	expect(bodies).toEqual([{command: 'ban Bob', later: {command: 'pardon Bob', delayMinutes: 120}}]);
	await run('player', 'ban', steamId, '--server', 'rust-1', '--duration', '30m', '--yes');
	expect(sent.at(-1)).toBe(`r: banid ${steamId} "" "" 30m`);
	expect(await run('player', 'ban', 'Bob', '--duration', '90', '--yes')).toMatchObject({code: 2});
});

test('a ban for all servers of a game is sent to each, with the outcome of each', async () => {
	const {run, sent} = await openGames();
	const refused = await run('player', 'ban', 'quit', '--game', 'RUST');
	expect(refused).toMatchObject({code: 11, out: ''});
	expect(sent).toEqual([]);
	const {code, out} = await run('player', 'ban', 'quit', '--game', 'RUST', '--yes', '--json');
	expect(code).toBe(0);
	expect(JSON.parse(out)).toMatchObject({
		results: [
			{serverId: 'r', outcome: 'done'},
			{serverId: 's', outcome: 'done'},
		],
	});
	// The name of the player is not part of a command.
	expect(sent.toSorted()).toEqual([`r: banid ${steamId} "" ""`, `s: banid ${steamId} "" ""`]);
});

test('an unban by number uses the current number in the list, and needs a complete list', async () => {
	const {run, sent} = await openGames();
	expect(await run('player', 'unban', guid, '--server', 'dayz')).toMatchObject({code: 0});
	expect(sent).toEqual(['d: removeBan 1']);
	// A Steam ID is converted to its GUID.
	await run('player', 'ban', '76561197996108375', '--server', 'dayz', '--yes');
	expect(sent.at(-1)).toBe('d: addBan 222ac690b634c55bc957aedd9d0e287f 0');
	const {run: again, sent: none} = await openGames({bans: `GUID Bans:\nodd\n1  ${guid} 45`});
	expect((await again('player', 'unban', guid, '--server', 'dayz')).code).not.toBe(0);
	expect(none).toEqual([]);
});

test.each([
	['note', ['player', 'note', 'Bob', 'asked to stop']],
	['message', ['player', 'message', 'Bob', 'Ann', '--', 'stop it']],
])('a word that nobody would read is refused instead of dropped: %s', async (_what, argv) => {
	const {run, sent} = await openGames();
	const {code, err} = await run(...argv);
	expect(code).toBe(2);
	expect(err).toMatch(/Unexpected argument "(asked to stop|Ann)"\. Write the (text|message) after --\./);
	expect(sent).toEqual([]);
});

test('notes and a flag are kept in the journal, and printed with earlier actions', async () => {
	const {run, sent} = await openGames();
	expect(await run('player', 'note', 'Bob', '--flag', '--', 'asked', 'to', 'stop')).toMatchObject({code: 0});
	await run('player', 'kick', 'Bob', '--yes');
	const {out} = await run('player', 'show', 'Bob');
	expect(out).toMatch(/Bob flagged: asked to stop[^]*kick sent/);
	expect((await run('player', 'note', 'Ann', '--server', 'mc')).err).toContain('nothing about this player');
	expect(sent).toEqual(['m: kick Bob']);
	expect((await run('players', 'Bob')).out).toMatch(/^NAME +SERVER +ID +FLAG\nBob +mc +Bob +yes\n$/);
	const flagsOf = async () =>
		(JSON.parse((await run('players', '--json')).out) as {players: {id: string; flagged?: true}[]}).players
			.filter(({flagged}) => flagged)
			.map(({id}) => id);
	expect(await flagsOf()).toEqual(['Bob']);
	await run('player', 'note', 'Bob', '--no-flag');
	expect(await flagsOf()).toEqual([]);
});

test('a message reaches one player, and needs no confirmation', async () => {
	const {run, sent} = await openGames();
	expect(await run('player', 'message', guid, '--server', 'dayz', '--', 'hello', 'you')).toMatchObject({
		code: 0,
	});
	expect(sent).toEqual(['d: say 0 hello you']);
});

test('the last player of a list that ends too early is neither kicked nor banned', async () => {
	const {run, sent} = await openGames({list: 'There are 3 of a max of 20 players online: Ann, Bobb'});
	const cut = await run('player', 'ban', 'Bobb', '--server', 'mc', '--yes');
	expect(cut).toMatchObject({code: 2, err: expect.stringContaining('was cut here')});
	expect(sent).toEqual([]);
});

test('bans that were sent are listed where the game cannot list them, by the name that the program knows', async () => {
	const ark = {id: 'a', displayName: 'ark-1', gameType: 'ARK_ASCENDED', onlinePlayers: 1, state: 'ONLINE'};
	const {run} = await openGames({ListPlayers: '0. Mara, 0002ab12'}, [ark]);
	expect((await run('player', 'ban', 'Mara', '--reason', 'spam', '--yes')).code).toBe(0);
	const {out, err, code} = await run('bans');
	expect(out).toMatch(/^ID +NAME +SERVER +ENDS +FROM +REASON\n0002ab12 +Mara +ark-1 .*sent +spam$/m);
	expect({code, err}).toEqual({code: 9, err: expect.stringContaining('ark-1')});
	expect((await run('player', 'unban', 'Mara', '--yes')).code).toBe(0);
	expect((await run('bans')).out).not.toContain('0002ab12');
});

test('bans are listed with their reasons, and games whose list is not known are named', async () => {
	const {run} = await openGames({banlistex: `1 ${steamId} "Ann" "spam" 4102444800`});
	const {code, out, err} = await run('bans', '--json');
	expect(code).toBe(0);
	expect(err).toBe('');
	const {bans} = JSON.parse(out) as {bans: object[]};
	expect(bans).toHaveLength(5);
	expect(bans).toContainEqual(
		expect.objectContaining({
			id: steamId,
			reason: 'spam',
			expiresAt: '2100-01-01T00:00:00.000Z',
			serverId: 'r',
		}),
	);
	expect(await run('ban', 'list', 'mc', '-o', 'name')).toMatchObject({code: 0, out: 'Eve\n'});
	const unread = await openGames({banlistex: 'Unknown command'});
	expect((await unread.run('bans', '--game', 'RUST')).err.trim().split('\n')).toEqual([
		expect.stringContaining('Bans unknown on rust-1, rust-2: '),
	]);
	const broken = await openGames({'banlist players': 'Unknown command'});
	expect(await broken.run('ban', 'list', 'mc')).toMatchObject({
		code: 9,
		err: expect.stringContaining('unknown on mc'),
	});
});
