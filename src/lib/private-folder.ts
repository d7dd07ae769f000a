import {chmodSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {homedir} from 'node:os';
import path from 'node:path';

/**
Creates a folder that only its owner can enter, with its missing parents. An existing folder of ours is made private as
well, unless it is shared: sticky like `/tmp`, or the home directory or above it. Throws what `mkdir`
throws.
*/
export function makePrivateFolder(folder: string): void {
	if (mkdirSync(folder, {recursive: true, mode: 0o700}) !== undefined || process.platform === 'win32') return;
	const {mode, uid} = statSync(folder);
	const isShared =
		(mode & 0o1000) !== 0 || `${homedir()}${path.sep}`.startsWith(withSlash(path.resolve(folder)));
	if ((mode & 0o077) === 0 || isShared || uid !== process.getuid?.()) return;
	chmodSync(folder, mode & 0o700);
}

const withSlash = (folder: string): string => (folder.endsWith(path.sep) ? folder : folder + path.sep);

/** Replaces a file of its owner alone at once: it is never half written, and never readable for others. */
export function writePrivateFile(file: string, text: string): void {
	const fresh = `${file}.${process.pid}`;
	try {
		writeFileSync(fresh, text, {mode: 0o600});
		renameSync(fresh, file);
	} catch (error) {
		rmSync(fresh, {force: true});
		throw error;
	}
}

/**
Creates the file, unless it exists, for its owner alone. An existing file is not opened: closing it would release the
locks that this process has on it. (POSIX: fcntl)
*/
export function createPrivateFile(file: string): void {
	try {
		writeFileSync(file, '', {mode: 0o600, flag: 'wx'});
	} catch (error) {
		if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
	}
}
