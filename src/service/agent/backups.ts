import {pause} from '../../lib/time/clock.ts';
import {ownBackupMessages} from '../../messages/own-servers.ts';
import {changeServer, type ServiceContext} from '../context.ts';
import {gameCommands} from './game-commands.ts';
import {notify} from '../records/history.ts';
import type {BackupRecord, ServerRecord, TaskRecord} from '../records/records.ts';
import type {Node} from './node.ts';
import {setting} from './node-settings.ts';
import {tryCommand} from './rcon-queue.ts';
import {createTask, inBackground, runTask} from './tasks.ts';
import {publishBackup} from '../records/publish.ts';

const dayMs = 24 * 60 * 60_000;
const usualRetentionDays = 7;
/** The number of progress reports while packing. */
const steps = 10;

/** Saves the world, then packs it. (public documentation: Backups) */
export function backUp(node: Node, serverId: string, name: string): void {
	const task = createTask(node, {type: 'BACKUP', targetIds: [serverId], context: {backupName: name}});
	inBackground(node, () => resumeBackup(node, task));
}

export function resumeBackup(node: Node, task: TaskRecord): Promise<void> {
	const {clock, timings, store} = node.service;
	const [serverId = ''] = task.targetIds;
	return runTask(node, task, async (signal, report) => {
		const current = store.servers.get(serverId);
		const save = current && gameCommands(current.gameType)?.save;
		if (save && current.state === 'ONLINE') await tryCommand(node, serverId, save);
		for (let step = 1; step <= steps; step++) {
			await pause(clock, timings.backupMs / steps, signal);
			report((step * 100) / steps);
		}
		const server = store.servers.get(serverId);
		// Nothing can be packed while files are being written. The task succeeds anyway.
		if (!server || server.state === 'CREATING') return;
		const backup = newBackup(node, server, String(task.context?.['backupName'] ?? ''));
		changeServer(node.service, serverId, {
			backups: [...server.backups.filter(({name}) => name !== backup.name), backup],
		});
		publishBackup(node.service, server, backup);
		await dropSurplus(node.service, server.teamId);
	});
}

export function rollBack(node: Node, serverId: string, backupId: string): void {
	const task = createTask(node, {type: 'ROLLBACK', targetIds: [serverId], context: {backupId}});
	inBackground(node, () => resumeRollBack(node, task));
}

export function resumeRollBack(node: Node, task: TaskRecord): Promise<void> {
	return runTask(node, task, signal => pause(node.service.clock, node.service.timings.backupMs, signal));
}

function newBackup({service}: Node, server: ServerRecord, givenName: string): BackupRecord {
	const createdAt = service.clock.now();
	const map = service.store.profiles.get(server.settingProfileId)?.map ?? 'world';
	const days = Number(setting(service, server.id, 'AutoBackupRetention') ?? usualRetentionDays);
	return {
		backupId: `gmc-back-${service.newId()}`,
		name: givenName.trim() || backupName(createdAt, map),
		createdAt,
		expiresAt: createdAt + days * dayMs,
		autoBackup: false,
		size: Math.round((40 + 60 * service.random()) * 1024 * 1024),
	};
}

/** The default name of a backup. */
export function backupName(createdAt: number, world: string): string {
	const stamp = new Date(createdAt).toISOString().slice(0, 19).replaceAll('-', '.').replace('T', '_');
	return `${stamp.replaceAll(':', '-')}_${world}`;
}

/** Deletes the oldest backups beyond the team's limit. */
export async function dropSurplus(service: ServiceContext, teamId: string): Promise<void> {
	const limit = service.store.teams.get(teamId)?.limits.maxBackups ?? Infinity;
	const all = service.store.servers
		.ofTeam(teamId)
		.flatMap(server => server.backups.map(backup => ({server, backup})))
		.sort((a, b) => a.backup.createdAt - b.backup.createdAt);
	const surplus = all.slice(0, Math.max(0, all.length - limit));
	// All records first: another backup may finish while an archive is being deleted.
	for (const {server, backup} of surplus) {
		const present = service.store.servers.get(server.id)?.backups ?? [];
		const backups = present.filter(({backupId}) => backupId !== backup.backupId);
		changeServer(service, server.id, {backups});
	}
	for (const {server, backup} of surplus) await discardArchive(service, server, backup);
}

/** Deletes the archive of a backup without a record. The team is notified if that fails: the new backup has succeeded. */
export async function discardArchive(
	service: ServiceContext,
	server: ServerRecord,
	backup: BackupRecord,
): Promise<void> {
	const {nodeId, teamId, linked} = server;
	try {
		if (linked)
			await service.records.transact(async ({order}) =>
				order(nodeId, agent => void agent.deleteArchive(server, backup)),
			);
		else await service.agentOf(nodeId).deleteArchive(server, backup);
	} catch (error) {
		const message = error instanceof Error ? error.message : String(error);
		notify(service, teamId, {type: 'ARCHIVE_NOT_DELETED', title: ownBackupMessages.notDeletedTitle, message});
	}
}
