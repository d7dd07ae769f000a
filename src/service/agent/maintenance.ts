import {pause} from '../../lib/time/clock.ts';
import {changeServer} from '../context.ts';
import type {ServerRecord, TaskRecord} from '../records/records.ts';
import {type Node, replaceWork} from './node.ts';
import {killProcess} from './process.ts';
import {createTask, inBackground, runTask, type TaskHost} from './tasks.ts';
import {publishState, setState} from '../records/publish.ts';

/*
Work of a node on a server that is down: CREATING during the work, OFFLINE afterward. (public documentation: Server states)
*/

/** Installs or updates a server, which creates no task. */
export function install(node: Node, serverId: string): Promise<void> {
	return busy(node, serverId, signal => pause(node.service.clock, node.service.timings.installMs, signal));
}

/**
Moves the files to another directory. The record has the new directory at once, and the old one again if the move fails.
*/
export function changeDirectory(node: Node, server: ServerRecord, serverDirectory: string): void {
	const task = createTask(node, {
		type: 'SERVER_DIRECTORY_CHANGE',
		targetIds: [server.id],
		context: {sourceParent: server.serverDirectory, destinationParent: serverDirectory},
	});
	changeServer(node.service, server.id, {serverDirectory});
	inBackground(node, () => resumeDirectoryChange(node, task));
}

const steps = 20;

export function resumeDirectoryChange(node: Node, task: TaskRecord): Promise<void> {
	const {clock, timings} = node.service;
	const [serverId = ''] = task.targetIds;
	return runTask(node, task, (signal, report) =>
		busy(node, serverId, async () => {
			for (let step = 1; step <= steps; step++) {
				await pause(clock, timings.moveMs / steps, signal);
				report((step * 100) / steps);
			}
		}),
	);
}

export function wipeSavegames(node: Node, serverId: string): void {
	const task = createTask(node, {type: 'SAVEGAME_WIPE', targetIds: [serverId]});
	inBackground(node, () => resumeWipe(node, task));
}

export function resumeWipe(node: Node, task: TaskRecord): Promise<void> {
	const {clock, timings} = node.service;
	const [serverId = ''] = task.targetIds;
	return runTask(node, task, signal => busy(node, serverId, () => pause(clock, timings.backupMs, signal)));
}

/**
Marks the server for deletion, and returns the work: ends the process, if any, then deletes the server and everything that
belongs to it.
*/
export function remove(node: Node, serverId: string): () => Promise<void> {
	const {service} = node;
	const server = setState(service, serverId, 'DELETING');
	return () =>
		replaceWork(node, serverId, async signal => {
			await killProcess(node, serverId);
			await pause(service.clock, service.timings.deleteMs, signal);
			if (server) forget(node, server);
		});
}

/** Deletes the records at once. A running process is killed in the background. */
export function forget(node: Node, server: ServerRecord): void {
	removeServer(node, server);
	inBackground(node, () => replaceWork(node, server.id, () => killProcess(node, server.id)));
}

/** Removes the records of a server, and aborts its tasks. */
export function removeServer(
	{service, tasks}: Pick<TaskHost, 'service' | 'tasks'>,
	server: ServerRecord,
): void {
	const {store} = service;
	const ofServer = store.tasks.all().filter(({targetIds}) => targetIds.includes(server.id));
	store.atomically(() => {
		store.servers.remove(server.id);
		store.profiles.remove(server.settingProfileId);
		store.commands.removeAll(server.id);
		publishState(service, server, 'DELETING');
		store.afterCommit(() => {
			for (const {id} of ofServer) tasks.get(id)?.abort();
		});
	});
}

/** Changes the directory of a node's backups. Backups cannot be made or used in the meantime. */
export function changeBackupDirectory(node: Node): void {
	const task = createTask(node, {type: 'BACKUP_DIRECTORY_CHANGE', targetIds: []});
	inBackground(node, () => resumeBackupDirectory(node, task));
}

export function resumeBackupDirectory(node: Node, task: TaskRecord): Promise<void> {
	const {clock, timings} = node.service;
	return runTask(node, task, signal => pause(clock, timings.moveMs, signal));
}

function busy(node: Node, serverId: string, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
	return replaceWork(node, serverId, async signal => {
		setState(node.service, serverId, 'CREATING');
		await work(signal);
		setState(node.service, serverId, 'OFFLINE');
	});
}
