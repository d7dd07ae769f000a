import {expect, test} from 'vitest';
import {widthOf} from '../../src/lib/text/width.ts';
import {after, aCommand, aServer, aTeam, viewChanged, polled, startAt} from '../helpers/builders.ts';
import {showTui} from '../helpers/show-tui.ts';

const names = [
	'ark-isl-1',
	'ark-isl-2',
	'ark-center',
	'漢字-サーバ-3',
	'ark-a-very-long-name-of-a-server-eu-17',
];
const servers = [
	...names.map((displayName, index) =>
		aServer({id: `up-${index}`, displayName, state: 'ONLINE', onlinePlayers: index * 9}),
	),
	aServer({id: 'down', displayName: 'cs2-scrim', gameType: 'CS2', state: 'OFFLINE', onlinePlayers: 0}),
	aServer({id: 'starting', displayName: 'cs2-eu-1', gameType: 'CS2', state: 'STARTING', nodeName: 'eu-2'}),
	aServer({id: 'odd', displayName: 'emoji 👍🏽 ok', gameType: undefined, state: undefined}),
];
const commands = [
	aCommand({command: 'ListPlayers', response: '0. Mina, 76561198000000001\n1. Ödön, 76561198000000002'}),
	aCommand({command: 'SaveWorld', response: 'World Saved', commandId: 'c-2', timestamp: startAt + 1000}),
	aCommand({
		command: 'broadcast Restart in ten minutes, please find a safe place and log out in time',
		response: '',
		commandId: 'c-3',
		timestamp: startAt + 2000,
	}),
];
const state = after(
	{type: 'access/granted', team: aTeam()},
	polled(servers),
	{type: 'feed/changed', at: startAt, status: {status: 'live'}},
	{type: 'unread/consoleShown', serverId: 'up-0'},
	{type: 'rcon/received', serverId: 'up-0', at: startAt + 2000, via: 'feed', commands},
	viewChanged({currentId: 'up-0'}),
);

/**
 * One size for each layout of `app/kernel/screens/layout.ts`: side by side with and without details, stacked, one
 * pane, one line, status only.
 */
const sizes = [
	[300, 60],
	[200, 60],
	[160, 50],
	[120, 40],
	[120, 30],
	[100, 30],
	[80, 24],
	[79, 24],
	[60, 12],
	[40, 10],
	[39, 9],
] as const;

test.each(sizes)(
	'at %ix%i the screen matches its file and does not exceed its size',
	async (columns, rows) => {
		const {terminal, services} = await showTui({columns, rows, state});
		await services.clock.advance(3000);
		await terminal.until('the next second', () => columns < 40 || terminal.screen().includes('3s'));
		expect(terminal.rows()).toHaveLength(rows);
		expect(Math.max(...terminal.rows().map(widthOf))).toBeLessThanOrEqual(columns);
		await expect(`${terminal.screen()}\n`).toMatchFileSnapshot(`layouts/${columns}x${rows}.txt`);
	},
);
