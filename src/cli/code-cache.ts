import {
	closeSync,
	constants,
	fchmodSync,
	fstatSync,
	lstatSync,
	openSync,
	readdirSync,
	renameSync,
	rmSync,
	writeFileSync,
	type Stats,
} from 'node:fs';
import path from 'node:path';
import {crc32} from 'node:zlib';
import {home} from '../config/paths.ts';
import {makeFolder} from '../lib/private-folder.ts';
import {readShared} from './read-shared.ts';
import {launchMessages} from '../messages/cli-launch.ts';

/*
The code that V8 compiled in an earlier run. V8 executes it without further checks, so only files that nobody else
could have written are read, and symbolic links are not followed: the cache folder may be inside a shared one such
as /tmp. A checksum follows the code, because damaged code crashes V8: a power loss can leave a file with empty
pages. Windows does not have these modes and flags (an `undefined` flag has no effect), nor a shared cache folder.
*/
const {O_RDONLY, O_WRONLY, O_CREAT, O_EXCL, O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK} = constants;
const ownUid = process.getuid?.();

export function codeCacheFolder(env: NodeJS.ProcessEnv): string {
	const cacheHome = env['XDG_CACHE_HOME'];
	if (cacheHome !== undefined && path.isAbsolute(cacheHome)) return path.join(cacheHome, 'rcondeck');
	return path.join(home(env), '.cache', 'rcondeck');
}

/** Returns whether the folder belongs to this user and is closed to others. Throws if it does not exist. */
export function isPrivate(folder: string): boolean {
	const found = lstatSync(folder);
	return found.isDirectory() && isOurs(found) && isClosed(found);
}

const isOurs = ({uid}: Stats) => ownUid === undefined || uid === ownUid;
const isClosed = ({mode}: Stats) => ownUid === undefined || (mode & 0o077) === 0;

/** The checksum after the code: CRC-32, little-endian. */
const checksumBytes = 4;

/** Returns undefined if the file is missing, damaged or not safe to execute. The next `readShared` overwrites the result. */
export function readCode(file: string): Buffer | undefined {
	try {
		if (!isPrivate(path.dirname(file))) return undefined;
		const opened = openSync(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
		try {
			const found = fstatSync(opened);
			if (!found.isFile() || !isOurs(found) || !isClosed(found)) return undefined;
			const bytes = readShared(opened, 0, found.size);
			const code = bytes.subarray(0, -checksumBytes);
			return crc32(code) === bytes.readUInt32LE(code.length) ? code : undefined;
		} finally {
			closeSync(opened);
		}
	} catch {
		return undefined;
	}
}

/** When the file was last written, epoch ms; undefined if it is not there. */
export function writtenAt(file: string): number | undefined {
	try {
		return lstatSync(file).mtimeMs;
	} catch {
		return undefined;
	}
}

/**
Writes the code to the file and removes other files in the folder that start with one of `prefixes`. Returns whether the code is
written.
*/
export function storeCode(code: () => Buffer, file: string, prefixes: readonly string[]): boolean {
	const folder = path.dirname(file);
	try {
		makeFolder(folder);
		makePrivate(folder);
		const fresh = `${file}.${process.pid}`;
		// In a container an earlier process may have had the same id.
		rmSync(fresh, {force: true});
		writeNew(fresh, withChecksum(code()));
		renameSync(fresh, file);
		for (const name of readdirSync(folder)) {
			if (name !== path.basename(file) && prefixes.some(prefix => name.startsWith(prefix)))
				rmSync(path.join(folder, name));
		}
		return true;
	} catch {
		// Without the cache the next start takes a little longer.
		return false;
	}
}

function withChecksum(code: Buffer): Buffer {
	const checksum = Buffer.alloc(checksumBytes);
	checksum.writeUInt32LE(crc32(code));
	return Buffer.concat([code, checksum]);
}

/** Throws if the folder is a symbolic link or belongs to another user. */
function makePrivate(folder: string): void {
	if (ownUid === undefined) return;
	const opened = openSync(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
	try {
		const found = fstatSync(opened);
		if (!isOurs(found)) throw new Error(launchMessages.foreignFolder(folder));
		if (!isClosed(found)) fchmodSync(opened, 0o700);
	} finally {
		closeSync(opened);
	}
}

function writeNew(file: string, content: Buffer): void {
	const opened = openSync(file, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
	try {
		writeFileSync(opened, content);
	} catch (error) {
		rmSync(file, {force: true});
		throw error;
	} finally {
		closeSync(opened);
	}
}
