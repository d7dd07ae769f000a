import {closeSync, fstatSync, statSync, type Stats} from 'node:fs';
import path from 'node:path';
import {isPassed, openNonBlocking, readPassed} from '../lib/files/regular-file.ts';
import {UsageError} from '../lib/errors.ts';
import {privacyMessages} from '../messages/config.ts';
import {readProblem} from '../messages/text.ts';

/**
`secret`: nobody else may read it. `decides`: nobody else may change it, because it says where secrets are sent or which
programs run. Both: nobody else may change its folder.
*/
export type Guard = 'secret' | 'decides';

/**
Returns why a file cannot be trusted, with the command that fixes it; undefined if it can, or does not exist. Like ssh,
requires that it belongs to this user or to root. Follows links.
*/
export function privacyProblem(file: string, guard: Guard, uid = process.getuid?.()): string | undefined {
	const found = statOf(file);
	return found && problemOf(file, found, guard, uid);
}

function problemOf(file: string, found: Stats, guard: Guard, uid = process.getuid?.()): string | undefined {
	// Only the user who started this program can read its input.
	if (uid === undefined || isPassed(file, found)) return undefined;
	const name = path.basename(file);
	if (found.uid !== uid && found.uid !== 0) return privacyMessages.foreignFile(name);
	if (guard === 'secret' && (found.mode & 0o077) !== 0) return privacyMessages.readable(name);
	if ((found.mode & 0o022) !== 0) return privacyMessages.writable(name);
	const folder = path.dirname(path.resolve(file));
	const folderStat = statSync(folder);
	if (folderStat.uid !== uid && folderStat.uid !== 0) return privacyMessages.foreignFolder(folder);
	// In a sticky folder like /tmp nobody else can replace the file.
	const isOpen = (folderStat.mode & 0o022) !== 0 && (folderStat.mode & 0o1000) === 0;
	return isOpen ? privacyMessages.writableFolder(folder) : undefined;
}

/** Undefined also for a file that cannot be examined, such as a loop of links: reading it reports the problem. */
function statOf(file: string): Stats | undefined {
	try {
		return statSync(file, {throwIfNoEntry: false});
	} catch {
		return undefined;
	}
}

/** Throws `UsageError` if `privacyProblem` finds a problem. */
export function checkPrivacy(file: string, guard: Guard): void {
	const problem = privacyProblem(file, guard);
	if (problem !== undefined) throw new UsageError(privacyMessages.notUsed(file, problem));
}

/** Reads a file with a secret, which nobody else may read, as by `readGuardedFile`. */
export const readSecretFile = (file: string): string | undefined => readGuardedFile(file, 'secret');

/**
Reads a file; undefined if it does not exist. Throws `UsageError` if it cannot be read or trusted. Checks the opened file,
because another file could take its place between a check of the path and the read.
*/
export function readGuardedFile(file: string, guard: Guard): string | undefined {
	let opened: number;
	try {
		opened = openNonBlocking(file);
	} catch (cause) {
		checkPrivacy(file, guard);
		if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return undefined;
		throw new UsageError(readProblem(cause, file), {cause});
	}
	try {
		const problem = problemOf(file, fstatSync(opened), guard);
		if (problem !== undefined) throw new UsageError(privacyMessages.notUsed(file, problem));
		return readPassed(file, opened).toString();
	} catch (cause) {
		if (cause instanceof UsageError) throw cause;
		throw new UsageError(readProblem(cause, file), {cause});
	} finally {
		closeSync(opened);
	}
}
