import {powerKinds} from '../../contract/models/own-server.ts';
import {existsSync, renameSync} from 'node:fs';
import {realpath, rm, stat} from 'node:fs/promises';
import path from 'node:path';
import {recordState} from '../../contract/states.ts';
import {repeat} from '../../lib/time/clock.ts';
import {codeOf} from '../../lib/net/connection-problem.ts';
import {makePrivateFolder} from '../../lib/files/private-folder.ts';
import {ownBackupMessages as messages} from '../../messages/own-servers.ts';
import {backupName, discardArchive, dropSurplus} from '../agent/backups.ts';
import {createTask, inBackground, runTask} from '../agent/tasks.ts';
import {changeServer} from '../context.ts';
import {publishBackup, setState, setTask} from '../records/publish.ts';
import type {BackupKind, BackupRecord, ServerRecord, TaskRecord} from '../records/records.ts';
import {BackupError, checkRoom, createArchive, extractArchive, partialOf, sizeOf} from './archive.ts';
import {maxLateMs} from './late-actions.ts';
import {createWork, type Member, type OwnNode} from './node.ts';
import {show} from './observation.ts';
import {report as reportTo, showReport} from './report.ts';
import {pauseSaving, resumeSaving, save, tryResume} from './saving.ts';

/** How often the progress of an archive is reported. */
const reportMs = 2000;
const resumeMs = 30_000;

/** Returns why the settings of a server rule out backups or rollbacks, as a sentence. */
export function filesBlocked(
	node: OwnNode,
	serverId: string,
	operation: 'backup' | 'rollback',
): string | undefined {
	const own = node.service.store.servers.get(serverId)?.own;
	if (!own) return undefined;
	const {power, backup} = own;
	if (powerKinds[power.kind].isRemote) return messages.remoteFiles;
	if (!backup) return messages.noDirectory;
	if (operation === 'rollback' && power.kind === 'none') return messages.rollbackNeedsDriver;
	return archivesOf(node, backup.archives) === undefined ? messages.noArchives : undefined;
}

/** The server's own folder for archives, else that of the node's settings, else the usual one. */
function archivesOf({id, service, archives}: OwnNode, own: string | undefined): string | undefined {
	const setting = service.store.nodes.get(id)?.settings['serverBackupsDirectory'];
	return own ?? (typeof setting === 'string' && setting !== '' ? setting : archives);
}

/** Creates the task, and returns the work that must start after the commit. */
export function backUp(node: OwnNode, serverId: string, name: string): () => Promise<void> {
	const task = createTask(node, {type: 'BACKUP', targetIds: [serverId], context: {backupName: name}});
	return () => resumeBackup(node, task);
}

/** Runs a backup from its beginning, also after a restart of the service. */
export function resumeBackup(node: OwnNode, task: TaskRecord): Promise<void> {
	const [serverId = ''] = task.targetIds;
	return runTask(node, task, (signal, report) =>
		reportFailure(node, serverId, messages.backupFailed, () =>
			withFiles(node, serverId, signal, (member, files) => pack(node, task, {member, signal: files, report})),
		),
	);
}

type Pack = {member: Member; signal: AbortSignal; report: (percentage: number) => void};

async function pack(node: OwnNode, task: TaskRecord, {member, signal, report}: Pack): Promise<void> {
	const {service} = node;
	const [serverId = ''] = task.targetIds;
	const {server, settings} = recordOf(node, serverId, 'backup');
	if (server.state !== 'ONLINE' && server.state !== 'OFFLINE')
		throw new BackupError(messages.notSettled(recordState(server.state)));
	const directory = await realDirectory(settings.directory);
	const folder = await openFolder(archivesOf(node, settings.archives) ?? '', directory);
	const file = path.join(folder, fileName(server, task));
	const contentSize = await sizeOf(directory, signal);
	await checkRoom(folder, contentSize);
	const createdAt = service.clock.now();
	const stopReporting = reportProgress(node, file, contentSize, report);
	let archive: {size: number; kind: BackupKind};
	try {
		archive = await whileQuiet(node, server, {member, signal}, async kind => {
			const {size, isChanged} = await createArchive({directory, file, env: node.env, signal});
			const isSame = service.store.servers.get(serverId)?.state === server.state;
			return {size, kind: isChanged || !isSame ? 'running' : kind};
		});
	} finally {
		stopReporting();
	}
	const name = String(task.context?.['backupName'] ?? '').trim();
	await keep(node, serverId, {
		backupId: `gmc-back-${service.newId()}`,
		name: name || backupName(task.createdAt, path.basename(directory)),
		createdAt,
		autoBackup: false,
		...archive,
		file,
		contentSize,
		directory,
	});
}

/** Runs a task after the game has saved to disk, and while it writes as little as it can. */
async function whileQuiet<Result>(
	node: OwnNode,
	{id, state}: ServerRecord,
	{member, signal}: Pick<Pack, 'member' | 'signal'>,
	work: (kind: BackupKind) => Promise<Result>,
): Promise<Result> {
	if (state === 'OFFLINE') {
		const found = await member.server.observe(signal);
		if (found.state === 'OFFLINE') return work(found.isCertain ? 'offline' : 'running');
	}
	const {backup, save: saving} = member.server.lines;
	if (!backup) {
		if (saving === undefined) throw new BackupError(messages.offlineOnly);
		await save(node, id, saving, signal);
		return work('running');
	}
	try {
		await pauseSaving(node, id, backup, signal);
		return await work('paused');
	} finally {
		const isDone = await tryResume(node, id, {timeoutMs: resumeMs, signal: node.closed});
		// After this backup, because it ends when it finds one in progress.
		if (!isDone && member.files)
			void member.files.ended.then(() => inBackground(node, () => resumeSaving(node, id)));
	}
}

/** Stores a complete backup, instead of an earlier one with its name. */
async function keep(node: OwnNode, serverId: string, backup: BackupRecord): Promise<void> {
	const {service} = node;
	const server = service.store.servers.get(serverId);
	if (!server) throw new BackupError(messages.serverGone);
	const others = server.backups.filter(({name}) => name !== backup.name);
	changeServer(service, serverId, {backups: [...others, backup]});
	publishBackup(service, server, backup);
	for (const replaced of server.backups)
		if (!others.includes(replaced) && replaced.file !== backup.file)
			await discardArchive(service, server, replaced);
	await dropSurplus(service, server.teamId);
}

/** Deletes the archive of a backup, which may be missing. Throws `BackupError`. */
export async function deleteArchive({file}: BackupRecord): Promise<void> {
	if (file === undefined) return;
	try {
		await rm(file, {force: true});
	} catch (error) {
		throw new BackupError(messages.notDeleted(file, codeOf(error)), {cause: error});
	}
}

/** Like `backUp`. */
export function rollBack(node: OwnNode, serverId: string, backupId: string): () => Promise<void> {
	const task = createTask(node, {type: 'ROLLBACK', targetIds: [serverId], context: {backupId}});
	return () => resumeRollBack(node, task);
}

/** Runs a rollback from the beginning. After a restart of the service, only if the team still expects it. */
export function resumeRollBack(node: OwnNode, task: TaskRecord): Promise<void> {
	const [serverId = ''] = task.targetIds;
	return runTask(node, task, signal =>
		reportFailure(node, serverId, messages.rollbackFailed, async () => {
			if (isReplaced(task)) return reportRollBack(node, task);
			checkCurrent(node, task, serverId);
			await withFiles(node, serverId, signal, (member, files) => restore(node, task, member, files));
		}),
	);
}

/** Throws `BackupError` if the rollback would destroy progress made since it was requested. */
function checkCurrent({service}: OwnNode, {createdAt}: TaskRecord, serverId: string): void {
	const {lastUpAt = 0} = service.store.servers.get(serverId) ?? {};
	const isLate = service.clock.now() - createdAt > maxLateMs;
	if (isLate || lastUpAt > createdAt) throw new BackupError(messages.rollbackTooLate);
}

/** Rolls back a server once it is certainly OFFLINE. Nothing observes or starts it in the meantime. */
async function restore(node: OwnNode, task: TaskRecord, member: Member, files: AbortSignal): Promise<void> {
	const [serverId = ''] = task.targetIds;
	const {server} = recordOf(node, serverId, 'rollback');
	const mayBeOffline = (state: string) => state === 'OFFLINE' || state === 'UNKNOWN';
	if (!mayBeOffline(server.state)) throw new BackupError(messages.notOffline);
	const checkStopped = async () => {
		const {state, isCertain, problem} = await member.server.observe(files);
		if (!mayBeOffline(state)) throw new BackupError(messages.notOffline);
		if (state === 'UNKNOWN' || !isCertain) throw new BackupError(messages.notSurelyOffline(problem));
	};
	await checkStopped();
	const work = createWork();
	member.work = work;
	setState(node.service, serverId, 'CREATING');
	try {
		await unpack(node, task, {checkStopped, signal: AbortSignal.any([files, work.controller.signal])});
	} finally {
		work.carriedOut.resolve();
		if (member.work === work) {
			member.work = undefined;
			if (!node.closed.aborted) show(node, serverId, 'OFFLINE');
		}
	}
}

/** Reports with the server why a task on its files failed. */
async function reportFailure(
	node: OwnNode,
	serverId: string,
	message: (server: string, why: string) => string,
	work: () => Promise<void>,
): Promise<void> {
	try {
		await work();
	} catch (error) {
		const {displayName = ''} = node.service.store.servers.get(serverId) ?? {};
		if (error instanceof BackupError && !node.closed.aborted)
			showReport(node, serverId, message(displayName, error.message), true);
		throw error;
	}
}

/** `checkStopped` throws `BackupError` if the server may be running. */
type Unpack = {checkStopped: () => Promise<void>; signal: AbortSignal};

/** Replaces the directory of a server by that of a backup. The previous one is moved aside. */
async function unpack(node: OwnNode, task: TaskRecord, {checkStopped, signal}: Unpack): Promise<void> {
	const {service, env} = node;
	const [serverId = ''] = task.targetIds;
	const {server, settings} = recordOf(node, serverId, 'rollback');
	const backup = server.backups.find(({backupId}) => backupId === task.context?.['backupId']);
	if (backup?.file === undefined || !existsSync(backup.file))
		throw new BackupError(messages.archiveGone(backup?.file ?? ''));
	const directory = await realDirectory(settings.directory);
	if (backup.directory !== directory)
		throw new BackupError(messages.otherDirectory(backup.directory, directory));
	await checkUnused(node, serverId, directory);
	const aside = `${directory}.before-${stampOf(task)}`;
	const restored = `${directory}.restored-${stampOf(task)}`;
	await rm(restored, {recursive: true, force: true});
	await checkRoom(path.dirname(directory), backup.contentSize ?? 0);
	try {
		await extractArchive({directory: restored, file: backup.file, env, signal});
		// It may have been started outside the service during the extraction.
		await checkUnused(node, serverId, directory);
		await checkStopped();
		signal.throwIfAborted();
		setTask(service, {...(service.store.tasks.get(task.id) ?? task), order: {directory, aside}});
		replaceDirectory(directory, restored, aside);
	} finally {
		await rm(restored, {recursive: true, force: true}).catch(() => {});
	}
	reportRollBack(node, {...task, order: {directory, aside}});
}

/** Reports a rollback whose directory has been replaced. */
function reportRollBack(node: OwnNode, {targetIds, context, order}: TaskRecord): void {
	const [serverId = ''] = targetIds;
	const {displayName = '', backups = []} = node.service.store.servers.get(serverId) ?? {};
	const name = backups.find(({backupId}) => backupId === context?.['backupId'])?.name ?? '';
	const {title, message} = messages.rolledBack;
	const text = message(displayName, name, String(order['aside']));
	reportTo(node, serverId, {type: 'SERVER_ROLLED_BACK', title, message: text, isFailure: false});
}

/** Returns whether a killed service had replaced the directory. Only valid after `repairRollBack`. */
const isReplaced = ({order: {directory, aside}}: TaskRecord): boolean =>
	typeof directory === 'string' && typeof aside === 'string' && existsSync(directory) && existsSync(aside);

/** Nothing can happen between the two steps except the end of this process; see `repairRollBack`. */
function replaceDirectory(directory: string, restored: string, aside: string): void {
	try {
		renameSync(directory, aside);
		renameSync(restored, directory);
	} catch (error) {
		if (!existsSync(directory) && existsSync(aside)) renameSync(aside, directory);
		throw new BackupError(messages.notReplaced(directory, codeOf(error)), {cause: error});
	}
}

/** Puts back the directory that a killed service has moved aside without replacing it. */
export function repairRollBack({order: {directory, aside}}: TaskRecord): void {
	if (typeof directory !== 'string' || typeof aside !== 'string') return;
	if (!existsSync(directory) && existsSync(aside)) renameSync(aside, directory);
}

/** Runs tasks on the files of a server, one at a time. A new action on the server aborts the task. */
async function withFiles(
	{members}: OwnNode,
	serverId: string,
	signal: AbortSignal,
	work: (member: Member, signal: AbortSignal) => Promise<void>,
): Promise<void> {
	while (members.get(serverId)?.files) await members.get(serverId)?.files?.ended;
	const member = members.get(serverId);
	if (!member) throw new BackupError(messages.serverGone);
	const {promise: ended, resolve: end} = Promise.withResolvers<void>();
	const order = new AbortController();
	const files = {ended, abort: () => order.abort(new BackupError(messages.interrupted))};
	member.files = files;
	try {
		await work(member, AbortSignal.any([signal, order.signal]));
	} finally {
		member.files = undefined;
		end();
	}
}

/** Returns the server with its backup paths. Throws `BackupError`. */
function recordOf(node: OwnNode, serverId: string, operation: 'backup' | 'rollback') {
	const server = node.service.store.servers.get(serverId);
	const settings = server?.own?.backup;
	const blocked = filesBlocked(node, serverId, operation);
	if (!server || !settings || blocked !== undefined) throw new BackupError(blocked ?? messages.serverGone);
	return {server, settings};
}

/** Throws `BackupError` if another server that may be running has files in a directory, or the directory in its own. */
async function checkUnused({service}: OwnNode, serverId: string, directory: string): Promise<void> {
	for (const {id, own, state, displayName} of service.store.servers.all()) {
		const other = own?.backup?.directory;
		if (id === serverId || other === undefined || state === 'OFFLINE') continue;
		const real = await realpath(other).catch(() => path.resolve(other));
		if (isInside(real, directory) || isInside(directory, real))
			throw new BackupError(messages.directoryShared(directory, displayName, recordState(state)));
	}
}

/** Returns whether a folder is a directory or is in it. */
const isInside = (folder: string, directory: string): boolean =>
	`${folder}${path.sep}`.startsWith(`${directory}${path.sep}`);

/** Resolves symbolic links, so that a rollback replaces the directory and not a link to it. */
async function realDirectory(directory: string): Promise<string> {
	try {
		const real = await realpath(directory);
		if ((await stat(real)).isDirectory()) return real;
	} catch (error) {
		if (!['ENOENT', 'ENOTDIR'].includes(codeOf(error)))
			throw new BackupError(messages.unreadable(directory, codeOf(error)), {cause: error});
	}
	throw new BackupError(messages.noSuchDirectory(directory));
}

/** Creates the folder for archives, if necessary, and returns its real path. */
async function openFolder(archives: string, directory: string): Promise<string> {
	if (!path.isAbsolute(archives)) throw new BackupError(messages.notAFullPath);
	let folder: string;
	try {
		if (!existsSync(archives)) makePrivateFolder(archives);
		folder = await realpath(archives);
	} catch (error) {
		throw new BackupError(messages.archivesUnusable(archives, codeOf(error)), {cause: error});
	}
	if (isInside(folder, directory)) throw new BackupError(messages.archivesInside(folder, directory));
	return folder;
}

/** The name depends only on the task, so that a repeated task replaces its own leftovers. */
const fileName = ({displayName}: ServerRecord, task: TaskRecord): string =>
	`${displayName.replaceAll(/[^\p{L}\p{N}_-]+/gu, '-').slice(0, 60)}_${stampOf(task)}.tar.gz`;

const stampOf = ({createdAt, id}: TaskRecord): string =>
	`${new Date(createdAt).toISOString().slice(0, 19).replace('T', '_').replaceAll(':', '-')}_${id.slice(0, 6)}`;

/** Reports the progress of an archive. Returns a function that stops the reports. */
function reportProgress(
	node: OwnNode,
	file: string,
	contentSize: number,
	report: Pack['report'],
): () => void {
	let isOver = false;
	const look = async () => {
		const size = await stat(partialOf(file)).then(
			facts => facts.size,
			() => 0,
		);
		if (!isOver) report(Math.min(95, Math.round((100 * size) / Math.max(1, contentSize))));
	};
	const stop = repeat(
		node.service.clock,
		() => reportMs,
		() => inBackground(node, () => look()),
	);
	return () => {
		isOver = true;
		stop();
	};
}
