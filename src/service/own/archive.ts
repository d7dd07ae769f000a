import {lstat, mkdir, open, readdir, rename, rm, stat, statfs} from 'node:fs/promises';
import path from 'node:path';
import {codeOf} from '../../lib/net/connection-problem.ts';
import {ownBackupMessages} from '../../messages/own-servers.ts';
import {programMessages} from '../../messages/power.ts';
import type {ProgramEnd} from '../../lib/process/run-program.ts';
import {localRunner} from '../power/programs.ts';

/** A backup or rollback is not possible. The message is a sentence for the user. */
export class BackupError extends Error {
	override readonly name = 'BackupError';
}

type Options = {
	directory: string;
	file: string;
	env: NodeJS.ProcessEnv;
	signal: AbortSignal;
};

/** The time limit of an archive program, ms: large worlds on slow disks. */
const patienceMs = 12 * 60 * 60_000;
/** Free space that must be left. */
const marginBytes = 64 * 1024 * 1024;

/**
Writes the files of a directory to an archive that did not exist. The archive appears under its name only when it is complete,
verified and on the disk. `isChanged`: files changed meanwhile. Throws `BackupError`.
*/
export async function createArchive({
	directory,
	file,
	env,
	signal,
}: Options): Promise<{size: number; isChanged: boolean}> {
	const partial = partialOf(file);
	const tar = archiver(env, signal);
	try {
		// Worlds and their settings may contain secrets.
		await (await open(partial, 'w', 0o600)).close();
		const packed = await tar('-czf', partial, '-C', directory, '.');
		const isChanged = isOnlyChange(packed);
		if (!isChanged) requireSuccess(packed);
		requireSuccess(await tar('-tzf', partial));
		await sync(partial);
		signal.throwIfAborted();
		await rename(partial, file);
		await sync(path.dirname(file));
		return {size: (await stat(file)).size, isChanged};
	} catch (error) {
		await rm(partial, {force: true}).catch(() => {});
		throw signal.aborted ? signal.reason : backupErrorOf(error, path.dirname(file));
	}
}

/** Extracts an archive into a new directory. Throws `BackupError`. */
export async function extractArchive({directory, file, env, signal}: Options): Promise<void> {
	try {
		await mkdir(directory);
		requireSuccess(await archiver(env, signal)('-xpzf', file, '-C', directory));
	} catch (error) {
		throw signal.aborted ? signal.reason : backupErrorOf(error, path.dirname(directory));
	}
}

/** The name of an archive that is being written. */
export const partialOf = (file: string): string => `${file}.partial`;

/** Returns the size of all files below a directory, in bytes. Files that disappear meanwhile do not count. Throws `BackupError`. */
export async function sizeOf(directory: string, signal: AbortSignal): Promise<number> {
	let total = 0;
	try {
		for (const entry of await readdir(directory, {recursive: true, withFileTypes: true})) {
			signal.throwIfAborted();
			if (!entry.isFile()) continue;
			const facts = await lstat(path.join(entry.parentPath, entry.name)).catch(() => undefined);
			total += facts?.size ?? 0;
		}
		return total;
	} catch (error) {
		signal.throwIfAborted();
		throw new BackupError(ownBackupMessages.unreadable(directory, codeOf(error)), {cause: error});
	}
}

/** Throws `BackupError` if a folder has too little free space. */
export async function checkRoom(folder: string, bytes: number): Promise<void> {
	const {bavail, bsize} = await statfs(folder);
	const [needed, free] = [bytes + marginBytes, bavail * bsize];
	if (free < needed) throw new BackupError(ownBackupMessages.noRoom(folder, needed, free));
}

/** Returns a function that runs tar without a shell, at low priority so that the game does not lag. */
function archiver(env: NodeJS.ProcessEnv, signal: AbortSignal) {
	const runner = localRunner({...env, LC_ALL: 'C'});
	const program = process.platform === 'win32' ? ['tar'] : ['nice', '-n', '10', 'tar'];
	return (...args: string[]) => runner.run([...program, ...args], {signal, timeoutMs: patienceMs});
}

function requireSuccess(end: ProgramEnd): void {
	if (end.kind !== 'exited' || end.code !== 0) throw new BackupError(programMessages.failed('tar', end));
}

/** (GNU tar: Synopsis) It exits with 1 if files changed while they were read; others exit with 1 after any error. */
const isOnlyChange = (end: ProgramEnd): boolean =>
	end.kind === 'exited' &&
	end.code === 1 &&
	end.errors
		.split('\n')
		.filter(line => line !== '')
		.every(line =>
			/: (file changed as we read it|File removed before we read it|socket ignored)$/.test(line),
		);

async function sync(file: string): Promise<void> {
	await using handle = await open(file, 'r');
	await handle.sync();
}

const backupErrorOf = (error: unknown, folder: string): unknown =>
	error instanceof BackupError
		? error
		: new BackupError(ownBackupMessages.archivesUnusable(folder, codeOf(error)), {cause: error});
