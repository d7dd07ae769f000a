import {existsSync, mkdirSync, readdirSync, statSync, truncateSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import type {OwnSettings} from '../../../src/contract/models/own-server.ts';
import {openStore} from '../../../src/service/records/store.ts';
import {
	aGame,
	aMinecraft,
	aMinecraftInBackup,
	changeRecord,
	ended,
	env,
	fakeTar,
	folders,
	paused,
	record,
	settingsOf,
	silent,
} from './backup-setup.ts';
import {openOwnService} from './open-own.ts';
import {waitFor} from '../../helpers/wait-for.ts';

test('a running Minecraft is archived while it does not write, and saves again afterward', async () => {
	const {archives, game, own, id} = await aMinecraft({displayName: 'Mine: 1'});
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
	await waitFor(() => expect(existsSync(backup.file)).toBe(false));
	const [left] = record(own, id)?.backups ?? [];
	expect(left?.name).toMatch(/^\d{4}\.\d\d\.\d\d_.+_world$/);
	await own.act(id, 'delete-backup', {backupId: left?.backupId});
	expect([record(own, id)?.backups, readdirSync(archives)]).toEqual([[], []]);
});

test('a backup that fails, or is interrupted, lets the game save again and leaves no archive', async () => {
	const {root, world, archives, game, own, id} = await aMinecraft({tar: 'echo disk on fire >&2; exit 2'});
	await own.act(id, 'backup');
	const failed = {state: 'FAILED', errorMessage: 'tar failed with exit code 2: disk on fire.'};
	expect(await ended(own, 1)).toMatchObject(failed);
	expect(game.saves()).toEqual(paused);
	expect(own.notifications()).toEqual([failed.errorMessage]);
	// A slow one, during which the owner changes the settings.
	fakeTar(root, 'exec sleep 60');
	await own.act(id, 'backup');
	await waitFor(() => expect(existsSync(archives) && readdirSync(archives)).toHaveLength(1));
	expect(readdirSync(archives)[0]).toMatch(/\.partial$/);
	const changed = {displayName: 'real', gameType: 'MINECRAFT', settings: settingsOf(game.port, world)};
	expect((await own.post(`/own-server/${id}/change`, changed)).status).toBe(200);
	expect(await ended(own, 2)).toMatchObject({
		state: 'FAILED',
		errorMessage: expect.stringMatching(/was started, stopped, changed/),
	});
	await waitFor(() => expect(record(own, id)?.isSavingPaused).toBe(false));
	expect(game.saves().slice(3, 5)).toEqual(paused.slice(0, 2));
	expect(game.saves().at(-1)).toBe('save-on');
	expect([record(own, id)?.backups, readdirSync(archives)]).toEqual([[], []]);
});

test.each([
	['its owner', (id: string) => `/own-server/${id}/remove`, undefined],
	['force', (id: string) => `/server/${id}/delete`, {forceDelete: true}],
])('a game saves again after its server was removed by %s during a backup', async (_who, pathOf, body) => {
	const {game, own, id} = await aMinecraftInBackup();
	expect(await own.post(pathOf(id), body)).toMatchObject({status: 200});
	expect(record(own, id)).toBeUndefined();
	await own.service.idle();
	expect(game.saves()).toEqual(paused);
});

test('notifies the team that a removed game does not save, if it cannot be reached', async () => {
	const {game, own, id} = await aMinecraftInBackup('Mine');
	await game.close();
	expect(await own.post(`/own-server/${id}/remove`)).toMatchObject({status: 200});
	await own.service.idle();
	expect(own.notifications()).toEqual([expect.stringMatching(/^Mine was removed .* save-on failed/)]);
});

test('surplus backups go by age, and an archive that stays does not fail the new backup', async () => {
	const {root, world, data} = folders();
	const own = await openOwnService({env, data});
	const id = await own.add({...silent, backup: {directory: world}});
	await own.becomes(id, 'STOPPED');
	const {store} = own.service.context;
	const [team] = store.teams.all();
	if (team) store.teams.put({...team, limits: {...team.limits, maxBackups: 3}});
	// A folder cannot be deleted like an archive.
	const old = {createdAt: 1, autoBackup: false, size: 1, file: root};
	const backups = ['a', 'b', 'c'].map(name => ({...old, name, backupId: name}));
	const server = record(own, id);
	if (server) store.servers.put({...server, backups});
	await own.act(id, 'backup', {name: 'new'});
	expect(await ended(own, 1)).toMatchObject({state: 'SUCCEEDED'});
	expect(record(own, id)?.backups.map(({name}) => name)).toEqual(['b', 'c', 'new']);
	await own.act(id, 'backup', {name: 'b'});
	expect(await ended(own, 2)).toMatchObject({state: 'SUCCEEDED'});
	expect(record(own, id)?.backups.map(({name}) => name)).toEqual(['c', 'new', 'b']);
	const kept = expect.stringContaining(`The archive ${root} could not be deleted`);
	expect(own.notifications()).toEqual([kept, kept]);
});

test('the close of the service ends the pause, and its next start repeats the backup', async () => {
	const {data, game, own, id} = await aMinecraftInBackup();
	await own.service.close();
	expect(game.saves()).toEqual(paused);
	// As if it had been killed before it could.
	changeRecord(data, id, () => ({isSavingPaused: true}));
	const store = openStore(data);
	for (const task of store.tasks.all()) store.tasks.remove(task.id);
	store.close();
	const again = await openOwnService({env, data});
	await waitFor(() => expect(game.saves()).toEqual([...paused, 'save-on']));
	await waitFor(() => expect(record(again, id)?.isSavingPaused).toBe(false));
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

test('a game saves again after a killed backup, although its new settings name no command for that', async () => {
	const {world, data, game, own, id} = await aMinecraft();
	await own.service.close();
	changeRecord(data, id, server => ({
		own: {...server.own, ...settingsOf(game.port, world, {probeCommand: 'list'})},
		gameType: 'OTHER',
		isSavingPaused: true,
		resumeCommand: 'save-on',
	}));
	const again = await openOwnService({env, data});
	await waitFor(() => expect(game.saves()).toEqual(['save-on']));
	await waitFor(() => expect(record(again, id)?.isSavingPaused).toBe(false));
});

test('a game that cannot stop writing is archived as running after a save, or only while it is offline', async () => {
	const {root, world, data} = folders();
	const own = await openOwnService({env, data});
	const game = await aGame();
	const rust = await own.add(settingsOf(game.port, world, {saveCommand: 'save now'}), {displayName: 'rust'});
	const none = await own.add(settingsOf(game.port, world), {displayName: 'none'});
	for (const id of [rust, none]) await own.becomes(id, 'RUNNING');
	await own.act(rust, 'backup');
	expect(await ended(own, 1)).toMatchObject({state: 'SUCCEEDED'});
	expect(game.saves()).toEqual(['save now']);
	expect(record(own, rust)?.backups).toMatchObject([{kind: 'running'}]);
	await own.act(none, 'backup');
	expect(await ended(own, 2)).toMatchObject({
		state: 'FAILED',
		errorMessage: expect.stringMatching(/only while it is offline/),
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
		await own.becomes(id, 'STOPPED');
		await own.act(id, 'backup');
		expect(await ended(own, 3 + index)).toMatchObject({
			state: 'FAILED',
			errorMessage: expect.stringMatching(reasons[index] ?? ''),
		});
	}
});

test('a game that only refuses connections is archived as running, and saves again when it is back', async () => {
	const {world, data} = folders();
	const game = await aGame();
	await game.close();
	const own = await openOwnService({env, data});
	const id = await own.add(settingsOf(game.port, world), {gameType: 'MINECRAFT'});
	await own.becomes(id, 'STOPPED');
	await own.act(id, 'backup');
	await ended(own, 1);
	expect(record(own, id)?.backups).toMatchObject([{kind: 'running'}]);
	await own.service.close();
	changeRecord(data, id, () => ({isSavingPaused: true}));
	const refusing = await openOwnService({env, data});
	await refusing.becomes(id, 'STOPPED');
	await refusing.service.close();
	const closed = openStore(data);
	expect(closed.servers.get(id)?.isSavingPaused).toBe(true);
	closed.close();
	const back = await aGame(game.port);
	const again = await openOwnService({env, data});
	await waitFor(() => expect(record(again, id)?.isSavingPaused).toBe(false));
	expect(back.saves()).toEqual(['save-on']);
});

test('a refused backup says why the files of the server are unreachable', async () => {
	const {world, data} = folders();
	const own = await openOwnService({env, data});
	const on = {kind: 'systemd' as const, unit: 'game.service', isUser: false};
	const {backup: _backup, ...unnamed} = silent;
	const cases: [string, string, OwnSettings, RegExp][] = [
		['far', 'backup', settingsOf(1, world, {power: {kind: 'ssh', host: 'far', on}}), /on another machine/],
		['unnamed', 'backup', unnamed, /No backup directory is set/],
		['watched', 'rollback', settingsOf(1, world), /because no driver can confirm that it has stopped/],
	];
	for (const [displayName, operation, settings, reason] of cases) {
		const id = await own.add(settings, {displayName});
		expect(
			await own.post(`/server/${id}/${operation}`, operation === 'rollback' ? {backupId: 'x'} : {}),
		).toMatchObject({
			status: 400,
			body: {key: 'server.operation_not_possible', message: expect.stringMatching(reason)},
		});
	}
});
