import path from 'node:path';
import {Script} from 'node:vm';
import {codeCacheFolder, readCode, storeCode, writtenAt} from './code-cache.ts';
import {restoreCodeFlags} from './optimizer.ts';
import type {Part} from './parts.ts';
import {releaseShared} from './read-shared.ts';
import {commandIn, whichCode} from './which-code.ts';
import {afterUnlessDone} from '../lib/clock.ts';

/** A start is over, and `freeHeapWhenIdle` has not collected yet. */
const releasedAfterMs = 3000;
/** When code is stored: by then a start is complete, and hardly any garbage has been collected. Younger code waits for the next time. */
const [storedAfterMs, youngMs] = [10_000, 5000];

type Used = {
	part: Part;
	/** In `uptimeMs`. */
	loadedAt: number;
	isFresh: boolean;
	isCurrent: () => boolean;
	/** Returns whether the code is stored. */
	store: () => boolean;
};

/**
Returns a function that runs the script of a part, with the code that V8 compiled in earlier runs of this program, which `id`
identifies. The first run stores the code, and the first success of each command adds the functions that it compiled: with the
code of another command only, `rcon` takes 1.3 times the CPU time. If the stored code is unusable for any reason, the script
runs without it.

A run that lasts stores its code early: V8 drops the bytecode of functions that are not called for a while, and with what
is left after a quarter of an hour of keys a first paint takes twice the CPU time.
*/
export function openCachedScripts(id: string): (part: Part, text: string, filename: string) => unknown {
	const which = whichCode();
	const isTui = which === 'tui';
	const cache = cacheOf(id, isTui);
	/** The parts whose code is not stored yet. */
	let used: Used[] = [];
	/** What remains to be stored, in this order. */
	let due: (() => void)[] = [];
	let isWaiting = false;

	/**
	Stores the code of parts five to fifteen seconds after they were loaded, one per turn of the event loop so that no key waits
	for all. A command may still fail, so it is not marked.
	*/
	const storeLater = () => {
		if (isWaiting) return;
		isWaiting = true;
		afterUnlessDone(storedAfterMs, () => {
			isWaiting = false;
			const now = uptimeMs();
			const isYoung = ({loadedAt}: Used) => now - loadedAt < youngMs;
			const old = used.filter(one => !isYoung(one));
			due = [...due, ...storing(cache, old, isTui)];
			used = used.filter(isYoung);
			if (used.length > 0) storeLater();
			const next = () => {
				due.shift()?.();
				if (due.length > 0) setImmediate(next);
			};
			next();
		});
	};

	process.once('exit', status => {
		due = [...due, ...storing(cache, used, status === 0)];
		for (const store of due) store();
	});
	return (part, text, filename) => {
		const prefix = `${which}-${part}-`;
		const kept = cache.fileOf(prefix);
		const before = writtenAt(kept);
		const cachedData = readCode(kept);
		restoreCodeFlags();
		const script = new Script(text, {filename, ...(cachedData && {cachedData})});
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
				return storeCode(() => script.createCachedData(), kept, hasLost ? [prefix, cache.marks] : [prefix]);
			},
		});
		afterUnlessDone(releasedAfterMs, releaseShared);
		storeLater();
		return script.runInThisContext();
	};
}

type Cache = ReturnType<typeof cacheOf>;

function cacheOf(id: string, isTui: boolean) {
	const folder = codeCacheFolder(process.env);
	const build = `${id}-${process.versions.v8}-${process.arch}`;
	return {
		isTui,
		/** How the names of marks begin. */
		marks: isTui ? 'tui-has-' : 'has-',
		fileOf: (prefix: string) => path.join(folder, prefix + build),
	};
}

/**
Returns what stores fresh code, and after a success all code once for each command, and for each order in which the TUI loads
its parts: it tells a session without a service from a live one. An empty file marks that the code contains the functions.
*/
function storing({isTui, marks, fileOf}: Cache, parts: readonly Used[], isSuccess: boolean): (() => void)[] {
	const kind = isTui ? parts.map(({part}) => part).join('+') : commandIn(process.argv.slice(2));
	const prefix = `${marks}${kind}-`;
	const mark = fileOf(prefix);
	const fresh = parts.filter(({isFresh}) => isFresh);
	const isNew = fresh.length > 0 || (parts.length > 0 && writtenAt(mark) === undefined);
	const isAdded = isNew && kind !== undefined && isSuccess && parts.every(({isCurrent}) => isCurrent());
	let isWhole = true;
	const stores = (isAdded ? parts : fresh).map(({isCurrent, store}) => () => {
		isWhole = isCurrent() && store() && isWhole;
	});
	if (!isAdded) return stores;
	return [...stores, () => void (isWhole && storeCode(() => Buffer.alloc(0), mark, [prefix]))];
}

function uptimeMs(): number {
	return process.uptime() * 1000;
}
