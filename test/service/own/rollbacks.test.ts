import {mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import {openStore} from '../../../src/service/records/store.ts';
import {ended, env, fakeTar, folders, record, settingsOf, silent, tasks} from './backup-setup.ts';
import {openOwnService} from './open-own.ts';

/** Adds a server that is offline, and makes its first backup. */
async function addBackedUp(
	own: Awaited<ReturnType<typeof openOwnService>>,
	settings: Parameters<typeof own.add>[0],
): Promise<string> {
	const id = await own.add(settings);
	await own.becomes(id, 'STOPPED');
	await own.act(id, 'backup');
	await ended(own, 1);
	return id;
}

test('a rollback replaces the directory of a server that is offline, and keeps the previous one', async () => {
	const {root, world, level, data} = folders();
	const own = await openOwnService({env, data});
	const id = await addBackedUp(own, {...silent, backup: {directory: world}});
	const [backup] = record(own, id)?.backups ?? [];
	expect(backup).toMatchObject({kind: 'offline', contentSize: 5});
	writeFileSync(level, 'second');
	const body = {backupId: backup?.backupId};
	await own.act(id, 'start');
	await own.becomes(id, 'RUNNING');
	expect(await own.post(`/server/${id}/rollback`, body)).toMatchObject({
		status: 409,
		body: {key: 'server.is_not_offline'},
	});
	await own.act(id, 'stop', {forceStop: true});
	await own.becomes(id, 'STOPPED');
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
	await own.becomes(id, 'STOPPED');
	// A broken archive changes nothing.
	writeFileSync(backup?.file ?? '', 'broken');
	await own.act(id, 'rollback', body);
	expect(await ended(own, 3)).toMatchObject({
		state: 'FAILED',
		errorMessage: expect.stringMatching(/^tar failed with exit code 2/),
	});
	expect(readFileSync(level, 'utf8')).toBe('first');
	expect(readdirSync(root).filter(name => name.startsWith('world.'))).toEqual(aside);
	await own.becomes(id, 'STOPPED');
});

test('a rollback needs proof that the server is offline, before and after the extraction', async () => {
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
	const id = await addBackedUp(own, settingsOf(1, world, {power}));
	writeFileSync(level, 'second');
	const body = {backupId: record(own, id)?.backups[0]?.backupId};
	// The program fails, and only a refused connection says that the server is down.
	writeFileSync(status, '9');
	await own.act(id, 'rollback', body);
	const doubt = expect.stringMatching(/^The service cannot confirm that the server is offline\. ./);
	expect(await ended(own, 2)).toMatchObject({state: 'FAILED', errorMessage: doubt});
	writeFileSync(status, '3');
	await own.becomes(id, 'STOPPED');
	fakeTar(root, `shift 2; "$@"; echo 0 > ${status}`);
	await own.act(id, 'rollback', body);
	expect(await ended(own, 3)).toMatchObject({state: 'FAILED', errorMessage: doubt});
	expect(readFileSync(level, 'utf8')).toBe('second');
});

test('a rollback replaces only the directory of the archive, and none that another server uses', async () => {
	const {root, world, level, data} = folders();
	const own = await openOwnService({env, data});
	const id = await addBackedUp(own, {...silent, backup: {directory: world}});
	writeFileSync(level, 'second');
	const body = {backupId: record(own, id)?.backups[0]?.backupId};
	const change = async (directory: string) => {
		const settings = {...silent, backup: {directory}};
		const changed = {displayName: 'real', gameType: 'OTHER', settings};
		expect(await own.post(`/own-server/${id}/change`, changed)).toMatchObject({status: 200});
		await own.becomes(id, 'STOPPED');
	};
	await change(root);
	await own.act(id, 'rollback', body);
	expect(await ended(own, 2)).toMatchObject({
		state: 'FAILED',
		errorMessage: `The archive contains ${world}, but the backup directory of the server is ${root}. Extract it with tar instead.`,
	});
	await change(world);
	const other = {...silent, backup: {directory: path.join(world, 'region')}};
	const neighbor = await own.add(other, {displayName: 'neighbor', start: true});
	await own.becomes(neighbor, 'RUNNING');
	await own.act(id, 'rollback', body);
	expect(await ended(own, 3)).toMatchObject({
		state: 'FAILED',
		errorMessage: expect.stringMatching(/^The server neighbor, which is RUNNING, also uses files in /),
	});
	expect(readFileSync(level, 'utf8')).toBe('second');
	// Archives of before directories were recorded.
	const {servers} = own.service.context.store;
	const server = servers.get(id);
	const backups = server?.backups.map(({directory: _directory, ...backup}) => backup) ?? [];
	if (server) servers.put({...server, backups});
	await own.act(neighbor, 'stop', {forceStop: true});
	await own.becomes(neighbor, 'STOPPED');
	await own.act(id, 'rollback', body);
	expect(await ended(own, 4)).toMatchObject({
		state: 'FAILED',
		errorMessage: expect.stringMatching(/^The archive contains an unknown directory/),
	});
});

/** Records a rollback that was running when its service was killed. */
function recordKilled(
	data: string,
	serverId: string,
	backupId: string,
	order: Record<string, unknown>,
): void {
	const store = openStore(data);
	store.tasks.put({
		id: 'killed',
		type: 'ROLLBACK',
		state: 'RUNNING',
		nodeId: 'node-local',
		targetIds: [serverId],
		context: {backupId},
		createdAt: Date.now(),
		cancellable: false,
		progressPercentage: 0,
		order,
	});
	store.close();
}

test('a killed rollback is repaired before the server starts', async () => {
	const {root, world, level, data} = folders();
	const own = await openOwnService({env, data});
	const id = await own.add({...silent, backup: {directory: world}});
	await own.service.close();
	const aside = path.join(root, 'world.before-x');
	recordKilled(data, id, 'gone', {directory: world, aside});
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

test('a rollback that was killed after it had replaced the directory has succeeded', async () => {
	const {root, world, level, data} = folders();
	const own = await openOwnService({env, data});
	const id = await own.add({...silent, backup: {directory: world}});
	await own.service.close();
	const aside = path.join(root, 'world.before-x');
	mkdirSync(aside);
	recordKilled(data, id, 'any', {directory: world, aside});
	const again = await openOwnService({env, data});
	expect(await ended(again, 1)).toMatchObject({state: 'SUCCEEDED'});
	expect(readFileSync(level, 'utf8')).toBe('first');
	expect(again.notifications()).toEqual([expect.stringContaining(aside)]);
});

test('a service is busy until a rollback has ended', async () => {
	const {world, level, data} = folders();
	const own = await openOwnService({env, data, supervises: false});
	const id = await own.add({...silent, backup: {directory: world}});
	await own.becomes(id, 'STOPPED');
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
	const id = await addBackedUp(own, {...silent, backup: {directory: world}});
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
		errorMessage: expect.stringMatching(/^The restore was interrupted/),
	});
	expect(again.notifications()).toEqual([expect.stringMatching(/^The restore was interrupted/)]);
	expect(readFileSync(level, 'utf8')).toBe('second');
});
