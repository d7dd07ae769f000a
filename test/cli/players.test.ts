import path from 'node:path';
import {expect, test} from 'vitest';
import {readJournalFile} from '../../src/journal/reader.ts';
import {httpService, json} from '../helpers/http-service.ts';
import {runCli, runDemo} from './run-cli.ts';
import {tempFolder} from './temp-folder.ts';

type Document = {players: {name: string; id: string; serverId: string; serverName: string}[]};

const list = [
	{id: 'a', displayName: 'isl-1', state: 'ONLINE', gameType: 'ARK_ASCENDED', onlinePlayers: 2},
	{id: 'b', displayName: 'rust-1', state: 'ONLINE', gameType: 'MY_GAME', onlinePlayers: 1},
	{id: 'c', displayName: 'isl-2', state: 'ONLINE', gameType: 'ARK_ASCENDED', onlinePlayers: 0},
	{id: 'd', displayName: 'isl-3', state: 'OFFLINE', gameType: 'ARK_ASCENDED'},
];

/** Starts a service with these servers, whose games answer with `answer`. */
async function serviceWith(answer: string, status = 200) {
	const asked: string[] = [];
	const {url} = await httpService(({url: wanted = ''}, response) => {
		if (wanted === '/team/my') json(response, 200, {id: 't'});
		else if (wanted.includes('/rcon')) {
			asked.push(wanted.split('?')[0] ?? '');
			const command = {command: 'ListPlayers', response: answer, commandId: 'c1'};
			json(
				response,
				status,
				status === 200 ? {serverId: 'a', command} : {key: 'missingPermission.MANAGE_SERVERS'},
			);
		} else json(response, 200, list);
	});
	const state = tempFolder();
	const env = {RCONDECK_URL: url, RCONDECK_TOKEN: 't', RCONDECK_STATE_DIR: state};
	return {asked, env, state};
}

test('players lists the players of a fleet with several games, and filters by part of the name', async () => {
	const {code, out} = await runDemo(['players', '--json']);
	const {players, ...unknown} = JSON.parse(out) as Document;
	expect({code, ...unknown}).toMatchObject({code: 0, notKnown: [], incomplete: []});
	expect(new Set(players.map(({id}) => id.slice(0, 5)))).toContain('STEAM');
	expect(players.every(({name, id, serverId, serverName}) => name && id && serverId && serverName)).toBe(
		true,
	);
	expect(players.length).toBeGreaterThan(10);
});

test('players polls only servers that are up and not empty, as probes, and reports games without a known list', async () => {
	const {asked, env, state} = await serviceWith('0. Ma\u001b[2Jra, 0002ab\n1. Ann, 0002cd\nodd');
	const {code, out, err} = await runCli(['players', 'ma'], {env});
	expect(asked).toEqual(['/server/a/rcon']);
	expect(code).toBe(3);
	expect(out).toMatch(/^NAME +SERVER +ID\nMa.*ra +isl-1 +0002ab\n$/);
	expect(out).not.toContain('\u001b');
	expect(err).toContain('rust-1: no list command is known for MY_GAME.');
	expect(err).toContain(
		'isl-1: at least 2 players; the list is incomplete: a part of the answer could not be read',
	);
	const lines = readJournalFile(path.join(state, 'journal.db')) ?? [];
	expect(lines.map(({origin, text}) => [origin, text])).toEqual([['probe', 'ListPlayers']]);
	expect((await runCli(['players', 'zoe'], {env})).err).toContain('None of 2 players matches "zoe".');
});

/** Starts a service with these servers, whose games answer with these answers to every command. */
async function serviceAnswering(
	answers: Record<string, string | null>,
	fields: object = {},
	sent = 'ListPlayers',
) {
	const {url} = await httpService(({url: wanted = ''}, response) => {
		const id = /\/server\/(\w+)\/rcon/.exec(wanted)?.[1];
		if (wanted === '/team/my') json(response, 200, {id: 't'});
		else if (id !== undefined) {
			const command = {command: sent, response: answers[id], commandId: 'c1'};
			json(response, 200, {serverId: id, command});
		} else {
			const server = {state: 'ONLINE', gameType: 'ARK_ASCENDED', onlinePlayers: null};
			const ids = Object.keys(answers);
			json(
				response,
				200,
				ids.map(id => ({id, displayName: `srv-${id}`, ...server, ...fields})),
			);
		}
	});
	return {RCONDECK_URL: url, RCONDECK_TOKEN: 't', RCONDECK_STATE_DIR: tempFolder()};
}

type Gaps = Record<'notKnown' | 'incomplete', {serverId: string; serverName: string; reason: string}[]>;

test.each([
	['', 'the answer is empty'],
	[null, 'The service reports no answer. The command may not have reached the game.'],
	['Unknown command "ListPlayers"', 'the answer is not a list of players: Unknown command "ListPlayers"'],
])(
	'players says of the answer %j that the players are not known, and never that nobody is playing',
	async (answer, reason) => {
		const env = await serviceAnswering({a: answer});
		const {code, out, err} = await runCli(['players'], {env});
		expect([code, out]).toEqual([9, '']);
		expect(err).toContain(`Players unknown on srv-a: ${reason}`);
		expect(err).not.toContain('Nobody');
		const printed = await runCli(['players', '--json'], {env});
		expect(printed.code).toBe(9);
		const {players, notKnown, incomplete} = JSON.parse(printed.out) as Document & Gaps;
		expect({players, notKnown, incomplete}).toEqual({
			players: [],
			notKnown: [{serverId: 'a', serverName: 'srv-a', reason: expect.stringContaining(reason)}],
			incomplete: [],
		});
	},
);

test('players ends with 3 if the players of some servers are not known, and says which servers are empty', async () => {
	const env = await serviceAnswering({a: 'No Players Connected', b: ''});
	const {code, err} = await runCli(['players'], {env});
	expect(code).toBe(3);
	expect(err).toContain('Nobody is playing on the other server.');
	expect(err).toContain('Players unknown on srv-b');
});

test('players ends with 0 and "Nobody is playing" if every list was read', async () => {
	const env = await serviceAnswering({a: 'No Players Connected', b: 'No Players Connected'});
	const {code, out, err} = await runCli(['players'], {env});
	expect([code, out, err]).toEqual([0, '', 'rcondeck: Nobody is playing.\n']);
	const {notKnown, incomplete} = JSON.parse((await runCli(['players', '--json'], {env})).out) as Gaps;
	expect({notKnown, incomplete}).toEqual({notKnown: [], incomplete: []});
});

test('players says that a list with fewer players than the game counts is incomplete', async () => {
	const env = await serviceAnswering(
		{a: 'There are 3 of a max of 20 players online: Ann'},
		{gameType: 'MINECRAFT'},
		'list',
	);
	const {code, out, err} = await runCli(['players', '--json'], {env});
	expect(code).toBe(3);
	const {players, incomplete} = JSON.parse(out) as Document & Gaps;
	expect(players.map(({name}) => name)).toEqual(['Ann']);
	const reason = 'the game counts 3 players, but the list has 1.';
	expect(incomplete).toEqual([{serverId: 'a', serverName: 'srv-a', atLeast: 3, reason}]);
	expect(err).toContain(`the list is incomplete: ${reason}`);
});

test('players queries a server in an unknown state, and reports the players of a restarting one as unknown', async () => {
	const unknown = await serviceAnswering({a: '0. Ann, 0002ab'}, {state: 'UNKNOWN'});
	expect(await runCli(['players', '-o', 'name'], {env: unknown})).toMatchObject({code: 0, out: '0002ab\n'});
	const restarting = await serviceAnswering({a: ''}, {state: 'RESTARTING'});
	const {code, err} = await runCli(['players'], {env: restarting});
	expect(code).toBe(9);
	expect(err).toContain('Players unknown on srv-a: the server is RESTARTING.');
	const starting = await serviceAnswering({a: ''}, {state: 'INITIALIZING'});
	expect((await runCli(['players'], {env: starting})).code).toBe(0);
});

test('players reports a missing permission', async () => {
	const {env} = await serviceWith('', 403);
	const {code, err} = await runCli(['players'], {env});
	expect(code).toBe(5);
	expect(err).toContain('MANAGE_SERVERS');
});
