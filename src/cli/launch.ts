import {constants, fstatSync, openSync, readSync, statSync} from 'node:fs';
import path from 'node:path';
import {Script} from 'node:vm';
import {codeCacheFolder, readCode, storeCode, writtenAt} from './code-cache.ts';
import {restoreCodeFlags} from './optimizer.ts';
import {runParts, type Part} from './parts.ts';
import {commandIn, whichCode} from './which-code.ts';
import {afterUnlessDone} from '../lib/clock.ts';
import {launchMessages} from '../messages/cli-launch.ts';

/** Set by the build: the program beside this file, its first line, which identifies its exact text, and its size in bytes. */
declare const PROGRAM: {file: string; id: string; firstLine: string; size: number};
/** Set by the build: where each part is in the program, in bytes. It is ASCII. */
declare const PARTS: Record<Part, {at: number; length: number}>;

/**
Starts the program beside this launcher with the code that V8 compiled in earlier runs. The first run stores the code, and
the first success of each command adds the functions that it compiled: with the code of another command only, `rcon` takes
1.3 times the CPU time. If the stored code is unusable for any reason, the program starts without it.

A run that lasts stores its code early: V8 drops the bytecode of functions that are not called for a while, and with what
is left after a quarter of an hour of keys a first paint takes twice the CPU time.

The program is a file of its own, because Node decodes and V8 scans a whole module at each start: with the program as a
comment in this one, that takes 12 % of the time of `node -e 0`.

Node's `module.enableCompileCache` stores code as soon as a module is compiled, so without functions that run
later, and only for modules in separate files. With it, a first paint takes 1.9 times and a one-shot command 1.6
times the CPU time.
*/
const file = path.join(import.meta.dirname, PROGRAM.file);
/** When code is stored: by then a start is complete, and hardly any garbage has been collected. Younger code waits for the next time. */
const [storedAfterMs, youngMs] = [10_000, 5000];
// By default Node opens an inspector on this signal: the sender could then run code with our credentials.
process.on('SIGUSR1', () => {});
// Keep it open until all is read: an update replaces the file.
const opened = openProgram();
const which = whichCode();
const isTui = which === 'tui';
/** How the names of marks begin. */
const marks = isTui ? 'tui-has-' : 'has-';
const folder = codeCacheFolder(process.env);
const build = `${PROGRAM.id}-${process.versions.v8}-${process.arch}`;
/** The parts whose code is not stored yet. */
let used: Used[] = [];
/** What remains to be stored, in this order. */
let due: (() => void)[] = [];
let isWaiting = false;
process.once('exit', status => {
	due = [...due, ...storing(used, status === 0)];
	for (const store of due) store();
});
runParts(part => {
	const prefix = `${which}-${part}-`;
	const kept = path.join(folder, prefix + build);
	const before = writtenAt(kept);
	const cachedData = readCode(kept);
	restoreCodeFlags();
	const script = new Script(textOf(part), {filename: file, ...(cachedData && {cachedData})});
	const isFresh = !cachedData || script.cachedDataRejected === true;
	used.push({
		part,
		loadedAt: uptimeMs(),
		isFresh,
		// A command that ended meanwhile has stored functions that this process does not know.
		isCurrent: () => writtenAt(kept) === before,
		// Fresh code lacks the functions of all earlier runs. Parts that the TUI has not loaded before had none.
		store: () => {
			restoreCodeFlags();
			const hasLost = isFresh && (!isTui || cachedData !== undefined);
			return storeCode(() => script.createCachedData(), kept, hasLost ? [prefix, marks] : [prefix]);
		},
	});
	storeLater();
	return script.runInThisContext();
});

type Used = {
	part: Part;
	/** In `uptimeMs`. */
	loadedAt: number;
	isFresh: boolean;
	isCurrent: () => boolean;
	/** Returns whether the code is stored. */
	store: () => boolean;
};

function uptimeMs(): number {
	return process.uptime() * 1000;
}

/**
Stores the code of parts five to fifteen seconds after they were loaded, one per turn of the event loop so that no key waits
for all. A command may still fail, so it is not marked.
*/
function storeLater(): void {
	if (isWaiting) return;
	isWaiting = true;
	afterUnlessDone(storedAfterMs, () => {
		isWaiting = false;
		const now = uptimeMs();
		const isYoung = ({loadedAt}: Used) => now - loadedAt < youngMs;
		const old = used.filter(one => !isYoung(one));
		due = [...due, ...storing(old, isTui)];
		used = used.filter(isYoung);
		if (used.length > 0) storeLater();
		const next = () => {
			due.shift()?.();
			if (due.length > 0) setImmediate(next);
		};
		next();
	});
}

/**
Returns what stores fresh code, and after a success all code once for each command, and for each order in which the TUI loads
its parts: it tells a session without a service from a live one. An empty file marks that the code contains the functions.
*/
function storing(parts: readonly Used[], isSuccess: boolean): (() => void)[] {
	const kind = isTui ? parts.map(({part}) => part).join('+') : commandIn(process.argv.slice(2));
	const prefix = `${marks}${kind}-`;
	const kept = path.join(folder, prefix + build);
	const fresh = parts.filter(({isFresh}) => isFresh);
	const isNew = fresh.length > 0 || (parts.length > 0 && writtenAt(kept) === undefined);
	const isAdded = isNew && kind !== undefined && isSuccess && parts.every(({isCurrent}) => isCurrent());
	let isWhole = true;
	const stores = (isAdded ? parts : fresh).map(({isCurrent, store}) => () => {
		isWhole = isCurrent() && store() && isWhole;
	});
	if (!isAdded) return stores;
	return [...stores, () => void (isWhole && storeCode(() => Buffer.alloc(0), kept, [prefix]))];
}

function openProgram(): number {
	try {
		// A pipe would wait for a writer.
		const found = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
		if (isOurs(found)) return found;
	} catch {
		// Reported like any other damage.
	}
	return refuse();
}

/** True for the program of this launcher that only its owner, or the system's, can have written. */
function isOurs(program: number): boolean {
	const {firstLine, size} = PROGRAM;
	const found = fstatSync(program);
	const isSafe =
		process.platform === 'win32' ||
		((found.uid === 0 || found.uid === statSync(import.meta.filename).uid) && (found.mode & 0o002) === 0);
	return (
		isSafe && found.isFile() && found.size === size && readText(program, 0, firstLine.length) === firstLine
	);
}

function refuse(): never {
	process.stderr.write(launchMessages.changedFile(file));
	process.exit(70);
}

function textOf(part: Part): string {
	// It may have been overwritten in place.
	if (!isOurs(opened)) refuse();
	const {at, length} = PARTS[part];
	return readText(opened, at, length);
}

function readText(from: number, at: number, length: number): string {
	const buffer = Buffer.allocUnsafeSlow(length);
	return buffer.toString('latin1', 0, readSync(from, buffer, 0, length, at));
}
