import {chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, onTestFinished} from 'vitest';
import type {OwnSettings} from '../../../src/contract/models/own-server.ts';
import {openRconServer} from '../../../src/demo/rcon/server.ts';
import type {ServerRecord} from '../../../src/service/records/records.ts';
import {openStore} from '../../../src/service/records/store.ts';
import {tempFolder} from '../../cli/temp-folder.ts';
import {openOwnService} from './open-own.ts';
import {waitFor} from '../../helpers/wait-for.ts';

export const env = {PATH: process.env['PATH'], WORD: 'secret'};

/** A world with a file, and a folder for the records of a service. */
export function folders() {
	const root = tempFolder();
	const world = path.join(root, 'world');
	mkdirSync(path.join(world, 'region'), {recursive: true});
	const level = path.join(world, 'region', 'r.0.0.mca');
	writeFileSync(level, 'first');
	return {root, world, level, data: path.join(root, 'service.db'), archives: path.join(root, 'backups')};
}

/** A folder with a `nice` that runs this script instead of tar. */
export function fakeTar(root: string, script: string): NodeJS.ProcessEnv {
	const bin = path.join(root, 'bin');
	mkdirSync(bin, {recursive: true});
	writeFileSync(path.join(bin, 'nice'), `#!/bin/sh\n${script}\n`);
	chmodSync(path.join(bin, 'nice'), 0o755);
	return {...env, PATH: `${bin}:${env.PATH}`};
}

/** A game that logs the commands to it. */
export async function aGame(port = 0) {
	const commands: string[] = [];
	const game = await openRconServer({
		port,
		password: 'secret',
		answer: command => {
			commands.push(command);
			return command === 'list' ? 'There are 0 of a max of 20 players online: ' : 'Done';
		},
	});
	onTestFinished(() => game.close());
	return {
		port: game.port,
		close: () => game.close(),
		saves: () => commands.filter(command => command.startsWith('save')),
	};
}

export const settingsOf = (
	port: number,
	directory: string,
	more: Partial<OwnSettings> = {},
): OwnSettings => ({
	console: {kind: 'source', host: '127.0.0.1', port, password: {env: 'WORD'}},
	power: {kind: 'none'},
	stopMs: 2000,
	readyMs: 2000,
	backup: {directory},
	...more,
});

const sleeper: Partial<OwnSettings> = {
	power: {kind: 'process', command: ['sleep', '600'], directory: '/'},
};

const {console: _console, ...withoutConsole} = settingsOf(1, '/', sleeper);
/** A process without a console. */
export const silent = withoutConsole;

/** A running Minecraft with a world to archive. `tar`: a script that runs instead of it. */
export async function aMinecraft({tar, displayName}: {tar?: string; displayName?: string} = {}) {
	const places = folders();
	const game = await aGame();
	const usual = tar === undefined ? env : fakeTar(places.root, tar);
	const own = await openOwnService({env: usual, data: places.data});
	const named = displayName === undefined ? {} : {displayName};
	const id = await own.add(settingsOf(game.port, places.world), {gameType: 'MINECRAFT', ...named});
	await own.becomes(id, 'RUNNING');
	return {...places, game, own, id};
}

/** The same in the middle of a backup that does not end. */
export async function aMinecraftInBackup(displayName?: string) {
	const opened = await aMinecraft({tar: 'exec sleep 60', ...(displayName !== undefined && {displayName})});
	const {archives, own, id} = opened;
	await own.act(id, 'backup');
	await waitFor(() => expect(existsSync(archives) && readdirSync(archives)).toHaveLength(1));
	return opened;
}

/** Changes the record of a server while no service runs. */
export function changeRecord(
	data: string,
	id: string,
	change: (server: ServerRecord) => Partial<ServerRecord>,
): void {
	const store = openStore(data);
	const server = store.servers.get(id);
	if (server) store.servers.put({...server, ...change(server)});
	store.close();
}

type Own = Awaited<ReturnType<typeof openOwnService>>;
export const tasks = ({service}: Own) => service.context.store.tasks.all();
export const record = ({service}: Own, id: string) => service.context.store.servers.get(id);
export const ended = (own: Own, count: number) =>
	waitFor(() => {
		const over = tasks(own).filter(({finishedAt}) => finishedAt !== undefined);
		expect(over).toHaveLength(count);
		return over.at(-1);
	});
export const paused = ['save-off', 'save-all flush', 'save-on'];
