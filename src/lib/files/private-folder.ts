import {
	closeSync,
	constants,
	fchmodSync,
	fstatSync,
	mkdirSync,
	openSync,
	renameSync,
	rmSync,
	type Stats,
	statSync,
	writeFileSync,
} from 'node:fs';
import {homedir} from 'node:os';
import path from 'node:path';

/** Identifies this process. In containers process ids repeat, so the id alone would not be unique. */
export const thisProcess = `${process.pid}.${Date.now()}.${Math.random().toString(36).slice(2)}`;

/** Error code for a file or folder that another user could read or replace. */
const foreignCode = 'EFOREIGN';

/**
Creates a folder that only its owner can enter, with its missing parents. An existing folder of ours is made private as
well, unless it is shared: sticky like `/tmp`, or the home directory or above it. Throws what `mkdir`
throws, and an error with the code `EFOREIGN` for a folder of another user, who could replace what is written there.
*/
export function makePrivateFolder(folder: string): void {
	if (makeFolder(folder) || process.platform === 'win32') return;
	// Opened once, so that the checked folder is the one that is changed, even if it is replaced in between.
	const opened = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY);
	try {
		const found = fstatSync(opened);
		checkOwner(found, folder);
		const {mode, uid} = found;
		const isShared =
			(mode & 0o1000) !== 0 || `${homedir()}${path.sep}`.startsWith(withSlash(path.resolve(folder)));
		if ((mode & 0o077) === 0 || isShared || uid !== process.getuid?.()) return;
		fchmodSync(opened, mode & 0o700);
	} finally {
		closeSync(opened);
	}
}

/** Throws an error with the code `EFOREIGN` unless the file belongs to this user or root. */
export function checkOwner({uid}: Pick<Stats, 'uid'>, file: string): void {
	const own = process.getuid?.();
	// Root uses the folders of others, such as a volume of a container.
	if (own === undefined || own === 0 || uid === own || uid === 0) return;
	throw Object.assign(new Error(`${foreignCode}: ${file}`), {code: foreignCode});
}

/**
Creates a private folder and its missing parents, and returns whether the folder was missing. Node's recursive `mkdir`
loops forever in `/proc`.
*/
export function makeFolder(folder: string): boolean {
	try {
		return makeOneFolder(folder);
	} catch (error) {
		const parent = path.dirname(folder);
		if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT') || parent === folder)
			throw error;
		makeFolder(parent);
		return makeOneFolder(folder);
	}
}

function makeOneFolder(folder: string): boolean {
	try {
		mkdirSync(folder, {mode: 0o700});
		return true;
	} catch (error) {
		const found = statSync(folder, {throwIfNoEntry: false});
		if (found?.isDirectory()) return false;
		throw found ? Object.assign(new Error('ENOTDIR'), {code: 'ENOTDIR'}) : error;
	}
}

const withSlash = (folder: string): string => (folder.endsWith(path.sep) ? folder : folder + path.sep);

/** Replaces a file of its owner alone at once: it is never half written, and never readable for others. */
export function writePrivateFile(file: string, text: string): void {
	const fresh = `${file}.${thisProcess}`;
	try {
		writeFileSync(fresh, text, {mode: 0o600, flag: 'wx'});
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
