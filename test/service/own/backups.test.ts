import {
	chmodSync,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	renameSync,
	statSync,
	truncateSync,
	writeFileSync,
} from 'node:fs';
import path from 'node:path';
import {expect, onTestFinished, test, vi} from 'vitest';
import type {OwnSettings} from '../../../src/contract/models/own-server.ts';
import {openRconServer} from '../../../src/demo/rcon/server.ts';
import {openStore} from '../../../src/service/store.ts';
import {tempFolder} from '../../cli/temp-folder.ts';
import {openOwnService} from './open-own.ts';

const env = {PATH: process.env['PATH'], WORD: 'secret'};

/** A world with a file, and a folder for the records of a service. */
function folders() {
	const root = tempFolder();
	const world = path.join(root, 'world');
	mkdirSync(path.join(world, 'region'), {recursive: true});
	const level = path.join(world, 'region', 'r.0.0.mca');
	writeFileSync(level, 'first');
	return {root, world, level, data: path.join(root, 'service.db'), archives: path.join(root, 'backups')};
}

/** A folder with a `nice` that runs this script instead of tar. */
function fakeTar(root: string, script: string): NodeJS.ProcessEnv {
	const bin = path.join(root, 'bin');
	mkdirSync(bin, {recursive: true});
	writeFileSync(path.join(bin, 'nice'), `#!/bin/sh\n${script}\n`);
	chmodSync(path.join(bin, 'nice'), 0o755);
	return {...env, PATH: `${bin}:${env.PATH}`};
}

/** A game that logs the commands to it. */
async function aGame(port = 0) {
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

const settingsOf = (port: number, directory: string, more: Partial<OwnSettings> = {}): OwnSettings => ({
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
/** A process without a console. */
const {console: _console, ...silent} = settingsOf(1, '/', sleeper);

type Own = Awaited<ReturnType<typeof openOwnService>>;
const tasks = ({service}: Own) => service.context.store.tasks.all();
const record = ({service}: Own, id: string) => service.context.store.servers.get(id);
const ended = (own: Own, count: number) =>
	vi.waitFor(
		() => {
			const over = tasks(own).filter(({finishedAt}) => finishedAt !== undefined);
			expect(over).toHaveLength(count);
			return over.at(-1);
		},
		{timeout: 15_000, interval: 10},
	);
const paused = ['save-off', 'save-all flush', 'save-on'];

test('a running Minecraft is archived while it does not write, and saves again afterwards', async () => {
	const {world, data, archives} = folders();
	const own = await openOwnService({env, data});
	const game = await aGame();
	const id = await own.add(settingsOf(game.port, world), {gameType: 'MINECRAFT', displayName: 'Mine: 1'});
	await own.becomes(id, 'ONLINE');
	await own.act(id, 'backup', {name: 'before the party'});
	expect(await ended(own, 1)).toMatchObject({type: 'BACKUP', state: 'SUCCEEDED', progressPercentage: 100});
	expect(game.saves()).toEqual(paused);
	const [file = ''] = readdirSync(archives);
	expect(file).toMatch(/^Mine-1_\d{4}-\d\d-\d\d_\d\d-\d\d-\d\d_\w+\.tar\.gz$/);
	const {size, mode} = statSync(path.join(archives, file));
	expect(mode & 0o777).toBe(0o600);
	const backup = {name: 'before the party', size, kind: 'paused', file: path.join(archives, file)};
	expect((await own.shows(id)).body['backups']).toEqual([
		expect.objectContaining({...backup, autoBackup: false, expiresAt: null}),
	]);
	expect(record(own, id)?.isSavingPaused).toBe(false);
	// The oldest goes with its archive when the team has too many, and a deleted one goes with its own.
	const {store} = own.service.context;
	const [team] = store.teams.all();
	if (team) store.teams.put({...team, limits: {...team.limits, maxBackups: 1}});
	await own.act(id, 'backup');
	await ended(own, 2);
	await vi.waitFor(() => expect(existsSync(backup.file)).toBe(false));
	const [left] = record(own, id)?.backups ?? [];
	expect(left?.name).toMatch(/^\d{4}\.\d\d\.\d\d_.+_world$/);
	await own.act(id, 'delete-backup', {backupId: left?.backupId});
	expect([record(own, id)?.backups, readdirSync(archives)]).toEqual([[], []]);
});

test('a backup that fails, or is interrupted, lets the game save again and leaves no archive', async () => {
	const {root, world, data, archives} = folders();
	const game = await aGame();
	const broken = fakeTar(root, 'echo disk on fire >&2; exit 2');
	const own = await openOwnService({env: broken, data});
	const id = await own.add(settingsOf(game.port, world), {gameType: 'MINECRAFT'});
	await own.becomes(id, 'ONLINE');
	await own.act(id, 'backup');
	const failed = {state: 'FAILED', errorMessage: 'tar failed with exit code 2: disk on fire.'};
	expect(await ended(own, 1)).toMatchObject(failed);
	expect(game.saves()).toEqual(paused);
	expect(own.notifications()).toEqual([failed.errorMessage]);
	// A slow one, during which the owner changes the settings.
	fakeTar(root, 'exec sleep 60');
	await own.act(id, 'backup');
	await vi.waitFor(() => expect(existsSync(archives) && readdirSync(archives)).toHaveLength(1));
	expect(readdirSync(archives)[0]).toMatch(/\.partial$/);
	const changed = {displayName: 'real', gameType: 'MINECRAFT', settings: settingsOf(game.port, world)};
	expect((await own.post(`/own-server/${id}/change`, changed)).status).toBe(200);
	expect(await ended(own, 2)).toMatchObject({
		state: 'FAILED',
		errorMessage: expect.stringMatching(/was started, stopped, changed/),
	});
	await vi.waitFor(() => expect(record(own, id)?.isSavingPaused).toBe(false));
	expect(game.saves().slice(3, 5)).toEqual(paused.slice(0, 2));
	expect(game.saves().at(-1)).toBe('save-on');
	expect([record(own, id)?.backups, readdirSync(archives)]).toEqual([[], []]);
});

test.each([
	['its owner', (id: string) => `/own-server/${id}/remove`, undefined],
	['force', (id: string) => `/server/${id}/delete`, {forceDelete: true}],
])('a game saves again after its server was removed by %s during a backup', async (_who, pathOf, body) => {
	const {root, world, data, archives} = folders();
	const game = await aGame();
	const own = await openOwnService({env: fakeTar(root, 'exec sleep 60'), data});
	const id = await own.add(settingsOf(game.port, world), {gameType: 'MINECRAFT'});
	await own.becomes(id, 'ONLINE');
	await own.act(id, 'backup');
	await vi.waitFor(() => expect(existsSync(archives) && readdirSync(archives)).toHaveLength(1));
	expect(await own.post(pathOf(id), body)).toMatchObject({status: 200});
	expect(record(own, id)).toBeUndefined();
	await own.service.idle();
	expect(game.saves()).toEqual(paused);
});

test('the team learns that a removed game does not save, if it cannot be told', async () => {
	const {root, world, data, archives} = folders();
	const game = await aGame();
	const own = await openOwnService({env: fakeTar(root, 'exec sleep 60'), data});
	const id = await own.add(settingsOf(game.port, world), {gameType: 'MINECRAFT', displayName: 'Mine'});
	await own.becomes(id, 'ONLINE');
	await own.act(id, 'backup');
	await vi.waitFor(() => expect(existsSync(archives) && readdirSync(archives)).toHaveLength(1));
	await game.close();
	expect(await own.post(`/own-server/${id}/remove`)).toMatchObject({status: 200});
	await own.service.idle();
	expect(own.notifications()).toEqual([expect.stringMatching(/^Mine was removed .* save-on failed/)]);
});

test('the close of the service ends the pause, and its next start repeats the backup', async () => {
	const {root, world, data, archives} = folders();
	const game = await aGame();
	const own = await openOwnService({env: fakeTar(root, 'exec sleep 60'), data});
	const id = await own.add(settingsOf(game.port, world), {gameType: 'MINECRAFT'});
	await own.becomes(id, 'ONLINE');
	await own.act(id, 'backup');
	await vi.waitFor(() => expect(existsSync(archives) && readdirSync(archives)).toHaveLength(1));
	await own.service.close();
	expect(game.saves()).toEqual(paused);
	// As if it had been killed before it could.
	const store = openStore(data);
	const server = store.servers.get(id);
	if (server) store.servers.put({...server, isSavingPaused: true});
	for (const task of store.tasks.all()) store.tasks.remove(task.id);
	store.close();
	const again = await openOwnService({env, data});
	await vi.waitFor(() => expect(game.saves()).toEqual([...paused, 'save-on']), {timeout: 5000});
	await vi.waitFor(() => expect(record(again, id)?.isSavingPaused).toBe(false));
	await again.service.close();
	const later = openStore(data);
	later.tasks.put({
		id: 'task-of-before',
		type: 'BACKUP',
		state: 'RUNNING',
		nodeId: 'node-local',
		targetIds: [id],
		context: {backupName: 'kept'},
		createdAt: 0,
		cancellable: false,
		progressPercentage: 30,
		order: {},
	});
	later.close();
	const third = await openOwnService({env, data});
	expect(await ended(third, 1)).toMatchObject({state: 'SUCCEEDED'});
	expect(record(third, id)?.backups).toMatchObject([{name: 'kept', kind: 'paused'}]);
});

test('a game that cannot stop writing is archived as running after a save, or only while it is OFFLINE', async () => {
	const {root, world, data} = folders();
	const own = await openOwnService({env, data});
	const game = await aGame();
	const rust = await own.add(settingsOf(game.port, world, {saveCommand: 'save now'}), {displayName: 'rust'});
	const none = await own.add(settingsOf(game.port, world), {displayName: 'none'});
	for (const id of [rust, none]) await own.becomes(id, 'ONLINE');
	await own.act(rust, 'backup');
	expect(await ended(own, 1)).toMatchObject({state: 'SUCCEEDED'});
	expect(game.saves()).toEqual(['save now']);
	expect(record(own, rust)?.backups).toMatchObject([{kind: 'running'}]);
	await own.act(none, 'backup');
	expect(await ended(own, 2)).toMatchObject({
		state: 'FAILED',
		errorMessage: expect.stringMatching(/only while it is OFFLINE/),
	});
	const huge = path.join(root, 'huge');
	mkdirSync(huge);
	writeFileSync(path.join(huge, 'file'), '');
	truncateSync(path.join(huge, 'file'), 2 ** 42);
	const full = await own.add({...silent, backup: {directory: huge}}, {displayName: 'full'});
	const gone = await own.add({...silent, backup: {directory: `${root}/gone`}}, {displayName: 'gone'});
	const inside = await own.add(
		{...silent, backup: {directory: world, archives: path.join(world, 'in')}},
		{displayName: 'inside'},
	);
	const reasons = [/too little free space: 4\.0 TiB needed/, /gone does not exist/, /contain earlier ones/];
	for (const [index, id] of [full, gone, inside].entries()) {
		await own.becomes(id, 'OFFLINE');
		await own.act(id, 'backup');
		expect(await ended(own, 3 + index)).toMatchObject({
			state: 'FAILED',
			errorMessage: expect.stringMatching(reasons[index] ?? ''),
		});
	}
});

test('a rollback replaces the directory of a server that is OFFLINE, and keeps the previous one', async () => {
	const {root, world, level, data} = folders();
	const own = await openOwnService({env, data});
	const id = await own.add({...silent, backup: {directory: world}});
	await own.becomes(id, 'OFFLINE');
	await own.act(id, 'backup');
	await ended(own, 1);
	const [backup] = record(own, id)?.backups ?? [];
	expect(backup).toMatchObject({kind: 'offline', contentSize: 5});
	writeFileSync(level, 'second');
	const body = {backupId: backup?.backupId};
	await own.act(id, 'start');
	await own.becomes(id, 'ONLINE');
	expect(await own.post(`/server/${id}/rollback`, body)).toMatchObject({
		status: 409,
		body: {key: 'server.is_not_offline'},
	});
	await own.act(id, 'stop', {forceStop: true});
	await own.becomes(id, 'OFFLINE');
	await own.act(id, 'rollback', body);
	expect(await ended(own, 2)).toMatchObject({type: 'ROLLBACK', state: 'SUCCEEDED'});
	expect(readFileSync(level, 'utf8')).toBe('first');
	const aside = readdirSync(root).filter(name => name.startsWith('world.'));
	expect(aside).toEqual([expect.stringMatching(/^world\.before-/)]);
	const previous = path.join(root, aside[0] ?? '');
	expect(readFileSync(path.join(previous, 'region', 'r.0.0.mca'), 'utf8')).toBe('second');
	expect(own.notifications()).toEqual([
		expect.stringContaining(`Its previous directory is now ${previous}.`),
	]);
	await own.becomes(id, 'OFFLINE');
	// A broken archive changes nothing.
	writeFileSync(backup?.file ?? '', 'broken');
	await own.act(id, 'rollback', body);
	expect(await ended(own, 3)).toMatchObject({
		state: 'FAILED',
		errorMessage: expect.stringMatching(/^tar failed with exit code 2/),
	});
	expect(readFileSync(level, 'utf8')).toBe('first');
	expect(readdirSync(root).filter(name => name.startsWith('world.'))).toEqual(aside);
	await own.becomes(id, 'OFFLINE');
});

test('a game that only refuses connections is archived as running, and is told to save when it is back', async () => {
	const {world, data} = folders();
	const game = await aGame();
	await game.close();
	const own = await openOwnService({env, data});
	const id = await own.add(settingsOf(game.port, world), {gameType: 'MINECRAFT'});
	await own.becomes(id, 'OFFLINE');
	await own.act(id, 'backup');
	await ended(own, 1);
	expect(record(own, id)?.backups).toMatchObject([{kind: 'running'}]);
	await own.service.close();
	const store = openStore(data);
	const server = store.servers.get(id);
	if (server) store.servers.put({...server, isSavingPaused: true});
	store.close();
	const refusing = await openOwnService({env, data});
	await refusing.becomes(id, 'OFFLINE');
	await refusing.service.close();
	const closed = openStore(data);
	expect(closed.servers.get(id)?.isSavingPaused).toBe(true);
	closed.close();
	const back = await aGame(game.port);
	const again = await openOwnService({env, data});
	await vi.waitFor(() => expect(record(again, id)?.isSavingPaused).toBe(false), {timeout: 5000});
	expect(back.saves()).toEqual(['save-on']);
});

test('a rollback needs proof that the server is OFFLINE, before and after the extraction', async () => {
	const {root, world, level, data} = folders();
	const status = path.join(root, 'status');
	writeFileSync(status, '3');
	const own = await openOwnService({env: fakeTar(root, `shift 2; exec "$@"`), data});
	const does = ['/bin/sh', '-c', 'true'];
	const power = {
		kind: 'commands' as const,
		start: does,
		stop: does,
		status: ['/bin/sh', '-c', `exit $(cat ${status})`],
	};
	const id = await own.add(settingsOf(1, world, {power}));
	await own.becomes(id, 'OFFLINE');
	await own.act(id, 'backup');
	await ended(own, 1);
	writeFileSync(level, 'second');
	const body = {backupId: record(own, id)?.backups[0]?.backupId};
	// The program fails, and only a refused connection says that the server is down.
	writeFileSync(status, '9');
	await own.act(id, 'rollback', body);
	const doubt = expect.stringMatching(/^The service cannot be sure that the server is OFFLINE\. ./);
	expect(await ended(own, 2)).toMatchObject({state: 'FAILED', errorMessage: doubt});
	writeFileSync(status, '3');
	await own.becomes(id, 'OFFLINE');
	fakeTar(root, `shift 2; "$@"; echo 0 > ${status}`);
	await own.act(id, 'rollback', body);
	const refused = 'The server must be OFFLINE for a rollback.';
	expect(await ended(own, 3)).toMatchObject({state: 'FAILED', errorMessage: refused});
	expect(readFileSync(level, 'utf8')).toBe('second');
});

test('a rollback replaces only the directory of the archive, and none that another server uses', async () => {
	const {root, world, level, data} = folders();
	const own = await openOwnService({env, data});
	const id = await own.add({...silent, backup: {directory: world}});
	await own.becomes(id, 'OFFLINE');
	await own.act(id, 'backup');
	await ended(own, 1);
	writeFileSync(level, 'second');
	const body = {backupId: record(own, id)?.backups[0]?.backupId};
	const change = async (directory: string) => {
		const settings = {...silent, backup: {directory}};
		const changed = {displayName: 'real', gameType: 'OTHER', settings};
		expect(await own.post(`/own-server/${id}/change`, changed)).toMatchObject({status: 200});
		await own.becomes(id, 'OFFLINE');
	};
	await change(root);
	await own.act(id, 'rollback', body);
	expect(await ended(own, 2)).toMatchObject({
		state: 'FAILED',
		errorMessage: `The archive is of ${world}, but the settings of the server name ${root}. Extract it with tar instead.`,
	});
	await change(world);
	const other = {...silent, backup: {directory: path.join(world, 'region')}};
	const neighbor = await own.add(other, {displayName: 'neighbor', start: true});
	await own.becomes(neighbor, 'ONLINE');
	await own.act(id, 'rollback', body);
	expect(await ended(own, 3)).toMatchObject({
		state: 'FAILED',
		errorMessage: expect.stringMatching(/^The server neighbor, which is ONLINE, also uses files in /),
	});
	expect(readFileSync(level, 'utf8')).toBe('second');
	// Archives of before directories were recorded.
	const {servers} = own.service.context.store;
	const server = servers.get(id);
	const backups = server?.backups.map(({directory: _directory, ...backup}) => backup) ?? [];
	if (server) servers.put({...server, backups});
	await own.act(neighbor, 'stop', {forceStop: true});
	await own.becomes(neighbor, 'OFFLINE');
	await own.act(id, 'rollback', body);
	expect(await ended(own, 4)).toMatchObject({
		state: 'FAILED',
		errorMessage: expect.stringMatching(/^The archive is of an unknown directory/),
	});
});

test('a killed rollback is repaired before the server starts', async () => {
	const {root, world, level, data} = folders();
	const own = await openOwnService({env, data});
	const id = await own.add({...silent, backup: {directory: world}});
	await own.service.close();
	const aside = path.join(root, 'world.before-x');
	const store = openStore(data);
	store.tasks.put({
		id: 'killed',
		type: 'ROLLBACK',
		state: 'RUNNING',
		nodeId: 'node-local',
		targetIds: [id],
		context: {backupId: 'gone'},
		createdAt: Date.now(),
		cancellable: false,
		progressPercentage: 0,
		order: {directory: world, aside},
	});
	store.close();
	renameSync(world, aside);
	// Also by a process that continues nothing else.
	const brief = await openOwnService({env, data, supervises: false});
	expect(readFileSync(level, 'utf8')).toBe('first');
	await brief.service.close();
	const again = await openOwnService({env, data});
	expect(await ended(again, 1)).toMatchObject({
		state: 'FAILED',
		errorMessage: expect.stringMatching(/^The archive .* does not exist/),
	});
});

test('a service is busy until a rollback has ended', async () => {
	const {world, level, data} = folders();
	const own = await openOwnService({env, data, supervises: false});
	const id = await own.add({...silent, backup: {directory: world}});
	await own.becomes(id, 'OFFLINE');
	await own.act(id, 'backup');
	await own.service.idle();
	writeFileSync(level, 'second');
	await own.act(id, 'rollback', {backupId: record(own, id)?.backups[0]?.backupId});
	await own.service.idle();
	expect(tasks(own).map(({state}) => state)).toEqual(['SUCCEEDED', 'SUCCEEDED']);
	expect(readFileSync(level, 'utf8')).toBe('first');
});

test.each([
	['after the server has been up', 0, 1000],
	['after a long time', 16 * 60_000, -1000],
])('an interrupted rollback is not repeated %s', async (_when, ageMs, upAfterMs) => {
	const {world, level, data} = folders();
	const own = await openOwnService({env, data});
	const id = await own.add({...silent, backup: {directory: world}});
	await own.becomes(id, 'OFFLINE');
	await own.act(id, 'backup');
	await ended(own, 1);
	await own.service.close();
	writeFileSync(level, 'second');
	const createdAt = Date.now() - ageMs;
	const store = openStore(data);
	const [done] = store.tasks.all();
	const server = store.servers.get(id);
	if (!done || !server) throw new Error('no backup');
	store.servers.put({...server, lastUpAt: createdAt + upAfterMs});
	const context = {backupId: server.backups[0]?.backupId};
	const {finishedAt: _finishedAt, ...task} = done;
	store.tasks.put({...task, id: 'interrupted', type: 'ROLLBACK', state: 'RUNNING', context, createdAt});
	store.close();
	const again = await openOwnService({env, data});
	await ended(again, 2);
	expect(again.service.context.store.tasks.get('interrupted')).toMatchObject({
		state: 'FAILED',
		errorMessage: expect.stringMatching(/^The rollback was interrupted/),
	});
	expect(again.notifications()).toEqual([expect.stringMatching(/^The rollback was interrupted/)]);
	expect(readFileSync(level, 'utf8')).toBe('second');
});

test('a refusal says why the files of a server are out of reach', async () => {
	const {world, data} = folders();
	const own = await openOwnService({env, data});
	const on = {kind: 'systemd' as const, unit: 'game.service', isUser: false};
	const {backup: _backup, ...unnamed} = silent;
	const cases: [string, string, OwnSettings, RegExp][] = [
		['far', 'backup', settingsOf(1, world, {power: {kind: 'ssh', host: 'far', on}}), /on another machine/],
		['unnamed', 'backup', unnamed, /No backup directory is set/],
		['watched', 'rollback', settingsOf(1, world), /no driver is set that can prove that it has stopped/],
	];
	for (const [displayName, operation, settings, reason] of cases) {
		const id = await own.add(settings, {displayName});
		expect(await own.post(`/server/${id}/${operation}`, {backupId: 'x'})).toMatchObject({
			status: 400,
			body: {key: 'server.operation_not_possible', message: expect.stringMatching(reason)},
		});
	}
});
