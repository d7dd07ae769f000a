import path from 'node:path';
import {expect, test} from 'vitest';
import {readJournalFile} from '../../src/journal/reader.ts';
import {httpService, json} from '../helpers/http-service.ts';
import {runCli, runDemo} from './run-cli.ts';
import {tempFolder} from './temp-folder.ts';

type Document = {players: {name: string; id: string; serverId: string; displayName: string}[]};

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
	const {players} = JSON.parse(out) as Document;
	expect(code).toBe(0);
	expect(new Set(players.map(({id}) => id.slice(0, 5)))).toContain('STEAM');
	expect(players.every(({name, id, serverId, displayName}) => name && id && serverId && displayName)).toBe(
		true,
	);
	expect(players.length).toBeGreaterThan(10);
});

test('players polls only servers that are up and not empty, as probes, and reports games without a known list', async () => {
	const {asked, env, state} = await serviceWith('0. Ma\u001b[2Jra, 0002ab\n1. Ann, 0002cd\nodd');
	const {code, out, err} = await runCli(['players', 'ma'], {env});
	expect(asked).toEqual(['/server/a/rcon']);
	expect(code).toBe(0);
	expect(out).toMatch(/^NAME +SERVER +ID\nMa.*ra +isl-1 +0002ab\n$/);
	expect(out).not.toContain('\u001b');
	expect(err).toContain('rust-1: the list command of MY_GAME is not known.');
	expect(err).toContain('isl-1: a part of the list could not be read');
	const lines = readJournalFile(path.join(state, 'journal.db')) ?? [];
	expect(lines.map(({origin, text}) => [origin, text])).toEqual([['probe', 'ListPlayers']]);
	expect((await runCli(['players', 'zoe'], {env})).err).toContain('None of 2 players matches "zoe".');
});

test('players reports a missing permission', async () => {
	const {env} = await serviceWith('', 403);
	const {code, err} = await runCli(['players'], {env});
	expect(code).toBe(5);
	expect(err).toContain('MANAGE_SERVERS');
});
