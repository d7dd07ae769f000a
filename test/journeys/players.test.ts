import {expect, test} from 'vitest';
import type {Memorable} from '../../src/actions/memorable.ts';
import {noJournal} from '../../src/app/kernel/state/journal.ts';
import {eightServers} from '../helpers/eight-servers.ts';
import {openApp, type Screen} from '../helpers/open-app.ts';
import {openLineModeApp} from '../helpers/open-line-mode-app.ts';
import {gameAnswers} from '../helpers/game-answers.ts';
import type {Between} from '../helpers/service-of-app.ts';

const seed = {fleet: eightServers};
const oneList = gameAnswers({'isl-1': '0. Mara, 0002ab12\n1. Old, but gold, 0002cd34'});

test('completes a player name to the ID and shows the name in the input and the confirmation', async () => {
	const screen = await openApp({columns: 100, rows: 30, seed, between: oneList});
	await screen.sees('feed LIVE', 'isl-1').press('i').type('ListPlayers').press('enter').sees('Mara');
	await screen.type('KickPlayer ma').press('tab').sees('rcon> KickPlayer 0002ab12');
	await screen.sees(/KickPlayer <id> {2}Mara {2}Removes a player/);
	await screen.press('enter').sees('KickPlayer: Removes a player. Player: Mara.');
	expect(screen.asked('/rcon')).toHaveLength(1);
	await screen.waits(800).press('enter').sees('> KickPlayer 0002ab12');
});

test('shows the name for a completed ID and in the confirmation in line mode', async () => {
	const app = await openLineModeApp({seed, between: oneList});
	await app.comes('SERVERS 8 servers');
	await app.line(':use isl-1');
	await app.line('ListPlayers');
	await app.comes('Mara, 0002ab12');
	await app.keys('KickPlayer ma');
	await app.keys('\t');
	await app.comes(/^Mara 0002ab12, on at /m);
	await app.line('');
	await app.comes('Player: Mara.');
	expect(app.asked('/rcon')).toHaveLength(1);
});

/** Puts players on these servers and empties the others. `rust` is a server whose game has no known commands. */
const playing =
	(lists: Record<string, string>, rust?: string): Between =>
	async (request, service) => {
		const {pathname} = new URL(request.url);
		if (pathname.endsWith('/rcon')) return gameAnswers(lists)(request, service);
		const answer = await service();
		const isList = pathname.includes('/server/by-team/');
		if (request.method !== 'GET' || !(isList || /^\/server\/[^/]+$/.test(pathname))) return answer;
		const counted = (server: {id: string}) => ({
			...server,
			onlinePlayers: server.id in lists || server.id === rust ? 2 : 0,
			...(server.id === rust && {gameType: 'MY_GAME'}),
		});
		const read = (await answer.json()) as {id: string} | {id: string}[];
		return Response.json(Array.isArray(read) ? read.map(counted) : counted(read));
	};
const two = {'isl-1': '0. Mara, 0002ab12\n1. Old, but gold, 0002cd34', 'isl-2': '0. Marrow, 0002ef56'};

const commands = (screen: Screen) =>
	screen.asked('/rcon').map(({body}) => (body as {command: string}).command);

test('lists and filters the players of all servers, and shows which game has no known list', async () => {
	const screen = await openApp({feed: 'off', columns: 120, rows: 30, seed, between: playing(two, 'isl-3')});
	await screen
		.sees('feed POLL', 'isl-8')
		.press('8')
		.comes('PLAYERS 3', /Marrow +isl-2 +>=\d+s +0002ef56/);
	await screen.sees(/Old, but gold +isl-1/, 'isl-3: no player list command', 'on 7 of 8 servers');
	await screen.press('j').sees(/PLAYERS 3 .* 2\/3/);
	await screen
		.press('G')
		.seesNot('2/3')
		.press('k')
		.sees(/PLAYERS 3 .* 3\/3/)
		.press('g')
		.sees(/ 1\/3/);
	await screen.press('/').type('mar').sees('PLAYERS 2 of 3', 'Mara', 'Marrow').seesNot('Old, but gold');
	await screen
		.press('enter')
		.press('/')
		.type('server:isl-3')
		.sees('PLAYERS 0 of 3', 'no player list command');
	expect(screen.asked('/rcon')).toHaveLength(2);
});

test('marks flagged players in the list, also right after a note', async () => {
	const flags = new Set(['0002ab12']);
	const journal = {
		...noJournal,
		flagged: async () => [...flags],
		keep: (entries: readonly Memorable[]) => {
			for (const entry of entries) if (entry.kind === 'note') flags.add('0002ef56');
		},
	};
	const screen = await openApp({columns: 120, rows: 30, seed, between: playing(two), journal});
	await screen
		.sees('feed LIVE', 'isl-8')
		.press('8')
		.comes('PLAYERS 3', /Mara +isl-1 +flag/);
	await screen
		.sees(/Marrow +isl-2 +>=/)
		.press('j')
		.press('enter')
		.sees('Note about Marrow');
	await screen.press('n').sees('Flag').type('spam').press('enter').press('enter');
	await screen.sees(/Marrow +isl-2 +flag/);
});

test('polls each list every 30 seconds at most, as a probe, and not while someone is using the console', async () => {
	const screen = await openApp({feed: 'off', columns: 120, rows: 30, seed, between: playing(two)});
	await screen.sees('feed POLL', 'isl-8').press('8').comes('PLAYERS 3');
	await screen.waits(25_000);
	expect(screen.asked('/rcon')).toHaveLength(2);
	await screen.waits(10_000);
	expect(screen.asked('/rcon')).toHaveLength(4);
	const colleague = await openApp({feed: 'off', beside: screen, columns: 100, rows: 30});
	await colleague.sees('feed POLL', 'isl-1').press('i').type('SaveWorld').press('enter').sees('> SaveWorld');
	await screen.waits(20_000);
	const before = screen.asked('/server/isl-1/rcon').length;
	await screen.waits(8000);
	expect(screen.asked('/server/isl-1/rcon')).toHaveLength(before);
	await screen.waits(30_000);
	expect(screen.asked('/server/isl-1/rcon').length).toBeGreaterThan(before);
	await screen
		.press('esc')
		.press('2')
		.sees(/probe > ListPlayers/);
	expect(screen.frame()).not.toMatch(/me +> ListPlayers/);
});

test('reading the players makes no console unread, and the handover counts none of it as commands of the admin', async () => {
	const kept: Memorable[] = [];
	const screen = await openApp({
		columns: 120,
		rows: 40,
		seed,
		between: playing(two),
		journal: {...noJournal, keep: entries => void kept.push(...entries)},
	});
	await screen.sees('feed LIVE', 'isl-8').press('8').comes('PLAYERS 3').waits(65_000);
	expect(commands(screen).length).toBeGreaterThan(4);
	await screen.press('1').sees('SERVERS 8').seesNot('unread');
	const asked = kept.filter(entry => entry.kind === 'command');
	expect(asked.length).toBeGreaterThan(4);
	expect(new Set(asked.map(({origin}) => origin))).toEqual(new Set(['probe']));
});

test('stops polling when the screen closes, and does not poll empty servers', async () => {
	const screen = await openApp({
		feed: 'off',
		columns: 120,
		rows: 30,
		seed,
		between: playing({'isl-1': two['isl-1']}),
	});
	await screen.sees('feed POLL', 'isl-8').press('8').comes('PLAYERS 2').press('1').waits(70_000);
	expect(commands(screen)).toEqual(['ListPlayers']);
});

test('kicks a player with a reason, after a review that shows the name and the ID', async () => {
	const screen = await openApp({
		feed: 'off',
		columns: 120,
		rows: 40,
		seed,
		between: playing(two),
		settings: {reasons: ['griefing', 'cheating']},
	});
	await screen.sees('feed POLL', 'isl-8').press('8').comes('PLAYERS 3').waits(500);
	await screen
		.press('enter')
		.sees('Mara on isl-1', 'm Send a message to Mara', 'b Ban Mara', 'c Copy the ID');
	await screen.waits(800).press('x').sees('Kick Mara', 'Reason').waits(500);
	await screen.press('ctrl+r', 'ctrl+r').sees('cheating').press('enter');
	await screen.sees('Mara (0002ab12) on isl-1', 'KickPlayer 0002ab12', 'it is recorded in the journal');
	await screen.press('enter').seesNot('Do nothing').press('enter').waits(900).press('x').waits(500);
	await screen.press('enter').sees('updated just now').waits(800).press('tab').waits(800).press('enter');
	await screen.sees('Kick Mara: sent in 3s').comes('Mara (0002ab12): kick sent to isl-1.');
	expect(commands(screen).filter(command => command !== 'ListPlayers')).toEqual(['KickPlayer 0002ab12']);
	// The list of this server is read again immediately.
	await screen.waits(2500);
	expect(commands(screen).filter(command => command === 'ListPlayers')).toHaveLength(3);
});

test('says that a kicked player is gone only after a list shows it, and that one who stays is still there', async () => {
	const lists: Record<string, string> = {...two};
	const screen = await openApp({feed: 'off', columns: 100, rows: 30, seed, between: playing(lists)});
	await screen.sees('feed POLL', 'isl-1').press('8').comes('PLAYERS 3').waits(500);
	await screen.press('enter').waits(900).press('x').waits(500).press('enter').sees('KickPlayer').waits(900);
	await screen.press('tab').waits(900).press('enter').comes('kick sent to isl-1');
	await screen.comes(/Mara +isl-1 +kick/, /kick +sent at [\d:]+, still in the list of [\d:]+/);
	await screen.comes(/Mara is still in the list of isl-1, 1\ds after the kick/);
	lists['isl-1'] = '0. Old, but gold, 0002cd34';
	await screen.press('4').comes(/Mara: kicked from isl-1, gone from the list after 1\ds/);
	await screen.sees(/Mara: kicked, gone from the list after 1\ds/).seesNot('kick sent');
	await screen.press('8').comes('PLAYERS 2').seesNot('MARK');
});

test('sends a message to one player and bans another, each from its own review', async () => {
	const screen = await openApp({feed: 'off', columns: 120, rows: 40, seed, between: playing(two)});
	await screen.sees('feed POLL', 'isl-8').press('8').comes('PLAYERS 3').waits(500);
	await screen.press('enter').waits(900).press('m').sees('Message to Mara').waits(500).type('stop it');
	await screen.press('enter').sees('Mara (0002ab12) on isl-1', 'ServerChatTo').waits(900).press('tab');
	await screen.waits(900).press('enter').comes('Message sent to Mara (0002ab12).');
	await screen.press('j', 'enter').waits(900).press('b').sees('Ban Marrow').waits(500).press('enter');
	await screen.sees('Marrow (0002ef56) on isl-2', 'BanPlayer 0002ef56').waits(900).press('tab');
	await screen.waits(900).press('enter').comes('Marrow (0002ef56): ban sent');
	expect(commands(screen).filter(command => command !== 'ListPlayers')).toEqual([
		'ServerChatTo "0002ab12" stop it',
		'BanPlayer 0002ef56',
	]);
});

test('rejects an invalid player ID, and a message in a game without a message command', async () => {
	const cs2 = JSON.stringify({server: {clients: [{name: 'Eve', steamid: '1"; quit', bot: false}]}});
	const screen = await openApp({feed: 'off', columns: 80, rows: 30, between: playing({alpha: cs2})});
	await screen.sees('feed POLL', 'Alpha').press('8').comes('PLAYERS 1', 'Eve').waits(500);
	// Before any of them is chosen, and without being cut.
	await screen.press('enter').sees('Kick Eve', 'has no command for a message to one player.').waits(800);
	await screen.press('x').sees('This player ID could change the command. It is not sent.');
	await screen.press('m').sees('Counter-Strike 2 has no command for a message to one player.');
	expect(commands(screen)).toEqual(['status_json']);
});

test('finds a player through the palette and shows the details at 80x24', async () => {
	const screen = await openApp({feed: 'off', columns: 80, rows: 24, seed, between: playing(two)});
	await screen.sees('feed POLL', 'isl-1').press(':').type('player marr').waits(800).press('enter');
	await screen.comes('PLAYERS 1 of 3', 'Marrow', /online +for \d+s or longer, since/).seesNot('Mara ');
	await screen.press('y').sees('ID: 0002ef56');
});

test("opens a player's actions from the palette by name, without a prefix, and only after a deliberate choice", async () => {
	const screen = await openApp({feed: 'off', columns: 100, rows: 30, seed, between: playing(two)});
	await screen.sees('feed POLL', 'isl-1').press('8').comes('PLAYERS 3').press('1').sees('SERVERS 8');
	await screen
		.press(':')
		.type('marrow')
		.sees(/Marrow +Player on isl-2: choose an action/)
		.waits(800);
	await screen.press('enter').sees('PLAYERS 3', 'Marrow on isl-2', 'x Kick Marrow').waits(900);
	await screen.press('x').sees('Kick Marrow', 'Reason').waits(500).press('enter');
	await screen.sees('Marrow (0002ef56) on isl-2', 'KickPlayer 0002ef56').waits(900).press('enter');
	await screen.seesNot('KickPlayer 0002ef56');
	expect(commands(screen).filter(command => command !== 'ListPlayers')).toEqual([]);
});

test('sends nothing in a read-only session', async () => {
	const screen = await openApp({
		feed: 'off',
		columns: 100,
		rows: 30,
		seed,
		between: playing(two),
		settings: {readOnly: true},
	});
	await screen.sees('feed POLL', 'isl-8').press('8').sees('list not read yet').waits(5000);
	expect(screen.asked('/rcon')).toEqual([]);
});

test('lists, finds and kicks players in line mode', async () => {
	const app = await openLineModeApp({seed, between: playing(two, 'isl-3')});
	await app.comes('SERVERS 8 servers');
	await app.line(':player mar');
	await app.comes(
		/1\. Mara, isl-1, online .*id 0002ab12/,
		/2\. Marrow, isl-2/,
		'PLAYERS 2 of 3, on 7 of 8 servers',
	);
	// The answers that the list comes from are not read out.
	expect(app.output()).not.toContain('ANSWER isl-1');
	await app.line(':player-details 2');
	await app.comes('name: Marrow', 'id: 0002ef56', 'server: isl-2');
	await app.line(':kick-player 1');
	await app.comes('Reason');
	await app.line('spam');
	await app.comes('Mara (0002ab12) on isl-1', 'Type yes');
	await app.line('yes');
	await app.comes('Mara (0002ab12): kick sent to isl-1 (spam).');
	expect(app.asked('/rcon').map(({body}) => (body as {command: string}).command)).toContain(
		'KickPlayer 0002ab12',
	);
});
