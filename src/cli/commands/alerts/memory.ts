import {createHash} from 'node:crypto';
import {isAlive} from '../../../lib/process/is-alive.ts';
import {renameSync, rmSync, statSync, utimesSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {makePrivateFolder, thisProcess} from '../../../lib/files/private-folder.ts';
import {tryReadText} from '../../../lib/files/regular-file.ts';

type Options = {
	stateDir: string;
	/** The base URL. Of several sessions for one service, one sends. */
	service: string;
	/** Default: alerts. */
	purpose?: 'alerts' | 'triggers';
	name?: string;
	now?: () => number;
};

/** A claim that has not been renewed for this long is lost, ms. */
const lostMs = 120_000;

/**
Stores which session sends, and what it has reported, in two files beside the journal. If they cannot be written, the
session sends anyway: a duplicate alert is better than none.
*/
export function openAlertMemory({
	stateDir,
	service,
	purpose = 'alerts',
	name = thisProcess,
	now = Date.now,
}: Options) {
	const base = path.join(
		stateDir,
		`${purpose}-${createHash('sha256').update(service).digest('hex').slice(0, 12)}`,
	);
	const [lock, memory] = [`${base}.lock`, `${base}.json`];
	const holder = (): string | undefined => {
		const text = tryReadText(lock);
		if (text === undefined || text === name) return text;
		const seenAt = statSync(lock, {throwIfNoEntry: false})?.mtimeMs ?? 0;
		// The name of a session starts with its process ID.
		return now() - seenAt < lostMs && isAlive(Number.parseInt(text, 10)) ? text : undefined;
	};
	const take = () => {
		// The rename is atomic: of two sessions that try at once, both see the last one.
		const own = `${lock}.${name}`;
		writeFileSync(own, name, {mode: 0o600});
		renameSync(own, lock);
	};
	return {
		claim: async (): Promise<boolean> => {
			try {
				makePrivateFolder(stateDir);
				const held = holder();
				if (held === undefined) take();
				else if (held === name) utimesSync(lock, now() / 1000, now() / 1000);
				return tryReadText(lock) === name;
			} catch {
				return true;
			}
		},
		recall: async (): Promise<string | undefined> => tryReadText(memory),
		remember: (text: string): void => {
			const next = `${memory}.${name}`;
			try {
				writeFileSync(next, text, {mode: 0o600});
				renameSync(next, memory);
			} catch {
				// The next session starts without saved state.
			}
		},
		release: (): void => {
			if (tryReadText(lock) === name) rmSync(lock, {force: true});
		},
	};
}
