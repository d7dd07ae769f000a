import {
	closeSync,
	constants,
	fchmodSync,
	fstatSync,
	lstatSync,
	mkdirSync,
	openSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	writeFileSync,
	type Stats,
} from 'node:fs';
import {homedir} from 'node:os';
import path from 'node:path';
import {launchMessages} from '../messages/cli-launch.ts';

/*
The code that V8 made of the program in an earlier run. It is executed as it is, so only what nobody else could have
written is read, and no link is followed to it: the folder of caches may be one that others write to, such as /tmp.
Windows has none of these modes and flags there (`undefined` is no flag), and no folder of caches that is shared.
*/
const {O_RDONLY, O_WRONLY, O_CREAT, O_EXCL, O_DIRECTORY, O_NOFOLLOW} = constants;
const mine = process.getuid?.();

export function codeCacheFolder(env: NodeJS.ProcessEnv): string {
	const given = env['XDG_CACHE_HOME'];
	const home = given !== undefined && path.isAbsolute(given) ? given : path.join(homedir(), '.cache');
	return path.join(home, 'rcondeck');
}

/** Whether kept code may be taken from there: a folder of ours that is closed to others. Throws where there is none. */
export function isPrivate(folder: string): boolean {
	const found = lstatSync(folder);
	return found.isDirectory() && isOurs(found) && isClosed(found);
}

const isOurs = ({uid}: Stats) => mine === undefined || uid === mine;
const isClosed = ({mode}: Stats) => mine === undefined || (mode & 0o077) === 0;

/** undefined where there is none, or none that may be taken. */
export function readKept(file: string): Buffer | undefined {
	try {
		if (!isPrivate(path.dirname(file))) return undefined;
		const opened = openSync(file, O_RDONLY | O_NOFOLLOW);
		try {
			const found = fstatSync(opened);
			return found.isFile() && isOurs(found) && isClosed(found) ? readFileSync(opened) : undefined;
		} finally {
			closeSync(opened);
		}
	} catch {
		return undefined;
	}
}

/** Keeps the code in the file, and removes others of its folder whose name begins with `prefix`: older builds. */
export function storeCode(code: () => Buffer, file: string, prefix: string): void {
	const folder = path.dirname(file);
	try {
		mkdirSync(folder, {recursive: true, mode: 0o700});
		makePrivate(folder);
		const fresh = `${file}.${process.pid}`;
		// In a container the process before this one may have had the same id.
		rmSync(fresh, {force: true});
		writeNew(fresh, code());
		renameSync(fresh, file);
		for (const name of readdirSync(folder)) {
			if (name.startsWith(prefix) && name !== path.basename(file)) rmSync(path.join(folder, name));
		}
	} catch {
		// Without a place to keep it the next start takes a little longer.
	}
}

/** Throws where the folder is a link or somebody else's. */
function makePrivate(folder: string): void {
	if (mine === undefined) return;
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
