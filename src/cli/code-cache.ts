import {
	chmodSync,
	closeSync,
	constants,
	fstatSync,
	lstatSync,
	openSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	writeFileSync,
	type Stats,
} from 'node:fs';
import path from 'node:path';
import {crc32} from 'node:zlib';
import {home} from '../config/paths.ts';
import {makeFolder} from '../lib/files/private-folder.ts';
import {systemClock} from '../lib/time/clock.ts';

/*
V8 executes cached code without further checks, so only files that nobody else could have written are read, and symbolic
links are not followed: the cache folder may be inside a shared one such as /tmp. A checksum follows the code, because damaged
code crashes V8: a power loss can leave a file with empty pages. Windows does not have these modes and flags (an `undefined`
flag has no effect), nor a shared cache folder.
*/
const {O_RDONLY, O_NOFOLLOW, O_NONBLOCK} = constants;
const user = process.getuid?.();

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

const isOurs = ({uid}: Stats) => user === undefined || uid === user;
const isClosed = ({mode}: Stats) => user === undefined || (mode & 0o077) === 0;

/** Returns the first word that is neither an option nor its value; `tui` without one. */
export const commandIn = (words: readonly string[]): string =>
	words.find(
		(word, at) =>
			/^(?:__)?[a-z][a-z-]{0,30}$/.test(word) &&
			!/^--(?:profile|url|deadline|log-file|log-level)$/.test(words[at - 1] ?? ''),
	) ?? 'tui';

/** The file with the code of this command, of the build with this id. */
export function codeFile(id: string): string {
	const {env, argv, versions, arch} = process;
	const name = `code-${commandIn(argv.slice(2))}-${id}-${versions.v8}-${arch}`;
	return path.join(codeCacheFolder(env), name);
}

/** The checksum after the code: CRC-32, little-endian. */
export const checksumBytes = 4;

const dayMs = 86_400_000;

/** Returns undefined if the file is missing, damaged or not safe to execute. `isOld`: it was stored more than a day ago. */
export function readCode(file: string): {code: Buffer; isOld: boolean} | undefined {
	try {
		if (!isPrivate(path.dirname(file))) return undefined;
		const opened = openSync(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
		const found = fstatSync(opened);
		const isSafe = found.isFile() && isOurs(found) && isClosed(found);
		const bytes = isSafe ? readFileSync(opened) : Buffer.of();
		closeSync(opened);
		const code = bytes.subarray(0, -checksumBytes);
		if (crc32(code) !== bytes.readUInt32LE(code.length)) return undefined;
		return {code, isOld: systemClock.now() - found.mtimeMs > dayMs};
	} catch {
		return undefined;
	}
}

/** Stores the code in place of that of earlier builds. If it cannot be stored, the next start takes a little longer. */
export function storeCode(file: string, code: () => Buffer): void {
	const [folder, name] = [path.dirname(file), path.basename(file)];
	const fresh = `${file}.${process.pid}`;
	try {
		makeFolder(folder);
		const found = lstatSync(folder);
		if (!found.isDirectory() || !isOurs(found)) return;
		if (!isClosed(found)) chmodSync(folder, 0o700);
		// In a container an earlier process may have had the same id.
		rmSync(fresh, {force: true});
		try {
			const bytes = code();
			const checksum = Buffer.alloc(checksumBytes);
			checksum.writeUInt32LE(crc32(bytes));
			writeFileSync(fresh, Buffer.concat([bytes, checksum]), {mode: 0o600, flag: 'wx'});
			renameSync(fresh, file);
		} finally {
			rmSync(fresh, {force: true});
		}
		const ofCommand = /^code-.*?-(?=[0-9a-f]{16}-)/.exec(name)?.[0] ?? name;
		for (const other of readdirSync(folder))
			if (other !== name && other.startsWith(ofCommand)) rmSync(path.join(folder, other));
	} catch {
		// As above.
	}
}
