import {pause} from '../../lib/time/clock.ts';
import {ownBackupMessages} from '../../messages/own-servers.ts';
import {ConsoleError} from '../console/console-error.ts';
import {changeServer} from '../context.ts';
import {notify} from '../records/history.ts';
import type {ServerRecord} from '../records/records.ts';
import {BackupError} from './archive.ts';
import type {Member, OwnNode} from './node.ts';
import {report} from './report.ts';

/*
A game that stopped saving on command and never resumed loses all later changes at its next crash. So the record has
a flag from before the pause until the game has confirmed that it resumed.
*/

/** How long a game may take to write its world to the disk. */
const saveMs = 10 * 60_000;
const resumeMs = 30_000;
/** The time limit while the service closes. */
const closingMs = 5000;
const retryMs = 5000;
const maxRetryMs = 60_000;
/** Attempts until the team is notified. */
const patientAttempts = 3;

/** Makes the game save once and then pause saving. Throws `BackupError`. */
export async function pauseSaving(
	node: OwnNode,
	serverId: string,
	{pause: stop, flush, resume}: {pause: string; flush?: string; resume: string},
	signal: AbortSignal,
): Promise<void> {
	changeServer(node.service, serverId, {isSavingPaused: true, resumeCommand: resume});
	await save(node, serverId, stop, signal);
	if (flush !== undefined) await save(node, serverId, flush, signal);
}

/** Runs a command that saves, and waits for its answer. Throws `BackupError`. */
export async function save(
	{members}: OwnNode,
	serverId: string,
	command: string,
	signal: AbortSignal,
): Promise<void> {
	try {
		await members.get(serverId)?.server.send(command, {timeoutMs: saveMs, signal});
	} catch (error) {
		if (!(error instanceof ConsoleError)) throw error;
		throw new BackupError(ownBackupMessages.commandFailed(command, error.message), {cause: error});
	}
}

/** Makes the game resume saving; retries until it has answered or ended. */
export async function resumeSaving(node: OwnNode, serverId: string): Promise<void> {
	const {clock, store} = node.service;
	for (let attempt = 1; ; attempt++) {
		// A backup in progress ends its pause itself.
		if (node.members.get(serverId)?.files) return;
		if (await tryResume(node, serverId, {timeoutMs: resumeMs, signal: node.closed})) return;
		const {displayName = ''} = store.servers.get(serverId) ?? {};
		const {title, message} = ownBackupMessages.savingPaused;
		const text = message(displayName, commandOf(node, serverId) ?? '');
		if (attempt === patientAttempts) report(node, serverId, {type: 'SAVING_PAUSED', title, message: text});
		await pause(clock, Math.min(retryMs * attempt, maxRetryMs), node.closed);
	}
}

/** Sends the command once, while the service closes and the consoles are still open. */
export async function resumeBeforeClose(node: OwnNode, serverId: string): Promise<void> {
	await tryResume(node, serverId, {timeoutMs: closingMs, signal: new AbortController().signal});
}

/** Sends the resume command of a removed server once. There is no retry, because its record is gone. */
export async function resumeRemoved(
	{service}: OwnNode,
	{teamId, displayName, isSavingPaused, resumeCommand}: ServerRecord,
	{server}: Member,
): Promise<void> {
	const command = resumeCommand ?? server.lines.backup?.resume;
	if (isSavingPaused !== true || command === undefined) return;
	try {
		await server.send(command, {timeoutMs: resumeMs, signal: new AbortController().signal});
	} catch (error) {
		if (!(error instanceof ConsoleError)) throw error;
		const {title, removed} = ownBackupMessages.savingPaused;
		notify(service, teamId, {type: 'SAVING_PAUSED', title, message: removed(displayName, command)});
	}
}

/** Resolves to true if saving is no longer paused. */
export async function tryResume(
	node: OwnNode,
	serverId: string,
	options: {timeoutMs: number; signal: AbortSignal},
): Promise<boolean> {
	const {service, members} = node;
	const record = service.store.servers.get(serverId);
	if (record?.isSavingPaused !== true) return true;
	const command = commandOf(node, serverId);
	const done = () => void changeServer(service, serverId, {isSavingPaused: false});
	if (command === undefined) {
		done();
		return true;
	}
	const {server, files: before} = members.get(serverId) ?? {};
	try {
		const found = record.state === 'OFFLINE' ? await server?.observe(options.signal) : undefined;
		// A game always starts with saving on.
		const isDown = found?.state === 'OFFLINE' && found.isCertain;
		if (!isDown) await server?.send(command, options);
	} catch (error) {
		if (error instanceof ConsoleError || options.signal.aborted) return false;
		throw error;
	}
	// Unless another backup has paused it again meanwhile.
	if (members.get(serverId)?.files === before) done();
	return true;
}

/** The command from when the backup began: the settings may have changed since, but not the game that it paused. */
const commandOf = ({members, service}: OwnNode, serverId: string): string | undefined =>
	service.store.servers.get(serverId)?.resumeCommand ?? members.get(serverId)?.server.lines.backup?.resume;
