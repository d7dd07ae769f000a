import {statSync} from 'node:fs';
import path from 'node:path';
import {UsageError} from '../lib/usage-error.ts';
import {privacyMessages} from '../messages/config-files.ts';

/** `secret`: nobody else may read it. `executes`: nobody else may change it. Both: nobody else may change its folder. */
export type Guard = 'secret' | 'executes';

/**
Returns why a file cannot be trusted, with the command that fixes it; undefined if it can, or does not exist. Like ssh,
requires that it belongs to this user or to root. Follows links.
*/
export function privacyProblem(file: string, guard: Guard, uid = process.getuid?.()): string | undefined {
	const found = statSync(file, {throwIfNoEntry: false});
	if (!found || uid === undefined) return undefined;
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

/** Throws `UsageError` if `privacyProblem` finds a problem. */
export function checkPrivacy(file: string, guard: Guard): void {
	const problem = privacyProblem(file, guard);
	if (problem !== undefined) throw new UsageError(privacyMessages.notUsed(file, problem));
}
