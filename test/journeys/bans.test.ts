import {expect, test} from 'vitest';
import {eightServers} from '../helpers/eight-servers.ts';
import {openApp, type Screen} from '../helpers/open-app.ts';
import {openLineModeApp} from '../helpers/open-line-mode-app.ts';
import {gameAnswers} from '../helpers/game-answers.ts';
import {noJournal} from '../../src/app/kernel/state/journal.ts';
import {manualClock} from '../helpers/manual-clock.ts';
import type {Between} from '../helpers/service-of-app.ts';

const seed = {fleet: {...eightServers, servers: eightServers.servers.slice(0, 3)}};
const games: Record<string, string> = {'isl-1': 'MINECRAFT', 'isl-2': 'MINECRAFT', 'isl-3': 'VALHEIM'};

/** Two servers with Minecraft and one whose bans no command lists. What bans has an answer, too. */
function minecraft(): Between {
	const banned: Record<string, string | undefined> = {'isl-1': 'Eve'};
	return async (request, service) => {
		const {pathname} = new URL(request.url);
		const [, id = ''] = /\/server\/([^/]+)\/rcon$/.exec(pathname) ?? [];
		if (id !== '') {
			const {command} = (await request.json()) as {command: string};
			const name = banned[id];
			const answers: Record<string, string> = {
				list: `There are 1 of a max of 20 players online: ${id === 'isl-1' ? 'Ann' : 'Ben'}`,
				'banlist players':
					name === undefined ? 'There are no bans' : `There are 1 ban(s):\n${name} was banned by Rcon: spam`,
			};
			if (command === 'pardon Eve') banned[id] = undefined;
			if (command.startsWith('ban ')) banned[id] = 'Ann';
			const answer = {command, response: answers[command] ?? 'done', commandId: `${id} ${command}`};
			return Response.json({serverId: id, command: answer});
		}
		const answer = await service();
		const isList = pathname.includes('/server/by-team/');
		if (request.method !== 'GET' || !(isList || /^\/server\/[^/]+$/.test(pathname))) return answer;
		const asGame = (server: {id: string}) => ({
			...server,
			gameType: games[server.id],
			onlinePlayers: 1,
		});
		const read = (await answer.json()) as {id: string} | {id: string}[];
		return Response.json(Array.isArray(read) ? read.map(asGame) : asGame(read));
	};
}

const acts = (screen: Pick<Screen, 'asked'>) =>
	screen
		.asked('/rcon')
		.map(({path, body}) => `${/server\/([^/]+)/.exec(path)?.[1]}: ${(body as {command: string}).command}`)
		.filter(command => !/: (?:list|banlist players)$/.test(command))
		.toSorted();

test('lists the bans of all servers, lifts one, and bans a player from all servers of the game', async () => {
	const screen = await openApp({feed: 'off', columns: 120, rows: 40, seed, between: minecraft()});
	await screen.sees('feed POLL', 'isl-3').press('8').comes('PLAYERS 2', 'Ann').press('b');
	await screen.comes(
		'BANS 1  read on 2 of 3 servers',
		/Eve +isl-1 .*spam/,
		'Valheim cannot list its bans: isl-3',
	);
	await screen.press('enter').sees('Eve on isl-1').waits(900).press('u').sees('Unban Eve').waits(500);
	await screen.press('enter').sees('pardon Eve').waits(900);
	await screen.press('tab').waits(900).press('enter').comes('unban sent');
	expect(acts(screen)).toEqual(['isl-1: pardon Eve']);
	await screen.press('8').sees('PLAYERS 2').waits(500).press('enter').waits(900);
	await screen.press('a').sees('Ban Ann').waits(500).type('spam').press('enter').sees('Ann on 2 servers');
	await screen.waits(900).type('Ann').press('tab').press('tab').waits(900).press('enter');
	// Within the undo window, `u` drops the ban on all of them.
	await screen.sees('Ban Ann from 2 servers: sent in 3s').press('u').sees('Nothing was sent').waits(4000);
	expect(acts(screen)).toEqual(['isl-1: pardon Eve']);
	await screen.press('enter').waits(900).press('a').sees('Ban Ann').waits(500).type('spam').press('enter');
	await screen.sees('Ann on 2 servers').waits(900).type('Ann').press('tab').press('tab').waits(900);
	await screen.press('enter').waits(3000).comes('Ban: 2 of 2 sent');
	expect(acts(screen)).toEqual(['isl-1: ban Ann spam', 'isl-1: pardon Eve', 'isl-2: ban Ann spam']);
	// Ann never was on the other server, and is still on the first.
	await screen.waits(4000).seesNot('gone from the list').waits(4000).seesNot('gone from the list');
	// After it, `u` lifts it on all of them, not without a second press.
	await screen.waits(900).press('u').sees('Unban Ann on 2 servers').waits(500).press('enter');
	await screen.sees('pardon Ann').waits(900).type('Ann').press('tab').press('tab').waits(900);
	expect(acts(screen)).not.toContain('isl-1: pardon Ann');
	await screen.press('enter').comes('Unban: 2 of 2 sent');
	expect(acts(screen).filter(command => command.includes('pardon Ann'))).toEqual([
		'isl-1: pardon Ann',
		'isl-2: pardon Ann',
	]);
	await screen.waits(900).press('u').sees('Nothing to undo');
});

test('in line mode, keeps a note about a player, and bans them from all servers of the game', async () => {
	const app = await openLineModeApp({seed, between: minecraft()});
	await app.comes('SERVERS 3 servers');
	await app.line(':players');
	await app.comes('1. Ann, isl-1');
	await app.line(':note-player ann');
	await app.comes('Note');
	await app.line('asked to stop');
	await app.comes('Flag');
	await app.line('');
	await app.comes('Ann: note saved in the journal.');
	await app.line(':ban-everywhere ann');
	await app.comes('Reason');
	await app.line('spam');
	await app.comes('Duration');
	await app.line('');
	await app.comes('Type Ann');
	await app.line('Ann');
	await app.comes('2 of 2 sent');
	expect(acts(app)).toEqual(['isl-1: ban Ann spam', 'isl-2: ban Ann spam']);
});

test('in line mode, waits for the lists of bans, each time', async () => {
	const app = await openLineModeApp({seed, between: minecraft()});
	await app.comes('SERVERS 3 servers');
	await app.line(':bans');
	await app.comes('1. Eve, isl-1', 'BANS 1, read on 2 of 3 servers, updated');
	expect(app.output()).not.toContain('list not read yet');
	await app.line(':bans');
	await app.comes('BANS 1, read on 2 of 3 servers, updated');
	expect(app.output()).not.toContain('list not read yet');
});

const arkId = '0002ab12ab12ab12ab12ab12ab12ab12';
const ark = gameAnswers({'isl-1': `0. Mara, ${arkId}`});

test('undoes a ban that the game cannot list: by `u` right after it, and in the list of bans', async () => {
	const screen = await openApp({feed: 'off', columns: 80, rows: 24, seed, between: ark});
	await screen.sees('feed POLL', 'isl-1').press('8').comes('Mara').press('u').sees('Nothing to undo');
	await screen.press('enter').waits(900).press('b').sees('Ban Mara').waits(500).type('spam').press('enter');
	await screen.sees('BanPlayer').waits(900).press('tab').waits(900).press('enter').comes('ban sent to isl-1');
	await screen.press('u').sees('Unban Mara').waits(500).press('enter').sees(`UnbanPlayer ${arkId}`);
	await screen.press('esc').seesNot('UnbanPlayer').press('b');
	await screen.comes('BANS 1', new RegExp(`${arkId} Mara +isl-1 +permanent +sent`), 'cannot list its bans');
	await screen.sees(/reason +spam/, /sent +\d\d:\d\d by you/, 'not the ban list of the game');
	await screen.press('u').sees('Unban Mara').waits(500).press('enter').sees('UnbanPlayer').waits(900);
	await screen.press('tab').waits(900).press('enter').comes('BANS 0');
	expect(acts(screen).filter(command => !command.endsWith('ListPlayers'))).toEqual([
		`isl-1: BanPlayer ${arkId}`,
		`isl-1: UnbanPlayer ${arkId}`,
	]);
});

test('lists bans of earlier sessions and of others, without those that are over', async () => {
	const act = (action: 'ban-player' | 'unban-player', name: string, input: Record<string, string> = {}) => ({
		type: 'action' as const,
		action,
		operationId: name,
		targetCount: 1,
		input: {playerId: `id${name}`, name, ...input},
		outcome: 'accepted' as const,
	});
	const [hour, now] = [3_600_000, manualClock().now()];
	const journal = {
		...noJournal,
		bans: async () => [
			{at: now - 9 * hour, serverId: 'isl-1', activity: act('ban-player', 'Kept')},
			{at: now - 8 * hour, serverId: 'isl-1', activity: act('ban-player', 'Over', {duration: '1h'})},
			{at: now - 7 * hour, serverId: 'isl-1', activity: act('ban-player', 'Lifted')},
			{at: now - 6 * hour, serverId: 'isl-1', activity: act('unban-player', 'Lifted')},
		],
	};
	const screen = await openApp({columns: 120, rows: 30, seed, between: ark, journal});
	const colleague = await openApp({beside: screen, columns: 100, rows: 30});
	await colleague
		.sees('isl-1')
		.press('i')
		.type(`BanPlayer ${arkId}`)
		.press('enter')
		.waits(900)
		.press('enter');
	await screen.sees('isl-1').press('8').comes('Mara').press('b').comes('BANS 2');
	await screen.press('1').sees('SERVERS').press(':').type('bans').waits(800).press('enter').sees('BANS 2');
	await screen.sees(/idKept +Kept +isl-1 +permanent +sent/, new RegExp(`${arkId} Mara +isl-1`));
});
