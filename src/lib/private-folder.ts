import {chmodSync, mkdirSync, statSync, writeFileSync} from 'node:fs';
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
