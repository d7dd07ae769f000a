import {randomUUID} from 'node:crypto';
import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {recordsIn} from '../../../src/cli/start/service-folder.ts';
import {reservePort} from '../../../src/demo/games/game-server.ts';
import {systemClock} from '../../../src/lib/time/clock.ts';
import {seedFirstTeam} from '../../../src/service/records/first-team.ts';
import {registerServer} from '../../../src/service/own/register.ts';
import {openStoreRecords} from '../../../src/service/records/store-records.ts';
import {openStore} from '../../../src/service/records/store.ts';
import {nobody} from '../../service/records/some-records.ts';
import {bundle} from '../../shipped/shipped.ts';
import {statusOf} from './api.ts';
import {openChild, type Child} from './child.ts';

export type Instance = {child: Child; url: string; port: number; folder: string};

type Prepared = {name: string; folder: string; port: number; args: readonly string[]};

const homeEnv = (folder: string): NodeJS.ProcessEnv => ({
	PATH: process.env['PATH'] ?? '',
	HOME: folder,
	RCONDECK_CONFIG_DIR: path.join(folder, 'config'),
	RCONDECK_STATE_DIR: path.join(folder, 'state'),
});

/** An instance of the service, not started yet. `args`: where its records are. */
export function prepareInstance({name, folder, port, args}: Prepared): Instance {
	const home = path.join(folder, name);
	mkdirSync(home, {mode: 0o700});
	const url = `http://127.0.0.1:${port}`;
	const options = [
		'--data',
		path.join(home, 'data'),
		'--listen',
		`127.0.0.1:${port}`,
		'--shutdown-delay',
		'3s',
	];
	const child = openChild({
		name,
		command: [...bundle, 'serve', '--quiet', '--log-format', 'json', ...options, ...args],
		folder,
		env: homeEnv(home),
		isReady: async () => (await statusOf(`${url}/readyz`)) === 200,
	});
	return {child, url, port, folder: path.join(home, 'data')};
}

export type Game = {name: string; log: string};
export type Machine = {name: string; child: Child; games: Game[]; pids: () => number[]};

const gameFile = path.join(import.meta.dirname, 'game.ts');

/** A machine with its games and the agent that runs them, not started yet. */
export async function prepareMachine(
	folder: string,
	name: string,
	{games: count, service, token}: {games: number; service: string; token: string},
): Promise<Machine> {
	const home = path.join(folder, name);
	const data = path.join(home, 'data');
	mkdirSync(home, {mode: 0o700});
	const [tokenFile, password] = [path.join(home, 'token'), path.join(home, 'password')];
	writeFileSync(tokenFile, `${token}\n`, {mode: 0o600});
	writeFileSync(password, 'secret\n', {mode: 0o600});
	const store = openStore(recordsIn(data));
	const records = {store, clock: systemClock, newId: randomUUID, random: Math.random};
	seedFirstTeam(records);
	const games: Game[] = [];
	for (let number = 0; number < count; number++) {
		const port = await reservePort();
		const game = {name: `${name}-${number}`, log: path.join(home, `game-${number}.log`)};
		writeFileSync(game.log, '');
		const command: [string, ...string[]] = [process.execPath, gameFile, String(port), 'secret', game.log];
		await openStoreRecords(store, nobody).transact(transaction =>
			registerServer(records, transaction, {
				displayName: game.name,
				gameType: 'OTHER',
				isWanted: true,
				own: {
					power: {kind: 'process', directory: home, command},
					console: {kind: 'source', host: '127.0.0.1', port, password: {file: password}},
					stopCommand: 'quit',
					stopMs: 10_000,
					readyMs: 30_000,
				},
			}),
		);
		games.push(game);
	}
	store.close();
	const child = openChild({
		name: `agent-${name}`,
		command: [...bundle, 'agent', '--service', service, '--token-file', tokenFile, '--data', data],
		folder,
		env: homeEnv(home),
		isReady: async () => true,
	});
	return {name, child, games, pids: () => processesIn(data)};
}

/** The processes of the games that an agent has left running. */
function processesIn(data: string): number[] {
	const store = openStore(recordsIn(data));
	const pids = store.servers.all().flatMap(({process: mark}) => (mark ? [mark.pid] : []));
	store.close();
	return pids;
}

export const tokenIn = (file: string): string => readFileSync(file, 'utf8').trim();
